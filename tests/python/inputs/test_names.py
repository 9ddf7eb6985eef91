"""Names of every type: their order, and the values that cannot be names."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Set

import numpy as np
import pandas as pd
import pytest

import mcbnc
from mcbnc._base.rank import rank

EMPTY = np.zeros((1, 3, 3), np.uint8)


class Silent:
    """A class whose repr is only an address."""


class Alike:
    def __repr__(self):
        return "Alike"


class Unlike:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"Unlike({self.name!r})"


class Raising:
    """A hashable class whose comparison and repr raise."""

    def __hash__(self):
        return 1

    def __eq__(self, other):
        raise RuntimeError("hands off")

    def __repr__(self):
        raise RuntimeError("do not look")


class Keys(Set):
    """An unordered set that is no built-in type."""

    def __contains__(self, name):
        return name in "xyz"

    def __iter__(self):
        return iter("xyz")

    def __len__(self):
        return 3


def sets(*members):
    return [frozenset(m) for m in members]


ORDERED = {
    "strings": ["A", "B", "a", "é"],
    "numbers": [-np.inf, False, 1.5, np.int64(2), 9, 10, 10**5000],
    "tuples": [(), ("a", 2), ("a", 10), ("b", -1)],
    "tuples in tuples": [((1, 2), "b"), ((1, 10), "a")],
    "numbers and strings": [2.5, 3, "a", "b"],
    "subsets": sets("b", "cd", "d", "ef"),  # '{' and ', ' fall where the members do
    "sets and strings": [*sets("a", "b"), "a"],
    "sets in tuples": [(1, frozenset("ab")), (1, frozenset("ac"))],
    "a class": [Unlike("a"), Unlike("b"), Unlike("c")],
    "NaN in tuples": [(1.0,), (2.0,), (float("nan"),)],
    "dates": list(pd.date_range("2020-01-01", periods=3)),
    "one of each class": [Alike(), Raising(), Silent()],
}


@pytest.mark.parametrize("kind", ORDERED)
def test_the_order_does_not_depend_on_the_columns(kind):
    names = ORDERED[kind]
    assert rank(names) is None
    rng = np.random.default_rng(0)
    for _ in range(20):
        turn = rng.permutation(len(names))
        found = rank([names[i] for i in turn])
        np.testing.assert_array_equal(turn if found is None else found, turn)


def test_the_order_does_not_depend_on_the_process():
    script = (
        "from mcbnc._base.rank import rank\n"
        "print(rank([frozenset(m) for m in ({'x','y'}, {'w','z'}, {'v'})]))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            check=True,
            capture_output=True,
        ).stdout
        for seed in range(4)
    }
    assert said == {b"[2 1 0]\n"}


@pytest.mark.parametrize("make", [Alike, Silent, lambda: (1, Silent())], ids=["repr", "address", "tuple"])
def test_names_that_cannot_be_told_apart(make):
    names = [make(), "a", make()]
    with pytest.raises(mcbnc.InvalidInputError, match=r"nodes: the names .* have no certain order") as caught:
        mcbnc.consensus(EMPTY, nodes=names)
    assert caught.value.argument == "nodes"
    assert caught.value.nodes == [names[0], names[2]]


UNORDERED = [{"x", "y", "z"}, frozenset("xyz"), Keys(), {"x": 0, "y": 1, "z": 2}.keys() | set()]


@pytest.mark.parametrize("names", UNORDERED, ids=lambda names: type(names).__name__)
def test_sets_have_no_order(names):
    with pytest.raises(mcbnc.InvalidInputError, match=r"nodes must be a sequence.*no order") as caught:
        mcbnc.consensus(EMPTY, nodes=names)
    assert caught.value.argument == "nodes"
    with pytest.raises(mcbnc.InvalidInputError, match=r"order must be a sequence.*no order") as caught:
        mcbnc.fusion(EMPTY, nodes=list("xyz"), order=names)
    assert caught.value.argument == "order"


def test_dicts_and_their_views_have_an_order():
    names = {"z": 0, "x": 1, "y": 2}
    for given in (names, names.keys(), dict(enumerate(names)).values()):
        assert mcbnc.fusion(EMPTY, nodes=given, order=given).order == ["z", "x", "y"]


@pytest.mark.parametrize("missing", [None, np.nan, pd.NA, pd.NaT], ids=repr)
def test_missing_names(missing):
    for nodes in (["a", missing, "c"], pd.Series(["a", missing, "c"], dtype=object)):
        with pytest.raises(mcbnc.InvalidInputError, match="nodes: node 1 has no name") as caught:
            mcbnc.consensus(EMPTY, nodes=nodes)
        assert caught.value.nodes == [1]


def test_names_that_cannot_be_compared():
    with pytest.raises(mcbnc.InvalidInputError, match="nodes: the names cannot be compared: hands off"):
        mcbnc.consensus(EMPTY, nodes=[Raising(), "b", Raising()])


@pytest.mark.parametrize("huge", ["x" * 100_000, 10**5000, ("x",) * 50_000], ids=["str", "int", "tuple"])
def test_messages_stay_short(huge):
    cycle = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    other = [huge, "b", "x" * 99_999 + "y"]
    index = pd.Index(other, dtype=object)  # from a list, older pandas tries float() of each
    calls = [
        lambda: mcbnc.consensus([cycle], nodes=other),
        lambda: mcbnc.consensus([cycle * 2], nodes=other),
        lambda: mcbnc.consensus([cycle], nodes=[huge, "b", huge]),
        lambda: mcbnc.consensus(
            [pd.DataFrame(cycle, index, index), pd.DataFrame(cycle, list("abc"), list("abc"))]
        ),
        lambda: mcbnc.consensus([pd.DataFrame(cycle, index, list("abc"))]),
        lambda: mcbnc.criticality(EMPTY, huge, 1),
        lambda: mcbnc.criticality(EMPTY, huge, huge, nodes=other),
        lambda: mcbnc.criticality(EMPTY, huge, "b", [huge], nodes=other),
        lambda: mcbnc.fusion(EMPTY, order=other),
        lambda: mcbnc.datasets.load(huge),
    ]
    for call in calls:
        with pytest.raises(mcbnc.InvalidInputError) as caught:
            call()
        assert len(str(caught.value)) < 1000
    assert len(repr(mcbnc.criticality(EMPTY, huge, "b", nodes=other))) < 1000
    assert mcbnc.consensus(EMPTY, nodes=other).nodes == other
