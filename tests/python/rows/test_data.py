"""Data of every kind: equal cells give equal data, and an error names the column and the row."""

from __future__ import annotations

import datetime
import decimal
import enum
import os
import sys

import numpy as np
import pandas as pd
import pytest
from row_calls import with_rows

import mcbnc
from mcbnc._rows import rows

NAMES = ["smoke", "age", "xray"]
ROWS = [("no", 2, True), ("yes", 0, False), ("no", 10, False), ("no", 2, False)]
FRAME = pd.DataFrame(ROWS, columns=NAMES)


def decoded(data) -> list[list[list]]:
    """The cells of each client, column by column, from the engine's codes."""
    clients, start = [], 0
    for count in data.rows:
        block = data.cells[start : start + data.n * count].reshape(data.n, count)
        clients.append(
            [[states[code] for code in codes] for states, codes in zip(data.states, block, strict=True)]
        )
        start += data.n * count
    assert start == len(data.cells)
    return clients


def read(*datasets, **options):
    return read_datasets(list(datasets), **options)


def read_datasets(datasets, **options):
    return with_rows(rows.read_datasets, datasets, score="bdeu", **options)


def columns(rows) -> list[list]:
    return [list(column) for column in zip(*rows, strict=True)]


# --- the same cells in every kind of table ------------------------------------------------------------------

KINDS = {
    "frame": FRAME,
    "objects": FRAME.astype(object),
    "nullable": FRAME.astype({"smoke": "string", "age": "Int16", "xray": "boolean"}),
    "categories": FRAME.astype("category"),
    "floats": FRAME.astype({"age": float}),
    "dict of lists": dict(zip(NAMES, columns(ROWS), strict=True)),
    "dict of tuples": dict(zip(NAMES, zip(*ROWS, strict=True), strict=True)),
    "dict of arrays": {name: FRAME[name].to_numpy() for name in NAMES},
    "dict of Series": {name: FRAME[name] for name in NAMES},
    "dict of Categoricals": {name: pd.Categorical(FRAME[name]) for name in NAMES},
    "rows reversed in memory": FRAME.iloc[::-1].reset_index(drop=True).iloc[::-1],
    "unsigned": FRAME.astype({"age": np.uint64}),
    "big-endian": FRAME.assign(age=np.array([2, 0, 10, 2], ">i4")),
    "NumPy's scalars": FRAME.assign(age=[np.int8(2), 0.0, np.float32(10), 2]).astype(object),
}


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_with_names(kind):
    data = read(KINDS[kind])
    assert data.nodes == NAMES
    assert data.named
    assert decoded(data) == [columns(ROWS)]
    assert data.states == [["no", "yes"], [0, 2, 10], [False, True]]
    assert [type(state) for states in data.states for state in states] == [str] * 2 + [int] * 3 + [bool] * 2
    assert data.cells.dtype == np.uint8
    assert data.cells.flags.c_contiguous


INTEGERS = [[3, 0], [1, 7], [3, 7]]


@pytest.mark.parametrize(
    "array",
    [
        INTEGERS,
        [tuple(row) for row in INTEGERS],
        *(np.array(INTEGERS, dtype) for dtype in ("i1", "u1", "i8", "u8", ">u2", "f2", "f8", object)),
        np.asfortranarray(INTEGERS),
        np.array(INTEGERS)[::-1][::-1],
        np.ma.masked_array(INTEGERS, mask=False),
    ],
    ids=str,
)
def test_kinds_without_names(array):
    data = read(array)
    assert (data.nodes, data.named) == ([0, 1], False)
    assert decoded(data) == [columns(INTEGERS)]
    assert data.states == [[1, 3], [0, 7]]
    named = read(array, names=["b", "a"])
    assert (named.nodes, named.named, decoded(named)) == (["b", "a"], True, decoded(data))


