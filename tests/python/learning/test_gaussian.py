"""Learning from real-valued data: scores against independent formulas, the search, odd data, errors."""

from __future__ import annotations

import functools
import math
import pickle
import warnings

import by_ges
import gaussian
import numpy as np
import pandas as pd
import pytest
import scores
from gaussian import linear_rows
from helpers import cpdag_of, equivalent, names
from row_calls import with_rows

import mcbnc
from mcbnc import metrics
from mcbnc._base.scoring import GAUSSIAN_SCORES

# --- the scores ---------------------------------------------------------------------------------------------

SHAPES = [(1, 4, 50), (2, 5, 500), (3, 6, 20), (4, 1, 10), (5, 8, 3000), (6, 3, 5)]


def graphs_of(dag):
    return (dag, np.zeros_like(dag), np.triu(np.ones_like(dag), 1))


@pytest.mark.parametrize(("seed", "n", "rows"), SHAPES)
@pytest.mark.parametrize("penalty", [1.0, 0.0, 2.5])
def test_bic_g_equals_least_squares(seed, n, rows, penalty):
    cells, dag = linear_rows(seed, n, rows)
    for graph in graphs_of(dag):
        expected = gaussian.total(gaussian.bic_g_of, graph, cells, penalty=penalty)
        assert metrics.score(graph, cells, mcbnc.GaussianBIC(penalty)) == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize(("seed", "n", "rows"), [*SHAPES, (7, 6, 2), (8, 9, 4)])
@pytest.mark.parametrize("prior", [{}, {"alpha_mu": 0.3}, {"alpha_mu": 4, "alpha_w": 40}])
def test_bge_equals_its_formula(seed, n, rows, prior):
    cells, dag = linear_rows(seed, n, rows)
    for graph in graphs_of(dag):
        expected = gaussian.total(gaussian.bge_of, graph, cells, **prior)
        assert metrics.score(graph, cells, mcbnc.BGe(**prior)) == pytest.approx(expected, rel=1e-10)


@pytest.mark.slow
@pytest.mark.parametrize("prior", [{}, {"alpha_mu": 0.3}, {"alpha_mu": 4, "alpha_w": 40}])
@pytest.mark.parametrize("subset", [[2], [0, 3], [1, 2, 4]])
def test_bge_is_the_product_of_predictive_densities(subset, prior):
    """The chain rule needs neither the closed form nor its constants."""
    cells, _ = linear_rows(3, 5, 40)
    expected = gaussian.predictive_of(subset, cells, **prior)
    assert gaussian.marginal_of(subset, cells, **prior) == pytest.approx(expected, rel=1e-10)
    # In a complete graph over the subset, with the others apart, the scores telescope.
    graph = np.zeros((5, 5), np.uint8)
    for i, v in enumerate(subset):
        graph[subset[:i], v] = 1
    rest = sum(gaussian.predictive_of([v], cells, **prior) for v in range(5) if v not in subset)
    assert metrics.score(graph, cells, mcbnc.BGe(**prior)) == pytest.approx(expected + rest, rel=1e-10)


def test_bge_of_two_rows_by_hand():
    """One column of -1 and 1 with the default prior: t = 1/2, alpha_w = 3, mean 0, N = 2."""
    # log(1/3)/2 - log(pi) + lgamma(5/2) - lgamma(3/2) + 3/2 log(1/2) - 5/2 log(1/2 + 2)
    expected = -math.log(3) / 2 - math.log(math.pi) + math.log(1.5) - 1.5 * math.log(2) - 2.5 * math.log(2.5)
    assert metrics.score([[0]], [[-1], [1]], "bge") == pytest.approx(expected, rel=1e-14)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_bic_g_equals_pgmpys(seed):
    structure_score = pytest.importorskip("pgmpy.structure_score")
    pytest.importorskip("statsmodels")
    cells, dag = linear_rows(seed, 6, 400)
    nodes = names(6)
    frame = pd.DataFrame(cells, columns=nodes)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = structure_score.BICGauss(frame)
        parents = {v: tuple(nodes[p] for p in np.flatnonzero(dag[:, i])) for i, v in enumerate(nodes)}
        expected = sum(theirs.local_score(v, parents[v]) for v in nodes)
    assert metrics.score(pd.DataFrame(dag, nodes, nodes), frame, "bic-g") == pytest.approx(
        expected, rel=1e-10
    )


