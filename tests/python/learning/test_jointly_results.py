"""learn_jointly: what the answer depends on, options, results, errors."""

from __future__ import annotations

import inspect
import pickle
import typing

import by_ges
import numpy as np
import pandas as pd
import pytest
from gaussian import linear_rows
from helpers import cpdag_of, is_dag
from row_calls import with_rows
from sites import NODES, draw_frames, draw_weights

import mcbnc


def same(a, b, sites=None):
    """Assert that two answers are equal to the last bit, apart from the order of nodes and sites."""
    order = [b.nodes.index(node) for node in a.nodes]
    np.testing.assert_array_equal(a.adjacency, b.adjacency[np.ix_(order, order)])
    np.testing.assert_array_equal(a.cpdag, b.cpdag[np.ix_(order, order)])
    assert (a.method, a.scores, a.score, a.pairs, a.rows) == (b.method, b.scores, b.score, b.pairs, b.rows)
    assert a.states == b.states
    key = [(step.kind, step.x, step.y, set(step.subset), step.gain) for step in a.steps]
    assert key == [(step.kind, step.x, step.y, set(step.subset), step.gain) for step in b.steps]
    sites = range(len(a.sites)) if sites is None else sites
    assert sorted(sites[k] for k in b.dropped) == a.dropped
    assert [site.score for site in b.sites] == [a.sites[k].score for k in sites]


# --- what the answer does not depend on ---------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(25))
def test_the_order_of_sites_rows_columns_and_the_workers_do_not_matter(seed):
    rng = np.random.default_rng(seed)
    frames, options = draw_frames(seed, int(rng.integers(2, 7)))
    options["pairs"] = ["votes", "votes", "union", 0.5, "all"][seed % 5]
    options["score"] = ["bdeu", "bic", "aic"][seed % 3]
    if seed % 2:
        weights = draw_weights(rng, len(NODES))
        options["pair_weights"] = pd.DataFrame(weights, index=NODES, columns=NODES)
    answer = with_rows(by_ges.learn_jointly, frames, **options)
    order = rng.permutation(len(frames)).tolist()
    same(answer, with_rows(by_ges.learn_jointly, [frames[k] for k in order], **options), order)
    shuffled = [
        frame.sample(frac=1, random_state=seed).sample(frac=1, axis=1, random_state=seed) for frame in frames
    ]
    same(answer, with_rows(by_ges.learn_jointly, shuffled, workers=1, **options))
    same(answer, with_rows(by_ges.learn_jointly, frames, workers=5, **options))


@pytest.mark.parametrize("score", ["bge", "bic-g"])
def test_nor_with_numbers(score):
    frames = [pd.DataFrame(linear_rows(seed, 6, 40)[0], columns=NODES) for seed in (1, 1, 2)]
    answer = by_ges.learn_jointly(frames, score=score)
    same(answer, by_ges.learn_jointly(frames[::-1], score=score, workers=1), [2, 1, 0])
    shuffled = [frame.sample(frac=1, random_state=3).iloc[:, ::-1] for frame in frames]
    same(answer, by_ges.learn_jointly(shuffled, score=score, workers=3))


def test_the_number_of_workers_does_not_matter_on_alarm():
    rows = mcbnc.datasets.load_rows("alarm")
    one, many = (
        by_ges.learn_jointly(mcbnc.Rows(rows.data, names=rows.nodes, states=rows.states), workers=w)
        for w in (1, 4)
    )
    same(one, many)


# --- options and results ------------------------------------------------------------------------------------

FRAMES, OPTIONS = draw_frames(11, 4)
FOUND = with_rows(by_ges.learn_jointly, FRAMES, **OPTIONS)