@pytest.mark.parametrize("dtype", [str, bytes, bool])
def test_arrays_of_other_types(dtype):
    array = np.array([[1, 0], [1, 1]]).astype(dtype)
    assert decoded(read(array)) == [columns(array.tolist())]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_csv(tmp_path, delimiter):
    path = tmp_path / "rows.csv"
    FRAME.to_csv(path, sep=delimiter, index=False, encoding="utf-8-sig")
    for given in (path, str(path)):
        data = read(given)
        assert data.nodes == NAMES
        assert decoded(data) == [[list(map(str, column)) for column in columns(ROWS)]]
        assert data.states == [["no", "yes"], ["0", "10", "2"], ["False", "True"]]


def test_csv_in_parts(tmp_path, monkeypatch):
    rng = np.random.default_rng(3)
    cells = rng.integers(0, 300, (1000, 3))
    pd.DataFrame(cells, columns=NAMES).to_csv(tmp_path / "rows.csv", index=False)
    whole = read(tmp_path / "rows.csv", accept=True)
    monkeypatch.setattr("mcbnc._rows.cells._PART", 40)
    parts = read(tmp_path / "rows.csv", accept=True)
    assert decoded(parts) == decoded(whole) == [[list(map(str, column)) for column in cells.T.tolist()]]


def test_csv_with_quotes_and_empty_lines(tmp_path):
    (tmp_path / "q.csv").write_text('"a;1",b\n"x,\ny",None\n\n"",1\n', encoding="utf-8")
    with pytest.raises(mcbnc.InvalidInputError, match=r"column 'a;1', line 5: there is no value"):
        read(tmp_path / "q.csv")
    (tmp_path / "q.csv").write_text('"a;1",b\n"x,\ny",None\n\nz,1\n', encoding="utf-8")
    assert decoded(read(tmp_path / "q.csv", accept=["b"])) == [[["x,\ny", "z"], ["None", "1"]]]


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="the system has no /dev/fd")
def test_csv_through_a_pipe():
    read_end, write_end = os.pipe()
    os.write(write_end, b'\xef\xbb\xbf"a";c\r\nx;1\r\ny;2\r\n')
    os.close(write_end)
    data = read(f"/dev/fd/{read_end}")
    os.close(read_end)
    assert data.nodes == ["a", "c"]
    assert decoded(data) == [[["x", "y"], ["1", "2"]]]


def test_objects_with_a_to_pandas_method():
    class Polars:
        def to_pandas(self):
            return FRAME

    assert decoded(read(Polars())) == [columns(ROWS)]


def test_a_to_pandas_method_that_fails_is_named():
    class Polars:
        def to_pandas(self):
            raise ImportError("pyarrow is needed")

    for ask, place in (
        (lambda: mcbnc.learn(Polars()), "data"),
        (lambda: mcbnc.learn_many([FRAME, Polars()]), "datasets[1]"),
    ):
        with pytest.raises(mcbnc.InvalidInputError) as caught:
            ask()
        assert str(caught.value) == f"{place}: to_pandas() of Polars fails: pyarrow is needed"


@pytest.mark.filterwarnings("ignore:the matrix subclass")
def test_a_matrix_of_numpy_is_an_array():
    cells = np.matrix([[1, 2], [2, 1], [1, 1]])
    assert decoded(read(cells)) == decoded(read(np.asarray(cells)))


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int64, np.uint64])
def test_the_extreme_integers(dtype):
    info = np.iinfo(dtype)
    values = [info.max, info.min, info.max, info.min + 1]
    data = read(np.array([values, values[::-1]], dtype).T)
    assert decoded(data) == [[values, values[::-1]]]


@pytest.mark.parametrize(("count", "width"), [(1, 1), (256, 1), (257, 2), (65536, 2), (65537, 4)])
def test_the_width_is_the_smallest_that_holds_the_codes(count, width):
    data = read({"many": np.arange(count)[::-1], "one": ["x"] * count}, accept=["many"])
    assert data.request("learn")["width"] == data.cells.itemsize == width
    assert decoded(data) == [[list(range(count))[::-1], ["x"] * count]]
    assert data.arrays["arity"].tolist() == [count, 1]
    assert data.arrays["arity"].dtype == np.int32


