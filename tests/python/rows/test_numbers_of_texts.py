"""Numbers that are texts in a file: read by their codes, they are what they are when each text is read."""

import csv

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcbnc import InvalidInputError
from mcbnc._rows.cells import Wanted
from mcbnc._rows.columns import ColumnLocation
from mcbnc._rows.numbers import Numbers, WrittenTexts, _sure_numbers, read_texts
from mcbnc._rows.opened import open_table
from mcbnc._rows.options import RowOptions

TEXTS = ["1,051", "1,051.5", "2,300", "12,5", "1.051", "7", "-3,000", "0,5", "", "NA", "<30", "1e999", "9,9"]
OPTIONS = [
    RowOptions(),
    RowOptions(decimal=","),
    RowOptions(missing_values=frozenset(["9,9", "7"])),
    RowOptions(decimal=".", missing_values=frozenset(["<30"])),
]


def outcome(columns, locations, options):
    try:
        return [own.tolist() for own in read_texts(columns, locations, options)]
    except InvalidInputError as error:
        return str(error)


@settings(deadline=None, max_examples=150)
@given(
    st.lists(st.sampled_from(TEXTS), min_size=1, max_size=4, unique=True).flatmap(
        lambda some: st.lists(
            st.lists(st.sampled_from(some), min_size=1, max_size=12), min_size=1, max_size=2
        )
    ),
    st.sampled_from(OPTIONS),
)
def test_numbers_by_code_are_those_of_each_text(tmp_path_factory, sites, options):
    read, plain, locations = [], [], []
    for k, cells in enumerate(sites):
        path = tmp_path_factory.mktemp("file") / "x.csv"
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([["name", "other"], *([cell, "z"] for cell in cells)])
        read.append(open_table(str(path), "data", None, None, Wanted(True, options)).columns[0])
        texts = [*read[-1].texts]
        plain.append(Numbers(np.array(read[-1].values), [*read[-1].rows], texts, read[-1].known))
        locations.append(ColumnLocation("data", k, "name"))
    first, again, wanted = (outcome(columns, locations, options) for columns in (read, read, plain))
    assert str(first) == str(again) == str(wanted)  # NaN is not equal to itself


@pytest.mark.parametrize("cells", [["1,051.5", "2,300.25"], ["12,5", "7"]])
def test_sure_numbers_are_read_by_code(cells, tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("name;other\n" + "".join(f"{cell};z\n" for cell in cells))
    column = open_table(str(path), "data", None, None, Wanted(True, RowOptions())).columns[0]
    assert isinstance(column.texts, WrittenTexts)
    assert _sure_numbers(column, RowOptions()) is not None
