"""What hypothesis gives to `dags` and to `data`: every kind that is accepted, and unexpected values."""

from __future__ import annotations

import datetime
import decimal
import enum
import fractions

import networkx as nx
import numpy as np
import pandas as pd
from helpers import digraph
from hypothesis import strategies as st


class Raising:
    """An object whose special methods raise."""

    def _raise(self, *_, **__):
        raise RuntimeError("the method raises")

    __eq__ = __hash__ = __repr__ = __float__ = __array__ = __len__ = __iter__ = __getitem__ = __bool__ = (
        _raise
    )


class Endless:
    """A sequence of itself, three times."""

    def __len__(self):
        return 3

    def __getitem__(self, at):
        if at not in range(3):
            raise IndexError
        return self


class Colour(enum.Enum):
    red = 1


LOOP: list = []
LOOP.append(LOOP)

SCALARS = [
    0,
    1,
    True,
    False,
    0.0,
    1.0,
    -0.0,
    np.uint8(1),
    np.bool_(False),
    np.float16(1),
    np.str_("1"),
    2,
    -1,
    0.5,
    1e-9,
    10**400,
    -(10**30),
    float("nan"),
    float("inf"),
    1 + 0j,
    1j,
    None,
    pd.NA,
    pd.NaT,
    "",
    "0",
    "1",
    "x",
    "\0",
    "\ud800",
    "=1+1",
    b"1",
    bytearray(b"1"),
    decimal.Decimal(1),
    decimal.Decimal("sNaN"),
    fractions.Fraction(1),
    datetime.date(2020, 1, 1),
    np.datetime64("NaT"),
    np.timedelta64(1, "s"),
    Colour.red,
    int,
    len,
    Ellipsis,
    NotImplemented,
    np.ma.masked,
]
ODD_OBJECTS = [
    Raising(),
    Endless(),
    LOOP,
    [],
    (),
    {},
    set(),
    frozenset("ab"),
    range(3),
    [[]],
    [[[]]],
    {"a": 1},
    object(),
    np.empty((0, 0)),
    np.empty((0, 3, 3)),
    np.zeros(3),
    np.zeros((2, 3)),
    np.zeros((1, 1, 1, 1)),
    np.array(1),
    np.array(["a"]),
    np.zeros((2, 2), "M8[s]"),
    np.zeros((2, 2), [("a", int)]),
    np.zeros((2, 2), complex),
    np.ma.masked_all((2, 2)),
    pd.DataFrame(),
    pd.Series([1, 0]),
    pd.DataFrame([[1]], index=["a"], columns=["b"]),
    pd.DataFrame(np.zeros((2, 2)), columns=pd.MultiIndex.from_product([["a"], ["b", "c"]])),
    pd.DataFrame(np.zeros((2, 2)), columns=["a", "a"], index=["a", "a"]),
    nx.DiGraph(),
    nx.Graph([(0, 1)]),
    nx.MultiDiGraph([(0, 1), (0, 1)]),
    nx.DiGraph([(0, 0)]),
    nx.DiGraph([(0, 1), (1, 2), (2, 0)]),
    memoryview(b"abcd"),
    iter([]),
    "nowhere.bif",
    "",
    "\0",
    "a" * 5000,
    "x\ud800.json",
    b"\xff\xfe",
]


def one_of(things: list):
    """One of these, by its place: hypothesis would show them all, and some cannot be shown."""
    return st.integers(0, len(things) - 1).map(lambda k: things[k])


scalars = one_of(SCALARS) | st.integers() | st.floats() | st.text(max_size=3) | st.binary(max_size=3)
anything = st.recursive(
    scalars | one_of(ODD_OBJECTS),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text(max_size=2), inner, max_size=3)
    ),
    max_leaves=8,
)


