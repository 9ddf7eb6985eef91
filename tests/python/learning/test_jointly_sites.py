"""learn_jointly with special sites: one alone, copies, a flagged one."""

from __future__ import annotations

import by_ges
import jointly_rule as rule
import numpy as np
import pytest
from row_calls import with_rows
from sites import NODES, draw_frames

import mcbnc


@pytest.mark.parametrize("seed", range(15))
def test_one_site_alone_is_learned_as_by_learn(seed):
    """With all pairs. The votes of one site restrict or weigh the pairs on the way to another class."""
    (frame,), options = draw_frames(seed, 1)
    alone = with_rows(by_ges.learn, frame, **options)
    found = with_rows(by_ges.learn_jointly, [frame], pairs="all", **options)
    np.testing.assert_array_equal(found.adjacency, alone.adjacency)
    assert [step[:4] for step in map(vars_of, found.steps)] == [
        step[:4] for step in map(vars_of, alone.steps)
    ]
    assert found.score == pytest.approx(alone.score, rel=1e-12)
    assert set(found.scores.values()) == {found.score}
    assert found.method == "pooled"


def vars_of(step):
    return step.kind, step.x, step.y, step.subset, step.gain


def test_one_site_with_votes_may_differ_from_learn():
    rows = mcbnc.datasets.load_rows("alarm")
    options = {"names": rows.nodes, "states": rows.states}
    table = rows.data[1][:100]
    alone, among = (
        with_rows(by_ges.learn, table, **options),
        with_rows(by_ges.learn_jointly, [table], pairs="union", **options),
    )
    assert not np.array_equal(alone.cpdag, among.cpdag)
    joined = alone.adjacency | alone.adjacency.T
    assert not np.any(among.adjacency & ~joined)


@pytest.mark.parametrize("seed", range(10))
def test_copies_of_a_site_say_the_same_in_the_own_search(seed):
    (frame,), options = draw_frames(seed, 1)
    found = with_rows(by_ges.learn_jointly, [frame] * 3, pairs="all", **options)
    arity = [options["states"][node] for node in NODES]
    alone = with_rows(by_ges.learn, frame, **options)
    own = rule.bdeu(frame.to_numpy(), arity)
    pooled = rule.bdeu(np.concatenate([frame.to_numpy()] * 3), arity)
    mixed = rule.larger(pooled, rule.summed([own] * 3))
    assert found.scores["own"] == pytest.approx(rule.mix_of(alone.adjacency, mixed), rel=1e-9)
    assert found.dropped == []


def test_a_flagged_site_is_as_if_it_had_not_been_given():
    chain = np.random.default_rng(1).integers(0, 2, (4, 300, 1)).repeat(6, axis=2)
    noise = np.random.default_rng(2).random(chain.shape) < 0.15
    tables = list(np.where(noise, 1 - chain, chain))
    bad = np.random.default_rng(3).integers(0, 2, (300, 6))
    bad[:, 3:] = bad[:, :3]
    dropped = by_ges.learn_jointly(mcbnc.Rows([tables[0], bad, *tables[1:]], names=NODES))
    kept = by_ges.learn_jointly(mcbnc.Rows([tables[0], bad, *tables[1:]], names=NODES), outliers="keep")
    without = by_ges.learn_jointly(mcbnc.Rows(tables, names=NODES))
    assert dropped.dropped == [1]
    assert (kept.dropped, without.dropped) == ([], [])
    assert (dropped.rows, kept.rows) == (1200, 1500)
    assert (dropped.score, dropped.edges) == (without.score, without.edges) != (kept.score, kept.edges)
    assert len(dropped.sites) == 5
    assert "of 4 of 5 sites" in repr(dropped)


def test_states_that_only_a_dropped_site_has_still_count():
    tables = [np.column_stack([column, column]) for column in np.tile([0, 1], (3, 50))]
    found = by_ges.learn_jointly([*tables, np.array([[2, 0]])], outliers="keep")
    assert found.states == {0: [0, 1, 2], 1: [0, 1]}
