"""The engine's reader of CSV files beside Python's, and its facts about texts beside those of Python."""

from __future__ import annotations

import csv
import gzip
import io
import math
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mcbnc
from mcbnc._rows import cells, facts
from mcbnc._rows.cells import Wanted
from mcbnc._rows.columns import Column, ColumnLocation, read_column
from mcbnc._rows.csv import read_csv
from mcbnc._rows.facts import Facts
from mcbnc._rows.numbers import Numbers, read_numbers, read_texts
from mcbnc._rows.options import read_row_options
from mcbnc._rows.state_lists import States, facts_of
from mcbnc._rows.texts import POINT, as_number, has_unit, is_date, is_decimal, is_meant, text_facts

OPTIONS = read_row_options()
LOCATION = ColumnLocation("data", None, "first name")
NAMES = ["first name", "second name", "third"]


def by_python(text, columns, sign):
    """The rows of a text and their lines, by Python's reader, or the message of what is wrong."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=sign, strict=True)
    rows, blank, end = [], [], 0
    try:
        for row in reader:
            line, end = end + 1, reader.line_num
            if not row:
                continue
            if len(row) > 1 and not any(map(str.strip, row)):
                blank.append((line, row))
                continue
            rows += [*blank, (line, row)]
            blank.clear()
    except csv.Error as error:
        said = "a quote is opened, but the file ends before it is closed"
        return f"line {reader.line_num}: {said if str(error) == 'unexpected end of data' else error}"
    lengths = [len(row) for _, row in rows[1:]]
    wrong = next((k for k, length in enumerate(lengths) if length != columns), None)
    if wrong is None:
        return rows[1:] or "it has a header, and no rows"
    if len(lengths) > 1 and set(lengths) == {lengths[0]} and lengths[0] > columns:
        return f"the first line, which begins with '{NAMES[0]}', has fewer cells"
    cells = f"{lengths[wrong]} cell{'s' * (lengths[wrong] != 1)}"
    return f"line {rows[1 + wrong][0]} has {cells} for {columns} columns"


def read(path, text, wanted, packed=False):
    content = text.encode()
    path.write_bytes(gzip.compress(content) if packed else content)
    return read_csv(path, "data", None, wanted)


SIGNS = [",", ";", "\t", "|", "§"]
PIECES = ["\n", "\r\n", "\r", '"', '""', "a", "b", " ", "1.5", "é", "\u00a0", "x y", "\x1c", "\0", "§", "𝄞"]


@st.composite
def hostile(draw):
    """A text of random pieces behind a header, with a sign that is told."""
    sign = draw(st.sampled_from(SIGNS))
    columns = draw(st.integers(2, 3))
    head = f"sep={sign}\n" + sign.join(NAMES[:columns]) + "\n"
    body = draw(st.lists(st.sampled_from([*PIECES, sign, sign, sign, "\n"]), max_size=30))
    return sign, columns, head, "".join(body)


@st.composite
def rows_of_cells(draw):
    """The same of whole rows, as programs write them."""
    sign = draw(st.sampled_from(SIGNS))
    columns = draw(st.integers(2, 3))
    cell = st.sampled_from(
        ["", "a", "b", "a b", f"x{sign}y", 'say "so"', "two\nlines", "r\r\nn", "1.5", "é", " ", "𝄞"]
    )
    table = draw(st.lists(st.lists(cell, min_size=columns, max_size=columns), max_size=12))
    file = io.StringIO(newline="")
    quoting = draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    csv.writer(file, delimiter=sign, lineterminator=end, quoting=quoting).writerows(table)
    head = f"sep={sign}\n" + sign.join(NAMES[:columns]) + "\n"
    return sign, columns, head, file.getvalue()


def agrees(path, given, packed):
    sign, columns, head, body = given
    wanted = by_python(head.split("\n", 1)[1] + body, columns, sign)
    try:
        found = read(path, head + body, Wanted(False, OPTIONS), packed)
    except mcbnc.InvalidInputError as error:
        message = str(error).removeprefix(f"data ({path}): ")
        assert isinstance(wanted, str), message
        told = re.sub(r"line (\d+)", lambda line: f"line {int(line[1]) + 1}", wanted)  # that with the sign
        assert message.startswith(told)
        return
    assert not isinstance(wanted, str)
    texts = [[column.states[code] for code in column.codes.tolist()] for column in found.columns]
    assert [*map(list, zip(*texts, strict=True))] == [row for _, row in wanted]
    assert [found.lines.of(i) for i in range(len(wanted))] == [line + 1 for line, _ in wanted]
    for column in found.columns:
        assert column.states == sorted(set(column.states))


@settings(deadline=None, max_examples=300)
@given(hostile() | rows_of_cells(), st.booleans(), st.sampled_from([1, 7, 40, 1 << 20]))
def test_files_are_read_as_pythons_reader_reads_them(tmp_path_factory, table, packed, size):
    path = tmp_path_factory.mktemp("x") / "x.csv"
    whole = by_python(table[2].split("\n", 1)[1] + table[3], table[1], table[0])
    with pytest.MonkeyPatch.context() as patch:
        # Where a fault is told, a part may end before a fault that comes first in the whole.
        patch.setattr(cells, "_PART", 1 << 20 if isinstance(whole, str) else size)
        agrees(path, table, packed)


def test_a_cell_may_be_as_long_as_python_lets_it(tmp_path):
    limit = csv.field_size_limit()
    for fine, long in ((("ü" * limit), "ü" * (limit + 1)), (f'"{"x" * limit}"', f'"{"y" * (limit + 1)}"')):
        found = read(tmp_path / "x.csv", f"a,b\n1,{fine}\n", Wanted(False, OPTIONS))
        assert len(str(found.columns[1].states[0])) == limit
        with pytest.raises(
            mcbnc.InvalidInputError, match=rf"line 3: field larger than field limit \({limit}\)"
        ):
            read(tmp_path / "x.csv", f"a,b\n\n1,{long}\n", Wanted(False, OPTIONS))


NUMBERS = ["1", "-2.5", "1e3", "1.051", "2.300", "734", "1,051", "12,5", "", " ", "NA", "-9", "x", " 7 "]
NUMBERS += ["1_0", "nan", "inf", "٣", ".5"]


@settings(deadline=None, max_examples=300)
@given(
    st.lists(st.sampled_from(NUMBERS), min_size=1, max_size=4),
    st.lists(st.integers(0, 3), min_size=1, max_size=20),
    st.sampled_from([(), ("-9",), ("x", "734")]),
    st.sampled_from([None, ".", ","]),
)
def test_numbers_of_a_file_are_those_of_the_same_texts(tmp_path_factory, some, picks, missing, decimal):
    """What is read of a file is what is read of a column of objects with the same texts."""
    path = tmp_path_factory.mktemp("x") / "x.csv"
    options = read_row_options(missing_values=missing, decimal=decimal)
    own = [some[pick % len(some)] for pick in picks]
    text = "".join(f'"{cell}";z\n' for cell in own)
    column = read(path, f"first name;second\n{text}", Wanted(True, options)).columns[0]
    assert isinstance(column, Numbers)
    told = []
    for numbers in (column, read_numbers(np.array(own, object), LOCATION, options)):
        try:
            told.append(read_texts([numbers], [LOCATION], options)[0].tolist())
        except mcbnc.InvalidInputError as error:
            told.append(str(error))
    assert str(told[0]) == str(told[1])


PARTS = [*"0123456789.,'+-eE aAkKnN<>%/\t\x1f", "2024-05-31", "mg", "None", "−", "’", "é", "\x00"]
LETTERS = st.lists(st.sampled_from(PARTS), max_size=9).map("".join)


@settings(deadline=None, max_examples=300)
@given(st.lists(LETTERS, min_size=1, max_size=60, unique=True))
def test_facts_of_many_texts_are_those_of_each(texts):
    """The engine is asked about many texts. What it says is what Python says of each."""
    several = [*texts, *(f"{k} more" for k in range(200))]
    facts = Facts(several)
    for at, text in enumerate(several):
        wanted = text_facts(text)
        for sign, number in ((POINT, wanted.point), (",", wanted.comma)):
            assert facts.are_numbers(sign)[at] == (number is not None), text
            assert str(float(facts.numbers(sign)[at])) == str(
                math.nan if number is None else float(number)
            ), text
            assert facts.decimals(sign)[at] == is_decimal(text, sign), text
        assert facts.dates[at] == is_date(text), text
        assert facts.units[at] == has_unit(text), text
        assert facts.signs[at] == (POINT in text)
    by_key = {}
    for text in several:
        by_key.setdefault(text_facts(text).key, []).append(text)
    marked = [text for text in several if text_facts(text).marker]
    assert facts.markers == [one for one in marked if not is_meant(one.strip().casefold(), several)]
    assert facts.groups == [group for group in by_key.values() if len(group) > 1]
    back = np.arange(len(several))[::-1]
    turned, anew = States(several).in_order(back), Facts(several[::-1])
    assert (turned, turned.facts().groups) == (several[::-1], anew.groups)
    assert (turned.facts().markers, turned.facts().needed) == (anew.markers, anew.needed)


def test_texts_that_are_too_long_for_the_engine_are_pythons(monkeypatch):
    texts = [f"{k % 7}.5 €{k}" for k in range(400)]
    column = read_column(texts, LOCATION)
    monkeypatch.setattr(facts, "_MOST_BYTES", 3999)
    assert facts.sort_texts(texts) is None
    again = read_column(texts, LOCATION)
    assert [*again.states] == [*column.states]
    np.testing.assert_array_equal(again.codes, column.codes)
    assert again.states.facts().groups == column.states.facts().groups


NO_NAN = st.floats(allow_nan=False)


@settings(deadline=None)
@given(
    st.lists(
        st.integers()
        | st.floats(allow_nan=False)
        | st.booleans()
        | LETTERS
        | st.decimals(allow_nan=False)
        | st.dates(),
        max_size=12,
        unique_by=lambda state: (type(state), state),
    )
)
def test_facts_of_any_states(states):
    facts = Facts(states)
    assert facts.types == set(map(type, states))
    for at, state in enumerate(states):
        for sign in (POINT, ","):
            number = as_number(state, sign)
            assert facts.are_numbers(sign)[at] == (number is not None)
            assert facts.decimals(sign)[at] == is_decimal(state, sign)
            if number is not None:
                assert facts.numbers(sign)[at] == number
        assert facts.texts[at] == isinstance(state, str)
        assert facts.dates[at] == is_date(state)


def test_states_keep_their_facts():
    states = States(["a", "b"])
    assert states.facts() is states.facts()
    assert states == ["a", "b"]
    others = [States(["c"])]
    merged = states.merged_with([states, *others], lambda lists: [*lists[0], *lists[1]])
    assert merged == ["a", "b", "c"]
    assert states.merged_with([states, *others], lambda lists: []) is merged
    assert states.merged_with([states, States(["c"])], lambda lists: []) == []


def test_pythons_word_for_no_value_is_a_marker_in_many_texts():
    many = [f"word {k}" for k in range(300)]
    assert facts_of([*many, "None", "none"]).markers == ["None"]
    assert facts_of([*many, " NA", "unknown"]).markers == [" NA", "unknown"]
    assert facts_of(["a", "b", "-99"]).markers == ["-99"]


def test_a_column_of_very_many_states(tmp_path):
    rng = np.random.default_rng(1)
    own = rng.integers(0, 1 << 40, 70_000).tolist()
    found = read(
        tmp_path / "x.csv", "number;two\n" + "".join(f"{x};{x % 300}\n" for x in own), Wanted(False, OPTIONS)
    )
    first, second = found.columns
    assert isinstance(first, Column)
    assert (first.codes.dtype, second.codes.dtype) == (np.uint32, np.uint16)
    assert [first.states[code] for code in first.codes] == [*map(str, own)]
    assert [second.states[code] for code in second.codes] == [str(x % 300) for x in own]
