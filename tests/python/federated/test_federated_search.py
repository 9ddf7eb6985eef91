"""The extended search over sums: the answer is that of all rows in one place."""

from __future__ import annotations

import pytest

import mcbnc


@pytest.fixture(scope="module")
def rows():
    clients = mcbnc.datasets.load_rows("alarm")
    few = [table[:200, :14] for table in clients.data[:4]]
    return mcbnc.Rows(
        few, names=clients.nodes[:14], states={v: clients.states[v] for v in clients.nodes[:14]}
    )


@pytest.mark.parametrize("pairs", ["votes", "union", "all"])
@pytest.mark.parametrize("score", ["bdeu", "qnml"])
def test_it_is_the_answer_of_one_place(rows, pairs, score):
    there = mcbnc.learn_jointly(rows, pairs=pairs, own=False, outliers="keep", score=score, search="xges")
    asked = mcbnc.federated.simulate_learning(rows, pairs=pairs, score=score, search="xges")
    assert (asked.result.cpdag == there.cpdag).all()
    assert asked.result.score == there.score
    assert [(s.kind, s.x, s.y, s.gain) for s in asked.result.steps] == [
        (s.kind, s.x, s.y, s.gain) for s in there.steps
    ]


def test_own_scores_change_nothing(rows):
    there = mcbnc.learn_jointly(rows, outliers="keep", search="xges")
    limits = mcbnc.federated.Limits(tell_scores=True)
    asked = mcbnc.federated.simulate_learning(rows, own=True, limits=limits, search="xges")
    assert (asked.result.cpdag == there.cpdag).all()
    assert asked.result.method == there.method


def test_other_words_are_refused(rows):
    with pytest.raises(mcbnc.InvalidInputError, match="search must be 'ges' or 'xges', not 'tabu'"):
        mcbnc.federated.simulate_learning(rows, search="tabu")
