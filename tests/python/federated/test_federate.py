"""``mcbnc federate``: whole runs over HTTPS on loopback, and what happens when a party is killed."""

from __future__ import annotations

import json
import re
import signal

import numpy as np
import pytest
from helpers import names, noisy_copies

import mcbnc
from mcbnc import cli
from mcbnc._graphs.graph import Graph

pytest.importorskip("cryptography", reason="federations over HTTPS need the library cryptography")

from federating import SITES, Federation, finish

NODES = names(9)
DAGS = noisy_copies(5, 3, 9, density=0.4)


def table(seed, count=250):
    rng = np.random.default_rng(seed)
    rain, sprinkler = rng.integers(0, 2, (2, count))
    wet = np.where(rng.random(count) < 0.9, rain | sprinkler, rng.integers(0, 2, count))
    slippery = np.where(rng.random(count) < 0.9, wet, rng.integers(0, 3, count))
    return np.column_stack([rain, sprinkler, wet, slippery])


@pytest.fixture
def start(tmp_path):
    """Make federations, and end their processes."""
    made = []

    def start(task, data, *options, **more):
        made.append(Federation(tmp_path, task, data, *options, **more))
        return made[-1]

    yield start
    for federation in made:
        federation.close()


@pytest.fixture
def dags(tmp_path):
    """A file for each site's DAG."""
    paths = [tmp_path / f"dag{k}.dot" for k in range(3)]
    for path, dag in zip(paths, DAGS, strict=True):
        path.write_text(Graph(dag, NODES, named=True).to_dot())
    return paths


@pytest.fixture
def tables(tmp_path):
    """A file for each site's rows."""
    paths = [tmp_path / f"rows{k}.csv" for k in range(3)]
    for k, path in enumerate(paths):
        np.savetxt(path, table(k), "%d", ",", header="rain,sprinkler,wet,slippery", comments="")
    return paths


@pytest.fixture
def patients(tmp_path):
    """A file for each site's rows, with a column of numbers."""
    paths = [tmp_path / f"patients{k}.csv" for k in range(3)]
    for k, path in enumerate(paths):
        rng = np.random.default_rng(k)
        smokes = rng.integers(0, 2, 200)
        age = rng.normal(50, 12, 200).round(1)
        risk = (age + 30 * smokes + rng.normal(0, 9, 200) > 70).astype(int)
        cells = zip(smokes, age, risk, strict=True)
        path.write_text("smokes,age,risk\n" + "".join(f"{s},{a},{r}\n" for s, a, r in cells))
    return paths


@pytest.fixture
def book(patients, tmp_path):
    """A code book, with the range of all ages."""
    ages = [float(line.split(",")[1]) for path in patients for line in path.read_text().splitlines()[1:]]
    states = "".join(f"{node},{state}\n" for node in ("smokes", "risk") for state in (0, 1))
    (tmp_path / "book.csv").write_text(f"node,state\nage,{min(ages)}..{max(ages)}\n{states}")
    return ["--numbers", "--states", str(tmp_path / "book.csv")]


def test_learning_in_one_round(start, patients, book):
    """Of columns of both kinds, and with masks. A site is started again before the one question."""
    federation = start("learning", patients, "--rounds", "one", names=book)
    names = ["--names", str(federation.folder / "names.json")]
    coordinator = federation.coordinator()
    coordinator.until("listening at")
    first = federation.site(0, *names)
    first.until("3 nodes, 200 rows")
    first.kill()
    finish(*federation.sites(*names), coordinator)
    results = federation.results()
    expected = mcbnc.federated.simulate_learning([str(path) for path in patients], rounds="one").result
    assert all(result == results[0] for result in results)
    assert results[0]["learned"][0]["dg"] == expected.score
    assert edges(results[0]["clients"][0]) == edges(expected.edges)
    assert edges(expected.edges) == [("age", "risk"), ("smokes", "risk")]
    assert "1 round; each site sent 8 numbers" in coordinator.said


def test_a_number_out_of_range_in_a_session_with_noise(start, patients, book):
    """Without --names it counts as the range's end, and the site's log has a line about it."""
    federation = start("learning", patients, "--rounds", "one", "--epsilon", "100", names=book)
    agreed = federation.folder / "names.json"
    names = json.loads(agreed.read_text())
    names["states"]["age"]["numbers"] = [50, 60]
    agreed.write_text(json.dumps(names))
    sites = federation.sites("--numbers", "--log-format", "json")
    finish(*sites, federation.coordinator())
    for site in sites:
        told = [json.loads(line) for line in site.said.splitlines()]
        (warning,) = (each["message"] for each in told if each["level"] == "warning")
        assert warning.endswith(
            "with a number not from 50 to 60: in a session with noise such a cell counts as the nearer end"
        )


