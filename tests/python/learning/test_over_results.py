"""What learn_jointly returns for sites with different columns, and the vote of DAGs over different nodes."""

from __future__ import annotations

import itertools
import json
import pickle
from concurrent.futures import ThreadPoolExecutor

import matplotlib
import networkx as nx
import numpy as np
import over_rule
import pytest
from over_sites import draw_sites

import mcbnc
from mcbnc import InvalidInputError
from mcbnc._inputs.outliers import odd_sites

matplotlib.use("agg")


def sites_of(seed, n=7, sites=4, rows=120, chance=0.6):
    tables, states = draw_sites(np.random.default_rng(seed), n, sites, rows, chance)
    return tables, states


def jointly(tables, states, **options):
    options = {"score": "bds", "seed": 3, "outliers": "keep"} | options
    return mcbnc.learn_jointly(mcbnc.Rows(tables, states=states, columns="union"), **options)


def told(result):
    """All that a result has, by names, in an order that does not depend on that of the columns."""
    names = sorted(result.nodes)
    place = [result.nodes.index(name) for name in names]
    return {
        "edges": sorted(result.edges),
        "reversible": sorted(result.reversible),
        "score": result.score,
        "sites": result.seen.sites[np.ix_(place, place)].tolist(),
        "rows": result.seen.rows[np.ix_(place, place)].tolist(),
        "suspects": sorted((sorted((one.a, one.b)), round(one.information, 12)) for one in result.suspects),
        "status": {(a, b): result.status(a, b) for a, b in itertools.combinations(names, 2)},
        "tables": {
            result.nodes[f.node]: sorted(np.round(table, 12).ravel().tolist())
            for f, table in result._tables(None)
        },
        "frame": sorted(result.to_frame().itertuples(index=False)),
    }


@pytest.mark.parametrize("seed", range(6))
def test_orders_and_workers_do_not_count(seed):
    rng = np.random.default_rng(seed)
    tables, states = sites_of(seed)
    expected = told(jointly(tables, states, workers=1))
    for workers in (1, 2, 3):
        other = []
        for k in rng.permutation(len(tables)):
            order = rng.permutation(len(next(iter(tables[k].values()))))
            names = rng.permutation(list(tables[k])).tolist()
            other.append({name: [tables[k][name][row] for row in order] for name in names})
        assert told(jointly(other, states, workers=workers)) == expected
    assert told(jointly(tables, states, seed=4))["status"].keys() == expected["status"].keys()


def test_seeds_draw():
    tables, states = sites_of(1)
    scores = {jointly(tables, states, seed=seed).score for seed in range(4)}
    assert len(scores) == 4
    assert jointly(tables, states, seed=None).score == jointly(tables, states, seed=0).score


@pytest.mark.parametrize("score", ["bdeu", "bds"])
def test_with_the_same_columns_the_answer_is_that_of_learn_jointly(score):
    tables, states = sites_of(2, chance=1.0)
    tables[1] = dict(reversed(tables[1].items()))
    plain = mcbnc.learn_jointly(mcbnc.Rows(tables, states=states), score=score)
    union = jointly(tables, states, score=score, outliers="drop")
    assert (plain.edges, plain.scores, plain.method, plain.to_bif()) == (
        union.edges, union.scores, union.method, union.to_bif()
    )  # fmt: skip
    assert union.to_frame().equals(plain.to_frame())
    assert union.seen.unseen == 0
    assert union.suspects == []
    a, b = union.edges[0]
    assert union.seen[a, b] == (4, sum(len(next(iter(table.values()))) for table in tables))
    assert union.status(b, a) == "edge"
    assert union.through(a, b) == []


