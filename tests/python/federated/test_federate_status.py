"""What a person sees of a run: ``mcbnc federate status``, ``/health``, and a line of log for each round."""

from __future__ import annotations

import contextlib
import http.client
import json
import threading
import time

import pytest
from helpers import names, noisy_copies

pytest.importorskip("cryptography", reason="federations over HTTPS need the library cryptography")

from federating import SITES, Federation, finish
from federation import rows_of
from transporting import HELLO, connect, context_of, posted

from mcbnc import cli
from mcbnc._graphs.graph import Graph
from mcbnc._https import coordinating
from mcbnc._https.coordinating import coordinate
from mcbnc._https.errors import TransportError
from mcbnc._https.mailbox import Mailbox
from mcbnc._https.status import Progress, read_status, record, status_text
from mcbnc._https.wire import MESSAGE
from mcbnc.federated import Client, Coordinator, CountsTask, OutOfStep, Refused
from mcbnc.federated._protocol import messages

TABLES = Progress(3, "counts of joint states in all rows, in 12 tables", 4210, 2, 667)


def get(parties, port, path, name="hospital-01"):
    connection = http.client.HTTPSConnection(
        "localhost", port, context=context_of(parties, name), timeout=300
    )
    with contextlib.closing(connection):
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read().decode()


def shell(parties, port, *options, name="hospital-01"):
    own = f"{parties}/tls/{name}"
    return cli.main(
        [
            *(
                "federate",
                "status",
                "--coordinator",
                f"https://localhost:{port}",
                "--ca",
                f"{parties}/tls/ca.pem",
            ),
            *("--certificate", f"{own}.pem", "--key", f"{own}.tls.key", *options),
        ]
    )


# --- what a site is told ------------------------------------------------------------------------------------


