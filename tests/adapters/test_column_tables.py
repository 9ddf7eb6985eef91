"""Tables of polars and pyarrow as adjacency matrices: the columns name the nodes, in the rows' order."""

import numpy as np
import pytest

import mcbnc

polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")

COLUMNS = {"b": [0, 0, 0], "a": [1, 0, 0], "c": [1, 1, 0]}  # b -> a, b -> c, a -> c
KINDS = {
    "polars": polars.DataFrame,
    "pyarrow": pyarrow.table,
    "polars, bool": lambda columns: polars.DataFrame(columns).cast(polars.Boolean),
    "pyarrow, float": lambda columns: pyarrow.table({k: [float(x) for x in v] for k, v in columns.items()}),
    "pyarrow, chunks": lambda columns: pyarrow.concat_tables(
        [pyarrow.table(columns).slice(0, 1), pyarrow.table(columns).slice(1)]
    ),
}


@pytest.mark.parametrize("make", KINDS.values(), ids=KINDS)
def test_the_columns_are_the_nodes(make):
    table = make(COLUMNS)
    result = mcbnc.consensus([table, table])
    assert (result.nodes, result.named) == (["b", "a", "c"], True)
    assert set(result.edges) == {("b", "a"), ("b", "c"), ("a", "c")}
    other = mcbnc.read("[b][a|b][c|a:b]")
    assert mcbnc.metrics.shd(table, other) == 0
    assert mcbnc.consensus([other, table]).edges == mcbnc.consensus([other, other]).edges
    with pytest.raises(mcbnc.InvalidInputError, match="has no names"):
        mcbnc.consensus([table, np.zeros((3, 3))])


@pytest.mark.parametrize("make", [polars.DataFrame, pyarrow.table], ids=["polars", "pyarrow"])
@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"a": [0, 0], "b": [2, 0]}, r"dags\[0\]: entries must be 0 or 1, but \['a', 'b'\] is 2"),
        ({"a": [0, 0], "b": [None, 0]}, r"entries must be 0 or 1, but \['a', 'b'\] is nan"),
        ({"a": ["x", "y"], "b": ["x", "y"]}, "entries must be 0 or 1"),
        ({"a": [0], "b": [0]}, r"square matrix, \(n, n\), but its shape is \(1, 2\)"),
        ({}, r"dags\[0\] has no nodes"),
    ],
    ids=["a number", "no value", "texts", "not square", "empty"],
)
def test_bad_tables(make, columns, message):
    with pytest.raises(mcbnc.InvalidInputError, match=message):
        mcbnc.consensus([make(columns)])


@pytest.mark.parametrize("make", [polars.DataFrame, pyarrow.table], ids=["polars", "pyarrow"])
def test_one_table_is_no_sequence_of_graphs(make):
    with pytest.raises(mcbnc.InvalidInputError, match=r"to give one DAG, write \[dag\]"):
        mcbnc.consensus(make(COLUMNS))


@pytest.mark.parametrize("make", [polars.DataFrame, pyarrow.table], ids=["polars", "pyarrow"])
def test_tables_of_arcs_are_graphs_and_tables_of_strengths_are_none(make):
    arcs = {"from": ["b", "a"], "to": ["a", "c"], "support": [1.0, 0.5]}
    assert set(mcbnc.consensus([make(arcs)], theta=0).edges) == {("b", "a"), ("a", "c")}
    strengths = {"from": ["a", "b"], "to": ["b", "a"], "strength": [1.0, 1.0], "direction": [1.0, 0.0]}
    with pytest.raises(mcbnc.InvalidInputError, match="table of strengths"):
        mcbnc.consensus([make(strengths)])


@pytest.mark.parametrize("make", [polars.DataFrame, pyarrow.table], ids=["polars", "pyarrow"])
def test_strengths_are_opinions(make):
    columns = {"from": ["a", "b"], "to": ["b", "a"], "strength": [1.0, 1.0], "direction": [0.75, 0.25]}
    matrix = np.array([[0, 0.75], [0.25, 0]])
    each = [mcbnc.pool([opinion] * 3, nodes=["a", "b"]) for opinion in (make(columns), matrix)]
    assert each[0].from_opinions.tolist() == each[1].from_opinions.tolist()
    assert each[0].direction.tolist() == each[1].direction.tolist()
