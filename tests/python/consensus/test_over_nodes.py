"""Consensus of DAGs over different nodes: the shared cases, and what holds of any."""

from __future__ import annotations

import json
import pickle
import warnings
from fractions import Fraction

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from helpers import SHARED, random_dags

import mcbnc
from mcbnc import metrics

OPTIONS = [
    {},
    {"cap": 1},
    {"k_max": 1, "start": "dag"},
    {"canonical": True},
    {"weights": [3, 0, 1, 2]},
    {"knowledge": {"required": [("a", "b")], "forbidden": [{"c", "d"}]}},
    {"outliers": "drop", "seed": 3},
]


def graph(names, arcs=()) -> nx.DiGraph:
    found = nx.DiGraph()
    found.add_nodes_from(names)
    found.add_edges_from(arcs)
    return found


def golden():
    path = SHARED / "union" / "golden.json"
    if not path.exists():
        return [pytest.param(None, marks=pytest.mark.skip(reason=f"no shared data at {path}"))]
    return [pytest.param(case, id=case["id"]) for case in json.loads(path.read_text())["cases"]]


def of_case(case):
    names = case["nodes"]
    return [
        graph([names[i] for i in sees], [(names[a], names[b]) for a, b in arcs])
        for sees, arcs in zip(case["sees"], case["dags"], strict=True)
    ]


def parts(seed: int, r: int = 5, n: int = 7, share: float = 0.3) -> dict[str, pd.DataFrame]:
    """DAGs that lack nodes, as sites have them."""
    rng, names = np.random.default_rng(seed), list("abcdefgh"[:n])
    found = {}
    for k, dag in enumerate(random_dags(seed, r, n, 0.4)):
        own = np.flatnonzero(rng.random(n) >= share)
        own = own if len(own) else np.arange(1)
        labels = [names[i] for i in own]
        found[f"site {k}"] = pd.DataFrame(np.asarray(dag)[np.ix_(own, own)], index=labels, columns=labels)
    return found


@pytest.mark.parametrize("case", golden())
@pytest.mark.filterwarnings("ignore::mcbnc.DataWarning")
def test_the_shared_cases(case):
    dags, names, expected = of_case(case), case["nodes"], case["expected"]
    options = {"nodes": "union", "weights": case["weights"], "cap": case["cap"]}
    run = mcbnc.trajectory(dags, **options)
    assert [(s.u, s.v, s.H, s.S) for s in run] == [
        (names[w["u"]], names[w["v"]], tuple(names[h] for h in w["H"]), tuple(names[x] for x in w["S"]))
        for w in expected["steps"]
    ]
    assert [s.psi for s in run] == [w["num"] / w["den"] if w["den"] else 0 for w in expected["steps"]]
    for theta, at in expected["thetas"].items():
        result = mcbnc.consensus(dags, float(theta), **options)
        assert len(result.trajectory) == at["steps"]
        assert (result.cpdag == class_of(names, at["cpdag"], result.nodes)).all()
    for a, b, status in expected["status_at_half"]:
        assert run.at(0.5).status(names[a], names[b]) == status
    auto = mcbnc.consensus(dags, "auto", **options)
    assert len(auto.trajectory) == expected["auto"]["best"][1]
    weights = case["weights"] or [1] * len(dags)
    total = metrics.mean_smhd(auto, dags, case["weights"], nodes="union") * sum(weights)
    assert total == pytest.approx(expected["auto"]["best"][3])
    for first in expected["first"]:
        given = [names[x] for x in first["S"]]
        found = mcbnc.criticality(dags, names[first["u"]], names[first["v"]], given, **options)
        psi = Fraction(first["num"], first["den"]) if first["den"] else 0
        assert found.psi == float(psi)
        per = [first["per"].get(str(k), -1) for k in range(len(dags))]
        assert found.per_dag.tolist() == [c if case["cap"] is None else min(c, case["cap"]) for c in per]