def test_many_kinds_of_states():
    class Colour(enum.Enum):
        RED = 1
        BLUE = 2

    table = {
        "tuple": [(1, 2), (1, 10), (1, 2)],
        "enum": [Colour.RED, Colour.BLUE, Colour.RED],
        "date": [datetime.date(2026, 1, 2), datetime.date(2025, 1, 2), datetime.date(2026, 1, 2)],
        "decimal": [decimal.Decimal("1.0"), decimal.Decimal("0"), decimal.Decimal("1.0")],
        "mixed": ["a", 1, True],
        "interval": pd.cut([1.0, 20.0, 3.0], [0, 10, 20]),
        "large": [10**30, -1, 10**30],
    }
    data = read(table)
    assert decoded(data) == [[list(column) for column in table.values()]]
    assert data.states[0] == [(1, 2), (1, 10)]
    assert len(data.states[4]) == 2  # 1 == True in Python, so they are one state


def test_constant_columns_one_row():
    assert read(FRAME.iloc[:1]).states == [["no"], [2], [True]]
    assert decoded(read(np.zeros((5, 2), bool))) == [[[False] * 5] * 2]


def test_categories_that_no_row_has_are_states():
    column = pd.Categorical(["b", "a"], categories=["b", "c", "a"])
    data = read({"x": column})
    assert data.states == [["a", "b", "c"]]
    assert decoded(data) == [[["b", "a"]]]


# --- many clients -------------------------------------------------------------------------------------------


def test_clients_share_states_and_the_order_of_the_first():
    reordered = FRAME.iloc[:2, [2, 0, 1]].assign(smoke=["maybe", "no"])
    data = read(FRAME, reordered)
    assert data.rows == [4, 2]
    assert data.states[0] == ["maybe", "no", "yes"]
    assert decoded(data) == [columns(ROWS), [["maybe", "no"], [2, 0], [True, False]]]


def test_the_union_does_not_depend_on_the_order_of_clients():
    parts = [FRAME.assign(age=ages) for ages in ([1, 2, 3, 4], [7, 1, 1, 1], [0, 0, 0, 0])]
    whole = read(*parts)
    for order in ([2, 0, 1], [1, 2, 0], [2, 1, 0]):
        other = read(*(parts[i] for i in order))
        assert other.states == whole.states
        assert decoded(other) == [decoded(whole)[i] for i in order]


def test_with_and_without_names():
    array = np.array([[1, 0], [0, 1]])
    assert read(array, array, names=["b", "a"]).nodes == ["b", "a"]
    frame = pd.DataFrame({"a": [5, 5], "b": [6, 7]})
    data = read(frame, array, names=["b", "a"])
    assert data.nodes == ["a", "b"]
    assert decoded(data) == [[[5, 5], [6, 7]], [[0, 1], [1, 0]]]
    with pytest.raises(
        mcbnc.InvalidInputError, match=r"give the columns of those without by names= of mcbnc.Rows"
    ):
        read(frame, array)


def test_a_three_dimensional_array_is_a_sequence_of_clients():
    stack = np.array([[[0, 1], [1, 1]], [[1, 0], [0, 0]]])
    assert decoded(read_datasets(stack)) == [columns(rows) for rows in stack.tolist()]


# --- states -------------------------------------------------------------------------------------------------


def test_given_states():
    data = read(FRAME, states={"age": range(11), "smoke": ["yes", "no", "never"]})
    assert data.states == [["never", "no", "yes"], list(range(11)), [False, True]]
    assert decoded(data) == [columns(ROWS)]
    assert read(FRAME, states={"age": 11}).states == read(FRAME, states={"age": np.arange(11)}).states
    assert read(INTEGERS, states=[4, np.int64(8)]).states == [list(range(4)), list(range(8))]
    assert read(FRAME, states={"age": pd.Index([10.0, 2.0, 0.0])}).states[1] == [0, 2, 10]


def test_codes_are_indices_into_a_list_of_words():
    words = ["low", "normal", "high"]
    data = read({"bp": np.array([2, 0, 2])}, {"bp": ["low", "high"]}, states={"bp": words})
    assert data.states == [["high", "low", "normal"]]
    assert decoded(data) == [[["high", "low", "high"]], [["low", "high"]]]