@pytest.mark.parametrize("words", [(), ("--tell-scores",)])
def test_ranks_at_a_site_take_a_word(start, patients, words):
    """Names made of rows have no range. Then there are ranks alone, which show each site's rows."""
    federation = start("learning", patients, names=["--numbers"])
    coordinator = federation.coordinator()
    assert coordinator.wait() == 1
    assert "dg needs a range of the numbers of 'age'" in coordinator.said
    coordinator = federation.coordinator("--score", "dg")
    assert coordinator.wait() == 1
    assert "With masks no site sends them" in coordinator.said
    coordinator = federation.coordinator("--score", "dg", "--no-masks")
    sites = federation.sites("--numbers", "--no-masks", *words)
    if words:
        finish(coordinator, *sites)
        return
    assert [party.wait() for party in (coordinator, *sites)] == [1] * 4
    assert any("the session asks for normal scores of numbers" in site.said for site in sites)
    assert "the site must pass --tell-scores" in coordinator.said


def test_sites_that_judge_themselves(start, tables):
    """Of three sites none can leave itself out: a sum over two shows too much of each."""
    federation = start("learning", tables, "--outliers", "drop")
    parties = [federation.coordinator(), *federation.sites()]
    finish(*parties)
    assert not any("this site sends zeros" in party.said for party in parties)
    rows = mcbnc.Rows([str(path) for path in tables])
    want = mcbnc.federated.simulate_learning(rows, outliers="drop")
    assert f"{want.rounds} rounds; each site sent {want.numbers:,} numbers" in parties[0].said
    assert federation.results()[0]["learned"][0]["qnml"] == want.result.score


def test_probabilities_take_counts(start, patients, tmp_path):
    federation = start("learning", patients, names=["--numbers"])
    coordinator = federation.coordinator("--out", str(tmp_path / "net.bif"))
    assert coordinator.wait() == 1
    assert ".bif holds probabilities, which only learning with tables makes" in coordinator.said


def edges(pairs):
    return sorted(map(tuple, pairs))


def same_consensus(results, expected):
    assert all(result == results[0] for result in results)
    assert results[0]["theta"] == expected.theta
    assert results[0]["order"] == expected.order
    assert results[0]["fusion_edges"] == np.count_nonzero(expected.fusion)
    assert edges(results[0]["edges"]) == edges(expected.edges)
    assert edges(results[0]["reversible"]) == edges(expected.reversible)


def test_a_consensus_is_that_of_one_place(start, dags):
    federation = start("consensus", dags, "--theta", "0.3")
    parties = [*federation.sites(), federation.coordinator()]  # the sites wait for their coordinator
    finish(*parties)
    expected = mcbnc.consensus(DAGS, 0.3, nodes=NODES)
    assert expected.edges
    same_consensus(federation.results(), expected)


def test_options_with_names_of_nodes_reach_the_task(start, dags):
    a, b, c, d = NODES[:4]
    options = (
        "--required",
        f"{a}->{b}",
        "--forbidden",
        f"{c}--{d}",
        "--order",
        ",".join(NODES),
        "--cap",
        "1",
    )
    federation = start("consensus", dags, *options, "--theta", "auto", "--no-masks")
    finish(federation.coordinator(), *federation.sites("--no-masks"))
    expected = mcbnc.consensus(
        DAGS, "auto", nodes=NODES, knowledge={"required": [(a, b)], "forbidden": [{c, d}]}, order=NODES, cap=1
    )
    assert (a, b) in expected.edges
    same_consensus(federation.results(), expected)


def test_weights_by_the_names_of_sites(start, dags):
    weights = ",".join(f"{site}={weight}" for site, weight in zip(reversed(SITES), (1, 0.5, 4), strict=True))
    federation = start("consensus", dags, "--weights", weights, "--same-weight", "1")
    finish(federation.coordinator(), *federation.sites("--same-weight", "1"))
    expected = mcbnc.consensus(DAGS, nodes=NODES, weights=[4, 0.5, 1])
    assert expected.edges != mcbnc.consensus(DAGS, nodes=NODES).edges
    same_consensus(federation.results(), expected)


