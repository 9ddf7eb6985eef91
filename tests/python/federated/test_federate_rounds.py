"""A round over HTTPS takes the time of its messages: what is counted here is what takes time."""

from __future__ import annotations

import threading
from collections import Counter

import pytest

pytest.importorskip("cryptography", reason="federations over HTTPS need the library cryptography")

from federating import SITES
from federation import coordinate as make_coordinator
from federation import keys as keys_of
from federation import make_clients, median, public, site_values
from transporting import connect, servings

from mcbnc._https import connection as connections
from mcbnc._https import server as servers
from mcbnc._https.coordinating import coordinate
from mcbnc._https.mailbox import Mailbox
from mcbnc._https.taking_part import take_part

LONG = 300.0  # seconds: a test that needs them has failed


@pytest.mark.parametrize("rounds", [2, 9])
def test_a_run_takes_one_connection_of_each_site_and_one_request_for_each_message(
    parties, monkeypatch, rounds
):
    """No party asks twice or sleeps: each wait ends with what it waits for."""
    values, counts, results = site_values(1, 3, rounds), Counter(), {}
    clients = dict(zip(SITES, make_clients(values).values(), strict=True))
    mailbox = Mailbox(SITES)

    def count(owner, name):
        real = getattr(owner, name)
        monkeypatch.setattr(owner, name, lambda *given: counts.update([name]) or real(*given))

    count(servers.Server, "process_request")
    count(servers._Handler, "do_POST")
    monkeypatch.setattr(servers, "WAIT", LONG)
    with servings(parties) as serve:
        port, said = serve(mailbox)

        def site(name):
            results[name] = take_part(
                clients[name], connect(parties, port, name), patience=LONG, say=lambda line: None
            )

        threads = [threading.Thread(target=site, args=(name,)) for name in SITES]
        for name in SITES:
            count(clients[name], "answer")
        monkeypatch.setattr(connections.time, "sleep", lambda seconds: counts.update(["sleep"]))
        for thread in threads:
            thread.start()
        coordinator = make_coordinator(SITES, digits=rounds)
        peers = {name: public(key) for name, key in zip(SITES, keys_of(3), strict=True)}
        coordinate(
            coordinator, mailbox, peers, most=1 << 28, patience=LONG, say=print, found=lambda result: None
        )
        for thread in threads:
            thread.join(LONG)
    assert results == dict.fromkeys(SITES, median(values))
    messages = rounds + 3  # Hello, roster and result
    assert counts == {
        "process_request": len(SITES),
        "answer": messages * len(SITES),
        "do_POST": (messages + 1) * len(SITES),  # the first one asks, and has no reply
    }
    assert said == []
