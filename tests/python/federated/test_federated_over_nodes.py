"""The consensus of DAGs over different nodes from sums: the answer of one place, and what is told."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from federation import keys, outcome_of, public, run
from test_federated_scope import Stage, fused

import mcbnc
import mcbnc.federated as fed
from mcbnc import cli
from mcbnc.errors import InvalidInputError
from mcbnc.federated import Client, ConsensusTask, Coordinator, Limits, disclosure, verify

ALL = [f"x{i}" for i in range(9)]
OPTIONS = [
    {},
    {"cap": 1},
    {"k_max": 1, "start": "dag"},
    {"canonical": True, "open_above": 1, "budget": 5},
    {"open_above": 2, "draft": 2, "knowledge": {"required": [("x0", "x1")], "forbidden": [{"x2", "x3"}]}},
]
ALLOWED = Limits(same_columns=1)
ENGINE = ("cap", "k_max", "start", "canonical", "knowledge")


def draw(seed, sites=None, share=None, n=None):
    """A DAG over some of the nodes at each site."""
    rng = np.random.default_rng(seed)
    n = rng.integers(4, 10) if n is None else n
    share = (0.0, 0.2, 0.5)[seed % 3] if share is None else share
    dags = []
    for _ in range(rng.integers(1, 7) if sites is None else sites):
        own = rng.permutation(n)[: max(rng.binomial(n, 1 - share), 0)]
        arcs = np.triu(rng.random((len(own), len(own))) < 0.4, 1).astype(np.uint8)
        dags.append(mcbnc.PDAG(arcs, [ALL[i] for i in own], True))
    # one site has x0 to x3, so that what is known is about nodes that are there
    dags.append(mcbnc.PDAG(np.eye(4, k=1, dtype=np.uint8), ALL[:4], True))
    return dags


def steps_of(result):
    return [(s.u, s.v, s.H, s.S, s.score, s.psi, s.undirected, s.forced) for s in result]


def same_over(ours, theirs):
    assert ours.theta == theirs.theta
    assert ours.nodes == theirs.nodes
    assert ours.order == theirs.order
    for name in ("adjacency", "cpdag", "fusion"):
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name))
    np.testing.assert_array_equal(ours.seen.sites, theirs.seen.sites)
    assert steps_of(ours.trajectory) == steps_of(theirs.trajectory)
    assert ours.unsure == theirs.unsure
    a, b = ours.nodes[:2]
    assert ours.status(a, b) == theirs.status(a, b)
    assert str(ours.status) == "complete"


@pytest.mark.parametrize("part", range(3))
def test_the_answer_of_one_place(part):
    unsure = unseen = 0
    for seed in range(50 * part, 50 * part + 50):
        rng, dags = np.random.default_rng(seed), draw(seed)
        options = OPTIONS[seed % len(OPTIONS)]
        large = 2.0**40 if seed % 6 == 1 else 2.0  # so large that others are rounded to 0
        weights = rng.choice([1, 0.25, 3, 0, large], len(dags)).tolist() if seed % 2 else None
        if weights:
            weights[0] = 1
        theta = ("auto", 0.5, 0.2, 1.0)[seed % 4]
        ours = fed.simulate(dags, theta, nodes="union", weights=weights, **options).result
        engine = {name: value for name, value in options.items() if name in ENGINE}
        same_over(ours, mcbnc.consensus(dags, theta, nodes="union", weights=weights, **engine))
        unsure, unseen = unsure + len(ours.unsure), unseen + ours.seen.unseen
    assert min(unsure, unseen) > 3


@pytest.mark.parametrize("seed", range(12))
def test_trajectory(seed):
    dags = draw(seed)
    ours = fed.simulate(dags, None, nodes="union").result
    theirs = mcbnc.trajectory(dags, nodes="union")
    assert steps_of(ours) == steps_of(theirs)
    at = ours.at(0.4)
    np.testing.assert_array_equal(at.cpdag, theirs.at(0.4).cpdag)
    np.testing.assert_array_equal(at.seen.sites, theirs.at(0.4).seen.sites)
    assert "not seen together" in repr(at)
    assert "unsure" not in repr(at)
    with pytest.raises(InvalidInputError, match="the sites were not asked whose joins this state explains"):
        _ = at.unsure


def test_equal_nodes_are_the_ordinary_run():
    drawn = [np.triu(np.random.default_rng(k).random((6, 6)) < 0.4, 1) for k in range(4)]
    dags = [mcbnc.PDAG(arcs.astype(np.uint8), ALL[:6], True) for arcs in drawn]
    ours, usual = fed.simulate(dags, nodes="union").result, mcbnc.consensus(dags)
    assert steps_of(ours.trajectory) == steps_of(usual.trajectory)
    assert ours.edges == usual.edges
    assert not ours.seen.unseen
    large = [2**40, 1, 1, 3]  # over different nodes these are rounded
    with pytest.raises(InvalidInputError, match="no DAG lacks a node"):
        fed.simulate(dags, nodes="union", weights=large)
    dags[0] = mcbnc.PDAG(np.zeros((2, 2), np.uint8), ALL[:2], True)
    ours = fed.simulate(dags, nodes="union", weights=large).result
    same_over(ours, mcbnc.consensus(dags, nodes="union", weights=large))


def test_what_the_result_says():
    report = fed.simulate(draw(7, 5, 0.4, 8), 0.3, nodes="union", masks=True, limits=ALLOWED)
    ours = report.result
    assert f"{ours.seen.unseen} pairs not seen together" in repr(ours)
    assert f"{len(ours.unsure)} unsure" in repr(ours)
    assert any("have both nodes of a pair" in leak.what for leak in report.leaks)
    assert any("in eighths" in leak.what for leak in report.leaks)
    assert any("the rest explains it" in leak.what for leak in report.leaks)
    with pytest.raises(InvalidInputError, match="made of sums over sites, which say of each pair"):
        ours.explained(*ours.edges[0])
    frame, theirs = ours.to_frame(), mcbnc.consensus(draw(7, 5, 0.4, 8), 0.3, nodes="union").to_frame()
    assert list(frame) == ["from", "to", "reversible", "dags", "unsure"]
    for name in frame:
        assert frame[name].tolist() == theirs[name].tolist()
    assert "svg" in ours._repr_html_()


def session(dags, tmp_path=None, **options):
    """A session with masks, whose sites know their own nodes alone."""
    private = keys(len(dags))
    peers = [public(key) for key in private]
    nodes = sorted({x for dag in dags for x in dag.nodes})
    task = ConsensusTask(nodes="union", **options)
    journal = None if tmp_path is None else tmp_path / "run.journal"
    coordinator = Coordinator(nodes, len(dags), task=task, journal=journal)
    sites = {
        k: Client(dag, identity=key, peers=peers, limits=ALLOWED)
        for k, (dag, key) in enumerate(zip(dags, private, strict=True))
    }
    run(coordinator, sites)
    return coordinator, sites


@pytest.mark.parametrize("theta", [0.3, "auto"])
def test_a_session(tmp_path, theta):
    dags = draw(5, 5, 0.3, 8)
    coordinator, sites = session(dags, tmp_path, theta=theta)
    want = mcbnc.consensus(dags, theta, nodes="union")
    for result in (coordinator.result, *(site.result for site in sites.values())):
        assert sorted(result.edges) == sorted(want.edges)
        assert steps_of(result.trajectory) == steps_of(want.trajectory)
        assert set(map(frozenset, result.unsure)) == set(map(frozenset, want.unsure))
        for a, b in [(a, b) for a in want.nodes for b in want.nodes if a < b]:
            assert result.seen[a, b] == want.seen[a, b]
    coordinator.close()
    checked = verify(tmp_path / "run.journal")
    assert steps_of(checked.result.trajectory) == steps_of(want.trajectory)
    found = disclosure(tmp_path / "run.journal")
    sites = np.asarray(want.seen.sites)
    assert found.few_together == np.count_nonzero(np.isin(sites[np.triu_indices(len(sites), 1)], (1, 2)))
    told = str(found)
    assert f"{found.few_together} pairs of nodes: one or two sites alone have both" in told
    assert "how many sites lack a node, and how many have both nodes of a pair" in told
    assert "how many sites join an edge of the result" in told
    assert ("summed distances of states" in told) == (theta == "auto")
    assert "moral graphs" not in told


def test_a_site_of_several_dags():
    dags = draw(11, 5, 0.4, 7)
    nodes = sorted({x for dag in dags for x in dag.nodes})
    coordinator = Coordinator(
        nodes, 2, task=ConsensusTask(nodes="union", dags=[2, len(dags) - 2]), masks=False
    )
    run(
        coordinator,
        {
            0: Client(dags[:2], masks=False, several=True, nodes="union"),
            1: Client(dags[2:], masks=False, several=True, nodes="union"),
        },
    )
    want = mcbnc.consensus(dags, nodes="union")
    assert steps_of(coordinator.result.trajectory) == steps_of(want.trajectory)
    assert sorted(coordinator.result.edges) == sorted(want.edges)


def test_refusals_at_the_start():
    dags = draw(3, 3)
    with pytest.raises(InvalidInputError, match=r"refusion.*is for DAGs over the same nodes"):
        fed.simulate(dags, nodes="union", output="refusion")
    with pytest.raises(InvalidInputError, match="a consensus takes no outliers"):
        fed.simulate(dags, nodes="union", outliers="drop")
    with pytest.raises(InvalidInputError, match="has no names"):
        fed.simulate([[[0, 1], [0, 0]], [[0, 1], [0, 0]]], nodes="union")


def test_masks_take_a_word():
    """Where one site alone has both nodes of a pair, masks hide nothing of its numbers."""
    dags = draw(3, 3)
    with pytest.raises(fed.Refused, match="in spite of the masks") as caught:
        fed.simulate(dags, nodes="union", masks=True)
    assert caught.value.reason == "limits"
    assert (
        fed.simulate(dags, nodes="union").rounds
        == fed.simulate(dags, nodes="union", masks=True, limits=ALLOWED).rounds
    )


@pytest.mark.parametrize(
    ("own", "nodes", "why"),
    [
        (["x0", "y"], "union", "may have no other nodes than the session, but it has 'y' besides"),
        (["x0", "x1"], "same", "must have the same nodes"),
        (None, "union", "has no names"),
    ],
)
def test_nodes_that_do_not_fit(own, nodes, why):
    coordinator = Coordinator(ALL[:3], 1, task=ConsensusTask(nodes=nodes), masks=False)
    site = Client([[0, 1], [0, 0]], nodes=own, masks=False)
    with pytest.raises(fed.Refused, match=why):
        site.answer(next(coordinator).bytes)


def stage(**options) -> Stage:
    task = ConsensusTask(nodes=options.pop("nodes", "union"), **options)
    nodes = list("abcdef")
    site = Client(np.eye(6, k=1, dtype=np.uint8), nodes=nodes, masks=False)
    return Stage(site, Coordinator(nodes, 1, task=task, masks=False))


def measured(*prefixes, steps=1):
    question = fused("distances", steps=steps)
    question["info"]["prefixes"] = list(prefixes)
    return question


def test_the_scope_of_questions():
    """Each question is one of the session's options, and none is of DAGs over the same nodes."""
    assert stage().ask(**fused("sees")).tolist() == [0] + [1] * 21
    assert stage(theta="auto").ask(**measured(0, 1)).tolist() == [0, 1]
    assert stage().ask(**fused("joins")).tolist() == [1, 0] * 5
    for kind in ("sees", "joins", "distances"):
        stage(nodes="same").refuses(**fused(kind), why="all DAGs have the same")
    stage(theta="auto").refuses(**fused("morals"), why="the DAGs are over different nodes")
    stage().refuses(**measured(0), why="the session has a threshold")
    stage(theta=None).refuses(**fused("joins"), why="no threshold")
    stage().refuses(**fused("sees", steps=1), why="needs none")
    odd = fused("cuts")
    odd["info"]["prefixes"] = [0]
    stage().refuses(**odd, why="does not measure")
    for wrong in ([1, 0], [0, 0], [2], [-1]):
        stage(theta="auto").refuses(**measured(*wrong), why="makes no sense")