@st.composite
def dag_arrays(draw, n=None):
    """A DAG along a random order, as a plain array."""
    n = n or draw(st.integers(1, 5))
    bits = draw(st.lists(st.booleans(), min_size=n * (n - 1) // 2, max_size=n * (n - 1) // 2))
    upper = np.zeros((n, n), np.uint8)
    upper[np.triu_indices(n, 1)] = bits
    shuffle = np.array(draw(st.permutations(range(n))), int)
    return upper[np.ix_(shuffle, shuffle)]


def _moved(array, names, order):
    return array[np.ix_(order, order)], [names[i] for i in order]


def _frame(array, names, order):
    moved, labels = _moved(array, names, order)
    return pd.DataFrame(moved, index=labels, columns=labels).iloc[::-1]


def _network(array, names, order):
    moved, labels = _moved(array, names, order)
    return digraph(moved, labels)


UNNAMED = {
    "uint8": lambda a: a,
    "bool": lambda a: a.astype(bool),
    "int64": lambda a: a.astype(np.int64),
    "big-endian": lambda a: a.astype(">i4"),
    "float16": lambda a: a.astype(np.float16),
    "objects": lambda a: a.astype(int).astype(object),
    "lists": lambda a: a.tolist(),
    "tuples": lambda a: tuple(map(tuple, a.tolist())),
    "rows": list,
    "Fortran": np.asfortranarray,
    "transposed": lambda a: np.ascontiguousarray(a.T).T,
    "strided": lambda a: np.repeat(np.repeat(a, 2, axis=0), 2, axis=1)[::2, ::2],
    "masked": np.ma.masked_array,
}
NAMED = {"frame": _frame, "networkx": _network}


@st.composite
def node_names(draw, n):
    """Names of one type or of several, hostile ones among them."""
    name = st.text(max_size=4) | st.integers() | st.tuples(st.text(max_size=2), st.integers(0, 3))
    return draw(st.lists(name, min_size=n, max_size=n, unique_by=lambda x: (type(x), x)))


@st.composite
def graphs(draw):
    """Plain arrays, their names, and the same graphs in kinds of every sort."""
    n = draw(st.integers(1, 5))
    arrays = draw(st.lists(dag_arrays(n), min_size=1, max_size=3))
    names = draw(node_names(n))
    given_as = []
    for i, array in enumerate(arrays):
        named = i == 0 or draw(st.booleans())
        kind = draw(st.sampled_from(sorted(NAMED if named else UNNAMED)))
        if not named:
            given_as.append(UNNAMED[kind](array))
            continue
        order = list(range(n)) if i == 0 else draw(st.permutations(range(n)))
        given_as.append(NAMED[kind](array, names, list(order)))
    return np.stack(arrays), names, given_as


@st.composite
def spoiled_matrices(draw):
    """A nested list or an array of objects of which one cell, one row or the whole is something else."""
    cells = draw(dag_arrays()).tolist()
    place = draw(st.sampled_from(["cell", "row", "both"]))
    u, v = draw(st.integers(0, len(cells) - 1)), draw(st.integers(0, len(cells) - 1))
    if place in ("cell", "both"):
        cells[u][v] = draw(scalars)
    if place in ("row", "both"):
        cells[v] = draw(anything)
    if place == "cell" and draw(st.booleans()):
        array = np.empty((len(cells), len(cells)), object)
        for i, row in enumerate(cells):
            for j, cell in enumerate(row):
                array[i, j] = cell
        return array, cells
    return cells, cells


@st.composite
def tables(draw):
    """Columns of states, as lists."""
    rows = draw(st.integers(2, 12))
    names = draw(st.lists(st.text(max_size=3), min_size=1, max_size=4, unique=True))
    states = st.sampled_from(
        [["a", "b"], [0, 1, 2], [False, True], ["x", "y", "z"], [10, -3], [(1, 2), (1, 3)]]
    )
    return {
        name: draw(st.lists(st.sampled_from(draw(states)), min_size=rows, max_size=rows)) for name in names
    }


TABLES = {
    "dict": lambda columns: columns,
    "tuples": lambda columns: {name: tuple(column) for name, column in columns.items()},
    "frame": lambda columns: pd.DataFrame(columns),
    "objects": lambda columns: pd.DataFrame({k: pd.Series(v, dtype=object) for k, v in columns.items()}),
    "categories": lambda columns: pd.DataFrame(columns).astype("category"),
    "series": lambda columns: {name: pd.Series(column) for name, column in columns.items()},
    "backwards": lambda columns: pd.DataFrame(columns).iloc[::-1],
}


def codes(columns) -> dict:
    """The same rows as numbers from 10 on, which no graph has: equal cells have equal ones."""
    out = {}
    for name, column in columns.items():
        seen: dict = {}
        out[name] = [seen.setdefault(cell, 10 + len(seen)) for cell in column]
    return out