def test_the_parameters_are_those_of_learn_many_and_five_more():
    ours, others = (inspect.signature(f).parameters for f in (mcbnc.learn_jointly, mcbnc.learn_many))
    assert ours.keys() - others.keys() == {"opinions", "outliers", "own", "pairs", "columns"}
    assert others.keys() - ours.keys() == {"executor", "chunks"}
    for name in ours.keys() & others.keys():
        assert (ours[name].default, ours[name].annotation) == (others[name].default, others[name].annotation)
    assert typing.get_type_hints(mcbnc.learn_jointly)["return"] == type(FOUND) | mcbnc.Pooled


def test_results():
    assert is_dag(FOUND.adjacency)
    np.testing.assert_array_equal(FOUND.cpdag, cpdag_of(FOUND.adjacency))
    assert isinstance(FOUND, mcbnc.JointlyLearned)
    assert FOUND.nodes == NODES
    assert FOUND.rows == sum(map(len, FRAMES))
    assert FOUND.criterion == "bdeu"
    assert FOUND.status == "complete"
    assert FOUND.pairs == 15
    assert list(FOUND.scores) == ["pooled", "own", "mixed"]
    assert FOUND.score == max(FOUND.scores.values())
    assert [type(site) for site in FOUND.sites] == [mcbnc.Learned] * 4
    assert mcbnc.consensus(FOUND.sites).nodes == NODES
    among = with_rows(by_ges.learn_jointly, FRAMES, pairs="union", **OPTIONS)
    joined = sum(np.asarray(site) + np.asarray(site).T for site in among.sites) > 0
    assert among.pairs == np.triu(joined).sum()
    assert list(among.scores) == ["pooled", "own"]


def test_results_are_not_shared():
    FOUND.sites.clear()
    FOUND.dropped.append(3)
    FOUND.scores.clear()
    assert (len(FOUND.sites), FOUND.dropped, len(FOUND.scores)) == (4, [], 3)


def test_pickling():
    again = pickle.loads(pickle.dumps(FOUND))
    same(FOUND, again)
    assert (repr(again), again.to_bif()) == (repr(FOUND), FOUND.to_bif())


def test_text_and_html():
    told = repr(FOUND)
    assert told.startswith(f"<JointlyLearned: {len(FOUND.edges)} edges ")
    found = f"by the {FOUND.method} search, BDeu {FOUND.score:.8g}, complete in "
    assert f"from {FOUND.rows} rows of 4 sites, {found}" in told
    html = FOUND._repr_html_()
    for word in ("Learned jointly", "4 sites", FOUND.method):
        assert word in html


def test_plot():
    pytest.importorskip("matplotlib").use("Agg")
    axes = FOUND.plot()
    assert {text.get_text() for text in axes.texts} >= set(NODES)


def test_required_and_forbidden():
    u, v, w = NODES[:3]
    found = with_rows(
        by_ges.learn_jointly,
        FRAMES,
        knowledge={"required": [(u, v)], "forbidden": [{u, w}]},
        max_parents=1,
        **OPTIONS,
    )
    assert (u, v) in found.edges
    assert not {(u, w), (w, u)} & set(found.edges)
    assert found.adjacency.sum(axis=0).max() <= 1
    assert all((u, v) in site.edges for site in found.sites)


def test_rows_that_are_left_out():
    frames = [frame.astype(object) for frame in FRAMES]
    frames[0] = pd.concat([frames[0], frames[0].iloc[:1].assign(**{NODES[0]: None})])
    found = with_rows(by_ges.learn_jointly, frames, missing="drop", **OPTIONS)
    assert (found.rows, found.rows_left_out, found.score) == (FOUND.rows, 1, FOUND.score)
    wider = [FRAMES[0].assign(more=0), *FRAMES[1:]]
    common = with_rows(by_ges.learn_jointly, wider, columns="common", **OPTIONS)
    assert (common.columns_left_out, common.score) == (["more"], FOUND.score)


# --- interruptions ------------------------------------------------------------------------------------------

LONG = [np.random.default_rng(k).integers(0, 3, (5000, 100)) for k in range(2)]