@pytest.mark.parametrize("seed", range(8))
def test_what_is_said_of_pairs(seed):
    tables, states = sites_of(seed, sites=3, chance=0.4)
    found = jointly(tables, states)
    assert isinstance(found, mcbnc.JointlyLearned)
    assert found.method == "mixed"
    joined = {frozenset(edge) for edge in found.edges}
    suspects = []
    for a, b in itertools.combinations(found.nodes, 2):
        own = [table for table in tables if a in table and b in table]
        assert found.seen[a, b] == found.seen[b, a] == (len(own), sum(len(table[a]) for table in own))
        assert found.status(a, b) == found.status(b, a)
        if not own:
            assert found.status(a, b) == "not seen together"
            assert frozenset((a, b)) not in joined
            if any({frozenset((a, z)), frozenset((z, b))} <= joined for z in found.nodes):
                suspects.append({a, b})
        else:
            assert found.status(a, b) == ("edge" if frozenset((a, b)) in joined else "no edge")
    assert sorted(map(sorted, suspects)) == sorted(sorted(one[:2]) for one in found.suspects)
    told = [one.information for one in found.suspects]
    assert told == sorted(told, reverse=True)
    assert all(x >= 0 for x in told)
    for a, b in found.edges:
        through = [
            z
            for z in set(found.nodes) - {a, b}
            if (frozenset((a, z)) in joined and found.status(b, z) == "not seen together")
            or (frozenset((b, z)) in joined and found.status(a, z) == "not seen together")
        ]
        assert sorted(found.through(a, b)) == sorted(through)
    frame = found.to_frame()
    assert list(frame.columns) == ["from", "to", "reversible", "stability", "sites", "rows", "through"]
    assert [*zip(frame.sites, frame.rows, strict=True)] == [found.seen[edge] for edge in found.edges]
    assert set(frame.stability) <= {2 / 3, 1.0}


def test_results():
    tables, states = sites_of(5, sites=3, chance=0.4)
    found = jointly({"Leeds": tables[0], "York": tables[1], "Bath": tables[2]}, states)
    apart = found.seen.unseen
    assert apart > 0
    assert f"{apart} pairs not seen together" in repr(found)
    assert "not seen together" in found._repr_html_()
    assert [one.site for one in found.sites] == ["Leeds", "York", "Bath"]
    assert [one.nodes for one in found.sites] == [[x for x in found.nodes if x in table] for table in tables]
    assert found.status == "complete"
    assert json.dumps(found.status) == '"complete"'
    assert found.pairs == 21 - apart
    again = pickle.loads(pickle.dumps(found))
    assert told(again) == told(found)
    assert pickle.loads(pickle.dumps(found.status)) == "complete"
    assert found.steps == ()
    for family in found._families:
        sites = [len(next(iter(table.values()))) for table in tables if found.nodes[family.node] in table]
        assert family.counts.sum() == pytest.approx(sum(sites))
    with pytest.raises(InvalidInputError, match="no node is named 'x'"):
        found.seen["v0", "x"]
    with pytest.raises(InvalidInputError, match="a and b must differ"):
        found.status("v0", "v0")
    one = next(pair for pair in itertools.combinations(found.nodes, 2) if found.status(*pair) == "no edge")
    with pytest.raises(InvalidInputError, match="are not joined"):
        found.through(*one)


@pytest.mark.slow
def test_pgmpy_gets_the_probabilities():
    pytest.importorskip("pgmpy")
    assert len(jointly(*sites_of(5, sites=3, chance=0.4)).to_pgmpy().get_cpds()) == 7


def test_pictures_draw_the_three_kinds_apart():
    tables, states = sites_of(5, sites=3, chance=0.4)
    pair = _apart(jointly(tables, states))
    found = jointly(tables, states, knowledge={"required": [pair]})
    ax = found.plot()
    texts = [text.get_text() for text in ax.get_legend().get_texts()]
    edges = len(found) - 1
    assert texts[:2] == [
        f"directed ({edges - len(_free(found))})", f"reversible ({len(_free(found))})"
    ]  # fmt: skip
    assert texts[2:4] == [
        f"not seen together ({found.seen.unseen - 1} of {found.seen.unseen})",
        "required, not seen (1)",
    ]
    styles = [str(line._unscaled_dash_pattern) for line in ax.lines]
    assert len(styles) == found.seen.unseen + edges
    assert len(set(styles)) == len({"solid", "apart", "assumed"})
    whole = mcbnc.learn_jointly([tables[0], tables[0]])
    assert len([t for t in whole.plot().get_legend().get_texts() if "seen" in t.get_text()]) == 0


def _free(found):
    return [edge for edge in found.reversible if found.status(*edge) == "edge"]


def _apart(found):
    return next(
        pair for pair in itertools.combinations(found.nodes, 2) if found.status(*pair) == "not seen together"
    )


def test_many_pairs_that_nobody_sees_are_not_drawn():
    tables, states = draw_sites(np.random.default_rng(1), 14, 7, 60, 0.15)
    found = jointly(tables, states)
    assert found.seen.unseen > 28
    texts = [text.get_text() for text in found.plot().get_legend().get_texts()]
    assert f"not seen together ({len(found.suspects)} of {found.seen.unseen})" in texts