def changed(name, place, value):
    def change(outcome):
        array = outcome.arrays[name].copy()
        array[place] = value
        return replace(outcome, arrays={**outcome.arrays, name: array})

    return change


def without(name):
    return lambda outcome: replace(
        outcome, arrays={key: array for key, array in outcome.arrays.items() if key != name}
    )


WRONG = {
    "no together": without("together"),
    "no unsure": without("unsure"),
    "together above": changed("together", (0, 1), 99),
    "together lopsided": changed("together", (0, 1), 0),
    "together below 0": changed("together", (0, 0), -1),
    "weight below 0": changed("step_weight", 0, -1),
    "weight of nothing": changed("step_weight", slice(None), 0),
    "unsure is no edge": lambda outcome: replace(
        outcome, arrays={**outcome.arrays, "unsure": np.array([[0, 0]], np.int32)}
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_results_that_cannot_be(wrong):
    dags = [*draw(5, 4, 0.3, 8), mcbnc.PDAG(np.zeros((2, 2), np.uint8), ["x0", "x1"], True)]
    nodes = sorted({x for dag in dags for x in dag.nodes})
    coordinator = Coordinator(nodes, len(dags), task=ConsensusTask(nodes="union", theta=1.0), masks=False)
    sites = {k: Client(dag, masks=False) for k, dag in enumerate(dags)}
    outcome = outcome_of(coordinator, sites)
    with pytest.raises(fed.Refused, match="not one of this task"):
        sites[0].answer(WRONG[wrong](outcome).pack())


def test_the_shell(tmp_path, capsys):
    files = []
    for k, text in enumerate(["a,b\nb,c\n", "a,c\nc,d\n", "b,d\n", "a,d\n"]):
        files.append(tmp_path / f"site{k}.csv")
        files[-1].write_text("from,to\n" + text)
    command = ["federate", "simulate", "--task", "consensus", *map(str, files)]
    assert cli.main([*command, "--nodes", "union", "--theta", "auto", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    want = mcbnc.consensus([str(file) for file in files], "auto", nodes="union")
    assert sorted(map(tuple, told["edges"])) == sorted(want.edges)
    assert sorted(map(tuple, told["unsure"])) == sorted(want.unsure)
    assert len(told["not_seen_together"]) == want.seen.unseen
    assert cli.main([*command, "--nodes", "union", "--masks"]) == 1
    assert "--same-columns 1" in capsys.readouterr().err
    assert cli.main([*command, "--nodes", "union", "--masks", "--same-columns", "1"]) == 0
    assert cli.main([*command, "--nodes", "same"]) == 1
    assert cli.main(["federate", "simulate", "--task", "learning", "--nodes", "union", str(files[0])]) == 1
    assert "learning takes no nodes; it takes columns" in capsys.readouterr().err