@pytest.mark.parametrize("score", GAUSSIAN_SCORES)
@pytest.mark.parametrize("seed", range(10))
def test_equivalent_graphs_have_one_score(seed, score):
    rng = np.random.default_rng(seed)
    cells, dag = linear_rows(seed, 6, 100)
    other = dag.copy()
    # Reversals of covered arcs lead to every member of the class (Chickering 1995).
    for _ in range(30):
        a, b = rng.permutation(np.argwhere(other))[0] if other.any() else (0, 0)
        if other[a, b] and set(np.flatnonzero(other[:, a])) == set(np.flatnonzero(other[:, b])) - {a}:
            other[a, b], other[b, a] = 0, 1
    assert equivalent(dag, other)
    expected = metrics.score(dag, cells, score)
    assert metrics.score(other, cells, score) == pytest.approx(expected, rel=1e-13)
    assert metrics.score(metrics.cpdag(dag), cells, score) == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize("score", GAUSSIAN_SCORES)
def test_where_a_column_has_its_zero_does_not_count(score):
    cells, dag = linear_rows(4, 6, 300)
    expected = metrics.score(dag, cells, score)
    assert metrics.score(dag, cells + 1e6, score) == pytest.approx(expected, rel=1e-7)


def test_units_change_bic_g_by_a_constant():
    cells, dag = linear_rows(4, 6, 300)
    units = np.array([1e150, 1e-150, 3.0, 1e9, 1.0, 7e-9])
    moved = metrics.score(dag, cells, "bic-g") - 300 * np.log(units).sum()
    assert metrics.score(dag, cells * units, "bic-g") == pytest.approx(moved, rel=1e-10)
    ours, theirs = by_ges.learn(cells, score="bic-g"), by_ges.learn(cells * units, score="bic-g")
    np.testing.assert_array_equal(ours.cpdag, theirs.cpdag)
    assert [step.gain for step in ours.steps] == pytest.approx([step.gain for step in theirs.steps], rel=1e-8)


@pytest.mark.parametrize("scale", [1e-308, 1e-200, 1e200, 1e307])
@pytest.mark.parametrize("score", GAUSSIAN_SCORES)
def test_the_largest_and_smallest_numbers(scale, score):
    cells, _ = linear_rows(4, 8, 300)
    cells[:, ::2] *= scale / np.abs(cells).max()
    learned = by_ges.learn(cells, score=score)
    assert math.isfinite(learned.score)


@pytest.mark.parametrize("score", GAUSSIAN_SCORES)
def test_columns_at_the_ends_of_the_range(score):
    """The least positive number, and a range that no float holds."""
    cells = [[0, -1.7e308, 1], [5e-324, 1.7e308, 2], [0, 0, 4], [1e-323, 1, 3], [0, 1, 0]]
    assert math.isfinite(by_ges.learn(cells, score=score).score)


# --- the search ---------------------------------------------------------------------------------------------


@functools.cache
def members(n):
    return scores.classes(n)


@pytest.mark.parametrize("score", GAUSSIAN_SCORES)
@pytest.mark.parametrize("seed", range(25))
def test_learn_equals_ges_by_its_definition(seed, score):
    n = 3 + seed % 2
    cells, _ = linear_rows(seed, n, [12, 60, 1000][seed % 3])
    local = functools.cache(lambda v, parents: gaussian.LOCAL[score](v, parents, cells))

    def score_of(dag):
        return sum(local(v, tuple(np.flatnonzero(dag[:, v]).tolist())) for v in range(n))

    expected, gains = scores.search(members(n), score_of)
    learned = by_ges.learn(cells, score=score)
    assert scores.signature(learned.adjacency) == expected
    assert [step.gain for step in learned.steps] == pytest.approx(gains, rel=1e-6, abs=1e-6)
    assert learned.score == pytest.approx(score_of(learned.adjacency), rel=1e-9)
    assert learned.score == metrics.score(learned, cells, score)
    np.testing.assert_array_equal(learned.cpdag, cpdag_of(learned.adjacency))