@pytest.mark.parametrize("pairs", ["votes", "union", "all"])
@pytest.mark.parametrize("limit", [1e-9, 0.1])
def test_time_limit(pairs, limit):
    found = by_ges.learn_jointly(LONG, score=mcbnc.BDeu(1e6), time_limit=limit, pairs=pairs)
    assert found.status == "time_limit"
    assert is_dag(found.adjacency)
    assert np.isfinite(list(found.scores.values())).all()
    assert found.score == max(found.scores.values())
    assert found.to_bif()


def test_time_limit_in_the_search_on_all_rows():
    sites = np.random.default_rng(5).integers(0, 3, (5, 1, 300))  # sites that learn at once
    found = by_ges.learn_jointly(sites, score=mcbnc.BDeu(1e6), time_limit=1, pairs="all", outliers="keep")
    assert {site.status for site in found.sites} == {"complete"}
    assert found.status == "time_limit"
    assert is_dag(found.adjacency)
    assert found.score == max(found.scores.values())


def test_enough_time():
    same(FOUND, with_rows(by_ges.learn_jointly, FRAMES, time_limit=600, **OPTIONS))


def test_progress():
    calls = []
    found = with_rows(by_ges.learn_jointly, FRAMES, progress=lambda *now: calls.append(now), **OPTIONS)
    assert found.score == FOUND.score
    assert all(0 <= left <= whole and zero == 0.0 for left, whole, zero in calls)
    assert calls[0][1] == 4
    assert calls[-1][1] < 4


def test_progress_can_stop_the_searches():
    found = by_ges.learn_jointly(LONG, score=mcbnc.BDeu(1e6), progress=lambda *_: False)
    assert found.status == "cancelled"
    assert is_dag(found.adjacency)


# --- errors -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "argument", "pattern"),
    [
        *(({"pairs": bad}, "pairs", "pairs must be 'votes', 'union', 'all' or a share") for bad in
          ("vote", "share", 0, -0.5, 1.01, True, None, "0.5", float("nan"), [1])),
        ({"outliers": "flag"}, "outliers", "outliers must be 'keep' or 'drop', not 'flag'"),
        ({"score": "k2"}, "score", "score must be"),
        ({"workers": 0}, "workers", "workers"),
        ({"time_limit": 0}, "time_limit", "time_limit"),
        ({"knowledge": {"required": [("a", "nobody")]}}, "required", "no node is named 'a'"),
        ({"pair_weights": np.zeros((2, 2))}, "pair_weights", r"must have the shape \(6, 6\)"),
        ({"progress": 3}, "progress", "progress"),
    ],
)  # fmt: skip
def test_bad_arguments(options, argument, pattern):
    with pytest.raises(mcbnc.InvalidInputError, match=pattern) as caught:
        with_rows(by_ges.learn_jointly, FRAMES, **{**OPTIONS, **options})
    assert caught.value.argument == argument


def test_bad_tables():
    with pytest.raises(mcbnc.InvalidInputError, match="datasets is empty"):
        by_ges.learn_jointly([])
    with pytest.raises(mcbnc.InvalidInputError, match=r"datasets\[1\]"):
        by_ges.learn_jointly([FRAMES[0], FRAMES[1].iloc[:, 1:]])
    good = linear_rows(1, 4, 30)[0]
    for bad, pattern in ((good[:3], "3 rows are too few"), (np.ones((30, 4)), "has the value 1 in all rows")):
        with pytest.raises(mcbnc.InvalidInputError, match=rf"^datasets\[1\]: .*{pattern}") as caught:
            by_ges.learn_jointly([good, bad], score="bic-g")
        assert caught.value.dag == 1


def test_too_dense_together():
    """One row shows nothing. Sites of one row each show, together, that all columns are copies of one."""
    tables = [np.full((1, 22), k % 2) for k in range(60)]
    with pytest.warns(mcbnc.DataWarning, match=r"too many .* the rows of all data sets together \(at"):
        together = by_ges.learn_jointly(tables, pairs="all")
    assert is_dag(together.adjacency)
    assert together.score == by_ges.learn_jointly(tables, pairs="all", max_parents=4).score
