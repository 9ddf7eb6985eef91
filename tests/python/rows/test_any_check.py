"""Whatever is given to check and discretize: a report or mcbnc's own error, and learning's verdict."""

from __future__ import annotations

import os
import warnings

from hostile import Raising, anything, scalars, tables
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from row_calls import with_rows

import mcbnc

few = settings(
    max_examples=int(os.environ.get("MCBNC_HYPOTHESIS_EXAMPLES", "100")),
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)


@st.composite
def numbers(draw):
    """Columns of numbers, some of them alike."""
    rows = draw(st.integers(1, 8))
    cell = st.sampled_from([0, 1, 2.5, -3.25, 1e300, 1e-300, "1.5", "2,5", "1,234", None])
    few = st.lists(st.integers(-3, 3), min_size=rows, max_size=rows)
    names = draw(st.lists(st.text(max_size=3), min_size=1, max_size=4, unique=True))
    return {name: draw(few | st.lists(cell, min_size=rows, max_size=rows)) for name in names}


def taken(function, *arguments, **options) -> bool:
    """True if the function takes the arguments. False: it refuses them by mcbnc's own error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mcbnc.DataWarning)
        try:
            function(*arguments, **options)
        except mcbnc.McbncError:
            return False
    return True


@few
@given(anything)
def test_anything_as_datasets(thing):
    report = mcbnc.check(thing)
    assert str(report)
    assert report._repr_html_()
    assert report.record()["ok"] == report.ok
    if report.ok:
        assert taken(mcbnc.learn, thing, max_parents=1) or taken(mcbnc.learn_many, thing, max_parents=1)


@few
@given(tables(), st.data())
def test_a_table_with_something_else_in_it(columns, data):
    name = data.draw(st.sampled_from(sorted(columns)))
    if data.draw(st.booleans()):
        columns[name] = list(columns[name])
        columns[name][data.draw(st.integers(0, len(columns[name]) - 1))] = data.draw(scalars | anything)
    else:
        columns[name] = data.draw(anything)
    assert mcbnc.check(columns).ok == taken(mcbnc.learn, columns, max_parents=1)


@few
@given(anything, st.sampled_from(["bic-g", "bge", "bic-cg", "dg"]))
def test_anything_as_datasets_of_numbers(thing, score):
    report = mcbnc.check(thing, score=score)
    assert str(report)
    assert report._repr_html_()
    if report.ok:
        assert taken(mcbnc.learn, thing, score=score, max_parents=1) or taken(
            mcbnc.learn_many, thing, score=score, max_parents=1
        )


@few
@given(
    numbers(),
    st.sampled_from(["bic-g", "bge", "bic-cg", "dg", None]),
    st.sampled_from(["error", "drop"]),
    st.data(),
)
def test_numbers_with_something_else_among_them(columns, score, missing, data):
    name = data.draw(st.sampled_from(sorted(columns)))
    if data.draw(st.booleans()):
        columns[name][data.draw(st.integers(0, len(columns[name]) - 1))] = data.draw(scalars | anything)
    elif data.draw(st.booleans()):
        columns[name] = data.draw(anything)
    options = {"score": score, "missing": missing}
    report = with_rows(mcbnc.check, columns, **options)
    assert report.ok == taken(with_rows, mcbnc.learn, columns, max_parents=1, **options), str(report)


@few
@given(anything)
def test_anything_as_data_or_bins(thing):
    taken(mcbnc.discretize, thing)
    taken(mcbnc.discretize, {"a": [1.5, 2.5]}, bins=thing)


def test_square_tables_of_cells_that_raise():
    """Each cell is asked whether it is a number, since a square table may be a graph."""
    for n in (2, 3):
        columns = {str(k): [0.5] * (n - 1) + [Raising()] for k in range(n)}
        assert not taken(mcbnc.learn, columns)
        taken(mcbnc.discretize, columns)
