"""The vote on the skeleton from sums: the answer of one place, and what is told."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from federation import keys, outcome_of, public, run
from test_federated_over_nodes import ALL, ALLOWED, changed, draw, without
from test_federated_scope import Stage, fused

import mcbnc
import mcbnc.federated as fed
from mcbnc import baselines, cli
from mcbnc.errors import InvalidInputError
from mcbnc.federated import Client, Coordinator, VoteTask, disclosure, verify


def same_vote(ours, theirs):
    assert ours.nodes == theirs.nodes
    assert ours.edges == theirs.edges
    assert ours.conflicts == theirs.conflicts
    assert ours.threshold == theirs.threshold
    assert ours.left_out == theirs.left_out == []
    for name in ("adjacency", "cpdag"):
        assert getattr(ours, name).tobytes() == getattr(theirs, name).tobytes()


def same_union(ours, theirs):
    same_vote(ours, theirs)
    np.testing.assert_array_equal(ours.seen.sites, theirs.seen.sites)
    assert ours.unsure == theirs.unsure
    frame, want = ours.to_frame(), theirs.to_frame()
    assert list(frame) == ["from", "to", "reversible", "support", "dags", "share", "unsure"]
    for name in frame:
        assert frame[name].tolist() == want[name].tolist()
    for a, b in zip(ours.nodes, ours.nodes[1:], strict=False):
        assert ours.status(a, b) == theirs.status(a, b)


@pytest.mark.parametrize("part", range(4))
def test_the_answer_of_one_place(part):
    unsure = unseen = 0
    for seed in range(50 * part, 50 * part + 50):
        rng, dags = np.random.default_rng(seed), draw(seed)
        weights = rng.choice([1, 0.25, 3, 0, 2.0**40], len(dags)).tolist() if seed % 2 else None
        if weights:
            weights[0] = 1
        threshold = (0.5, 0.0, 0.3, 0.7)[seed % 4]
        explained = (None, 1, 3)[seed % 3]
        masks = seed % 10 == 0 and len(dags) > 2
        ours = fed.simulate_vote(
            dags,
            threshold,
            nodes="union",
            weights=weights,
            explained=explained,
            masks=masks,
            limits=ALLOWED,
        ).result
        theirs = baselines.vote(
            dags, threshold, "skeleton", nodes="union", weights=weights, explained=explained
        )
        same_union(ours, theirs)
        unsure, unseen = unsure + len(ours.unsure), unseen + ours.seen.unseen
    assert min(unsure, unseen) > 3


@pytest.mark.filterwarnings("ignore:dags agree no more than chance")
@pytest.mark.parametrize("seed", range(20))
def test_dags_over_the_same_nodes(seed):
    rng = np.random.default_rng(seed)
    drawn = [np.triu(rng.random((6, 6)) < 0.5, 1).astype(np.uint8) for _ in range(5)]
    weights = rng.integers(1, 3, 5).tolist() if seed % 2 else None
    ours = fed.simulate_vote(drawn, 0.4, weights=weights)
    same_vote(ours.result, baselines.vote(drawn, 0.4, "skeleton", weights=weights))
    assert ours.rounds <= 2
    assert "backward" not in ours.result.to_frame()
    dags = [mcbnc.PDAG(arcs, ALL[:6], True) for arcs in drawn]
    over = fed.simulate_vote(dags, 0.4, nodes="union", weights=weights).result
    same_vote(over, baselines.vote(dags, 0.4, "skeleton", weights=weights))
    assert not over.unsure


def test_what_the_result_says():
    dags = draw(7, 5, 0.4, 8)
    report = fed.simulate_vote(dags, 0.3, nodes="union", masks=True, limits=ALLOWED)
    ours = report.result
    assert f"{ours.seen.unseen} pair" in repr(ours)
    assert f"unsure {len(ours.unsure)} edge" in repr(ours)
    assert "an explained join counts 1/8" in repr(ours)
    told = [leak.what for leak in report.leaks]
    assert any("have both nodes of a pair" in what for what in told)
    assert any("a v-structure on it" in what for what in told)
    assert any("whose join of a pair the rest of the first vote explains" in what for what in told)
    with pytest.raises(InvalidInputError, match="made of sums over sites, which say of each pair"):
        ours.explained(*ours.edges[0])
    assert "svg" in ours._repr_html_()
    assert report.rounds <= 5


def test_a_session(tmp_path):
    dags = draw(5, 5, 0.3, 8)
    private = keys(len(dags))
    nodes = sorted({x for dag in dags for x in dag.nodes})
    task = VoteTask(nodes="union", threshold=0.3)
    coordinator = Coordinator(nodes, len(dags), task=task, journal=tmp_path / "run.journal")
    sites = {
        k: Client(dag, task="vote", identity=key, peers=[public(key) for key in private], limits=ALLOWED)
        for k, (dag, key) in enumerate(zip(dags, private, strict=True))
    }
    run(coordinator, sites)
    want = baselines.vote(dags, 0.3, "skeleton", nodes="union")
    for result in (coordinator.result, *(site.result for site in sites.values())):
        assert sorted(result.edges) == sorted(want.edges)
        assert set(map(frozenset, result.unsure)) == set(map(frozenset, want.unsure))
        for a, b in [(a, b) for a in want.nodes for b in want.nodes if a < b]:
            assert result.seen[a, b] == want.seen[a, b]
    coordinator.close()
    checked = verify(tmp_path / "run.journal")
    assert sorted(checked.result.edges) == sorted(want.edges)
    found = disclosure(tmp_path / "run.journal", attack=True)
    both = np.asarray(want.seen.sites)[np.triu_indices(len(nodes), 1)]
    assert found.few_together == np.count_nonzero(np.isin(both, (1, 2)))
    assert "the weight of the sites that join a pair, and of those that have both nodes" in str(found)
    assert found.no_attack == "a vote shows nothing of rows"


def test_a_site_of_several_dags():
    dags = draw(11, 5, 0.4, 7)
    nodes = sorted({x for dag in dags for x in dag.nodes})
    task = VoteTask(nodes="union", dags=[2, len(dags) - 2], weights=[1, 2])
    coordinator = Coordinator(nodes, 2, task=task, masks=False)
    parts = {0: dags[:2], 1: dags[2:]}
    options = {"task": "vote", "masks": False, "several": True, "nodes": "union"}
    run(coordinator, {k: Client(part, **options) for k, part in parts.items()})
    weights = [1, 1, *[2] * (len(dags) - 2)]
    want = baselines.vote(dags, 0.5, "skeleton", nodes="union", weights=weights)
    assert sorted(coordinator.result.edges) == sorted(want.edges)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"threshold": 1.5}, "threshold must be from 0 to 1"),
        ({"threshold": "half"}, "threshold"),
        ({"explained": 3}, "only a vote with nodes='union' asks what the rest explains"),
        ({"nodes": "union", "explained": 0}, "explained"),
        ({"nodes": "all"}, "nodes"),
    ],
)
def test_refusals(options, why):
    with pytest.raises(InvalidInputError, match=why):
        VoteTask(**options)


def test_a_site_of_another_task():
    coordinator = Coordinator(ALL[:2], 1, task="vote", masks=False)
    site = Client([[0, 1], [0, 0]], nodes=ALL[:2], masks=False)
    with pytest.raises(fed.Refused, match="takes part in a consensus, not in vote"):
        site.answer(next(coordinator).bytes)
    with pytest.raises(InvalidInputError, match="a vote takes no outliers"):
        fed.simulate_vote([[[0, 1], [0, 0]]], outliers="drop")
    with pytest.raises(fed.Refused, match="in spite of the masks"):
        fed.simulate_vote(draw(3, 3), nodes="union", masks=True)


def stage(nodes="union") -> Stage:
    names = list("abcdef")
    site = Client(np.eye(6, k=1, dtype=np.uint8), nodes=names, masks=False, task="vote")
    return Stage(site, Coordinator(names, 1, task=VoteTask(nodes=nodes), masks=False))


def plain(kind, arcs=True, **more):
    arrays = {name: np.array(each, np.int32) for name, each in more.items()}
    if not arcs:
        arrays["q_arcs"] = np.empty((0, 2), np.int32)
    return {**fused(kind), **arrays}


def test_the_scope_of_questions():
    """Each question is one of the session's options."""
    assert stage().ask(**plain("sees", arcs=False)).tolist() == [0] + [1] * 21
    assert stage("same").ask(**plain("shares", arcs=False)).sum() == 5
    assert len(stage().ask(**plain("directions"))) == 2 * 4 + 2 * 5
    assert stage().ask(**plain("explained", q_only=[[0, 1]])).tolist() == [0]
    for kind in ("sees", "explained"):
        stage("same").refuses(**plain(kind, arcs=False), why="all DAGs have the same")
    stage().refuses(**plain("shares"), why="needs none")
    stage().refuses(**plain("shares", arcs=False, q_only=[[0, 1]]), why="some pairs alone")
    stage().refuses(**plain("directions", q_order=[0]), why="states of a consensus")
    for kind in ("cuts", "costs", "imaps", "morals", "arrows", "joins", "other"):
        stage().refuses(**plain(kind), why="makes no sense")


