"""What a coordinator has learned after a run: the small cells, the sets of sites, and a simulated attack."""

from __future__ import annotations

import json
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise

import numpy as np
import pytest
from federation import keys, public, rows_of, run
from test_federated_verify import DAGS

import mcbnc
import mcbnc.federated as fed
from mcbnc import cli
from mcbnc.federated import Limits, disclosure
from mcbnc.federated._attack import _auc, _draw, _tree, judge
from mcbnc.federated._protocol import messages
from mcbnc.federated._results.party import Party
from mcbnc.federated._results.sums import told_tables
from mcbnc.federated._secure.masks import PROBES

STATES = ["low", "mid", "top"]
WAYS = {
    "votes": {},
    "union": {"pairs": "union"},
    "one round": {"rounds": "one"},
    "judged": {"outliers": "drop"},
    "own": {"own": True},
}


def joint_counts(tables, nodes):
    """The counts of joint states over all tables, by plain Python."""
    counts = np.zeros([len(STATES)] * len(nodes), int)
    for table in tables:
        for row in zip(*(table[node] for node in nodes), strict=True):
            counts[tuple(map(STATES.index, row))] += 1
    return counts


@pytest.fixture
def journal(tmp_path):
    """Make the journal of a run of learning, and give the coordinator too."""

    def make(tables, masks=None, sites=None, limits=None, **options):
        masks = "own" not in options if masks is None else masks
        path = tmp_path / "run.journal"
        path.unlink(missing_ok=True)
        nodes, private = sorted(tables[0]), keys(len(tables))
        limits = limits or Limits(tell_scores="own" in options)
        states = [STATES] * len(nodes)
        coordinator = fed.Coordinator(
            nodes, len(tables), task="learning", states=states, masks=masks, journal=path, **options
        )
        if sites is None:
            peers = [public(key) for key in private]
            own = [{"identity": key, "peers": peers} if masks else {"masks": False} for key in private]
            sites = {
                k: fed.Client(
                    mcbnc.Rows(table, states=dict.fromkeys(table, STATES)),
                    task="learning",
                    limits=limits,
                    **own[k],
                )
                for k, table in enumerate(tables)
            }
        run(coordinator, sites)
        coordinator.close()
        return path, coordinator, sites

    return make


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", range(3))
def test_the_tables_are_those_of_all_rows(journal, way, seed):
    tables = rows_of(seed, 4, n=5)
    path, coordinator, _ = journal(tables, **WAYS[way])
    found = disclosure(path)
    assert found.tables
    nodes = sorted(tables[0])
    told = list(told_tables(Party(nodes, 4), np.full(5, 3, np.int32), coordinator.history))
    assert len(told) == len(found.tables)
    by_name = {each.nodes: each for each in found.tables}
    for places, counts in told:
        names = tuple(nodes[place] for place in places)
        plain = joint_counts(tables, names)
        np.testing.assert_array_equal(counts, plain)
        assert by_name[names][1:] == (plain.size, (plain == 0).sum(), ((plain > 0) & (plain < 5)).sum())
    assert [each.small for each in found.tables] == sorted(
        (each.small for each in found.tables), reverse=True
    )
    assert found.own_scores == (way == "own")
    assert ("counts of each site follow" in str(found)) == (way == "own")


def test_what_is_told_of_a_run(journal):
    tables = rows_of(1, 4, n=5)
    path, coordinator, _ = journal(tables)
    peers = {f"hospital {k}": public(key) for k, key in enumerate(keys(4))}
    found = disclosure(path, peers=peers)
    assert sorted(found.sites) == sorted(peers)
    assert (found.masks, found.rounds, found.signed) == (True, coordinator.rounds, 4 * coordinator.rounds)
    assert (found.sets, found.shown, found.attack, found.no_attack) == (1, [], None, "")
    for part in ("4 sites took part: hospital", "nothing about fewer than three sites", "are 1 to 4"):
        assert part in str(found)
    plain, _, _ = journal(tables, masks=False)
    assert "the coordinator saw the numbers of each site" in str(disclosure(plain))