def test_weights_that_a_site_refuses(start, dags):
    federation = start(
        "consensus", dags, "--weights", ",".join(f"{site}={k}" for k, site in enumerate(SITES, 1))
    )
    coordinator = federation.coordinator()
    assert coordinator.wait() == 1
    assert "weights: 1 site alone has weight 1, and with masks" in coordinator.said


def test_sites_may_have_different_columns(start, tmp_path):
    """Each of three sites lacks a column. The states of a column that a site lacks come from the others."""
    header, paths = ["rain", "sprinkler", "wet", "slippery"], []
    for k in range(3):
        paths.append(tmp_path / f"part{k}.csv")
        own = [v for v in range(4) if v != k]
        np.savetxt(
            paths[-1], table(k)[:, own], "%d", ",", header=",".join(header[v] for v in own), comments=""
        )
    union = ("--columns", "union")
    federation = start("learning", paths, *union, "--seed", "4", "--searches", "2", "--no-masks", names=union)
    site = (*union, "--names", str(federation.folder / "names.json"), "--no-masks")
    finish(federation.coordinator(), *federation.sites(*site))
    results = federation.results()
    assert all(result == results[0] for result in results)
    rows = mcbnc.Rows(list(map(str, paths)), columns="union")
    want = mcbnc.federated.simulate_learning(rows, seed=4, searches=2).result
    assert want.edges
    assert edges(results[0]["clients"][0]) == edges(want.edges)
    assert results[0]["learned"][0]["qnml"] == want.score


def test_masks_want_three_sites_of_the_same_columns(start, tmp_path, tables):
    rows = table(1)[:, 1:]
    tables[1] = tmp_path / "part.csv"
    np.savetxt(tables[1], rows, "%d", ",", header="sprinkler,wet,slippery", comments="")
    union = ("--columns", "union")
    federation = start("learning", tables, *union, names=union)
    coordinator, *_ = federation.coordinator(), *federation.sites(*union)
    assert coordinator.wait() == 1
    assert "fewer than 3 sites have the columns of client 'hospital-01'" in coordinator.said
    assert "--same-columns" in coordinator.said


@pytest.mark.parametrize("options", [(), ("--own", "--no-tables", "--no-masks")])
def test_learning_is_that_of_one_place(start, tables, options):
    federation = start("learning", tables, *options)
    own = ["--tell-scores", "--no-masks"] if options else []
    names = ["--names", str(federation.folder / "names.json")]
    finish(federation.coordinator(), *federation.sites(*names, *own))
    results = federation.results()
    assert all(result == results[0] for result in results)
    expected = mcbnc.learn_jointly(list(map(str, tables)), search="ges", own=False, outliers="keep")
    (learned,) = results[0]["learned"]
    assert learned["rows"] == expected.rows == 750
    assert expected.edges
    if not options:
        assert edges(results[0]["clients"][0]) == edges(expected.edges)
        assert (learned["qnml"], learned["search"]) == (expected.score, expected.method)
    else:
        assert learned["search"] == "own"


@pytest.mark.parametrize("line", ["the coordinator is there", "round 2 is answered", "round 9 is answered"])
def test_a_site_that_was_killed_goes_on(start, dags, line):
    federation = start("consensus", dags, "--draft", "1")
    coordinator, others = federation.coordinator(), [federation.site(0), federation.site(1)]
    third = federation.site(2)
    third.until(line)
    third.kill()
    assert coordinator.process.poll() is None, "the run was over before the site was killed"
    finish(federation.site(2), coordinator, *others)
    same_consensus(federation.results(), mcbnc.consensus(DAGS, nodes=NODES))


@pytest.mark.parametrize("line", ["listening", "is there (2 of 3)", "round 2", "round 9"])
def test_a_coordinator_that_was_killed_goes_on(start, dags, line):
    federation = start("consensus", dags, "--draft", "1")
    first, sites = federation.coordinator(), federation.sites()
    first.until(line)
    first.kill()
    second = federation.coordinator()
    finish(second, *sites)
    same_consensus(federation.results(), mcbnc.consensus(DAGS, nodes=NODES))


def test_a_coordinator_that_was_killed_with_the_result_ends_when_its_sites_come_again(start, dags):
    federation = start("consensus", dags)
    finish(federation.coordinator(), *federation.sites())
    before = federation.results()
    for name in ("coordinator", *SITES):
        (federation.folder / f"{name}.json").unlink()
    finish(federation.coordinator(), *federation.sites())
    assert federation.results() == before