def test_numbers_are_not_indices_if_the_words_are_numbers():
    with pytest.raises(mcbnc.InvalidInputError, match=r"^datasets\[1\].* row 0: 2 is not one of its states"):
        read({"x": ["2", "1"]}, {"x": [2, 1]}, states={"x": ["1", "2"]})


def test_categories_that_are_neither_given_nor_in_any_row():
    column = pd.Categorical(["b", "b"], categories=["a", "b"])
    data = read({"x": column}, states={"x": ["b", "c"]})
    assert (data.states, decoded(data)) == ([["b", "c"]], [[["b", "b"]]])


# --- data that cannot be used -------------------------------------------------------------------------------


class Unhashable:
    __hash__ = None


class Incomparable:
    def __eq__(self, other):
        raise RuntimeError("the comparison raises")

    def __hash__(self):
        return 1


def with_missing(value, dtype=None):
    return {"x": ["u", "v", "u"], "y": pd.Series(["a", "b", value], dtype=dtype)}


# name: (data, other arguments, column, pattern of the message)
BAD = {
    "None in a list": ({"x": [1, None]}, {}, "x", r"column 'x', row 1: there is no value"),
    "None": (with_missing(None, object), {}, "y", "column 'y', row 2: there is no value"),
    "NaN": (with_missing(np.nan, object), {}, "y", "row 2: there is no value"),
    "NA": (with_missing(pd.NA, "string"), {}, "y", "row 2: there is no value"),
    "NA among objects": (with_missing(pd.NA, object), {}, "y", "row 2: there is no value"),
    "NaT": (with_missing(pd.NaT, object), {}, "y", "row 2: there is no value"),
    "no category": (with_missing(None, "category"), {}, "y", "row 2: there is no value"),
    "nullable integer": ({"x": pd.array([1, None], "Int8")}, {}, "x", "row 1: there is no value"),
    "nullable boolean": ({"x": pd.array([None, True], "boolean")}, {}, "x", "row 0: there is no value"),
    "NaN among floats": (np.array([[1, 2], [3, np.nan]]), {}, 1, "column 1, row 1: there is no value"),
    "masked": (np.ma.masked_array([[1, 2]], mask=[[0, 1]]), {}, 1, "column 1, row 0: there is no value"),
    "a fraction": (np.array([[1], [0.5]]), {}, 0, "row 1: 0.5 is no whole number: discretise"),
    "a fraction among objects": ({"x": ["a", 1.0, 2.5]}, {}, "x", "row 0: 'a' is no finite number"),
    "infinity": ({"x": np.array([0.0, np.inf])}, {}, "x", "row 1: inf is no whole number"),
    "too large a float": ({"x": np.array([0.0, 1e300])}, {}, "x", "row 1: 1e[+]300 is no whole number"),
    "a decimal": ({"x": [1, decimal.Decimal("1.5")]}, {}, "x", r"row 1: Decimal\('1.5'\) is no whole number"),
    "dates": ({"x": pd.to_datetime(["2026-01-02"])}, {}, "x", "datetime64.*: leave the column out"),
    "dates with a zone": ({"x": pd.to_datetime(["2026-01-02"], utc=True)}, {}, "x", "datetime64.*: leave"),
    "complex": (np.zeros((2, 2), complex), {}, 0, "complex128: make a string"),
    "names given": (np.array([[1, np.nan]]), {"names": ["a", "b"]}, "b", "column 'b', row 0"),
    "not hashable": ({"x": ["a", Unhashable()]}, {}, "x", "row 1: its states cannot be distinguished"),
    "lists as states": ({"x": [[1], [2]]}, {}, "x", "row 0: its states cannot be distinguished"),
    "incomparable states": ({"x": [Incomparable(), Incomparable()]}, {}, "x", "the comparison raises"),
    "two dimensions": ({"x": np.zeros((2, 2))}, {}, "x", "one dimension"),
    "a string for a column": ({"x": "abc"}, {}, "x", "a sequence of states, not str"),
    "a number for a column": ({"x": 3}, {}, "x", "a sequence of states, not int"),
    "ragged": ({"x": [1, 2], "y": [1]}, {}, "y", "1 row, but 'x' has 2"),
    "a state not given": (FRAME, {"states": {"age": [0, 2]}}, "age", r"row 2: 10 is not one of its states"),
    "a code too large": (INTEGERS, {"states": [3, 8]}, 0, "row 0: 3 is not one of its states"),
    "a place too large": ({"x": [0, 2]}, {"states": {"x": ["a", "b"]}}, "x", "row 1: 2 is not one of its"),
    "a state twice": (FRAME, {"states": {"age": [0, 2, 2.0, 10]}}, "age", "states must differ"),
    "no states": (FRAME, {"states": {"age": []}}, "age", "empty"),
    "NaN as a state": (FRAME, {"states": {"age": [0, 2, np.nan]}}, "age", "states: .*row 2: there is no"),
    "states in a set": (FRAME, {"states": {"age": {0, 2}}}, "age", "a sequence of states, not set"),
    "states as one string": (FRAME, {"states": {"age": "ab"}}, "age", "a sequence of states, not str"),
    "lookalikes": ({"x": ["1", 1]}, {}, "x", "the states .* look the same"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_errors_name_the_column_and_the_row(name):
    data, arguments, column, pattern = BAD[name]
    with pytest.raises(mcbnc.InvalidInputError, match=pattern) as caught:
        with_rows(mcbnc.learn, data, score="bdeu", **arguments)
    assert caught.value.nodes == [column]
    assert caught.value.argument == ("states" if "states: " in str(caught.value) else "data")


def with_columns_of(data):
    """A good table with the same columns."""
    if isinstance(data, np.ndarray):
        return np.zeros((1, data.shape[1]), int)
    return {name: [0] for name in data}


@pytest.mark.parametrize("name", [name for name, (_, arguments, *_) in BAD.items() if not arguments])
def test_errors_about_one_of_many_clients_name_the_client(name):
    data, _, column, pattern = BAD[name]
    tables = [data, data] if name == "lookalikes" else [with_columns_of(data), data]
    with pytest.raises(mcbnc.InvalidInputError, match=pattern) as caught:
        mcbnc.learn_many(tables, score="bdeu")
    assert (caught.value.argument, caught.value.nodes) == ("datasets", [column])
    assert caught.value.dag == (None if name == "lookalikes" else 1)


# name: (data, other arguments, argument, pattern of the message)
NO_TABLE = {
    "None": (None, {}, "data", "NoneType"),
    "a number": (3, {}, "data", "int"),
    "a set": ({1, 2}, {}, "data", "set"),
    "one dimension": (np.zeros(3), {}, "data", "shape"),
    "three dimensions": (np.zeros((1, 2, 3)), {}, "data", "shape"),
    "several frames": ([FRAME, FRAME], {}, "data", "learn_many takes several"),
    "a graph": (mcbnc.from_bnlearn("[a][b|a]"), {}, "data", "not Graph"),
    "no columns": (pd.DataFrame(index=[0, 1]), {}, "data", "no columns"),
    "no columns, array": (np.zeros((3, 0)), {}, "data", "no columns"),
    "no columns, dict": ({}, {}, "data", "no columns"),
    "no rows of a list": ([], {}, "data", "no columns"),
    "empty rows": ([[], []], {}, "data", "no columns"),
    "ragged rows": ([[1, 2], [1]], {}, "data", "row 1 has 1 cell, but row 0 has 2"),
    "names twice": (pd.DataFrame([[0, 1]], columns=["a", "a"]), {}, "data", "'a' comes more than once"),
    "no name": (pd.DataFrame([[0, 1]], columns=["a", None]), {}, "data", "no name"),
    "names for a frame": (FRAME, {"names": ["a", "b", "c"]}, "names", "lacks 'smoke'"),
    "too few names": (
        np.zeros((2, 3), int),
        {"names": ["a", "b"]},
        "names",
        "2 names, but data has 3",
    ),
    "one name": (np.zeros((2, 3), int), {"names": "abc"}, "names", "one string"),
    "states of nobody": (FRAME, {"states": {"weight": 3}}, "states", "no node is named 'weight'"),
    "too few states": (FRAME, {"states": [2, 2]}, "states", "states has 2 lists for 3 columns"),
    "states as a number": (FRAME, {"states": 3}, "states", "must be a dict"),
    "no such number of states": (FRAME, {"states": {"age": 0}}, "states['age']", "a whole number from 1"),
    "too great a number of states": (
        FRAME,
        {"states": {"age": 10**12}},
        "states['age']",
        "from 1 to 1048576",
    ),
    "no file": ("nowhere.csv", {}, "data", "the file cannot be read"),
    "no path": ("no\0where.csv", {}, "data", "embedded null"),
}


@pytest.mark.parametrize("name", NO_TABLE)
def test_anything_but_a_table_is_refused(name):
    data, arguments, argument, pattern = NO_TABLE[name]
    with pytest.raises(mcbnc.InvalidInputError, match=pattern) as caught:
        with_rows(mcbnc.learn, data, **arguments)
    assert caught.value.argument == argument


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("", "empty"),
        ("a,b\n1,2\n1\n", "line 3 has 1 cell for 2 columns"),
        ("a,a\n1,2\n", "more than once"),
        (',a\n"1",2\n', "a column has no name"),
        ("a,b\n1,NA\n", "column 'b', line 2: there is no value"),
        ('a,b\n1,"2\n', "line 2: a quote is opened, but the file ends before"),
        ('a,b\n1,2\n"1"2,3\n', "line 3: ',' expected after '\"'"),
        ("\na,b\n1,2\n", "its first line, which is the header, is empty"),
        (" ,b\n1,2\n", "a column has no name"),
        ("a,b\n1,\xff\n", "not text in UTF-8: it has the byte 0xff"),
    ],
)
def test_bad_csv(tmp_path, text, pattern):
    path = tmp_path / "rows.csv"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(mcbnc.InvalidInputError, match=pattern) as caught:
        mcbnc.learn(path)
    assert caught.value.argument == "data"
    assert str(path) in str(caught.value)
    with pytest.raises(mcbnc.InvalidInputError, match=pattern) as caught:
        mcbnc.learn_many([{"a": [1], "b": [2]}, path])
    assert (caught.value.argument, caught.value.dag) == ("datasets", 1)
    assert str(caught.value).startswith(f"datasets[1] ({path})")