@pytest.mark.parametrize(("masks", "options"), [(True, {}), (True, {"outliers": "drop"}), (False, {})])
def test_the_sums_that_sites_were_shown_are_those_of_the_proofs_that_they_got(
    journal, monkeypatch, masks, options
):
    tables, brought, answer = rows_of(1, 4, n=5), set(), fed.Client.answer

    def noted(site, content):
        message = messages.read(content, 1 << 28)
        if isinstance(message, messages.Question) and message.proof is not None:
            brought.add((message.t - 1, message.proof.numbers.shape[1] - PROBES))
        return answer(site, content)

    monkeypatch.setattr(fed.Client, "answer", noted)
    path, coordinator, _ = journal(tables, masks=masks, **options)
    found = disclosure(path)
    assert [(told.round, told.numbers) for told in found.told] == sorted(brought)
    assert bool(brought) == bool(options)
    assert found.told == coordinator.told
    assert found.record()["told"] == [told._asdict() for told in found.told]
    for told in found.told:
        line = f"the sum of question {told.round}, {told.numbers} numbers: {told.what}"
        assert line in str(found)
        assert line in unescape(found.page())
    report = fed.simulate_learning(tables, masks=masks, **options)
    assert report.told == found.told
    assert ("all sites were shown" in str(report)) == bool(brought)


def test_sites_that_the_sums_show_are_named(journal):
    """Three sites after four: all have allowed it."""
    tables = rows_of(1, 4, n=5)
    _, _, sites = journal(tables, limits=Limits(least_change=1))
    path, _, _ = journal(tables[:3], sites={k: sites[k] for k in range(3)})
    found = disclosure(path, peers={f"site-{k}": public(key) for k, key in enumerate(keys(4))})
    assert (found.sets, found.shown) == (2, ["site-3"])
    assert "the sums show numbers of site-3" in str(found)


def test_a_consensus_and_numbers_have_no_attack(tmp_path):
    path = tmp_path / "run.journal"
    nodes = [f"x{i}" for i in range(7)]
    coordinator = fed.Coordinator(nodes, 4, masks=False, journal=path)
    run(coordinator, {k: fed.Client(dag, nodes=nodes, masks=False) for k, dag in enumerate(DAGS)})
    coordinator.close()
    found = disclosure(path, attack=True)
    assert (found.attack, found.no_attack, found.tables) == (None, "a consensus shows nothing of rows", [])
    path.unlink()
    rng = np.random.default_rng(0)
    tables = [{"a": rng.normal(size=50), "b": rng.integers(0, 2, 50).astype(str)} for _ in range(3)]
    states = [fed.Numbers(-9, 9), ["0", "1"]]
    coordinator = fed.Coordinator(["a", "b"], 3, task="learning", states=states, masks=False, journal=path)
    sites = {k: fed.Client(t, task="learning", masks=False, numbers=True) for k, t in enumerate(tables)}
    run(coordinator, sites)
    coordinator.close()
    assert "columns of numbers" in disclosure(path, attack=True).no_attack


def test_ranks_that_can_be_solved_for_are_told(journal, tmp_path):
    assert disclosure(journal(rows_of(0, 3, n=3))[0]).ranks is False
    rng, path = np.random.default_rng(0), tmp_path / "numbers.journal"
    tables = [{"a": rng.normal(size=50), "b": rng.integers(0, 2, 50).astype(str)} for _ in range(3)]
    for score in (None, "dg"):
        states = [fed.Numbers(-9, 9), ["0", "1"]]
        path.unlink(missing_ok=True)
        asked = {"task": "learning", "states": states, "score": score, "masks": False}
        coordinator = fed.Coordinator(["a", "b"], 3, journal=path, **asked)
        own = {"task": "learning", "masks": False, "numbers": True, "limits": Limits(tell_scores=True)}
        sites = {k: fed.Client(t, **own) for k, t in enumerate(tables)}
        run(coordinator, sites)
        coordinator.close()
        found = disclosure(path)
        assert found.ranks is ("by ranks at each site" in str(found)) is (score == "dg")


@pytest.mark.parametrize("way", ["votes", "one round"])
def test_few_rows_of_many_columns_are_found_and_many_rows_of_few_are_not(journal, way):
    rng = np.random.default_rng(0)
    columns = {f"v{k:02}": np.array(STATES)[rng.integers(0, 3, 45)] for k in range(15)}
    tables = [{name: column[k::3] for name, column in columns.items()} for k in range(3)]
    few, _, _ = journal(tables, **WAYS[way])
    found = disclosure(few, attack=True).attack
    assert found.rows == 45
    assert found.auc == max(found.by_score.values()) > 0.75
    assert disclosure(few, attack=True).attack == found  # the same seed
    many, _, _ = journal(rows_of(0, 12, n=3), **WAYS[way])
    assert 0.4 < disclosure(many, attack=True).attack.auc < 0.6