def class_of(names, edges, order):
    found = np.zeros((len(names), len(names)), np.uint8)
    place = {name: k for k, name in enumerate(order)}
    for kind, both in (("directed", False), ("undirected", True)):
        for i, j in edges[kind]:
            a, b = place[names[i]], place[names[j]]
            found[a, b] = 1
            found[b, a] |= both
    return found


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(options) or "plain")
def test_dags_over_the_same_nodes_make_the_ordinary_run(options):
    names = list("abcde")
    for seed in range(40):
        dags = [pd.DataFrame(dag, index=names, columns=names) for dag in random_dags(seed, 4, 5, 0.5)]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", mcbnc.DataWarning)  # few agree more than chance
            plain = mcbnc.trajectory(dags, **options)
            union = mcbnc.trajectory(dags, nodes="union", **options)
        assert [(s.u, s.v, s.H, s.S, s.score, s.psi) for s in plain] == [
            (s.u, s.v, s.H, s.S, s.score, s.psi) for s in union
        ]
        for theta in (0, 0.5, *plain.thetas[:2]):
            assert (plain.at(theta).adjacency == union.at(theta).adjacency).all()
        assert plain.select() == union.select()
        assert (plain.to_frame() == union.to_frame()).all(axis=None)


@pytest.mark.parametrize("seed", range(20))
def test_order_of_sites_and_scale_of_weights(seed):
    dags = parts(seed)
    sites = list(dags)
    weights = dict(zip(sites, [3, 1, 4, 1, 5], strict=True))
    one = mcbnc.trajectory(dags, nodes="union", weights=weights)
    turned = {site: dags[site] for site in reversed(sites)}
    other = mcbnc.trajectory(turned, nodes="union", weights={site: 7 * w for site, w in weights.items()})
    assert [(s.u, s.v, s.H, s.S, s.psi) for s in one] == [(s.u, s.v, s.H, s.S, s.psi) for s in other]
    for theta in (0.3, 0.5):
        assert set(one.at(theta).edges) == set(other.at(theta).edges)


@pytest.mark.parametrize("seed", range(200))
def test_no_pair_that_nobody_sees_is_said_to_have_no_edge(seed):
    dags = parts(seed, r=2 + seed % 4, share=0.5)
    result = mcbnc.consensus(dags, [0, 0.5, "auto"][seed % 3], nodes="union")
    for a in result.nodes:
        for b in result.nodes:
            if a == b:
                continue
            both = sum(a in dag.columns and b in dag.columns for dag in dags.values())
            joined = (a, b) in result.edges or (b, a) in result.edges
            assert result.seen[a, b] == (both, None)
            assert result.status(a, b) == (
                "not seen together" if not both else "edge" if joined else "no edge"
            )
            assert both or not joined


def test_what_a_table_has_of_each_edge():
    a, b, c = graph("ac", [("a", "c")]), graph("ac", [("a", "c")]), graph("abc", [("a", "b"), ("b", "c")])
    table = mcbnc.consensus({"x": a, "y": b, "z": c}, 0, nodes="union").to_frame()
    row = table[(table["from"] == "a") & (table["to"] == "c")].iloc[0]
    assert (row["fraction"], row["psi"], row["joined"], row["blind"], row["apart"]) == ("1/5", 0.2, 2, 2, 1)
    assert row["unsure"]
    assert row["dags"] == 3
    assert row["support"] == pytest.approx(2 / 3)


def test_what_the_rest_explains():
    dags = {
        "x": graph("ac", [("a", "c")]),
        "y": graph("ac", [("a", "c")]),
        "z": graph("abc", [("a", "b"), ("b", "c")]),
    }
    result = mcbnc.consensus(dags, nodes="union")
    assert result.edges == [("a", "b"), ("b", "c")]
    assert result.explained("a", "c") == ["x", "y"]
    assert not result.unsure
    whole = mcbnc.consensus(dags, 0, nodes="union")
    assert {frozenset(edge) for edge in whole.unsure} == {frozenset("ac")}
    assert "0 pairs not seen together, 1 unsure" in repr(whole)


