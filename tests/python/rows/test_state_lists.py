"""Lists of states that become strings or ints when asked are like lists that are there from the beginning."""

from __future__ import annotations

import csv
import gc
import pickle
import weakref

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcbnc._rows.cells import Wanted
from mcbnc._rows.columns import ColumnLocation, Node, from_codes, read_column
from mcbnc._rows.missing import mark_missing
from mcbnc._rows.opened import open_table
from mcbnc._rows.options import RowOptions
from mcbnc._rows.state_lists import NumberStates, States, WrittenStates

FACTS = (
    "texts",
    "with_point",
    "with_comma",
    "signs",
    "dates",
    "units",
    "have_numbers",
    "have_decimals",
    "are_dates",
)
TEXTS = ["a", "A", " a", "1", "1.0", "1,5", "1.5", "NA", "None", "ü", "Ü", "12 mg", "2024-05-31", "x\ny", ""]
MANY = [*TEXTS, *(f"{k}.25" for k in range(30))]


def alike(later, texts):
    """Hold a list against the same states as a list."""
    plain = States(texts)
    assert len(later) == len(texts)
    for at in range(-len(texts), len(texts)):
        assert later[at] == texts[at]
    assert later[1:4] == texts[1:4]
    facts, wanted = later.facts(), plain.facts()
    assert facts.types == wanted.types
    for name in FACTS:
        assert np.array_equal(getattr(facts, name), getattr(wanted, name)), name
    for sign in (".", ","):
        assert np.array_equal(facts.numbers(sign), wanted.numbers(sign), equal_nan=True)
        assert np.array_equal(facts.decimals(sign), wanted.decimals(sign))
    assert (facts.needed, facts.groups) == (wanted.needed, wanted.groups)
    assert facts.gaps == wanted.gaps
    if facts.types == {str}:
        assert facts.markers == wanted.markers
    assert later == texts
    assert later == plain
    assert [*later] == texts
    assert pickle.loads(pickle.dumps(later)) == texts
    assert repr(later) == repr(texts)


@settings(deadline=None)
@given(st.lists(st.sampled_from(MANY), min_size=1, max_size=50), st.randoms())
def test_texts_of_a_file(tmp_path_factory, cells, random):
    path = tmp_path_factory.mktemp("file") / "x.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["name", "other"], *([cell, "z"] for cell in cells)])
    column = open_table(str(path), "data", None, None, Wanted(False, RowOptions())).column(0)
    states = column.states
    assert isinstance(states, WrittenStates)
    texts = sorted(set(cells))
    assert [texts[code] for code in column.codes.tolist()] == cells
    order = random.sample(range(len(texts)), random.randint(1, len(texts)))
    chosen = states.in_order(np.array(order))
    stay = np.isin(np.arange(len(texts)), order)
    only = states.only(stay)
    for later, wanted in (
        (chosen, [texts[at] for at in order]),
        (only, [texts[at] for at in sorted(order)]),
        (states, texts),
    ):
        alike(later, wanted)


@settings(deadline=None)
@given(st.lists(st.sampled_from([0.5, 1.0, -2.0, 1e300, 2.0**53, 0.1, -0.25, 7.0, float("inf")]), min_size=1))
def test_floats_and_ints(numbers):
    column = read_column(np.array([*numbers, 0.5]), ColumnLocation("data", None, "x"))
    assert isinstance(column.states, NumberStates)
    states = [int(x) if x.is_integer() and abs(x) < 2.0**53 else x for x in sorted({*numbers, 0.5})]
    assert [*map(type, column.states)] == [*map(type, states)]
    alike(column.states, states)


@pytest.mark.parametrize("missing", [(), ("b", "1")])
def test_states_without_a_value_are_taken_out(missing):
    """By texts of all types, as where clients have states of unlike types."""
    options = RowOptions(missing_values=frozenset(missing))
    locations = [ColumnLocation("data", k, "x") for k in range(2)]
    columns = [read_column(values, locations[0]) for values in (["a", "b", "", "NA"], [1, 2, 1, 3])]
    node = mark_missing(Node(columns, locations), options, False, ())
    assert [[*column.states] for column in node.columns] == [
        [state for state in states if str(state) not in missing] for states in (["a", "b"], [1, 2, 3])
    ]


def test_states_are_freed_with_their_column(tmp_path):
    """A file's arrays are large, and Python may look for cycles late."""
    path = tmp_path / "x.csv"
    path.write_text("a\n" + "\n".join(f"{k}.5" for k in range(200)) + "\n")
    gc.disable()
    try:
        columns = [
            open_table(str(path), "data", None, None, Wanted(False, RowOptions())).column(0),
            read_column(np.arange(9) / 2, ColumnLocation("data", None, "x")),
        ]
        held = [weakref.ref(column.states) for column in columns]
        assert all(column.states.facts().have_decimals for column in columns)
        del columns
        assert [one() for one in held] == [None, None]
    finally:
        gc.enable()


@settings(deadline=None, max_examples=30)
@given(st.lists(st.text(max_size=12), min_size=1, max_size=20), st.randoms())
def test_many_strings_are_sorted_as_python_does(some, random):
    """The engine sorts them by their bytes, surrogates and signs beyond the first plane among them."""
    rare = ["\ud800", "\udfffx", "\uffff", "\U00010000"]
    texts = [*{*some, *rare, *(f"{word}{k}" for k in range(200) for word in some[:3])}]
    random.shuffle(texts)
    cells = random.choices(range(len(texts)), k=50)
    column = from_codes(np.array(cells), texts, ColumnLocation("data", None, "x"))
    assert [*column.states] == sorted(texts)
    assert [column.states[code] for code in column.codes.tolist()] == [texts[cell] for cell in cells]
    alike(column.states, sorted(texts))
