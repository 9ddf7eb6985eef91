"""The end of a run: all sites hear of it, and no site waits for a coordinator that has ended."""

from __future__ import annotations

import socket
import threading
import time

import pytest

pytest.importorskip("cryptography", reason="federations over HTTPS need the library cryptography")

from federating import SITES
from federation import coordinate, make_clients, median, site_values
from transporting import connect, posted

from mcbnc._https.connection import Closed, Connection, Unreachable
from mcbnc._https.errors import TransportError
from mcbnc._https.mailbox import Mailbox, Turn
from mcbnc._https.taking_part import take_part
from mcbnc._https.wire import MESSAGE, STOPPED

LONG = 60.0  # seconds: a test that needs them has failed


def site():
    """A site that has not taken part yet."""
    return make_clients(site_values(0, 3), only=0)[0]


class Script:
    """A connection with what it gives in turn."""

    def __init__(self, *turns) -> None:
        self.turns = list(turns)
        self.ended: list[bool] = []

    def exchange(self, reply, reply_to, patience, ended=False):
        self.ended.append(ended)
        turn = self.turns.pop(0)
        if isinstance(turn, Exception):
            raise turn
        return turn


# --- at a site ----------------------------------------------------------------------------------------------


def test_a_site_with_the_result_ends_with_it_when_the_port_is_closed(monkeypatch):
    values, said = site_values(0, 3), []
    clients, coordinator = make_clients(values), coordinate(3)
    turns, sent = Script(), []

    def exchange(reply, reply_to, patience, ended=False):
        """The coordinator of this process, which is gone once site 0 has the result."""
        turns.ended.append(ended)
        if ended:
            raise Closed("https://here cannot be reached: Connection refused")
        if reply:
            coordinator.feed({0: reply})
        message = next(coordinator)
        while 0 not in message.to:
            coordinator.feed({i: clients[i].answer(message.bytes) for i in message.to})
            message = next(coordinator)
        sent.append(message)
        return Turn(MESSAGE, message.bytes)

    monkeypatch.setattr(turns, "exchange", exchange)
    assert take_part(clients[0], turns, patience=LONG, say=said.append) == median(values)
    assert turns.ended == [False] * len(sent) + [True]
    assert said[-1] == "the coordinator has ended, or cannot be reached; this is the result that it sent"


def test_a_site_without_the_result_is_told_that_the_port_is_closed():
    client = site()
    with pytest.raises(Closed, match="cannot be reached"):
        take_part(client, Script(Closed("it cannot be reached")), patience=LONG, say=print)


def test_a_site_that_was_told_of_the_stop_asks_no_more():
    client = site()
    script = Script(Turn(STOPPED, b"hospital-02 refuses"), AssertionError("it asked again"))
    with pytest.raises(TransportError, match="the coordinator has stopped: hospital-02 refuses"):
        take_part(client, script, patience=LONG, say=print)
    assert len(script.turns) == 1


@pytest.mark.parametrize("ended", [True, False])
def test_a_closed_port_is_tried_again_only_while_the_run_goes_on(parties, monkeypatch, ended):
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    site = connect(parties, port, host="127.0.0.1")
    tried, real = [], Connection._exchange
    monkeypatch.setattr(Connection, "_exchange", lambda *given: tried.append(1) or real(*given))
    with pytest.raises(Closed):
        site.exchange(b"", "", LONG if ended else 0.2, ended)
    assert (len(tried) == 1) == ended


def test_a_network_that_fails_is_no_closed_port(parties, monkeypatch):
    """A site with the result tries again: the coordinator may still wait for it."""
    site, tried = connect(parties, 1), []

    def fail(*given):
        tried.append(1)
        raise TimeoutError("timed out")

    monkeypatch.setattr(Connection, "_exchange", fail)
    with pytest.raises(Unreachable) as caught:
        site.exchange(b"", "", 0.2, True)
    assert not isinstance(caught.value, Closed)
    assert len(tried) > 1


# --- at the coordinator -------------------------------------------------------------------------------------


@pytest.mark.parametrize("problem", ["", "it broke"])
def test_the_coordinator_waits_for_a_site_that_is_connected_and_busy(problem):
    """The others have no connection, and the time in which they would come is over."""
    mailbox = posted()
    for site in SITES:
        assert mailbox.take(site, "", b"", 0).status == MESSAGE
    for site in SITES[1:]:
        mailbox.leave(site)
    end = threading.Thread(target=mailbox.end, args=(problem, 0, LONG))
    end.start()
    while mailbox._end is None:
        time.sleep(0.001)
    end.join(0.1)
    assert end.is_alive()
    assert mailbox.take("hospital-01", "", b"", LONG) == mailbox._end
    mailbox.inform("hospital-01")
    end.join(LONG)
    assert not end.is_alive()


def test_the_coordinator_waits_for_no_site_whose_connection_has_ended():
    mailbox = posted()
    assert mailbox.take("hospital-01", "", b"", 0).status == MESSAGE
    end = threading.Thread(target=mailbox.end, args=("", 0, LONG))
    end.start()
    while mailbox._end is None:
        time.sleep(0.001)
    mailbox.leave("hospital-01")
    end.join(LONG / 2)
    assert not end.is_alive()


def test_the_coordinator_waits_a_moment_for_a_site_that_is_away():
    mailbox = Mailbox(["hospital-01"])
    end = threading.Thread(target=mailbox.end, args=("", LONG, 0))
    end.start()
    while mailbox._end is None:
        time.sleep(0.001)
    end.join(0.1)
    assert end.is_alive()
    mailbox.take("hospital-01", "", b"", LONG)
    mailbox.inform("hospital-01")
    end.join(LONG / 2)
    assert not end.is_alive()