def test_a_required_edge_that_nobody_sees_is_drawn_and_said_so():
    dags = [graph("ab", [("a", "b")]), graph("bc", [("b", "c")])]
    result = mcbnc.consensus(dags, nodes="union", knowledge={"required": [("a", "c")]})
    assert ("a", "c") in result.edges
    assert result.status("a", "c") == "not seen together"
    row = result.to_frame().set_index(["from", "to"]).loc[("a", "c")]
    assert (row["dags"], row["support"]) == (0, 0)
    result.plot()


def test_runs_are_kept_whole(tmp_path):
    dags = parts(5)
    run = mcbnc.trajectory(dags, nodes="union")
    run.save(tmp_path / "run.json")
    again = mcbnc.load(tmp_path / "run.json")
    assert [(s.score, s.psi) for s in again] == [(s.score, s.psi) for s in run]
    assert (again.at(0.4).to_frame() == run.at(0.4).to_frame()).all(axis=None)
    run.at(0.4).save(tmp_path / "result.json")
    kept = mcbnc.load(tmp_path / "result.json")
    assert kept.status("a", "b") == run.at(0.4).status("a", "b")
    assert pickle.loads(pickle.dumps(kept)).seen["a", "b"] == run.at(0.4).seen["a", "b"]


def test_a_checkpoint_goes_on(tmp_path):
    dags = parts(6, r=6, n=8)
    path = tmp_path / "kept"
    first = mcbnc.trajectory(dags, nodes="union", checkpoint=path, time_limit=1e-9)
    assert first.status == "time_limit"
    whole = mcbnc.trajectory(dags, nodes="union", checkpoint=path)
    plain = mcbnc.trajectory(dags, nodes="union")
    assert [(s.u, s.v, s.score, s.psi) for s in whole] == [(s.u, s.v, s.score, s.psi) for s in plain]
    fewer = {site: dag for site, dag in dags.items() if site != "site 0"}
    with pytest.raises(mcbnc.InvalidInputError, match="checkpoint"):
        mcbnc.trajectory(fewer, nodes="union", checkpoint=path)


def test_many_runs_are_single_runs():
    dags = parts(7)
    counts = [[1, 1, 1, 1, 1], [2, 0, 1, 0, 3]]
    for k, result in enumerate(mcbnc.batch(dags, counts=counts, nodes="union")):
        chosen = [dag for dag, times in zip(dags.values(), counts[k], strict=True) for _ in range(times)]
        single = mcbnc.consensus(chosen, nodes="union")
        assert set(result.edges) == set(single.edges)
        assert [s.psi for s in result.trajectory] == [s.psi for s in single.trajectory]
    sure = mcbnc.stability(dags, nodes="union", resamples=20, seed=1)
    assert sure.runs == 20


def test_graphs_without_names_are_refused():
    with pytest.raises(mcbnc.InvalidInputError, match=r"dags\[0\] has no names"):
        mcbnc.consensus([np.zeros((2, 2)), np.zeros((3, 3))], nodes="union")


def test_mean_smhd_needs_all_nodes():
    dags = [graph("ab", [("a", "b")]), graph("bc", [("b", "c")])]
    with pytest.raises(mcbnc.InvalidInputError, match="a lacks nodes that dags have: 'c'"):
        metrics.mean_smhd(graph("ab"), dags, nodes="union")
    assert metrics.mean_smhd(graph("abc"), dags, nodes="union") == 1
    assert metrics.mean_smhd(graph("abc", [("a", "b"), ("b", "c")]), dags, [1, 3], nodes="union") == 0


def test_a_dag_of_one_node_or_none():
    dags = [graph("a"), graph(""), graph("ab", [("a", "b")])]
    assert mcbnc.consensus(dags, nodes="union").edges == [("a", "b")]
    assert mcbnc.consensus(dags, nodes="union").seen["a", "b"] == (1, None)
