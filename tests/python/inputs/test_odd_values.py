"""Objects whose methods raise, and values of extreme size, are refused like any other bad input."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from row_calls import with_rows

import mcbnc

GOOD = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]], np.uint8)


class Raising:
    """An object whose special methods raise."""

    def _raise(self, *_, **__):
        raise RuntimeError("the method raises")

    __eq__ = __hash__ = __repr__ = __float__ = __array__ = _raise


ODD = [10**400, 10**5000, -(10**5000), "9" * 100_000, ["9" * 100_000], Raising()]
OPTIONS = ["theta", "weights", "k_max", "start", "output", "canonical", "seed", "workers", "time_limit"]


@pytest.mark.parametrize("argument", [*OPTIONS, "progress", "nodes", "dags"])
@pytest.mark.parametrize("value", ODD, ids=["float", "repr", "negative", "str", "list", "raising"])
def test_refused_with_a_short_message(argument, value):
    arguments = {"dags": [GOOD, GOOD], argument: value}
    with pytest.raises(mcbnc.InvalidInputError, match=argument) as caught:
        mcbnc.consensus(**arguments)
    assert caught.value.argument == argument
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    "value", [10**400, 10**5000, Raising(), "9" * 100_000], ids=["float", "repr", "raising", "str"]
)
def test_odd_entries_are_refused_with_a_short_message(value):
    entries = GOOD.astype(object)
    entries[0, 1] = value
    for dags in ([GOOD, entries], [GOOD, entries.tolist()]):
        with pytest.raises(mcbnc.InvalidInputError, match=r"dags\[1\]") as caught:
            mcbnc.consensus(dags)
        assert len(str(caught.value)) < 400
    with pytest.raises(mcbnc.InvalidInputError, match="weights") as caught:
        mcbnc.consensus([GOOD, GOOD], weights=[1, value])
    assert len(str(caught.value)) < 400
    for argument in ("counts", "weights"):
        with pytest.raises(mcbnc.InvalidInputError, match=argument):
            mcbnc.batch([GOOD, GOOD], **{argument: [[1, value]]})


NESTED: list = []
for _ in range(3000):
    NESTED = [NESTED]


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("states", np.array("a")),
        ("states", np.array(3)),
        ("states", {"x": NESTED}),
        ("missing_values", NESTED),
        ("missing_values", [NESTED]),
        ("missing_values", {"x": "?"}),
        ("missing_values", np.array("a")),
        ("missing_values", [10**5000]),
        ("missing_values", Raising()),
        ("accept", NESTED),
        ("accept", np.array("a")),
        ("names", NESTED),
        ("names", np.array("a")),
    ],
)
def test_odd_values_in_arguments_about_rows(argument, value):
    with pytest.raises(mcbnc.InvalidInputError, match=argument) as caught:
        with_rows(mcbnc.learn, {"x": [0, 1]}, **{argument: value})
    assert caught.value.argument == argument
    assert len(str(caught.value)) < 400


class Uneven:
    """An object that cannot be compared, although it has a hash."""

    __hash__ = object.__hash__

    def __ne__(self, other):
        raise RuntimeError("the comparison raises")


@pytest.mark.parametrize("score", ["bdeu", "bge"])
@pytest.mark.parametrize("cell", [Uneven(), Raising(), NESTED], ids=["uneven", "raising", "nested"])
def test_odd_cells(cell, score):
    with pytest.raises(mcbnc.InvalidInputError, match="data: column 'x'"):
        mcbnc.learn({"x": [cell, 1, 2]}, score=score)


def test_numbers_of_thousands_of_digits_are_states():
    with pytest.raises(mcbnc.InvalidInputError, match="column 'x', row 0: 0 is not one of its states"):
        mcbnc.learn(mcbnc.Rows({"x": [0, 1]}, states={"x": [10**5000]}))
    cells = [10**5000, 10**5000 + 1, 1]
    assert mcbnc.learn(mcbnc.Rows({"x": cells * 3}, missing_values="?")).states["x"] == [
        1,
        10**5000,
        10**5000 + 1,
    ]
    many = [10**400 + k for k in range(40)] * 3
    with pytest.warns(mcbnc.DataWarning, match="many different whole numbers"):
        assert len(mcbnc.learn({"x": many}).states["x"]) == 40


def test_the_cause_is_kept():
    with pytest.raises(mcbnc.InvalidInputError, match=r"dags\[0\].*the method raises") as caught:
        mcbnc.consensus([Raising()])
    assert isinstance(caught.value.__cause__, RuntimeError)


def test_a_memory_error_is_not_bad_input():
    class Large:
        def __array__(self, *_, **__):
            raise MemoryError

    with pytest.raises(MemoryError):
        mcbnc.consensus([Large()])
    with pytest.raises(MemoryError):
        mcbnc.consensus([GOOD], weights=Large())


def test_masked_weights():
    masked = np.ma.masked_array([1.0, 2.0], mask=[False, True])
    with pytest.raises(mcbnc.InvalidInputError, match=r"weights must be numbers.*masked") as caught:
        mcbnc.consensus([GOOD, GOOD], weights=masked)
    assert caught.value.argument == "weights"
    for argument in ("weights", "counts"):
        with pytest.raises(mcbnc.InvalidInputError, match=rf"{argument}.*masked"):
            mcbnc.batch([GOOD, GOOD], **{argument: masked[None]})
    bare = np.ma.masked_array([1.0, 2.0])
    assert mcbnc.consensus([GOOD, GOOD], weights=bare).status == "complete"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"seed": 2**63},
            r"seed must be a whole number from 0 to 2\*\*63 - 1, or None, not 9223372036854775808",
        ),
        ({"k_max": -1}, r"k_max must be a whole number >= 0, or be left out for no limit, not -1"),
        (
            {"workers": 0},
            r"workers must be a whole number from 1 to 2\*\*63 - 1, or None for all cores, not 0",
        ),
        (
            {"k_max": 2**63},
            r"k_max must be a whole number of 64 bits, or None for no limit, not 9223372036854775808",
        ),
        ({"theta": "Auto"}, r"theta must be a finite number, or 'auto', not 'Auto'"),
        ({"theta": -0.5}, r'theta must be a number >= 0, or "auto", not -0.5'),
        ({"time_limit": 0}, r"time_limit must be a number of seconds > 0, not 0"),
        ({"time_limit": "1"}, r"time_limit must be a number of seconds, or None, not '1'"),
    ],
)
def test_messages_state_the_bounds(options, message):
    with pytest.raises(mcbnc.InvalidInputError, match=f"^{message}$"):
        mcbnc.consensus([GOOD], **options)


@pytest.mark.parametrize("option", ["seed", "k_max", "workers"])
def test_the_bounds_are_accepted(option):
    assert mcbnc.consensus([GOOD, GOOD], **{option: 2**63 - 1}).status == "complete"


def test_messages_of_a_trajectory():
    whole = mcbnc.trajectory([GOOD])
    with pytest.raises(mcbnc.InvalidInputError, match=r"^theta must be a finite number >= 0, not 'auto'$"):
        whole.at("auto")
    for limit in ("max_edges", "max_treewidth"):
        with pytest.raises(mcbnc.InvalidInputError, match=rf"^{limit} .* or None for no limit, not -1$"):
            whole.select(**{limit: -1})


def test_indices_of_sequences():
    whole = mcbnc.trajectory([GOOD])
    runs = mcbnc.batch([GOOD], counts=[[1], [2]])
    assert whole[-1].edges_left == 0
    assert len(whole[:]) == len(runs[:]) == len(whole) == 2
    for k in (2, -3, 10**6):
        with pytest.raises(IndexError, match=rf"^the trajectory has 2 steps, no \[{k}\]$"):
            whole[k]
        with pytest.raises(IndexError, match=rf"^the batch has 2 runs, no \[{k}\]$"):
            runs[k]
    with pytest.raises(TypeError, match="a trajectory is indexed by int or slice, not str"):
        whole["a"]


@pytest.mark.parametrize("S", [2, 2.0, np.int64(2), np.array(2), [2], (np.int8(2),), {2}], ids=repr)
def test_a_set_of_one_node(S):
    assert mcbnc.criticality([GOOD], 0, 1, S).S == (2,)


def test_a_set_of_one_node_with_another_kind_of_name():
    assert mcbnc.criticality([GOOD], "a", "b", np.str_("c"), nodes=list("abc")).S == ("c",)
    tuples = [(0, 1), (0, 2), (0, 3)]
    assert mcbnc.criticality([GOOD], (0, 1), (0, 2), S=[(0, 3)], nodes=tuples).S == ((0, 3),)


def test_a_criticality_equals_only_itself_and_copies_are_read_only():
    result = mcbnc.criticality([GOOD, GOOD], 0, 1)
    assert result == result
    assert result != mcbnc.criticality([GOOD, GOOD], 0, 1)
    assert len({result, result}) == 1
    for again in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result), copy.copy(result)):
        assert vars(again).keys() == vars(result).keys()
        np.testing.assert_array_equal(again.per_dag, result.per_dag)
        assert not again.per_dag.flags.writeable


def test_pickled_clients_are_read_only():
    again = pickle.loads(pickle.dumps(mcbnc.datasets.load("asia")))
    assert not again.dags.flags.writeable
    assert not again.gold.flags.writeable
    with pytest.raises(mcbnc.InvalidInputError, match="no bundled client DAGs are named array"):
        mcbnc.datasets.load(np.array(["asia", "child"]))