def test_knowledge():
    tables, states = sites_of(5, sites=3, chance=0.4)
    before = jointly(tables, states)
    u, v = _apart(before)
    forbidden = before.edges[0]
    known = {"required": [(v, u)], "forbidden": [set(forbidden)]}
    found = jointly(tables, states, knowledge=known)
    assert (v, u) in found
    assert (u, v) not in found
    assert found.status(u, v) == "not seen together"
    assert found.seen[u, v] == (0, 0)
    assert found.to_frame().query("sites == 0")[["from", "to"]].to_numpy().tolist() == [[v, u]]
    assert found.status(*forbidden) == "no edge"
    order = sorted(found.nodes)
    tiers = {"tiers": [order[:3], order[3:]], "roots": [order[0]]}
    ordered = jointly(tables, states, knowledge=tiers)
    assert not any(a in order[3:] and b in order[:3] for a, b in ordered.edges)
    assert not any(b == order[0] for _, b in ordered.edges)
    weights = np.full((7, 7), -1e3)
    assert not jointly(tables, states, pair_weights=weights).edges


@pytest.mark.parametrize("seed", range(20))
def test_odd_sites_are_the_rules(seed):
    rng = np.random.default_rng(seed)
    n, r = int(rng.integers(4, 9)), int(rng.integers(1, 9))
    seen = (rng.random((r, n)) < 0.8).astype(np.uint8)
    base = np.triu(rng.random((n, n)) < 0.4, 1)
    dags = np.zeros((r, n, n), np.uint8)
    for k in range(r):
        own = base if rng.random() < 0.75 else np.triu(rng.random((n, n)) < 0.4, 1)
        dags[k] = own & (seen[k][:, None] & seen[k][None, :]).astype(bool)
    arcs = [[tuple(arc) for arc in np.argwhere(dag).tolist()] for dag in dags]
    assert odd_sites(seen, dags) == over_rule.odd([np.flatnonzero(own).tolist() for own in seen], arcs)


def with_odd_site():
    """Six sites. Number 2 has independent columns."""
    rng = np.random.default_rng(3)
    tables, _ = draw_sites(rng, 8, 6, 600, 0.9)
    tables[2] = {name: rng.permutation(own).tolist() for name, own in tables[2].items()}
    return tables


def test_odd_sites_are_left_out():
    tables = with_odd_site()
    found = mcbnc.learn_jointly(tables, columns="union", seed=1)
    assert found.dropped == [2]
    assert "5 of 6 sites" in repr(found)
    assert found.seen.sites.max() == 5
    left = mcbnc.learn_jointly([*tables[:2], *tables[3:]], columns="union", seed=1)
    assert told(found) == told(left)
    assert mcbnc.learn_jointly(tables, columns="union", outliers="keep").dropped == []


def test_a_column_of_dropped_sites_alone_is_a_node_that_nobody_sees():
    tables = with_odd_site()
    tables[2]["only"] = [("a", "b")[row % 2] for row in range(len(tables[2]["v2"]))]
    found = mcbnc.learn_jointly(tables, columns="union")
    assert found.dropped == [2]
    assert "only" in found.nodes
    assert {found.status("only", name) for name in found.nodes if name != "only"} == {"not seen together"}
    tables_of = {found.nodes[family.node]: table.tolist() for family, table in found._tables(None)}
    assert tables_of["only"] == [[0.5, 0.5]]


def test_time_limit_and_progress():
    tables, states = draw_sites(np.random.default_rng(1), 20, 6, 400, 0.6)
    calls = []
    jointly(tables, states, progress=lambda *now: calls.append(now))
    assert calls[-1][:2] == (0, 19)  # the first search, and six in each of three chains
    limited = jointly(tables, states, time_limit=1e-6)
    assert limited.status == "time_limit"
    assert limited.seen.sites.shape == (20, 20)
    assert jointly(tables, states, time_limit=600).status == "complete"
    stopped = jointly(tables, states, progress=lambda left, all_, _: all_ != 19 or left > 15)
    assert stopped.status == "cancelled"


def test_learn_many_learns_over_each_tables_columns():
    tables, states = sites_of(4)
    rows = mcbnc.Rows(tables, states=states, columns="union")
    for k, found in enumerate(mcbnc.learn_many(rows, score="bds", search="xges")):
        own = mcbnc.Rows(tables[k], states={name: states[name] for name in tables[k]})
        alone = mcbnc.learn(own, score="bds", search="xges")
        assert set(found.nodes) == set(alone.nodes)
        assert sorted(found.edges) == sorted(alone.edges)
        assert found.steps == alone.steps
        assert found.score == pytest.approx(alone.score, abs=1e-6)
        assert found.states == alone.states