def test_the_status_names_the_round_what_is_asked_and_who_is_waited_for(parties, serve, capsys):
    mailbox = Mailbox(SITES)
    mailbox.post(SITES[1:], HELLO, TABLES)
    port, _ = serve(mailbox)
    site = connect(parties, port, "hospital-02")
    assert site.exchange(b"", "", 0).status == MESSAGE
    assert shell(parties, port, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    since, heard = told.pop("since"), told["sites"]["hospital-02"].pop("heard")
    assert since.endswith("+00:00")
    assert told == {
        "status": "running",
        "problem": "",
        "round": 3,
        "asked": "counts of joint states in all rows, in 12 tables",
        "numbers": 4210,
        "rounds": 2,
        "sent": 667,
        "waiting": ["hospital-02", "hospital-03"],
        "sites": {
            "hospital-01": {"connected": False, "heard": ""},
            "hospital-02": {"connected": True},
            "hospital-03": {"connected": False, "heard": ""},
        },
    }
    assert shell(parties, port) == 0
    assert capsys.readouterr().out.splitlines() == [
        "round 3: counts of joint states in all rows, in 12 tables, 4,210 numbers from each site, "
        f"since {since}",
        f"waiting for hospital-02: connected, last heard {heard}",
        "waiting for hospital-03: not connected, last heard never",
        "2 rounds done, 667 numbers from each site",
    ]
    site.close()
    while "hospital-02" in mailbox._here:
        time.sleep(0.001)
    assert not connect(parties, port).status()["sites"]["hospital-02"]["connected"]


@pytest.mark.parametrize(
    ("problem", "first"), [("", "complete: 0 rounds done"), ("it broke", "stopped: it broke")]
)
def test_the_status_tells_the_end(parties, serve, capsys, problem, first):
    mailbox = posted()
    port, _ = serve(mailbox)
    mailbox.end(problem, 0, 0)
    assert shell(parties, port) == 0
    assert capsys.readouterr().out.startswith(first)


def test_the_status_is_for_sites_alone(parties, serve, capsys):
    mailbox = Mailbox(["hospital-01"])
    port, _ = serve(mailbox)
    assert get(parties, port, "/status", "hospital-02")[0] == 403
    assert shell(parties, port, name="hospital-02") == 1
    assert "'hospital-02' is not one of this coordinator's sites" in capsys.readouterr().err


def test_no_coordinator_is_an_error_at_once(parties, capsys):
    assert shell(parties, 1) == 1
    assert "https://localhost:1 cannot be reached" in capsys.readouterr().err


@pytest.mark.parametrize(
    "change",
    [
        {"rounds": -1},
        {"rounds": True},
        {"waiting": ["stranger"]},
        {"waiting": [["hospital-01"]]},
        {"sites": {"hospital-01": {}}},
        {"sites": {"hospital-01": 7}},
        {"asked": None},
        {"more": 1},
    ],
)
def test_what_is_no_status_is_refused(parties, serve, monkeypatch, change):
    mailbox = posted()
    port, _ = serve(mailbox)
    real = mailbox.status
    monkeypatch.setattr(mailbox, "status", lambda: {**real(), **change})
    with pytest.raises(TransportError, match="is no coordinator's address: it tells no status"):
        connect(parties, port).status()
    with pytest.raises((Refused, ValueError)):
        read_status([])


def test_nothing_of_a_status_reaches_the_terminal_unprinted():
    odd = {"\x1b[2Jx": (True, "\x1b[2J")}
    for end in (None, "\x1b[2J"):
        told = record(Progress(1, "\x1b[2J"), "\x1b[2J", ["\x1b[2Jx"], odd, end)
        assert "\x1b" not in status_text(told)


def test_a_person_follows_a_run(tmp_path, capsys):
    """Each party is a process. The site whose certificate asks takes part at the same time."""
    paths = [tmp_path / f"site{k}.dot" for k in range(3)]
    for path, dag in zip(paths, noisy_copies(5, 3, 9, density=0.4), strict=True):
        path.write_text(Graph(dag, names(9), named=True).to_dot())
    federation = Federation(tmp_path, "consensus", paths)
    try:
        parties = [federation.coordinator(), federation.site(0), federation.site(1)]
        parties[0].until("is there (2 of 3)")
        for name in SITES:
            assert shell(tmp_path, federation.port, "--json", name=name) == 0
            told = json.loads(capsys.readouterr().out)
            assert (told["round"], told["asked"]) == (0, "the sites begin")
            assert "hospital-03" in told["waiting"]
            assert not told["sites"]["hospital-03"]["connected"]
        parties.append(federation.site(2))
        finish(*parties)
    finally:
        federation.close()
    rounds = [line for line in parties[0].said.splitlines() if " round " in line]
    answered = [line for line in parties[1].said.splitlines() if " is answered: " in line]
    assert len(rounds) == len(answered) > 3
    for asked, answer in zip(rounds, answered, strict=True):
        assert asked.removesuffix(" from each site").split(": ")[-1] == answer.split(" is answered: ")[1]


# --- a look disturbs nobody ---------------------------------------------------------------------------------


def test_health_and_status_are_no_requests_of_a_site(parties, serve):
    """They come by the site's own certificate, while the site waits for its next message."""
    mailbox, got = posted("hospital-02"), []
    port, said = serve(mailbox)
    site = connect(parties, port)
    waits = threading.Thread(target=lambda: got.append(site.exchange(b"", "", 0)))
    waits.start()
    while "hospital-01" not in mailbox.seen:
        time.sleep(0.001)
    asking, connection = mailbox._asking["hospital-01"], site._http.sock
    for _ in range(10):
        assert get(parties, port, "/health")[0] == 200
        assert json.loads(get(parties, port, "/status")[1])["waiting"] == ["hospital-02"]
        assert get(parties, port, "/health", "hospital-03")[0] == 200
    assert mailbox.seen == {"hospital-01"}
    assert mailbox._asking["hospital-01"] is asking
    assert waits.is_alive()
    mailbox.post(SITES, b"the next one")
    waits.join(300)
    assert got == [(MESSAGE, b"the next one")]
    assert site._http.sock is connection
    assert said == []


def test_health_and_status_answer_while_the_coordinator_computes(parties, serve):
    """The engine works in the coordinator's thread, outside the lock of the mailbox."""
    mailbox, held = posted(), threading.Event()
    port, _ = serve(mailbox)

    class Slow:
        clients, options, rounds, numbers, asked = list(SITES), {}, 0, 0, None
        result = 1

        def __iter__(self):
            held.wait(300)
            return iter(())

    run = threading.Thread(
        target=lambda: coordinate(
            Slow(), mailbox, {}, most=1, patience=None, say=lambda line: None, found=lambda result: None
        )
    )
    run.start()
    try:
        for path in ("/health", "/status"):
            assert get(parties, port, path)[0] == 200
        assert run.is_alive()
    finally:
        mailbox._informed = set(SITES)
        held.set()
        run.join(300)


def test_a_reply_wakes_the_coordinator_and_no_other_site(monkeypatch):
    """With fifty sites, fifty threads woke at each of fifty replies."""
    sites = [f"site-{k:02}" for k in range(20)]
    mailbox, woken = Mailbox(sites), []
    mailbox.post(sites, HELLO)
    threads = [threading.Thread(target=mailbox.take, args=(site, "", b"", 60)) for site in sites]
    for site in sites:  # all have replied, and wait
        mailbox._waiting.discard(site)
    for thread in threads:
        thread.start()
    while len(mailbox.seen) < len(sites) or len(mailbox._asking) < len(sites):
        time.sleep(0.001)
    with mailbox._lock:
        for site, asking in mailbox._asking.items():
            real = asking.notify
            monkeypatch.setattr(
                asking, "notify", lambda n=1, site=site, real=real: woken.append(site) or real(n)
            )
        mailbox._waiting.add("site-00")
        mailbox._digest = "x"
    mailbox.take("site-00", "x", b"a reply", 0)
    assert woken == ["site-00"]  # its own older request
    assert mailbox.collect(0) == {"site-00": b"a reply"}
    mailbox.post(sites[3:5], b"the next one")
    assert sorted(woken[1:]) == sites[3:5]
    mailbox.end("", 0, 0)
    for thread in threads:
        thread.join(300)


# --- the log ------------------------------------------------------------------------------------------------


def run_in_threads(coordinator, clients, said):
    """A run with a mailbox, without a network."""
    mailbox = Mailbox(SITES)

    def take_part(name):
        reply, reply_to = b"", ""
        while (turn := mailbox.take(name, reply_to, reply, 60)).status == MESSAGE:
            reply, reply_to = clients[name].answer(turn.body), mailbox._digest
        mailbox.inform(name)

    threads = [threading.Thread(target=take_part, args=(name,)) for name in SITES]
    for thread in threads:
        thread.start()
    peers = {name: clients[name].identity for name in SITES}
    coordinate(
        coordinator, mailbox, peers, most=1 << 28, patience=60, say=said.append, found=lambda result: None
    )
    for thread in threads:
        thread.join(300)
    return mailbox


def learning():
    """A coordinator of learning, and its sites."""
    tables = rows_of(3, 3)
    clients = {
        name: Client(table, task="learning", masks=False) for name, table in zip(SITES, tables, strict=True)
    }
    states = {node: ["low", "mid", "top"] for node in tables[0]}
    return Coordinator(list(states), SITES, task=CountsTask(states=states), masks=False), clients


def test_each_round_has_one_line_that_says_what_was_asked():
    coordinator, clients = learning()
    said: list[str] = []
    run_in_threads(coordinator, clients, said)
    lines = [line for line in said if line.startswith("round ")]
    assert len(lines) == coordinator.rounds > 2
    for t, (line, (question, numbers)) in enumerate(zip(lines, coordinator.history, strict=True), 1):
        asked = len(question.info.get("tables", ()))
        assert line.startswith(f"round {t}: ")
        assert line.endswith(f", {len(numbers):,} numbers from each site")
        assert (f", in {asked} tables, " in line) == (asked > 1)
    assert all(client.asked.endswith(f", {len(numbers):,} numbers") for client in clients.values())


def test_a_round_that_is_asked_again_has_no_second_line(monkeypatch):
    """A log to a site that is out of step comes between two times of the same question."""
    coordinator, clients = learning()
    late, said = clients["hospital-02"], []
    real = late.answer

    def answer(message):
        read = messages.read(message, 1 << 28)
        if isinstance(read, messages.Question) and read.t == 2 and not logs:
            logs.append(read)
            late._session._kept.digests.clear()  # as in an older copy of its state
            with pytest.raises(OutOfStep) as caught:
                real(message)
            return caught.value.bytes
        return real(message)

    logs: list[messages.Question] = []
    monkeypatch.setattr(late, "answer", answer)
    run_in_threads(coordinator, clients, said)
    assert logs
    rounds = [line.partition(":")[0] for line in said if line.startswith("round ")]
    assert rounds == [f"round {t}" for t in range(1, coordinator.rounds + 1)]


@pytest.mark.parametrize("slow", [True, False])
def test_a_slow_message_names_the_sites_that_are_waited_for_once(monkeypatch, slow):
    monkeypatch.setattr(coordinating, "_SLOW", 0.02 if slow else 300.0)
    coordinator, clients = learning()
    late, said = clients["hospital-02"], []
    real = late.answer

    def answer(message):
        while slow and not said:
            time.sleep(0.001)
        time.sleep(0.1 * slow)
        return real(message)

    monkeypatch.setattr(late, "answer", answer)
    run_in_threads(coordinator, clients, said)
    waits = [line for line in said if line.startswith("waiting for ")]
    assert len(waits) <= (coordinator.rounds + 3) * slow  # Hello, roster and result are messages too
    assert any("hospital-02" in line for line in waits) == slow