def test_a_run_goes_on_in_a_new_session_after_a_site_has_lost_its_state(start, dags):
    federation = start("consensus", dags, "--draft", "1")
    coordinator, sites = federation.coordinator(), federation.sites()
    sites[2].until("round 3 is answered")
    sites[2].kill()
    (federation.folder / "hospital-03.state").unlink()
    lost = federation.site(2)
    assert coordinator.wait() == lost.wait() == 1
    assert coordinator.said.endswith("hospital-03' refuses: the site is not in this session\n")
    assert "error: the site is not in this session" in lost.said
    assert [site.wait() for site in sites[:2]] == [1, 1]
    assert "error: the coordinator has stopped: " in sites[0].said
    finish(federation.coordinator("--new-session"), *federation.sites())
    same_consensus(federation.results(), mcbnc.consensus(DAGS, nodes=NODES))


def test_a_site_refuses_a_site_that_it_does_not_know(start, dags):
    federation = start("consensus", dags)
    folder = federation.folder
    (folder / "fewer").mkdir()
    for name in SITES[:2]:
        (folder / "fewer" / f"{name}.pub").write_bytes((folder / "peers" / f"{name}.pub").read_bytes())
    coordinator = federation.coordinator()
    wary = federation.site(0, "--peers", str(folder / "fewer"))
    others = [federation.site(1), federation.site(2)]
    assert wary.wait() == coordinator.wait() == 1
    assert "which is no peer" in wary.said
    assert (
        "'hospital-01' refuses: the roster names a site that is not among this site's peers"
        in coordinator.said
    )
    assert all(
        other.wait() == 1 and "the coordinator has stopped: client 'hospital-01' refuses" in other.said
        for other in others
    )


def test_a_site_tells_no_small_cells(start, tables):
    federation = start("learning", tables)
    coordinator, sites = federation.coordinator(), federation.sites("--min-cell", "200")
    assert [party.wait() for party in (coordinator, *sites)] == [1, 1, 1, 1]
    assert any("error: the question does not fit this site's data" in site.said for site in sites)
    assert not (federation.folder / "coordinator.json").exists()


def test_a_site_limits_the_questions(start, dags):
    federation = start("consensus", dags)
    coordinator, sites = federation.coordinator(), [federation.site(0), federation.site(1)]
    coordinator.until("is there (2 of 3)")
    sites.append(federation.site(2, "--max-rounds", "5"))
    assert [party.wait() for party in (coordinator, *sites)] == [1, 1, 1, 1]
    assert "error: the coordinator may ask for more than the site's limits allow: its max_" in sites[2].said
    assert "refuses: the coordinator asks for more than the site's limits allow" in coordinator.said
    finish(federation.coordinator(), *federation.sites())


@pytest.mark.parametrize(
    ("task", "theirs", "own", "why"),
    [
        ("consensus", ("--union", "counts"), ("--union", "or"), "the session's union is not 'or'"),
        ("consensus", (), ("--member", "lowest"), "the session's member is not 'lowest'"),
        (
            "learning",
            ("--no-masks",),
            ("--no-masks", "--no-tables", "--tell-scores"),
            "the session asks for tables of counts",
        ),
        (
            "learning",
            ("--no-masks", "--own"),
            ("--no-masks",),
            "the session asks for scores of each site's own rows",
        ),
        (
            "learning",
            ("--rounds", "one", "--epsilon", "1", "--delta", "0.1"),
            (),
            "the session's delta is above",
        ),
    ],
)
def test_a_site_demands_options(start, dags, tables, task, theirs, own, why):
    federation = start(task, dags if task == "consensus" else tables)
    coordinator, site = federation.coordinator(*theirs, hasty=True), federation.site(0, *own)
    assert [coordinator.wait(), site.wait()] == [1, 1]
    assert f"error: {why}" in site.said
    assert "hospital-01: " in coordinator.said or re.search(
        "limits allow|--tell-scores|--trust", coordinator.said
    )


def test_a_coordinator_stops_when_a_site_stays_away(start, dags):
    federation = start("consensus", dags)
    coordinator = federation.coordinator("--patience", "1", hasty=True)
    sites = [federation.site(0), federation.site(1)]
    assert coordinator.wait() == 1
    assert (
        "hospital-03 did not reply for 1 second: start again with the same --journal to go on"
        in coordinator.said
    )
    for site in sites:
        site.kill()