def test_learn_many_by_chunks_and_from_a_checkpoint(tmp_path):
    tables, states = sites_of(4)
    rows = mcbnc.Rows(tables, states=states, columns="union")
    whole = mcbnc.learn_many(rows)
    with ThreadPoolExecutor(2) as pool:
        parts = mcbnc.learn_many(rows, executor=pool, chunks=3)
    kept = [mcbnc.learn_many(rows, checkpoint=tmp_path / "kept") for _ in range(2)]
    for other in (parts, *kept):
        assert [(one.nodes, one.edges, one.steps, one.score) for one in other] == [
            (one.nodes, one.edges, one.steps, one.score) for one in whole
        ]


def test_other_functions_refuse_different_columns():
    tables, _ = sites_of(4)
    one, other = (mcbnc.Rows(table, columns="union") for table in tables[:2])
    with pytest.raises(InvalidInputError, match="is for mcbnc"):
        mcbnc.metrics.log_likelihood(np.zeros((7, 7), np.uint8), one, other)


def test_missing_values_and_states():
    north = {"a": ["x", "y", None, "x"] * 20, "b": ["p", "q", "p", "q"] * 20}
    south = {"c": [1, 2, 1, 2] * 20, "b": ["q", "q", "p", "r"] * 20}
    rows = {"missing": "state", "columns": "union"}
    found = mcbnc.learn_jointly(mcbnc.Rows([north, south], **rows))
    assert found.states == {"a": ["value_missing", "x", "y"], "b": ["p", "q", "r"], "c": [1, 2]}
    with pytest.warns(mcbnc.DataWarning, match=r"datasets\[0\]: 20 of 80 rows left out"):
        dropped = mcbnc.learn_jointly(mcbnc.Rows([north, south], missing="drop", columns="union"))
    assert (dropped.rows, dropped.rows_left_out) == (140, 20)
    assert dropped.seen["a", "b"] == (1, 60)
    assert dropped.seen["c", "b"] == (1, 80)


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda rows: mcbnc.learn_jointly(rows), "union.* takes all"),
        (lambda rows: mcbnc.learn_jointly(rows, columns="all"), "columns must be"),
        (lambda rows: mcbnc.learn_jointly(rows, columns="union", seed=-1), "seed must be"),
        (
            lambda rows: mcbnc.learn_jointly(mcbnc.Rows(rows, columns="common"), columns="union"),
            "columns is 'union', but these Rows have 'common'",
        ),
        (
            lambda rows: mcbnc.learn_jointly([*rows, [[0, 1], [1, 0]]], columns="union"),
            r"datasets\[2\] has no names, so it is unknown which of the",
        ),
    ],
)
def test_bad_arguments(call, match):
    tables = [{"a": ["x", "y"] * 20, "b": ["p", "q"] * 20}, {"c": ["x", "y"] * 20, "b": ["p", "q"] * 20}]
    with pytest.raises(InvalidInputError, match=match):
        call(tables)


NUMBERS = {"x": [0.5, 1.5, 2.5, 3.25] * 10}
STATES = {"s": ["a", "b"] * 20}


def test_a_score_that_needs_every_cell():
    others = {name: np.asarray(numbers) + 1.25 for name, numbers in NUMBERS.items()}
    refused = mcbnc.Rows([STATES | NUMBERS, others], columns="union")
    for learn in (mcbnc.learn_jointly, mcbnc.learn_many):
        with pytest.raises(InvalidInputError, match="score='bic-cg' needs a value in every cell") as caught:
            learn(refused, score="bic-cg")
        assert caught.value.argument == "columns"
    one, *_ = mcbnc.check(refused, score="bic-cg").problems
    assert (one.severity, one.problem) == ("error", "score='bic-cg' needs a value in every cell")
    one, *_ = mcbnc.check(refused).problems
    assert "score='dg' is taken" in one.problem
    assert mcbnc.check(refused, score="dg").ok
    with pytest.raises(InvalidInputError, match="no whole number"):
        mcbnc.learn_jointly(refused, score="bdeu")


SCORE = mcbnc.QNML(surplus=2)


