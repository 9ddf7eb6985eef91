"""Whatever is given as `dags` or as `data`: an error of mcbnc, or the answer for the plain arrays."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hostile import (
    TABLES,
    Endless,
    Raising,
    anything,
    codes,
    dag_arrays,
    graphs,
    scalars,
    spoiled_matrices,
    tables,
)
from hypothesis import HealthCheck, example, given, seed, settings
from hypothesis import strategies as st
from libraries import sparse

import mcbnc

pytestmark = pytest.mark.filterwarnings("ignore")

SEED = os.environ.get("MCBNC_HYPOTHESIS_SEED")
EXAMPLES = int(os.environ.get("MCBNC_HYPOTHESIS_EXAMPLES", "150"))


def few(test):
    """The same examples in every run, unless a seed says that others are wanted."""
    chosen = settings(
        derandomize=SEED is None,
        deadline=None,
        max_examples=EXAMPLES,
        database=None,
        suppress_health_check=list(HealthCheck),
    )(test)
    return chosen if SEED is None else seed(int(SEED))(chosen)


OPTIONS = [
    "theta",
    "weights",
    "nodes",
    "k_max",
    "seed",
    "order",
    "knowledge",
    "cap",
    "outliers",
    "time_limit",
]


def same(one, other) -> None:
    assert one.nodes == other.nodes
    assert one.edges == other.edges
    assert one.theta == other.theta
    np.testing.assert_array_equal(one.cpdag, other.cpdag)


def asked(function, *given_as, **options):
    """The answer, or None for an error of mcbnc whose message says something."""
    try:
        return function(*given_as, **options)
    except mcbnc.McbncError as error:
        said = str(error)
    assert 0 < len(said) < 2000
    return None


@few
@given(graphs())
def test_every_kind_of_graph_is_the_plain_array(drawn):
    arrays, names, given_as = drawn
    same(mcbnc.consensus(given_as, "auto", nodes=names), mcbnc.consensus(arrays, "auto", nodes=names))


@pytest.mark.slow
@few
@given(dag_arrays(), st.sampled_from(["csr_matrix", "coo_array"]))
def test_every_sparse_matrix_is_the_plain_array(array, kind):
    same(mcbnc.consensus([array, sparse(kind)(array)], "auto"), mcbnc.consensus([array, array], "auto"))


ODD_AND_SPARSE = {
    "not square": lambda: sparse("csr_matrix")((2, 3)),
    "not a number": lambda: sparse("csr_matrix")(np.eye(2) * np.nan),
    "two at one place": lambda: sparse("coo_matrix")(([1, -1], ([0, 0], [1, 1])), shape=(2, 2)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ODD_AND_SPARSE)
def test_an_odd_sparse_matrix(name):
    thing = ODD_AND_SPARSE[name]()
    asked(mcbnc.learn, thing)
    for dags in (thing, [np.zeros((2, 2)), thing]):
        answer = asked(mcbnc.consensus, dags)
        if answer is not None:
            same(answer, mcbnc.consensus([answer.adjacency], nodes=answer.nodes))


def is_arc(row) -> bool:
    """A tuple, or a list with a string. Such rows are a list of arcs."""
    return isinstance(row, tuple) or (isinstance(row, list) and any(isinstance(end, str) for end in row))


@few
@given(spoiled_matrices())
@example(([[0, ""], (0, 1)],) * 2)
def test_a_matrix_with_something_else_in_it(drawn):
    matrix, cells = drawn
    answer = asked(mcbnc.consensus, [matrix])
    arcs = all(is_arc(row) for row in cells)
    if answer is not None and not arcs:  # then each cell was a number 0 or 1
        plain = np.array([[float(cell) for cell in row] for row in cells])
        assert set(plain.flat) <= {0.0, 1.0}
        same(answer, mcbnc.consensus([plain.astype(np.uint8)]))


@few
@given(anything, st.booleans())
def test_anything_as_dags(thing, among_others):
    answer = asked(mcbnc.consensus, [np.zeros((2, 2)), thing] if among_others else thing)
    if answer is not None:
        same(answer, mcbnc.consensus([answer.adjacency], nodes=answer.nodes))


@few
@given(st.sampled_from(OPTIONS), anything)
def test_anything_as_an_option(option, thing):
    dags = np.array([[[0, 1, 0], [0, 0, 1], [0, 0, 0]], [[0, 1, 1], [0, 0, 0], [0, 0, 0]]])
    answer = asked(mcbnc.consensus, dags, **{option: thing})
    if answer is not None:
        assert answer.status == "complete"


@few
@given(tables(), st.sampled_from(sorted(TABLES)))
def test_every_kind_of_table_is_the_plain_table(columns, kind):
    learned = asked(mcbnc.learn, TABLES[kind](columns))
    plain = asked(mcbnc.learn, codes(columns))
    assert (learned is None) == (plain is None)
    if learned is not None:
        assert learned.edges == plain.edges
        np.testing.assert_array_equal(learned.cpdag, plain.cpdag)


@few
@given(tables(), st.data(), st.sampled_from(["bdeu", "bic-g", "bic-cg", "dg"]))
def test_a_table_with_something_else_in_it(columns, data, score):
    name = data.draw(st.sampled_from(sorted(columns)))
    if data.draw(st.booleans()):
        columns[name] = list(columns[name])
        columns[name][data.draw(st.integers(0, len(columns[name]) - 1))] = data.draw(scalars | anything)
    else:
        columns[name] = data.draw(anything)
    answer = asked(mcbnc.learn, columns, score=score)
    if answer is not None and score == "bdeu":
        plain = asked(mcbnc.learn, codes({key: list(column) for key, column in columns.items()}), score=score)
        assert plain is not None
        assert answer.edges == plain.edges


@pytest.mark.parametrize("score", ["bdeu", "bic-g", "dg"])
@pytest.mark.parametrize("first", [Raising(), Endless(), 3, None])
def test_a_first_column_without_a_length(first, score):
    with pytest.raises(mcbnc.InvalidInputError, match="'a'"):
        mcbnc.learn({"a": first, "b": [0, 1]}, score=score)


@few
@given(anything)
def test_anything_as_data(thing):
    answer = asked(mcbnc.learn, thing)
    assert answer is None or answer.nodes


def test_nesting_that_explodes():
    laughs: list = [0, 1]
    for _ in range(64):
        laughs = [laughs, laughs]
    for thing in (laughs, Endless()):
        for call in (
            lambda thing=thing: mcbnc.consensus([thing]),
            lambda thing=thing: mcbnc.consensus([np.zeros((2, 2))], weights=thing),
            lambda thing=thing: mcbnc.learn({"a": [0, 1]}, pair_weights=thing),
            lambda thing=thing: mcbnc.from_lingam(thing),
            lambda thing=thing: mcbnc.from_tigramite(thing),
        ):
            with pytest.raises(mcbnc.InvalidInputError):
                call()


@few
@given(st.text(alphabet=st.sampled_from('a,b;"\n\r\t01\0 é='), max_size=60) | st.text(max_size=40))
def test_any_text_as_a_file_of_rows(text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.csv"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        answer = asked(mcbnc.learn, path)
    assert answer is None or answer.nodes