@pytest.mark.parametrize("score", GAUSSIAN_SCORES)
@pytest.mark.parametrize("n", [20, 200])
def test_a_large_network(n, score):
    """The total is that of the formula, and the search finds nearly all of the true adjacencies."""
    rng = np.random.default_rng(n)
    dag = np.zeros((n, n), np.uint8)
    order = rng.permutation(n)
    for i in range(1, n):
        for p in rng.choice(i, size=min(i, rng.integers(0, 3)), replace=False):
            dag[order[p], order[i]] = 1
    cells, _ = linear_rows(n, n, 10_000, dag)
    learned = by_ges.learn(cells, score=score)
    expected = gaussian.total(gaussian.LOCAL[score], learned.adjacency, cells)
    assert learned.score == pytest.approx(expected, rel=1e-10)
    joined = learned.adjacency | learned.adjacency.T
    assert (joined & dag).sum() >= 0.97 * dag.sum()


CELLS, DAG = linear_rows(21, 9, 400)
NODES = names(9)
FRAME = pd.DataFrame(CELLS, columns=NODES)
LEARNED = {score: by_ges.learn(FRAME, score=score) for score in GAUSSIAN_SCORES}


def same(a, b):
    """Assert that two answers are equal, apart from the order of their nodes."""
    order = [b.nodes.index(node) for node in a.nodes]
    np.testing.assert_array_equal(a.adjacency, b.adjacency[np.ix_(order, order)])
    np.testing.assert_array_equal(a.cpdag, b.cpdag[np.ix_(order, order)])
    assert (a.score, a.rows, a.states) == (b.score, b.rows, b.states)
    key = [(step.kind, step.x, step.y, set(step.subset), step.gain) for step in a.steps]
    assert key == [(step.kind, step.x, step.y, set(step.subset), step.gain) for step in b.steps]


@pytest.mark.parametrize("score", GAUSSIAN_SCORES)
@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_columns_and_rows_does_not_matter(seed, score):
    shuffled = FRAME.sample(frac=1, axis=0, random_state=seed).sample(frac=1, axis=1, random_state=seed)
    assert list(shuffled) != NODES
    same(LEARNED[score], by_ges.learn(shuffled, score=score))


@pytest.mark.parametrize("workers", [1, 2, 7])
@pytest.mark.parametrize("score", GAUSSIAN_SCORES)
def test_the_number_of_workers_does_not_matter(score, workers):
    same(LEARNED[score], by_ges.learn(FRAME, score=score, workers=workers))


@pytest.mark.parametrize("score", GAUSSIAN_SCORES)
def test_the_kind_of_table_does_not_matter(score, tmp_path):
    path = tmp_path / "rows.csv"
    FRAME.to_csv(path, index=False)
    masked = np.ma.MaskedArray(CELLS, np.zeros(CELLS.shape, bool))
    for table in (
        path,
        dict(FRAME.items()),
        {name: column.tolist() for name, column in FRAME.items()},
        FRAME.astype("Float64"),
        FRAME.astype(object),
    ):
        same(LEARNED[score], by_ges.learn(table, score=score))
    for table in (CELLS, np.asfortranarray(CELLS), CELLS.tolist(), masked, CELLS.astype(">f8")):
        same(LEARNED[score], by_ges.learn(mcbnc.Rows(table, names=NODES), score=score))


@pytest.mark.parametrize("score", GAUSSIAN_SCORES)
def test_whole_numbers_are_numbers(score):
    whole = (FRAME * 10).round().astype(int)
    same(by_ges.learn(whole.astype(float), score=score), by_ges.learn(whole, score=score))
    same(by_ges.learn(whole, score=score), by_ges.learn(whole.astype("Int32"), score=score))


def test_learn_many_equals_learn():
    tables = [FRAME, FRAME.iloc[:100, ::-1], FRAME * 2]
    for score in GAUSSIAN_SCORES:
        many = by_ges.learn_many(tables, score=score)
        for table, learned in zip(tables, many, strict=True):
            same(learned, by_ges.learn(table, score=score))
        assert mcbnc.consensus(many, theta="auto").nodes == NODES