def test_the_default_score_of_sites():
    tables, states = sites_of(5)
    assert told(jointly(tables, states, score=None)) == told(jointly(tables, states, score=SCORE))
    many = [mcbnc.learn_many(mcbnc.Rows(tables, columns="union"), score=score) for score in (None, SCORE)]
    assert [one.edges for one in many[0]] == [one.edges for one in many[1]]
    assert [one.score for one in many[0]] == [one.score for one in many[1]]
    both = [STATES | NUMBERS, STATES | NUMBERS]
    with pytest.warns(mcbnc.DataWarning, match="score='bic-cg' is taken"):
        found = mcbnc.learn_jointly(both, columns="union")
    assert found.criterion == "bic-cg"
    assert found.score == mcbnc.learn_jointly(both, score="bic-cg").score


def test_the_place_of_columns():
    tables, states = sites_of(4)
    rows = mcbnc.Rows(tables, states=states)
    by_rows = jointly(tables, states)
    by_keyword = mcbnc.learn_jointly(rows, columns="union", score="bds", seed=3, outliers="keep")
    assert told(by_rows) == told(by_keyword)
    common = mcbnc.learn_jointly([{"a": [0, 1] * 9, "b": [1, 0] * 9}, {"a": [0, 1] * 9}], columns="common")
    assert common.nodes == ["a"]
    assert mcbnc.check(mcbnc.Rows(tables, states=states, columns="union")).ok


# The vote of DAGs over different nodes.


def test_the_vote_counts_those_that_have_both_ends():

    def dag(nodes, *arcs):
        graph = nx.DiGraph()
        graph.add_nodes_from(nodes)
        graph.add_edges_from(arcs)
        return graph

    dags = {
        "A": dag("abc", "ab", "cb"),
        "B": dag("abd", "ab", "db"),
        "C": dag("ab"),
        "D": dag("bc", "cb"),
    }
    for kind in ("arcs", "skeleton"):
        vote = mcbnc.baselines.vote(dags, kind=kind, nodes="union")
        assert vote.nodes == ["a", "b", "c", "d"]
        assert {frozenset(edge) for edge in vote.edges} == {frozenset("ab"), frozenset("bc"), frozenset("bd")}
        assert vote.status("a", "b") == vote.status("d", "b") == "edge"  # 2 of 3, 1 of 1
        assert vote.status("a", "c") == "no edge"
        assert vote.status("c", "d") == "not seen together"
        assert vote.seen["a", "b"] == (3, None)
        assert vote.seen["c", "d"] == (0, None)
        frame = vote.to_frame()
        support = dict(
            zip(map(frozenset, zip(frame["from"], frame["to"], strict=True)), frame.support, strict=True)
        )
        assert support == {frozenset("ab"): 2 / 3, frozenset("bc"): 1.0, frozenset("bd"): 1.0}
        assert "1 pair" in repr(vote)
        assert vote.sites == ["A", "B", "C", "D"]
        assert [t.get_text() for t in vote.plot().get_legend().get_texts()][2] == "not seen together (1)"
        assert vote.through("b", "d") == ["c"]
        heavy = mcbnc.baselines.vote(dags, kind=kind, nodes="union", weights={"A": 1, "B": 1, "C": 3, "D": 1})
        assert heavy.status("a", "b") == "no edge"
        none = mcbnc.baselines.vote(dags, kind=kind, nodes="union", weights={"A": 1, "B": 0, "C": 3, "D": 1})
        assert none.status("b", "d") == "not seen together"


@pytest.mark.parametrize("kind", ["arcs", "skeleton"])
def test_over_the_same_nodes_it_is_the_vote(kind):
    clients = mcbnc.datasets.load("child")
    plain = mcbnc.baselines.vote(clients.dags, kind=kind, nodes=clients.nodes)
    named = [mcbnc.baselines.vote([dag], nodes=clients.nodes) for dag in clients.dags]
    union = mcbnc.baselines.vote(named, kind=kind, nodes="union")
    assert union.edges == plain.edges
    assert union.conflicts == plain.conflicts
    assert union.to_frame()[["support"]].equals(plain.to_frame()[["support"]])


def test_consensus_names_the_vote():
    graphs = [mcbnc.from_bnlearn("[a][b|a]"), mcbnc.from_bnlearn("[a][c|a]"), mcbnc.from_bnlearn("[a]")]
    for dags in (graphs[:2], graphs):
        with pytest.raises(InvalidInputError, match=r"mcbnc\.consensus\(.* or mcbnc\.baselines\.vote\("):
            mcbnc.consensus(dags)
    with pytest.raises(InvalidInputError, match="has no names, so it is unknown"):
        mcbnc.baselines.vote([graphs[0], [[0, 1], [0, 0]]], nodes="union")
    with pytest.raises(InvalidInputError):
        mcbnc.baselines.averaged(graphs, nodes="union")