WRONG = {
    "no together": without("together"),
    "no unsure": without("unsure"),
    "together above": changed("together", (0, 1), 99),
    "a share above 1": changed("shares", 0, 1.5),
    "a share below 0": changed("plain_shares", 0, -1),
    "shares of other edges": changed("shares", slice(None), 0.1),
    "a pair twice": changed("joined", slice(None), 0),
    "no class": changed("cpdag", slice(None), 0),
    "unsure is no edge": lambda outcome: replace(
        outcome, arrays={**outcome.arrays, "unsure": np.array([[0, 0]], np.int32)}
    ),
    "no conflict": lambda outcome: replace(
        outcome, arrays={**outcome.arrays, "conflicts": np.array([[0, 1, 99]], np.int32)}
    ),
    "more": lambda outcome: replace(outcome, info={"theta": 1}),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_results_that_cannot_be(wrong):
    dags = draw(5, 4, 0.3, 8)
    nodes = sorted({x for dag in dags for x in dag.nodes})
    coordinator = Coordinator(nodes, len(dags), task=VoteTask(nodes="union"), masks=False)
    sites = {k: Client(dag, task="vote", masks=False) for k, dag in enumerate(dags)}
    outcome = outcome_of(coordinator, sites)
    with pytest.raises(fed.Refused, match="not one of this task"):
        sites[0].answer(WRONG[wrong](outcome).pack())


def test_the_shell(tmp_path, capsys):
    files = []
    for k, text in enumerate(["a,b\nb,c\n", "a,c\nc,d\n", "b,d\n", "a,d\n"]):
        files.append(str(tmp_path / f"site{k}.csv"))
        (tmp_path / f"site{k}.csv").write_text("from,to\n" + text)
    command = ["federate", "simulate", "--task", "vote", *files]
    over = ("--nodes", "union", "--threshold", "0.4")
    assert (
        cli.main([*command, *over, "--explained", "2", "--json", "--out", str(tmp_path / "vote.json")]) == 0
    )
    told = json.loads(capsys.readouterr().out)
    want = baselines.vote(files, 0.4, "skeleton", nodes="union", explained=2)
    assert sorted(map(tuple, told["edges"])) == sorted(want.edges)
    assert (told["threshold"], told["explained"]) == (0.4, 2)
    assert sorted(map(tuple, told["unsure"])) == sorted(want.unsure)
    assert len(told["not_seen_together"]) == want.seen.unseen
    assert json.loads((tmp_path / "vote.json").read_text())["edges"] == told["edges"]
    assert cli.main([*command, *over, "--masks"]) == 1
    assert "--same-columns 1" in capsys.readouterr().err
    assert cli.main([*command, *over, "--masks", "--same-columns", "1"]) == 0
    for option, value in (("--draft", "3"), ("--forbidden", "a->b"), ("--theta", "auto")):
        assert cli.main([*command, *over, option, value]) == 1
        assert "a vote takes no " in capsys.readouterr().err
    assert cli.main([*command, "--explained", "2"]) == 1