@pytest.mark.parametrize(
    ("datasets", "pattern"),
    [
        (FRAME, "mcbnc.learn takes one"),
        ("rows.csv", "mcbnc.learn takes one"),
        ({"a": [1]}, "mcbnc.learn takes one"),
        (None, "NoneType"),
        ([], "at least one"),
        (np.zeros((2, 2), int), r"datasets\[0\] must be"),
        (
            [FRAME, FRAME[["smoke"]]],
            r"datasets\[1\] lacks 'age', 'xray'. Rows\(.*, columns='common'\) takes the 1 ",
        ),
        (
            [FRAME, FRAME.set_axis(["smoke", "age", "y"], axis=1)],
            r"datasets\[1\] lacks 'xray' and has 'y' besides",
        ),
        (
            [FRAME, FRAME.astype(str)],
            r"'age': the states 0 in datasets\[0\] and '0' in datasets\[1\] look the same",
        ),
    ],
)
def test_bad_datasets(datasets, pattern):
    with pytest.raises(mcbnc.InvalidInputError, match=pattern) as caught:
        mcbnc.learn_many(datasets)
    assert caught.value.argument == "datasets"


# --- work -------------------------------------------------------------------------------------------------


def steps_of_python(function) -> int:
    """The number of Python's instructions that a call executes."""
    count, before = 0, sys.gettrace()

    def trace(frame, event, _):
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    sys.settrace(trace)
    try:
        function()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("dtype", [np.int8, np.int64, np.uint64, bool, float, str, object])
def test_cells_are_not_read_one_by_one(dtype):
    cells = np.random.default_rng(0).integers(0, 4, (4000, 3)).astype(dtype)
    few, many = (steps_of_python(lambda rows=rows: read(rows)) for rows in (cells[:1000], cells))
    assert many < few + 1000  # 9000 cells more
    codes = read(cells).cells.reshape(3, -1)
    if dtype is not bool:
        np.testing.assert_array_equal(codes, cells.T.astype(int))