def test_the_log_holds_sums_and_no_numbers_of_a_site(start, dags):
    federation = start("consensus", dags, "--no-masks")
    finish(federation.coordinator(), *federation.sites("--no-masks"))
    from mcbnc.federated import Client
    from mcbnc.federated._coordinator.journal import Journal
    from mcbnc.federated._protocol.messages import read

    log = federation.folder / "run.journal"
    journal = Journal(log)
    epoch = journal.last
    vectors = []
    for dag in DAGS:
        client = Client(dag, nodes=NODES, masks=False)
        client.answer(epoch.hello)
        site = client._session._task
        question = read(epoch.questions[0], 1 << 20)
        from mcbnc.federated._protocol.task import Allowed, Asked, Secrets

        secrets, allowed = Secrets(bytes(32), b""), Allowed(1 << 20, 12)
        vectors.append(site.answer(Asked(question.info, question.arrays), secrets, allowed, 0))
    content = log.read_bytes()
    assert sum(vectors).astype("<u8").tobytes() in content
    for vector in vectors:
        assert vector.any()
        assert vector.astype("<u8").tobytes() not in content


def test_ctrl_c_ends_a_party_which_can_go_on(start, dags):
    federation = start("consensus", dags)
    coordinator, site = federation.coordinator(), federation.site(0)
    coordinator.until("hospital-01 is there")
    for party in (coordinator, site):
        party.process.send_signal(signal.SIGINT)
        assert party.wait() == cli.Exit.INTERRUPTED
        assert party.said.endswith(" interrupted\n")
    finish(federation.coordinator("--quiet"), *federation.sites("--quiet"))
    assert coordinator.said.endswith(" interrupted\n"), "--quiet"
    same_consensus(federation.results(), mcbnc.consensus(DAGS, nodes=NODES))


def test_a_log_is_of_one_run(start, dags):
    federation = start("consensus", dags)
    finish(federation.coordinator(), *federation.sites())
    other = federation.coordinator("--theta", "0.25")
    assert other.wait() == 1
    assert "error: --journal: the file is of another run" in other.said


def test_two_processes_do_not_share_a_state(start, dags):
    federation = start("consensus", dags)
    first = federation.site(0)
    first.until("cannot be reached")
    second = federation.site(0)
    assert second.wait() == 1
    assert "error: --state: another process" in second.said
    first.kill()


def test_a_site_that_finds_no_coordinator_gives_up(start, dags):
    federation = start("consensus", dags)
    site = federation.site(0, "--patience", "0.5")
    assert site.wait() == 1
    assert "cannot be reached: Connection refused" in site.said.splitlines()[-1]


def test_a_consensus_over_different_nodes(start, tmp_path):
    """Each site has some of the nodes. A site with masks takes part if it is told to."""
    files = [tmp_path / f"part{k}.csv" for k in range(3)]
    for file, arcs in zip(files, ("a,b\nb,c\n", "a,c\nc,d\n", "b,d\n"), strict=True):
        file.write_text("from,to\n" + arcs)
    federation = start("consensus", files, "--nodes", "union", names=["--columns", "union"])
    parties = [federation.coordinator(), *federation.sites()]
    assert [party.wait() for party in parties] == [1] * 4
    assert any("--same-columns 1" in party.said for party in parties)
    (federation.folder / "run.journal").unlink()
    names = ("--columns", "union", "--names", f"{federation.folder}/names.json")
    finish(federation.coordinator(), *federation.sites("--same-columns", "1", *names))
    expected = mcbnc.consensus([str(file) for file in files], nodes="union")
    results = federation.results()
    same_consensus(results, expected)
    assert edges(results[0]["unsure"]) == edges(expected.unsure)
    assert results[0]["not_seen_together"] == []


def test_a_vote_over_different_nodes(start, tmp_path):
    """The coordinator and all sites have the vote of one place."""
    files = [tmp_path / f"part{k}.csv" for k in range(3)]
    for file, arcs in zip(files, ("a,b\nb,c\n", "a,c\nc,d\n", "b,d\n"), strict=True):
        file.write_text("from,to\n" + arcs)
    federation = start("vote", files, "--nodes", "union", "--threshold", "0.4", names=["--columns", "union"])
    names = ("--columns", "union", "--names", f"{federation.folder}/names.json")
    finish(federation.coordinator(), *federation.sites("--same-columns", "1", *names))
    expected = mcbnc.baselines.vote([str(file) for file in files], 0.4, "skeleton", nodes="union")
    for result in federation.results():
        assert edges(result["edges"]) == edges(expected.edges)
        assert edges(result["unsure"]) == edges(expected.unsure)
        assert (result["threshold"], result["explained"]) == (0.4, 8)
