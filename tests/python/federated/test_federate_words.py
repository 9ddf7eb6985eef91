"""What the parties of ``mcbnc federate`` print for their operators."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import signal
import socket
from datetime import timedelta

import pytest

pytest.importorskip("cryptography", reason="federations over HTTPS need the library cryptography")

from federating import Federation, finish, tls
from federation import Values, coordinate, deliver, keys, make_clients, median, public, site_values
from federation import run as federated
from helpers import names as names_of_nodes
from helpers import noisy_copies
from transporting import connect, context_of, posted, servings

from mcbnc import cli
from mcbnc._graphs.graph import Graph
from mcbnc._https import connection
from mcbnc._https import server as servers
from mcbnc._https.errors import TransportError
from mcbnc._https.mailbox import Mailbox, Turn
from mcbnc._https.taking_part import take_part
from mcbnc._https.wire import MESSAGE, STOPPED
from mcbnc.federated import Client, Refused

STAMP = re.compile(r"(?<=^mcbnc: )\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[-+]\d\d:\d\d ")


def test_a_coordinators_reason_does_not_control_the_terminal():
    class Stopped:
        def exchange(self, *_):
            return Turn(STOPPED, b"\x1b]0;owned\x07\x1b[2Jgo away\r\n\xff")

    with pytest.raises(TransportError) as caught:
        take_part(None, Stopped(), patience=0, say=lambda line: None)
    assert str(caught.value) == (
        r"the coordinator has stopped: \x1b]0;owned\x07\x1b[2Jgo away\r\n" + "\N{REPLACEMENT CHARACTER}"
    )


# --- the coordinator's port ---------------------------------------------------------------------------------


def ask(parties, port, method, path, name="hospital-01"):
    """What an HTTP client with a site's certificate gets: the status and the text."""
    connection = http.client.HTTPSConnection(
        "localhost", port, context=context_of(parties, name), timeout=300
    )
    with contextlib.closing(connection):
        connection.request(method, path)
        response = connection.getresponse()
        return response.status, response.read().decode()


def test_get_says_whether_all_is_well(parties):
    mailbox = posted()
    with servings(parties) as serve:
        port, _ = serve(mailbox)
        for path in ("/health", "/"):
            assert ask(parties, port, "GET", path) == (
                200,
                "an mcbnc coordinator is running; 'hospital-01' is one of its sites\n",
            )
        others, _ = serve(Mailbox(["hospital-02"]))
        assert ask(parties, others, "GET", "/health")[1].endswith("'hospital-01' is not one of its sites\n")
        assert ask(parties, port, "GET", "/other") == (
            404,
            "there is no /other; GET /health reports whether all is well, and GET /status how far the run is",
        )
        assert ask(parties, port, "DELETE", "/") == (
            501,
            "sites POST to /federate/1; GET /health reports whether all is well, and GET /status how far the "
            "run is: there is no more",
        )
    assert not mailbox.seen  # this question does not take part


def test_neither_end_waits_to_fill_a_packet(parties, monkeypatch):
    """Nagle's algorithm and delayed acknowledgements took 40 ms of each round."""
    option, seen = (socket.IPPROTO_TCP, socket.TCP_NODELAY), []
    post = servers._Handler.do_POST

    def watched(handler):
        seen.append(handler.connection.getsockopt(*option))
        post(handler)

    monkeypatch.setattr(servers._Handler, "do_POST", watched)
    with servings(parties) as serve:
        port, _ = serve(posted())
        connection = connect(parties, port)
        assert connection.exchange(b"", "", 0).status == MESSAGE
        seen.append(connection._http.sock.getsockopt(*option))
        connection.close()
    assert len(seen) == 2
    assert all(seen)


def test_an_address_in_use_is_named(parties, tmp_path, capsys):
    names = tmp_path / "names.json"
    names.write_text('{"nodes": ["a", "b"]}')
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        code = cli.main(
            [
                *(
                    "federate",
                    "coordinator",
                    "--task",
                    "consensus",
                    "--names",
                    str(names),
                    "--listen",
                    address,
                ),
                *("--journal", str(tmp_path / "log"), *tls(parties, "coordinator")),
            ]
        )
    assert code == 1
    assert capsys.readouterr().err.endswith(f"error: --listen {address}: Address already in use\n")


# --- names, and data that do not fit ------------------------------------------------------------------------

