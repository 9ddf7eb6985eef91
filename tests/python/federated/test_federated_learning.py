"""Learning from sums alone, the rows at their sites: the answer of one place, byte for byte."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from federation import rows_of, run
from row_calls import with_rows

import mcbnc
import mcbnc.federated as fed


def same_learned(ours, theirs):
    np.testing.assert_array_equal(ours.adjacency, theirs.adjacency)
    np.testing.assert_array_equal(ours.cpdag, theirs.cpdag)
    assert ours.nodes == theirs.nodes
    assert ours.steps == theirs.steps
    assert ours.scores == theirs.scores
    assert (ours.method, ours.score, ours.pairs) == (theirs.method, theirs.score, theirs.pairs)
    assert (ours.rows, ours.states) == (theirs.rows, theirs.states)


TELL = fed.Limits(tell_scores=True)
LEARNING = {
    "bds": {},
    "bdeu": {"score": "bdeu"},
    "ess": {"score": mcbnc.BDeu(ess=5)},
    "penalty": {"score": mcbnc.BIC(penalty=0.3)},
    "bic": {"score": "bic"},
    "aic": {"score": "aic", "max_parents": 2},
    "all pairs": {"pairs": "all"},
    "required": {"knowledge": {"required": [("z0", "u5")], "forbidden": [{"z0", "y1"}]}},
    "weights": {"pair_weights": -2.5 * (1 - np.eye(6))},
    "union": {"pairs": "union"},
    "union and own scores": {"pairs": "union", "own": True},
    "union, own scores and weights": {"pairs": "union", "own": True, "pair_weights": 1 - np.eye(6)},
    "all pairs and own scores by BIC": {"pairs": "all", "own": True, "score": mcbnc.BIC(penalty=2)},
    "votes and own scores": {"own": True},
    "votes and own scores by AIC": {"own": True, "score": "aic", "max_parents": 2},
}


@pytest.mark.parametrize("case", LEARNING)
@pytest.mark.parametrize("draft", [1, 8])
def test_learning(case, draft):
    options = {"own": False, "search": "ges", **LEARNING[case]}
    for seed in range(3):
        tables = rows_of(seed, 3 + seed)
        ours = with_rows(fed.simulate_learning, tables, draft=draft, limits=TELL, **options)
        same_learned(ours.result, with_rows(mcbnc.learn_jointly, tables, outliers="keep", **options))


def test_learning_under_masks():
    tables = rows_of(7, 4)
    same_learned(
        fed.simulate_learning(tables, masks=True).result,
        mcbnc.learn_jointly(tables, search="ges", outliers="keep", own=False),
    )


def test_learning_of_a_share_takes_counts():
    tables = rows_of(8, 5)
    for more in ({}, {"union": "counts"}):
        ours = with_rows(fed.simulate_learning, tables, pairs=0.6, **more).result
        same_learned(ours, mcbnc.learn_jointly(tables, search="ges", outliers="keep", pairs=0.6, own=False))
    for pairs in (0.6, "votes"):
        with pytest.raises(mcbnc.InvalidInputError, match="counts"):
            fed.simulate_learning(tables, pairs=pairs, union="or")


def test_learning_from_numbers_and_odd_states():
    tables = [{"b": [2, 5, 5, 2] * 9, "a": [7, 7, 9, 9] * 9}, {"b": [5, 2, 11] * 9, "a": [9, 7, 7] * 9}] * 2
    ours = fed.simulate_learning(tables).result
    same_learned(ours, mcbnc.learn_jointly(tables, search="ges", outliers="keep", own=False))
    assert ours.states == {"b": [2, 5, 11], "a": [7, 9]}


def test_without_tables_no_counts_are_told():
    tables = rows_of(9, 4)
    report = fed.simulate_learning(tables, tables=False, own=True, limits=TELL)
    assert report.result.method == "own"
    assert list(report.result.scores) == ["own"]
    assert not any("counts of joint states" in leak.what for leak in report.leaks)
    assert any("counts of joint states" in leak.what for leak in fed.simulate_learning(tables).leaks)


def test_probabilities_come_from_the_summed_tables():
    for seed in range(4):
        tables = rows_of(seed, 3, states=2 + seed % 2)
        ours = fed.simulate_learning(tables).result
        theirs = mcbnc.learn_jointly(tables, search="ges", outliers="keep", own=False)
        assert ours.to_bif() == theirs.to_bif()
        assert ours.to_bif(ess=5) == theirs.to_bif(ess=5)
    with pytest.raises(mcbnc.InvalidInputError, match="at the coordinator, or nowhere"):
        fed.simulate_learning(tables, tables=False, own=True, limits=TELL).result.to_bif()


def test_small_cells_are_refused():
    tables = rows_of(9, 4)
    with pytest.raises(fed.Refused) as caught:
        fed.simulate_learning(tables, min_cell=5)
    assert caught.value.reason == "data"
    assert (
        fed.simulate_learning(tables, min_cell=5, tables=False, own=True, limits=TELL).result.method == "own"
    )


def test_a_site_may_have_its_columns_and_states_in_any_order():
    tables = rows_of(3, 4)
    theirs = mcbnc.learn_jointly(tables, search="ges", outliers="keep", own=False)
    coordinator = fed.Coordinator(
        theirs.nodes,
        4,
        task="learning",
        masks=False,
        states={name: ["low", "mid", "top"] for name in theirs.nodes},
    )
    frames = [pd.DataFrame(table) for table in tables]
    frames[1] = frames[1][frames[1].columns[::-1]]
    frames[2] = frames[2].sample(frac=1, random_state=1)
    sites = {k: fed.Client(frame, task="learning", masks=False) for k, frame in enumerate(frames)}
    same_learned(run(coordinator, sites), theirs)
    same_learned(sites[1].result, theirs)


def test_every_site_sees_every_pair():
    tables = [{"a": [0, 1] * 20, "b": [0, 1, 1, 0] * 10}] * 3
    found = mcbnc.federated.simulate_learning(tables).result
    assert found.seen["a", "b"] == (3, None)
    assert found.seen.unseen == 0
    assert found.status("a", "b") in ("edge", "no edge")
