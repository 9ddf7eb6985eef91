"""The extended search: `search="xges"` in every function that learns."""

from __future__ import annotations

import numpy as np
import pytest

import mcbnc
from mcbnc.cli import main


def linear(seed, n=25, rows=600):
    """Rows of a random linear network. The greedy search finds no best structure."""
    rng = np.random.default_rng(seed)
    values = rng.standard_normal((n, rows))
    for v in range(n):
        for p in np.flatnonzero(rng.random(v) < 4 / n):
            values[v] += rng.uniform(0.5, 2) * rng.choice([-1, 1]) * values[p]
    return values[rng.permutation(n)].T


@pytest.fixture(scope="module")
def table():
    return linear(3)


def both(table, **options):
    return (
        mcbnc.learn(table, score="bic-g", search=search, **{"workers": 1, "prior": None, **options})
        for search in ("ges", "xges")
    )


@pytest.mark.parametrize("seed", range(8))
def test_it_scores_no_lower_and_its_steps_add_up(seed):
    rows = linear(seed)
    greedy, extended = both(rows)
    assert extended.score >= greedy.score
    assert extended.score == pytest.approx(mcbnc.metrics.score(extended, rows, score="bic-g"), rel=1e-12)
    empty = mcbnc.metrics.score(np.zeros_like(extended.adjacency), rows, score="bic-g")
    assert empty + sum(step.gain for step in extended.steps) == pytest.approx(extended.score, rel=1e-9)


def test_it_leaves_local_optima(table):
    greedy, extended = both(table)
    assert extended.score > greedy.score + 1
    assert {step.kind for step in extended.steps} == {"insert", "delete", "turn"}
    assert {step.kind for step in greedy.steps} <= {"insert", "delete"}


def test_a_turn_is_of_the_edge_that_it_says(table):
    """Each step changes the edge that it names, and a turn leaves the number of edges."""
    edges = 0
    for step in list(both(table))[1].steps:
        edges += {"insert": 1, "delete": -1, "turn": 0}[step.kind]
        assert step.gain > 0 or step.kind != "insert"  # a trial begins with what loses
    assert edges == len(list(both(table))[1].edges)


def test_the_answer_depends_on_no_order(table):
    found = mcbnc.learn(table, score="bic-g", search="xges", workers=1)
    assert (mcbnc.learn(table, score="bic-g", search="xges", workers=2).cpdag == found.cpdag).all()
    rng = np.random.default_rng(1)
    order = rng.permutation(table.shape[1])
    names = [f"v{k:02}" for k in range(table.shape[1])]
    named, shuffled = (
        mcbnc.learn(mcbnc.Rows(table[:, k], names=[names[i] for i in k]), score="bic-g", search="xges")
        for k in (np.arange(len(names)), order)
    )
    assert {*named.edges} == {*shuffled.edges}
    assert named.score == shuffled.score


@pytest.mark.parametrize("score", ["bdeu", "bic", "aic", "bds", "qnml"])
def test_every_score_of_counts(score):
    clients = mcbnc.datasets.load_rows("alarm")
    rows = mcbnc.Rows(clients.data[0][:400], names=clients.nodes, states=clients.states)
    greedy, extended = (mcbnc.learn(rows, score=score, search=search) for search in ("ges", "xges"))
    assert extended.score >= greedy.score
    assert extended.status == "complete"


def test_constraints_are_kept(table):
    free = mcbnc.learn(table, score="bic-g", search="xges")
    (u, v), *_ = free.edges
    found = mcbnc.learn(
        table, score="bic-g", search="xges", max_parents=3, knowledge={"forbidden": [{u, v}], "roots": [5]}
    )
    assert not {(u, v), (v, u)} & {*found.edges}
    assert found.adjacency.sum(0).max() <= 3
    assert not found.adjacency[:, 5].any()


def test_every_function_that_learns_has_it():
    rows = [linear(seed, n=8, rows=100) > 0 for seed in range(3)]
    tables = [each.astype(np.uint8) for each in rows]
    many = mcbnc.learn_many(tables, score="bds", search="xges")
    assert [each.score for each in many] == [
        mcbnc.learn(each, score="bds", search="xges").score for each in tables
    ]
    jointly = {search: mcbnc.learn_jointly(tables, pairs="all", search=search) for search in ("ges", "xges")}
    assert jointly["xges"].score >= jointly["ges"].score
    first = mcbnc.bootstrap(tables[0], 3, seed=1, search="xges")
    again = mcbnc.bootstrap(tables[0], 3, seed=1, search="xges", workers=2)
    assert (first.dags == again.dags).all()


def test_other_words_are_refused():
    with pytest.raises(mcbnc.InvalidInputError, match="search must be 'ges' or 'xges', not 'tabu'") as caught:
        mcbnc.learn(np.eye(3, dtype=int), search="tabu")
    assert caught.value.argument == "search"


def test_a_search_that_is_stopped_answers():
    long = linear(2, n=100, rows=1000)
    for seconds in (0.05, 0.2):  # a busy machine may lack the sums over the rows, and so the score
        stopped = mcbnc.learn(long, score="bic-g", search="xges", prior=None, time_limit=seconds)
        assert stopped.status == "time_limit"
        if not np.isnan(stopped.score):
            break
    assert stopped.score == pytest.approx(mcbnc.metrics.score(stopped, long, score="bic-g"), rel=1e-12)


def test_the_shell(tmp_path, capsys):
    clients = mcbnc.datasets.load_rows("alarm")
    path = tmp_path / "rows.csv"
    clients.frames()[0].to_csv(path, index=False)
    assert main(["learn", str(path), "--search", "xges"]) == 0
    lines = [line.split(",") for line in capsys.readouterr().out.splitlines()[1:]]
    assert {(u, v) for u, v, _ in lines if v} == {*mcbnc.learn(str(path), search="xges").edges}
    with pytest.raises(SystemExit):
        main(["learn", str(path), "--search", "tabu"])