def test_bootstrap_learns_from_the_rows_that_numpy_draws():
    boot = by_ges.bootstrap(FRAME, 20, seed=5, score="bge", cpdag=False)
    ordered = FRAME[sorted(NODES)]
    rows = ordered.sort_values(sorted(NODES)).to_numpy()
    for k, dag in enumerate(boot.dags):
        drawn = np.random.Philox(key=5, counter=[0, k, 0, 0]).random_raw(len(rows))
        sample = pd.DataFrame(rows[[int(x) * len(rows) >> 64 for x in drawn.tolist()]], columns=sorted(NODES))
        own = by_ges.learn(sample[NODES], score="bge")
        np.testing.assert_array_equal(np.asarray(dag), own.adjacency)
    assert boot.states == {}
    again = by_ges.bootstrap(
        FRAME.sample(frac=1, random_state=1), 20, seed=5, score="bge", cpdag=False, workers=3
    )
    np.testing.assert_array_equal(boot.strength, again.strength)
    with pytest.raises(
        mcbnc.InvalidInputError, match=r"data: in resample 0, .* (linear function of|too few)"
    ):
        by_ges.bootstrap(CELLS[:11], 5, seed=1, score="bic-g")


def test_constraints_hold():
    arc, pair = (NODES[3], NODES[0]), {NODES[1], NODES[7]}
    gone = tuple(LEARNED["bge"].edges[0])
    for score in GAUSSIAN_SCORES:
        learned = by_ges.learn(
            FRAME, score=score, knowledge={"required": [arc, pair], "forbidden": [set(gone)]}, max_parents=3
        )
        assert arc in learned.edges
        assert pair in [set(edge) for edge in learned.edges]
        assert set(gone) not in [set(edge) for edge in learned.edges]
        assert learned.adjacency.sum(axis=0).max() <= 3


def test_a_result_has_no_states():
    learned = pickle.loads(pickle.dumps(LEARNED["bge"]))
    assert learned.states == {}
    assert learned.criterion == "bge"
    assert repr(learned).startswith("<Learned: ")
    assert "BGe" in repr(learned)