def test_an_attacker_who_knows_all_counts_of_whole_rows():
    """A table of all variables shows who is in it: outsiders have rows that it lacks."""
    rng = np.random.default_rng(3)
    members, outsiders, known = (rng.integers(0, 8, (4, rows)) for rows in (40, 40, 4000))
    counts = np.zeros((8,) * 4, int)
    np.add.at(counts, tuple(members), 1)
    found = judge([([0, 1, 2, 3], counts)], members, outsiders, known)
    assert found.auc > 0.97
    guessing = judge([([0], np.bincount(members[0], minlength=8))], members, outsiders, known)
    assert guessing.auc < 0.75


@pytest.mark.parametrize("seed", range(20))
def test_the_area_by_all_pairs(seed):
    rng = np.random.default_rng(seed)
    inside, outside = rng.integers(0, 6, 13).astype(float), rng.integers(0, 5, 9).astype(float)
    pairs = [(a > b) + (a == b) / 2 for a in inside for b in outside]
    assert _auc(inside, outside) == pytest.approx(sum(pairs) / len(pairs))


def test_drawn_rows_follow_the_counts():
    tables = rows_of(5, 8, n=4)
    nodes = sorted(tables[0])
    arity = np.full(4, 3, np.int32)
    pairs = [([v, w], joint_counts(tables, [nodes[v], nodes[w]])) for v in range(4) for w in range(v)]
    families = _tree(4, arity, pairs)
    assert sorted(len(family.parents) for family in families) == [0, 1, 1, 1]
    joined = {frozenset((nodes[f.node], nodes[p])) for f in families for p in f.parents}
    chain = sorted(nodes, key=lambda name: name[1:])
    assert joined == {frozenset(pair) for pair in pairwise(chain)}
    drawn = _draw(np.random.default_rng(0), families, 60_000)
    for family in families:
        members = [*family.parents, family.node]
        counts = joint_counts(tables, [nodes[k] for k in members])
        found = np.zeros_like(counts)
        np.add.at(found, tuple(drawn[members]), 1)
        np.testing.assert_allclose(found / found.sum(), counts / counts.sum(), atol=0.01)


class Text(HTMLParser):
    def __init__(self):
        super().__init__()
        self.cells = []

    def handle_data(self, data):
        self.cells.append(data)


def test_the_shell_writes_a_page_and_json(journal, tmp_path, capsys):
    path, _, _ = journal(rows_of(2, 3, n=4))
    page, record = tmp_path / "report.html", tmp_path / "report.json"
    asked = ["federate", "report", str(path), "--attack", "--out", str(page), "--out", str(record)]
    assert cli.main(asked) == 0
    found = disclosure(path, attack=True)
    assert json.loads(record.read_text()) == json.loads(json.dumps(found.record()))
    text = Text()
    text.feed(page.read_text())
    for fact in str(found).splitlines()[: len(found._facts())]:
        assert fact in text.cells
    worst = found.tables[0]
    assert ", ".join(worst.nodes) in text.cells
    capsys.readouterr()
    assert cli.main(["federate", "report", str(path)]) == 0
    assert capsys.readouterr().out == f"{disclosure(path)}\n"


def test_a_name_cannot_write_on_the_page(tmp_path):
    path = tmp_path / "run.journal"
    node = "<script>alert(1)</script>"
    tables = [{node: ["a", "b", "b"], "y": ["a", "a", "b"]}] * 3
    coordinator = fed.Coordinator(
        [node, "y"], 3, task="learning", states=[["a", "b"]] * 2, masks=False, journal=path
    )
    run(coordinator, {k: fed.Client(t, task="learning", masks=False) for k, t in enumerate(tables)})
    coordinator.close()
    page = disclosure(path).page()
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize(("name", "value"), [("attack", 1), ("seed", -1), ("peers", 7)])
def test_bad_arguments(journal, name, value):
    path, _, _ = journal(rows_of(2, 3, n=3))
    with pytest.raises(mcbnc.InvalidInputError, match=name):
        disclosure(path, **{name: value})
