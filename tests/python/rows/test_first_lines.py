"""First lines that are taken for names, although much speaks against it, get a warning."""

from __future__ import annotations

import warnings

import pytest
from row_calls import with_rows

import mcbnc

ROWS = [f"P{i:03};1{i % 10}.0{1 + i % 9}.2023;{40 + i % 30};{'fm'[i % 2]}" for i in range(60)]


def told(path, lines, **options):
    path.write_text("\n".join([*lines, ""]))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with_rows(mcbnc.discretize, path, **options)
    return [str(warning.message) for warning in caught]


@pytest.mark.parametrize("first", ["P999;12.03.2023;45;f", "P999;1.2.2022;45,5;f", "P999;1.2.2022;45.5;f"])
def test_a_patient_with_an_identifier_is_not_taken_for_names_in_silence(first, tmp_path):
    (warning,) = told(tmp_path / "rows.csv", [first, *ROWS])
    assert "is taken for the names of the columns. If it is a row of data, put a line of names" in warning


@pytest.mark.parametrize("first", ["id;date;age;sex", "id;date;45;sex", "id;x;age;f", "id;2019;2020;2021"])
def test_names_are_names(first, tmp_path):
    assert told(tmp_path / "rows.csv", [first, *ROWS]) == []


def test_blanks_between_cells_are_told(tmp_path):
    with pytest.raises(mcbnc.InvalidInputError, match="one column, 'age sex ill', and each line has 3"):
        told(tmp_path / "rows.csv", ["age sex ill", *(f"{k % 7} f no" for k in range(40))])
    assert told(tmp_path / "rows.csv", ["age", *("12" for _ in range(40))]) == []