def test_a_larger_penalty_gives_fewer_edges():
    counts = [len(by_ges.learn(FRAME, score=mcbnc.GaussianBIC(p)).edges) for p in (0.0, 1, 5, 1e6)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[1] > counts[3] == 0


def test_bge_takes_fewer_rows_than_columns_and_equal_columns():
    cells, _ = linear_rows(5, 30, 20)
    assert math.isfinite(by_ges.learn(cells, score="bge", max_parents=3).score)
    twice = FRAME.assign(copy=FRAME.iloc[:, 0])
    assert {NODES[0], "copy"} in [set(edge) for edge in by_ges.learn(twice, score="bge").edges]


# --- bad data -----------------------------------------------------------------------------------------------

FIRST = NODES[0]


@pytest.mark.parametrize("score", GAUSSIAN_SCORES)
@pytest.mark.parametrize(
    ("table", "nodes", "pattern"),
    [
        (FRAME.assign(x="tall"), ["x"], "data: column 'x', row 0: 'tall' is no finite number"),
        (FRAME.assign(x=True), ["x"], "column 'x', row 0: True is no finite number"),
        (
            FRAME.assign(x=pd.Timestamp(0)),
            ["x"],
            "column 'x': a Gaussian score takes numbers alone, not datetime64",
        ),
        (FRAME.assign(x=[1.5, None] * 200), ["x"], "column 'x', row 1: there is no value"),
        (FRAME.assign(x=pd.array([1, pd.NA] * 200, "Int8")), ["x"], "column 'x', row 1: there is no value"),
        (FRAME.assign(x=[1.5, np.inf] * 200), ["x"], "column 'x', row 1: inf is no finite number"),
        (FRAME.assign(x=4), ["x"], "data: x has the value 4 in all rows; leave out"),
        ({"a": [1.0, 2.0], "b": [1.0]}, ["b"], "column 'b': it has 1 row, but 'a' has 2"),
    ],
)
def test_bad_tables(score, table, nodes, pattern):
    with pytest.raises(mcbnc.InvalidInputError, match=pattern) as caught:
        by_ges.learn(table, score=score)
    assert caught.value.argument == "data"
    assert caught.value.nodes == nodes


def test_rows_with_missing_values_can_be_left_out(tmp_path):
    holes = FRAME.copy()
    holes.iloc[3, 0], holes.iloc[7, 2], holes.iloc[9, 2] = np.nan, np.nan, -9
    path = tmp_path / "rows.csv"
    holes.to_csv(path, index=False)
    expected = by_ges.learn(FRAME.drop(index=[3, 7, 9]), score="bge")
    for table in (holes, path, holes.astype(object), dict(holes.items())):
        learned = by_ges.learn(mcbnc.Rows(table, missing="drop", missing_values=-9), score="bge")
        same(expected, learned)
        assert learned.rows_left_out == 3
    with pytest.raises(mcbnc.InvalidInputError, match=r"row 3: there is no value: Rows.*missing='drop'"):
        by_ges.learn(holes, score="bge")
    with pytest.raises(
        mcbnc.InvalidInputError, match=r"row 9: there is no value, nor in 1 more|row 7: there is no"
    ):
        by_ges.learn(
            mcbnc.Rows(holes.assign(**{FIRST: 0.5 * CELLS[:, 3] + 1}), missing_values=-9), score="bge"
        )
    with pytest.raises(mcbnc.InvalidInputError, match="leaves no row at all: leave the column out"):
        by_ges.learn(mcbnc.Rows(holes.assign(**{FIRST: np.nan}), missing="drop"), score="bge")
    assert math.isfinite(
        metrics.score(
            pd.DataFrame(DAG, FRAME.columns, FRAME.columns), mcbnc.Rows(holes, missing="drop"), "bge"
        )
    )


def test_columns_that_all_tables_have():
    more = FRAME.assign(extra=1.0)
    many = by_ges.learn_many(mcbnc.Rows([FRAME, more], columns="common"), score="bic-g")
    same(many[0], many[1])
    assert many[1].columns_left_out == ["extra"]


def test_bad_cells_of_a_file(tmp_path):
    path = tmp_path / "rows.csv"
    for cell, pattern in {
        "x": "'x' is no finite number",
        "1_0": "'1_0' is no finite number",
        "NA": "no value",
    }.items():
        path.write_text(f"a,b\n1,2\n3.5,{cell}\n0,1\n")
        with pytest.raises(mcbnc.InvalidInputError, match=f"column 'b'.*{pattern}"):
            by_ges.learn(path, score="bge")


def test_linear_functions_of_columns_are_named():
    table = FRAME.assign(total=FRAME[NODES[1]] + FRAME[NODES[2]], other=FRAME[NODES[4]])
    with pytest.raises(mcbnc.InvalidInputError, match="is a linear function of") as caught:
        by_ges.learn_many(
            [FRAME.assign(total=0.1 * FRAME[FIRST] ** 3, other=FRAME[FIRST] ** 2), table], score="bic-g"
        )
    assert (caught.value.argument, caught.value.dag) == ("datasets", 1)
    assert str(caught.value).startswith("datasets[1]: ")
    assert set(caught.value.nodes) in ({NODES[1], NODES[2], "total"}, {NODES[4], "other"})
    with pytest.raises(mcbnc.InvalidInputError, match="data: 9 rows are too few for 9 columns"):
        metrics.score(DAG, CELLS[:9], "bic-g")
    assert math.isfinite(metrics.score(DAG, CELLS[:11], "bic-g"))


@pytest.mark.parametrize(
    ("options", "argument", "pattern"),
    [
        ({"score": mcbnc.BGe(alpha_w=10)}, "alpha_w", "a number > 10"),
        ({"score": "bge", "states": [2] * 9}, "states", "states: a Gaussian score takes numbers"),
        ({"score": "bge", "missing": "state"}, "missing", "missing: a Gaussian score takes numbers"),
        ({"score": "bge", "accept": ["nothing"]}, "accept", "nothing"),
    ],
)
def test_bad_options(options, argument, pattern):
    with pytest.raises(mcbnc.InvalidInputError, match=pattern) as caught:
        with_rows(by_ges.learn, FRAME, **options)
    assert caught.value.argument == argument