ROWS = "a,b,c\n0,1,0\n1,0,1\n0,0,1\n1,1,0\n"


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """``mcbnc federate`` in a folder of its own: the exit code and what it says."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        code = cli.main(["federate", *map(str, arguments)])
        return code, capsys.readouterr().err

    return run


def test_unlike_lists_of_nodes_are_told_apart(run, tmp_path):
    nodes = [f"v{k}" for k in range(37)]
    (tmp_path / "h1.json").write_text(json.dumps({"nodes": nodes}))
    (tmp_path / "h2.json").write_text(json.dumps({"nodes": nodes[:-1]}))
    (tmp_path / "h3.json").write_text(json.dumps({"nodes": [*nodes[:-1], "V36"]}))
    (tmp_path / "h4.json").write_text(json.dumps({"nodes": nodes, "states": {node: ["0"] for node in nodes}}))
    for other, problem in (
        ("h2.json", "h2.json must have the same nodes as h1.json, but it lacks 'v36'"),
        (
            "h3.json",
            "h3.json must have the same nodes as h1.json, but it lacks 'v36' and has 'V36' besides "
            "('v36' and 'V36' differ only in case, in blanks or in invisible signs)",
        ),
        ("h4.json", "h1.json lists no states, and h4.json does: both must be for one task"),
    ):
        told = run("names", "--task", "learning", "h1.json", other, "--out", "all.json")
        assert told == (1, f"mcbnc: error: {problem}\n")


def site(parties, *options):
    """The arguments of a site that finds no coordinator where its coordinator should be."""
    return [
        *("site", "--task", "learning", "--data", "rows.csv", "--state", "state", "--patience", "0"),
        *("--coordinator", "https://127.0.0.1:1", "--identity", f"{parties}/keys/hospital-01.key"),
        *tls(parties, "hospital-01"),
        *options,
    ]


def check(parties, *options):
    return ["check", *site(parties, *options)[1:]]


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        (
            {"a": ["0", "1"], "b": ["0", "1"]},
            "rows.csv must have the same nodes as names.json, but it has 'c' besides",
        ),
        (
            {"a": ["0", "1"], "b": ["0", "1"], "c": ["0", "1"], "d": ["0"]},
            "rows.csv must have the same nodes as names.json, but it lacks 'd'",
        ),
        (
            {"a": ["0", "1"], "b": ["0", "1"], "c": ["0"]},
            "rows.csv: column 'c', line 3: '1' is not one of its states",
        ),
    ],
    ids=["more", "fewer", "state"],
)
def test_a_site_says_before_it_joins_that_its_rows_do_not_fit(parties, run, tmp_path, names, problem):
    (tmp_path / "rows.csv").write_text(ROWS)
    (tmp_path / "names.json").write_text(json.dumps({"nodes": list(names), "states": names}))
    code, said = run(*site(parties, "--names", "names.json"))
    assert code == 1
    assert f"error: {problem}" in said
    assert "cannot be reached" not in said


def test_a_site_says_before_it_joins_what_its_data_are(parties, run, tmp_path):
    (tmp_path / "rows.csv").write_text(ROWS)
    names = {node: ["0", "1"] for node in "cab"}
    (tmp_path / "names.json").write_text(json.dumps({"nodes": list(names), "states": names}))
    for options, line in (
        (["--names", "names.json"], "rows.csv fits names.json: 3 nodes, 4 rows"),
        ([], "rows.csv: 3 nodes, 4 rows. With --names it would be checked before the run"),
    ):
        code, said = run(*site(parties, *options))
        first, told, last = said.splitlines()
        assert "before the first run: without --may-leave" in told
        assert code == 1
        assert STAMP.sub("", first) == f"mcbnc: {line}"
        assert "cannot be reached" in last


def test_a_site_with_a_dag_is_checked_too(parties, run, tmp_path):
    (tmp_path / "rows.csv").write_text("from,to\na,b\nb,c\n")
    (tmp_path / "names.json").write_text('{"nodes": ["a", "b", "x"]}')
    code, said = run(*site(parties, "--names", "names.json", "--task", "consensus"))
    assert code == 1
    assert "rows.csv must have the same nodes as names.json, but it lacks 'x' and has 'c' besides" in said


def test_clocks_that_are_apart(parties, run, tmp_path, monkeypatch):
    (tmp_path / "rows.csv").write_text(ROWS)
    with servings(parties) as serve:
        port, _ = serve(posted())
        read = connection.parsedate_to_datetime
        late = timedelta(seconds=1000)
        monkeypatch.setattr(connection, "parsedate_to_datetime", lambda date: read(date) + late)
        code, said = run(*check(parties, "--coordinator", f"https://localhost:{port}"))
    assert code == 1
    assert "its clock and the one of this machine are " in said
    assert "seconds apart; certificates go by the time" in said


def test_check_tries_everything_and_takes_no_part(parties, run, tmp_path):
    (tmp_path / "rows.csv").write_text(ROWS)
    mailbox = posted()
    with servings(parties) as serve:
        port, _ = serve(mailbox)
        there = ["--coordinator", f"https://localhost:{port}"]
        code, said = run(*check(parties, *there))
        assert code == 0
        assert [STAMP.sub("", line) for line in said.splitlines()[2:]] == [
            f"mcbnc: https://localhost:{port}: an mcbnc coordinator is running; 'hospital-01' is one of its "
            "sites",
            "mcbnc: all is well: this site has tried everything but to take part",
        ]
        wrong = f"{parties}/others"
        code, said = run(*check(parties, *there, "--ca", f"{wrong}/ca.pem"))
        assert code == 1
        assert "the coordinator's certificate is not of the authority in --ca" in said
        others, _ = serve(Mailbox(["hospital-02"]))
        code, said = run(*check(parties, "--coordinator", f"https://localhost:{others}"))
        assert code == 1
        assert "'hospital-01' is not one of its sites: its --peers lack this site's public key" in said
    code, said = run(*check(parties))
    assert code == 1
    assert "https://127.0.0.1:1 cannot be reached: Connection refused" in said
    assert not mailbox.seen
    assert not (tmp_path / "state").exists()


# --- lines, and the end -------------------------------------------------------------------------------------


def test_each_line_has_the_time_and_sigterm_has_a_word(tmp_path):
    """A party that is stopped by a service manager reports it, leaves no lock, and goes on later."""
    paths = [tmp_path / f"dag{k}.dot" for k in range(3)]
    for path, dag in zip(paths, noisy_copies(5, 3, 9, density=0.4), strict=True):
        path.write_text(Graph(dag, names_of_nodes(9), named=True).to_dot())
    federation = Federation(tmp_path, "consensus", paths)
    try:
        coordinator, first = federation.coordinator(), federation.site(0)
        coordinator.until("hospital-01 is there")
        for party, lasting in ((first, "hospital-01.state"), (coordinator, "run.journal")):
            assert (tmp_path / f"{lasting}.lock").exists()
            party.process.send_signal(signal.SIGTERM)
            assert party.wait() == 143
            lines = party.said.splitlines()
            assert STAMP.sub("", lines[-1]) == "mcbnc: terminated: the same command goes on"
            assert all(STAMP.search(line) for line in lines)
            assert not (tmp_path / f"{lasting}.lock").exists()
        finish(federation.coordinator(), *federation.sites())
    finally:
        federation.close()


def test_other_commands_have_no_time_in_their_lines(run, tmp_path):
    (tmp_path / "rows.csv").write_text(ROWS)
    told = run("names", "--task", "learning", "rows.csv", "--out", "names.json")
    assert told == (0, "mcbnc: wrote names.json: 3 nodes\n")


# --- another set of sites -----------------------------------------------------------------------------------


@pytest.mark.parametrize("named", [True, False])
def test_another_set_of_sites_is_named_with_what_to_do(named):
    values = site_values(3, 5)
    own = [public(key) for key in keys(5)]
    clients = make_clients(values)
    peers = {f"hospital-{k}": key for k, key in enumerate(own)} if named else own
    clients[0] = Client(Values(values[0]), identity=keys(5)[0], peers=peers)
    assert federated(coordinate(4), {k: clients[k] for k in range(4)}) == median(values[:4])
    coordinator = coordinate(5)
    coordinator.feed(deliver(clients, next(coordinator)))
    roster = next(coordinator)
    with pytest.raises(Refused) as caught:
        clients[0].answer(roster.bytes)
    who = "hospital-4" if named else own[4].hex()
    assert str(caught.value) == (
        f"the sums over the roster, with those over earlier sets of sites, would show numbers of {who}. So "
        "take part with the same sites again, or with these and at least 3 new ones at once. Where all sites "
        "accept that single sites' numbers may be shown, the limit least_change (--least-change N) allows "
        "sets that differ in N sites or more"
    )
    with pytest.raises(Refused, match=r"client 0 refuses: the roster has other .* take the same ones again"):
        coordinator.feed({0: caught.value.bytes})
