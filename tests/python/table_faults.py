"""Faults of hospitals' tables: one of four sites has each, and learning must report it or read it right.

`FAULTS` has them by name. A fault damages the table of the site `AT`, or the text of its CSV file. `column`
is what a message must name beside the site, and `words` must match that message, so that another one does not
count. None: the fault is read right, and the network is that of the clean tables.

`UNKNOWABLE` has faults that the tables alone do not show, each with the reason.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pandas as pd

SITES = ("north", "south", "west", "east")
AT = "west"
ROWS = 240


def mixed_table(seed: int, rows: int = ROWS) -> pd.DataFrame:
    """States and numbers: sex → smoker → crp, sex → weight, sex → height, and columns without edges."""
    r = np.random.default_rng(seed)
    sex = r.choice(["female", "male"], rows)
    man = sex == "male"
    smoker = np.where(r.random(rows) < np.where(man, 0.7, 0.15), "yes", "no")
    crp = np.exp(r.normal(np.where(smoker == "yes", 2.9, 1.5), 0.5))
    return pd.DataFrame(
        {
            "sex": sex,
            "smoker": smoker,
            "crp": np.round(crp, 1),
            "weight": np.round(r.normal(np.where(man, 84, 66), 9), 1),
            "height": np.round(r.normal(np.where(man, 179, 165), 6), 1),
            "temperature": np.round(r.normal(37.2, 0.7, rows), 1),
            "age": r.integers(20, 91, rows),
            "saturation": np.round(r.uniform(70, 99.5, rows), 1),
        }
    )


def states_table(seed: int, rows: int = ROWS) -> pd.DataFrame:
    """States alone: sex → smoker → ill, and columns without edges."""
    r = np.random.default_rng(seed)
    sex = r.choice(["female", "male"], rows)
    smoker = np.where(r.random(rows) < np.where(sex == "male", 0.7, 0.15), "yes", "no")
    return pd.DataFrame(
        {
            "sex": sex,
            "smoker": smoker,
            "ill": np.where(r.random(rows) < np.where(smoker == "yes", 0.7, 0.2), "yes", "no"),
            "stage": r.choice(["I", "II", "III"], rows, p=[0.5, 0.3, 0.2]),
            "clinic": r.choice(["Köln", "Bonn", "Essen"], rows),
            "pain": r.integers(1, 6, rows),
            "year": r.integers(2019, 2024, rows),
            "visits": r.poisson(2.5, rows),
            "grade": r.integers(1, 4, rows),
            "group": r.choice(["18-30", "31-50", "51-90"], rows),
        }
    )


def tables(mixed: bool) -> dict[str, pd.DataFrame]:
    """The clean tables of all sites."""
    make = mixed_table if mixed else states_table
    return {site: make(seed) for seed, site in enumerate(SITES)}


class Fault(NamedTuple):
    damage: Callable
    """Of the table, or of the text of the file (`file`), to a table, a text or bytes."""
    column: str | None
    words: str | None
    mixed: bool
    file: bool
    line: int | None
    """The line of the file that the message must name."""


FAULTS: dict[str, Fault] = {}
UNKNOWABLE: dict[str, tuple[Fault, str]] = {}


def fault(name, column, words, damage, mixed=False, file=False, line=None):
    assert name not in FAULTS
    FAULTS[name] = Fault(damage, column, words, mixed, file, line)


def unknowable(name, reason, damage, mixed=False):
    UNKNOWABLE[name] = Fault(damage, None, None, mixed, False, None), reason


# --- damages ------------------------------------------------------------------------------------------------


def recode(column, new, share=1.0):
    """Give states new values, in a share of the rows."""

    def damage(frame):
        here = np.random.default_rng(9).random(len(frame)) < share
        old = frame[column].astype(object)
        frame[column] = [
            new.get(value, value) if hit else value for value, hit in zip(old, here, strict=True)
        ]
        return frame

    return damage


def each(column, change):
    """Change each value of a column."""

    def damage(frame):
        frame[column] = [change(value) for value in frame[column].tolist()]
        return frame

    return damage


def some(column, value, share=0.1):
    """Put one value into some cells."""

    def damage(frame):
        here = np.random.default_rng(8).random(len(frame)) < share
        old = frame[column].tolist()
        frame[column] = [value if hit else own for own, hit in zip(old, here, strict=True)]
        return frame

    return damage


def cell(column, value, row=17):
    def damage(frame):
        values = frame[column].tolist()
        values[row] = value
        frame[column] = values
        return frame

    return damage


def renamed(old, new):
    return lambda frame: frame.rename(columns={old: new})


def swapped(a, b):
    return lambda frame: frame.rename(columns={a: b, b: a})[list(frame.columns)]


def replaced(old, new):
    """Of the text of a file."""
    return lambda text: text.replace(old, new)


def with_line(at, line):
    """Of the text of a file."""

    def damage(text):
        lines = text.split("\n")
        lines.insert(at, line)
        return "\n".join(lines)

    return damage


def with_numbers(text):
    """With the number of each row in front, as a frame with its index is written."""
    header, *lines = text.split("\n")
    return "\n".join([f",{header}", *(f"{k},{line}" for k, line in enumerate(lines) if line)])


def lines_changed(change):
    return lambda text: "".join(f"{change(line)}\n" for line in text.split("\n") if line)


# --- codings ------------------------------------------------------------------------------------------------

APART = "no state in common"
ALONE = "states that may mean the same"
CODE = "numbers that often mean that there is no value"
MARKER = "often mean that there is no value"
SPELLING = "differ only in case|no state in common"
UNIT = "another unit"

for name, column, new in [
    ("M and F", "sex", {"male": "M", "female": "F"}),
    ("m and w", "sex", {"male": "m", "female": "w"}),
    ("1 and 2 for sexes", "sex", {"male": 1, "female": 2}),
    ("0 and 1", "smoker", {"no": 0, "yes": 1}),
    ("ja and nein", "ill", {"no": "nein", "yes": "ja"}),
    ("TRUE and FALSE", "ill", {"no": "FALSE", "yes": "TRUE"}),
    ("booleans", "ill", {"no": False, "yes": True}),
    ("y and n", "smoker", {"no": "n", "yes": "y"}),
    ("plus and minus", "ill", {"no": "neg", "yes": "pos"}),
    ("Roman numbers as Arabic", "stage", {"I": 1, "II": 2, "III": 3}),
    ("states of another language", "clinic", {"Köln": "Cologne", "Bonn": "Bunn", "Essen": "Assindia"}),
    ("text and code in one cell", "ill", {"no": "0 = no", "yes": "1 = yes"}),
    ("quotes within cells", "ill", {"no": "'no'", "yes": "'yes'"}),
    ("ranges with another dash", "group", {"18-30": "18–30", "31-50": "31–50", "51-90": "51–90"}),
    ("ranges as words", "group", {"18-30": "18 to 30", "31-50": "31 to 50", "51-90": "51 to 90"}),
    ("ranges as intervals", "group", {"18-30": "(17,30]", "31-50": "(30,50]", "51-90": "(50,90]"}),
    ("school grades as letters", "grade", {1: "A", 2: "B", 3: "C"}),
    ("years of two digits", "year", {y: y - 2000 for y in range(2019, 2024)}),
    ("fiscal years", "year", {y: f"{y}/{y % 100 + 1}" for y in range(2019, 2024)}),
]:
    fault(name, column, APART, recode(column, new))

for name, column, new in [
    ("one state in another coding", "stage", {"III": "3"}),
    ("a merged state", "stage", {"II": "II-III", "III": "II-III"}),
    ("other ranges that share one", "group", {"31-50": "31-60", "51-90": "61-90"}),
    ("an abbreviated state", "clinic", {"Köln": "K."}),
    ("a state without its accent", "clinic", {"Köln": "Koln"}),
    ("a state with ae for an umlaut", "clinic", {"Köln": "Koeln"}),
    ("an umlaut of another code page", "clinic", {"Köln": "KÃ¶ln"}),
    ("an umlaut lost", "clinic", {"Köln": "K�ln"}),
    ("a misspelt state, everywhere", "sex", {"female": "femal"}),
    ("a plural", "clinic", {"Essen": "Essens"}),
]:
    fault(name, column, ALONE, recode(column, new))

fault(
    "a split state",
    "stage",
    ALONE,
    lambda frame: recode("stage", {"I": "Ib"}, 0.5)(recode("stage", {"I": "Ia"}, 1.0)(frame)),
)
fault("grades from 0", "grade", ALONE, each("grade", lambda value: value - 1))
fault("grades times ten", "grade", APART, each("grade", lambda value: value * 10))
fault("pain from 0 to 100", "pain", APART, each("pain", lambda value: value * 20))
fault("yes is Y for some", "ill", ALONE, recode("ill", {"yes": "Y"}))

# --- spellings ----------------------------------------------------------------------------------------------

for name, column, new in [
    ("capitals", "sex", {"male": "MALE", "female": "FEMALE"}),
    ("a first capital", "smoker", {"no": "No", "yes": "Yes"}),
    ("blanks behind", "smoker", {"no": "no ", "yes": "yes  "}),
    ("blanks before", "smoker", {"no": " no", "yes": " yes"}),
    ("a no-break blank", "smoker", {"no": "no\u00a0", "yes": "yes\u00a0"}),
    ("a zero-width blank", "smoker", {"no": "\u200bno", "yes": "\u200byes"}),
    ("a mark of the byte order in cells", "smoker", {"no": "\ufeffno"}),
    ("a soft hyphen", "sex", {"female": "fe\u00admale"}),
    ("accents of two signs", "clinic", {"Köln": unicodedata.normalize("NFD", "Köln")}),
    ("a Cyrillic letter that looks alike", "ill", {"yes": "y\u0435s", "no": "n\u043e"}),
    ("full-width letters", "stage", {"I": "\uff29", "II": "\uff29\uff29"}),
    ("a Roman number in one sign", "stage", {"II": "\u2161", "III": "\u2162"}),
    ("a long s", "clinic", {"Essen": "E\u017fsen"}),
    ("whole numbers with a point", "pain", {k: f"{k}.0" for k in range(1, 6)}),
    ("whole numbers with zeros before", "pain", {k: f"0{k}" for k in range(1, 6)}),
]:
    fault(name, column, SPELLING, recode(column, new))
fault("a dot behind", "sex", ALONE, recode("sex", {"female": "female."}))
fault("one cell in capitals", "smoker", SPELLING, cell("smoker", "NO"))
fault("an underscore", "group", APART, each("group", lambda value: value.replace("-", "_")))

# --- numbers that stand for no value ------------------------------------------------------------------------

for value in (-99, 999, 999.9, -1, 0, 8888, -9999, 1e30, 99.99 * 100):
    fault(f"{value} kg", "weight", CODE, some("weight", value), mixed=True)
fault("age 999", "age", CODE, some("age", 999), mixed=True)
fault("age 0", "age", CODE, some("age", 0), mixed=True)
fault("age -1", "age", CODE, some("age", -1), mixed=True)
fault("temperature 0.0", "temperature", CODE, some("temperature", 0.0), mixed=True)
fault("temperature 99.9", "temperature", CODE, some("temperature", 99.9), mixed=True)
fault("pain 9", "pain", CODE, some("pain", 9))
fault("pain 99", "pain", CODE, some("pain", 99))
fault("pain -1", "pain", CODE, some("pain", -1))
fault("pain 88 and 99", "pain", CODE, lambda frame: some("pain", 88, 0.05)(some("pain", 99)(frame)))
fault("visits 999", "visits", CODE, some("visits", 999))
fault("year 1900", "year", CODE, some("year", 1900))
fault("year 9999", "year", CODE, some("year", 9999))
fault("a text of 9", "stage", MARKER, some("stage", "9", 0.3))

# --- markers of gaps ----------------------------------------------------------------------------------------

MARKERS = ["?", "NULL", "-", "--", "*", ".", "#NV", "#N/A", "#VALUE!", "#DIV/0!", "\\N", "k.A.", "unknown"]
MARKERS += ["unbekannt", "missing", "n/a"]
for marker in MARKERS:
    fault(f"the marker {marker}", "stage", MARKER, some("stage", marker))
for marker in ("?", "n.d.", "<5.0", "pending", "#WERT!"):
    fault(f"{marker} among numbers", "crp", "is no finite number", some("crp", marker), mixed=True)
fault("empty cells", "smoker", "no value", some("smoker", None))
fault("NA as text", "smoker", "no value", some("smoker", "NA"))
fault("NaN among numbers", "crp", "no value", some("crp", float("nan")), mixed=True)
fault("a column without values", "smoker", "no value", some("smoker", None, 1.1))
fault("blank cells", "smoker", "no value", some("smoker", "  "))

# --- units and ways of writing numbers ----------------------------------------------------------------------

for name, column, change in [
    ("grams", "weight", lambda value: round(value * 1000)),
    ("pounds", "weight", lambda value: round(value / 0.45359237, 1)),
    ("inches", "height", lambda value: round(value / 2.54, 1)),
    ("metres", "height", lambda value: round(value / 100, 3)),
    ("millimetres", "height", lambda value: round(value * 10)),
    ("degrees Fahrenheit", "temperature", lambda value: round(value * 1.8 + 32, 1)),
    ("kelvins", "temperature", lambda value: round(value + 273.15, 1)),
    ("a share for a percentage", "saturation", lambda value: round(value / 100, 3)),
    ("mg/dl for mg/l", "crp", lambda value: round(value / 10, 2)),
    ("months", "age", lambda value: 12 * value),
    ("days", "age", lambda value: round(365.25 * value)),
    ("the decimal point lost", "weight", lambda value: round(value * 10)),
    ("the decimal point lost, as text", "temperature", lambda value: str(value).replace(".", "")),
]:
    fault(name, column, UNIT, each(column, change), mixed=True)
fault("years of birth", "age", "another meaning", each("age", lambda value: 2024 - value), mixed=True)
fault("weight and height swapped", "weight", "swapped with 'height'", swapped("weight", "height"), mixed=True)
fault("two columns of states swapped", "sex", APART, swapped("sex", "smoker"))
fault("a number column swapped with states", "smoker", APART, swapped("weight", "smoker"), True)
fault("units in cells", "weight", "without the unit", each("weight", lambda value: f"{value} kg"), mixed=True)
fault("a unit in some cells", "weight", "without the unit", some("weight", "80.5 kg"), mixed=True)
fault(
    "percent signs",
    "saturation",
    "without the unit",
    each("saturation", lambda value: f"{value}%"),
    mixed=True,
)
fault("a limit of detection", "crp", "no finite number", some("crp", "<3.0"), mixed=True)
fault(
    "logarithms",
    "weight",
    "logarithms to base 10",
    each("weight", lambda value: round(float(np.log10(value)), 3)),
    mixed=True,
)
fault("numbers as ranges", "age", "no finite number", each("age", lambda v: f"{v // 10}0-{v // 10}9"), True)
fault(
    "numbers as words",
    "weight",
    "no finite number",
    each("weight", lambda v: "high" if v > 75 else "low"),
    True,
)

RIGHT_NUMBERS = {
    "decimal commas": lambda value: str(value).replace(".", ","),
    "numbers as text": str,
    "numbers with blanks": lambda value: f" {value} ",
    "more zeros": lambda value: f"{value:.4f}",
    "an exponent": lambda value: f"{value:.6e}",
    "a plus sign": lambda value: f"+{value}",
    "no-break blanks": lambda value: f"\u00a0{value}",
    "32 bits": np.float32,
}
for name, change in RIGHT_NUMBERS.items():
    fault(name, None, None, each("weight", change), mixed=True)
fault("ages as floats", None, None, each("age", float), mixed=True)
fault("ages of some digits", None, None, each("age", lambda value: f"{value}.0"), mixed=True)
fault("another order of the rows", None, None, lambda frame: frame.sample(frac=1, random_state=1), mixed=True)
fault("categories", None, None, lambda frame: frame.astype({"sex": "category", "stage": "category"}))
fault("NumPy's integers of 8 bits", None, None, lambda frame: frame.astype({"pain": "uint8"}))
fault("an index of patients", None, None, lambda frame: frame.set_index(np.arange(len(frame)) + 7000))
fault("whole numbers as floats", None, None, lambda frame: frame.astype({"pain": float}))

# --- dates --------------------------------------------------------------------------------------------------

for name, change in {
    "dates for years": lambda y: f"{y}-05-31",
    "German dates for years": lambda y: f"31.05.{y}",
    "American dates for years": lambda y: f"5/31/{y}",
    "Excel's days for years": lambda y: 365 * (y - 1900) + 20,
    "time stamps for years": lambda y: f"{y}-05-31T00:00:00",
    "a month before the year": lambda y: f"05/{y}",
}.items():
    fault(name, "year", APART, each("year", change))
fault(
    "dates of pandas for years",
    "year",
    "datetime64|no state in common",
    each("year", lambda y: pd.Timestamp(y, 5, 31)),
)
fault("Excel's dates for ranges", "group", ALONE, recode("group", {"18-30": "Mai 30"}))
fault("Excel's dates for numbers", "weight", "no finite number", some("weight", "Jun 81"), mixed=True)
fault("dates of birth", "age", APART, each("age", lambda v: f"{2024 - v}-02-03"), mixed=True)

# --- rows ---------------------------------------------------------------------------------------------------


def north():
    return mixed_table(0)


fault("the rows twice", "", "repeat another row", lambda f: pd.concat([f, f], ignore_index=True), mixed=True)
fault(
    "a tenth of the rows twice",
    "",
    "repeat another row",
    lambda f: pd.concat([f, f[:24]], ignore_index=True),
    mixed=True,
)
fault(
    "one row again and again",
    "",
    "rows of one patient",
    lambda f: pd.concat([f, *[f[:1]] * 40], ignore_index=True),
    mixed=True,
)
fault("the rows of another site", "", "have the same 240 rows", lambda f: north(), mixed=True)
fault(
    "the rows of another site, in another order",
    "",
    "have the same 240 rows",
    lambda f: north().sample(frac=1, random_state=1),
    mixed=True,
)
fault(
    "half the rows of another site",
    "",
    "120 rows in common",
    lambda f: pd.concat([f, north()[:120]], ignore_index=True),
    mixed=True,
)
fault("states of another site", "", "have the same 240 rows", lambda f: states_table(0))
fault("no row", "", "no row", lambda f: f[:0])
fault(
    "each value carried to the next rows",
    "",
    "repeat another row",
    lambda f: f.iloc[np.arange(len(f)) // 4 * 4],
    mixed=True,
)

# --- headers and columns ------------------------------------------------------------------------------------

fault("a column with another name", "smoker", "lacks", renamed("smoker", "smoking"))
fault("a misspelt name", "smoker", "lacks", renamed("smoker", "smokre"))
fault("a name in capitals", "smoker", SPELLING, renamed("smoker", "SMOKER"))
fault("a name with a blank behind", "smoker", SPELLING, renamed("smoker", "smoker "))
fault("a name with a no-break blank", "smoker", SPELLING, renamed("smoker", "\u00a0smoker"))
fault("a name with a zero-width blank", "smoker", SPELLING, renamed("smoker", "smo\u200bker"))
fault("a name with a Cyrillic letter", "smoker", SPELLING, renamed("smoker", "smok\u0435r"))
fault("a name with a unit", "weight", "lacks", renamed("weight", "weight (kg)"), mixed=True)
fault("a missing column", "smoker", "lacks", lambda frame: frame.drop(columns="smoker"))
fault("a column more", "extra", "besides", lambda frame: frame.assign(extra=["a", "b"] * (len(frame) // 2)))
fault("an index as a column", "index", "besides", lambda frame: frame.reset_index())
fault("a number of patients", "patient", "besides", lambda frame: frame.assign(patient=range(len(frame))))
fault(
    "a column that is doubled by pandas",
    "sex.1",
    "besides",
    lambda frame: frame.assign(**{"sex.1": frame.sex}),
)
fault(
    "a column under two names",
    "sex",
    "names must differ",
    lambda frame: frame.set_axis(["sex", "sex", *frame.columns[2:]], axis=1),
)
fault("columns in another order", None, None, lambda frame: frame[frame.columns[::-1]])
fault("a constant number", "weight", "every value is 75", lambda frame: frame.assign(weight=75.0), mixed=True)
fault("one row", None, None, lambda frame: frame[:1])
fault(
    "a row of sums",
    "sex",
    "no value",
    lambda f: pd.concat([f, f.sum(numeric_only=True).to_frame().T]),
    mixed=True,
)
fault(
    "a row of means",
    "sex",
    "a row of sums or means",
    lambda f: pd.concat(
        [
            f,
            pd.DataFrame(
                [f.mean(numeric_only=True).round(1).to_dict() | {"sex": "Total", "smoker": "Total"}]
            )[[*f.columns]],
        ]
    ),
    mixed=True,
)
fault(
    "a line that is empty but for its first cell",
    "smoker",
    "no value",
    lambda frame: pd.concat(
        [frame, pd.DataFrame([["Total", *[""] * (frame.shape[1] - 1)]], columns=frame.columns)]
    ),
)


def text_fault(name, column, words, damage, mixed=False, line=None):
    fault(name, column, words, damage, mixed, file=True, line=line)


HEADER = ",".join(states_table(0).columns)
MIXED_HEADER = ",".join(mixed_table(0).columns)
text_fault("a title line", "", "title", with_line(0, "Export of 2024-05-31"))
text_fault("a title line with as many separators", "", "if it is a title", with_line(0, "Export" + "," * 9))
text_fault("a comment line", "", "a title or a comment", with_line(0, "# export"))
text_fault(
    "a comment line in the middle", "", "1 cell for 10 columns", with_line(50, "# corrected by hand"), line=51
)
text_fault("a line of units", "sex", "no value", with_line(1, ",,mg/l,kg,cm,C,a,%"), mixed=True, line=2)
text_fault(
    "a line of units beside words",
    "crp",
    "second",
    with_line(1, "text,text,mg/l,kg,cm,C,a,%"),
    mixed=True,
    line=2,
)
text_fault(
    "a line of types",
    "sex",
    "second line of names, units or types",
    with_line(1, ",".join(["str"] * 10)),
    line=2,
)
text_fault("the header twice", "sex", "equal to the first line", with_line(1, HEADER), line=2)
text_fault(
    "the header in the middle",
    "weight",
    "equal to the first line",
    with_line(120, MIXED_HEADER),
    mixed=True,
    line=121,
)
text_fault(
    "the header in the middle, of states", "sex", "equal to the first line", with_line(120, HEADER), line=121
)
text_fault("no header", "", "line of names", lambda text: text.split("\n", 1)[1])
text_fault("a blank column", "", "a column has no name", lines_changed(lambda line: f"{line},"))
text_fault("a blank column in front", "", "a column has no name", lines_changed(lambda line: f",{line}"))
text_fault(
    "a separator behind each row",
    "",
    "fewer cells than each other line",
    lambda text: text.replace("\n", ",\n").replace(",\n", "\n", 1),
)
text_fault("a separator behind one row", "", "cells", replaced("\nmale,yes,yes", ",\nmale,yes,yes"))
text_fault("a cell too few", "", "cells", lambda text: text.replace("\nmale,yes,", "\nmale,", 1))
text_fault(
    "a quote that does not end", "", "a quote is opened", lambda text: text.replace("\nmale,", '\n"male,', 1)
)
text_fault(
    "an index in front",
    "",
    "a column has no name",
    with_numbers,
)
text_fault("names of variables in German", "sex", "lacks", replaced("sex,smoker", "Geschlecht,Raucher"))
text_fault("semicolons", None, None, replaced(",", ";"))
text_fault("tabs", None, None, replaced(",", "\t"))
text_fault("bars", None, None, replaced(",", "|"))
text_fault("blanks for commas", "", "parted by blanks", replaced(",", " "))
text_fault(
    "semicolons and decimal commas",
    None,
    None,
    lambda text: text.replace(",", ";").replace(".", ","),
    mixed=True,
)
text_fault(
    "commas and decimal commas",
    "",
    "fewer cells than each other line",
    lambda text: text.replace(".", ","),
    mixed=True,
)
text_fault("Excel's first line", None, None, lambda text: "sep=;\n" + text.replace(",", ";"))
text_fault("quotes around all", None, None, lines_changed(lambda line: '"' + line.replace(",", '","') + '"'))
text_fault("a mark of the byte order", None, None, lambda text: text.encode("utf-8-sig"))
text_fault("UTF-16", "", "UTF-16: write it in UTF-8", lambda text: text.encode("utf-16"))
text_fault("UTF-16 without a mark", "", "UTF-8", lambda text: text.encode("utf-16-le"))
text_fault(
    "UTF-16 without a mark, of ASCII", "", "it is no text", lambda text: text.encode("utf-16-be"), mixed=True
)
text_fault("Latin-1", "", "UTF-8", lambda text: text.encode("latin-1"))
text_fault("line ends of Windows", None, None, lambda text: text.replace("\n", "\r\n").encode())
text_fault("line ends of old Macs", None, None, lambda text: text.replace("\n", "\r").encode())
text_fault("empty lines", None, None, replaced("\nmale", "\n\nmale"))
text_fault("no last line end", None, None, str.rstrip)
text_fault("empty rows at the end", None, None, lambda text: text + ",,,,,,,,,\n" * 20)
text_fault(
    "a note at the end",
    "",
    "1 cell for 10 columns",
    lambda text: text + "Source: hospital information system\n",
)
text_fault(
    "a line of sums in a file",
    "sex",
    "a row of sums or means",
    lambda text: text + "Total,Total,240.0,75.1,171.0,37.1,55,84.0\n",
    mixed=True,
    line=242,
)
text_fault("a zero byte", "", "differ only in case", lambda text: text.replace("\nmale", "\nma\0le", 1))
text_fault(
    "a decimal comma in one cell",
    "weight",
    "its decimal sign is a comma",
    lambda text: re.sub(r",(6\d)\.(\d),", r',"\1,\2",', text, count=1),
    mixed=True,
)
text_fault("a cut line", "", "6 cells for 10 columns", lambda text: text[:-17])
text_fault("an empty file", "", "it is empty", lambda text: "")
text_fault("a header alone", "", "no rows", lambda text: text.split("\n", 1)[0] + "\n")
text_fault("a web page", "", "no header of a table", lambda text: f"<html><body>{text}</body></html>")
text_fault(
    "a sheet of Excel", "", "an Excel file", lambda text: b"PK\x03\x04\x14\x00" + text.encode("utf-16")
)

# --- what cannot be known ---------------------------------------------------------------------------------

unknowable("9 among counts from 0 to 10", "9 is a count like any other", some("visits", 5))
unknowable(
    "labels reversed", "each share of yes may be a site's own", recode("smoker", {"no": "yes", "yes": "no"})
)
unknowable("0 and 1 for 1 and 0", "as labels reversed", recode("ill", {"no": "yes", "yes": "no"}))
unknowable(
    "numbers shuffled among patients",
    "each column alone is as before",
    lambda f: f.assign(crp=f.crp.sample(frac=1, random_state=1).to_numpy()),
    True,
)
unknowable("two columns of like numbers swapped", "both have the same states", swapped("smoker", "ill"))
unknowable(
    "cells filled with the most frequent state", "the state is one of all sites", some("stage", "I", 0.3)
)
unknowable(
    "whole numbers by rounding",
    "the numbers are right but for their digits",
    each("weight", lambda v: float(round(v))),
    True,
)
unknowable("a constant state", "a clinic for women has one sex", lambda frame: frame.assign(sex="female"))
unknowable(
    "one column carried forward",
    "a table may be sorted by a column",
    lambda f: f.assign(crp=f.crp.to_numpy()[np.arange(len(f)) // 5 * 5]),
    True,
)
unknowable("none where nothing is known", "none may be a state, as of treatments", some("stage", "none"))
