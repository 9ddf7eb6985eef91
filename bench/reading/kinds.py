"""Kinds of tables that people have: CSV files and DataFrames, each drawn by its own seed."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Draw = Callable[[np.random.Generator, int], NDArray[Any]]
"""Draws the cells of one column as texts, or as values of a frame: (rows,)."""


class Kind(NamedTuple):
    """One kind of table, and what is done with it."""

    name: str
    job: str
    """learn, numbers (learn from numbers), mixed, check or discretize."""
    draw: Draw
    rows: int = 20_000
    columns: int = 5
    sign: str = ","
    decimal: str = "."
    thousands: str | None = None
    end: str = "\n"
    packed: bool = False
    frame: str = ""
    """The dtype of the columns of a frame. Empty: it is a CSV file."""
    options: tuple[tuple[str, Any], ...] = ()
    """What Rows are given."""

    @property
    def cells(self) -> int:
        return self.rows * self.columns


def among(*texts: Any) -> Draw:
    """Draw from a few texts, or values."""
    return lambda rng, rows: np.array(texts, object)[rng.integers(0, len(texts), rows)]


def shown(form: str, make: Draw) -> Draw:
    """The numbers that are drawn, as texts of this form."""
    return lambda rng, rows: np.array([form.format(x) for x in make(rng, rows).tolist()], object)


def whole(most: int) -> Draw:
    return lambda rng, rows: rng.integers(0, most, rows)


def real(rng: np.random.Generator, rows: int) -> NDArray[np.float64]:
    return rng.normal(50, 10, rows)


def _comma(make: Draw) -> Draw:
    return lambda rng, rows: np.array([x.replace(".", ",") for x in make(rng, rows).tolist()], object)


def _quoted(make: Draw) -> Draw:
    return lambda rng, rows: np.array([f'"{x}"' for x in make(rng, rows).tolist()], object)


def _gaps(make: Draw, gap: str, share: float = 0.05) -> Draw:
    def draw(rng: np.random.Generator, rows: int) -> NDArray[Any]:
        cells = make(rng, rows).astype(object)
        cells[rng.random(rows) < share] = gap
        return cells

    return draw


def _codes(rng: np.random.Generator, rows: int) -> NDArray[Any]:
    """Codes such as K48213, half of them distinct."""
    return np.array([f"K{x:05d}" for x in rng.integers(0, rows // 2, rows).tolist()], object)


def _dates(rng: np.random.Generator, rows: int) -> NDArray[Any]:
    days = np.datetime64("2015-01-01") + rng.integers(0, 3000, rows)
    return np.array(np.datetime_as_string(days), object)


FIVE = among("never", "former", "light", "regular", "heavy")
TWO = shown("{:.2f}", real)
EIGHT = shown("{:.8f}", real)
AGES = shown("{}", whole(100))
MANY = shown("{}", whole(1_000_000))
ACCEPT = (("accept", True),)
AS_STATE = (("missing", "state"),)
FILLED = (("missing", "fill"),)

_WIDE: dict[str, Any] = {"rows": 100, "columns": 1000}
_TALL: dict[str, Any] = {"rows": 300_000, "columns": 2}

KINDS = [
    Kind("five states", "learn", FIVE),
    Kind("five states, five codes", "learn", shown("{}", whole(5))),
    Kind("two states", "learn", among("no", "yes")),
    Kind("truth values", "learn", among("TRUE", "FALSE")),
    Kind("twenty states", "learn", shown("state {:02d}", whole(20))),
    Kind("quoted states", "learn", _quoted(FIVE)),
    Kind("states with commas in quotes", "learn", _quoted(among("a, b", "c, d", "e"))),
    Kind("states beyond ASCII", "learn", among("männlich", "weiblich", "übrige", "été")),
    Kind("states, semicolons", "learn", FIVE, sign=";"),
    Kind("states, tabs", "learn", FIVE, sign="\t"),
    Kind("states, CRLF", "learn", FIVE, end="\r\n"),
    Kind("states, gzip", "learn", FIVE, packed=True),
    Kind("states, wide", "learn", FIVE, **_WIDE),
    Kind("states, tall", "learn", FIVE, **_TALL),
    Kind("states with NA", "learn", _gaps(FIVE, "NA"), options=AS_STATE),
    Kind("states with empty cells", "learn", _gaps(FIVE, ""), options=AS_STATE),
    Kind("ages", "learn", AGES),
    Kind("dates", "learn", _dates),
    Kind("codes, half distinct", "learn", _codes, options=ACCEPT),
    Kind("decimals, 2 digits", "numbers", TWO),
    Kind("decimals, 8 digits", "numbers", EIGHT),
    Kind("decimals, exponents", "numbers", shown("{:.6e}", real)),
    Kind("decimals, quoted", "numbers", _quoted(TWO)),
    Kind("decimals, commas", "numbers", _comma(TWO), sign=";", decimal=","),
    Kind(
        "decimals, thousands",
        "numbers",
        shown("{:,.1f}", lambda rng, rows: rng.normal(5e3, 1e3, rows)),
        sign=";",
        thousands=",",
    ),
    Kind("decimals with gaps", "numbers", _gaps(TWO, ""), options=FILLED),
    Kind("decimals, wide", "numbers", TWO, **_WIDE),
    Kind("decimals, tall", "numbers", EIGHT, **_TALL),
    Kind("whole numbers, many", "numbers", MANY),
    Kind("decimals, 2 digits", "mixed", TWO),
    Kind("decimals, 8 digits", "mixed", EIGHT),
    Kind("five states", "check", FIVE),
    Kind("five states, wide", "check", FIVE, **_WIDE),
    Kind("ages", "check", AGES),
    Kind("decimals, 2 digits", "check", TWO),
    Kind("decimals, 8 digits", "check", EIGHT),
    Kind("decimals, commas", "check", _comma(TWO), sign=";", decimal=","),
    Kind("decimals with gaps", "check", _gaps(TWO, "NA")),
    Kind("whole numbers, many", "check", MANY),
    Kind("codes, half distinct", "check", _codes),
    Kind("dates", "check", _dates),
    Kind("states with markers", "check", _gaps(FIVE, "unknown")),
    Kind("decimals, 2 digits", "discretize", TWO),
    Kind("decimals, 8 digits", "discretize", EIGHT),
    Kind("decimals, commas", "discretize", _comma(TWO), sign=";", decimal=","),
    Kind("ages", "discretize", AGES),
    Kind("strings, five states", "learn", FIVE, frame="str"),
    Kind("strings, five states", "check", FIVE, frame="str"),
    Kind("objects, five states", "learn", FIVE, frame="object"),
    Kind("objects, five states", "check", FIVE, frame="object"),
    Kind("strings, half distinct", "check", _codes, frame="str"),
    Kind("categories", "learn", FIVE, frame="category"),
    Kind("categories", "check", FIVE, frame="category"),
    Kind("whole numbers, few", "learn", whole(5), frame="int64"),
    Kind("whole numbers, few", "check", whole(5), frame="int64"),
    Kind("floats", "numbers", real, frame="float64"),
    Kind("floats", "check", real, frame="float64"),
]


def write(kind: Kind, seed: int, path: Path) -> None:
    """Write the kind's CSV file."""
    rng = np.random.default_rng(seed)
    columns = [kind.draw(rng, kind.rows).tolist() for _ in range(kind.columns)]
    lines = [kind.sign.join(f"name {v}" for v in range(kind.columns))]
    lines += map(kind.sign.join, zip(*columns, strict=True))
    content = (kind.end.join(lines) + kind.end).encode()
    path.write_bytes(gzip.compress(content, 6) if kind.packed else content)


def frame(kind: Kind, seed: int) -> Any:
    """The kind's DataFrame."""
    import pandas as pd

    rng = np.random.default_rng(seed)
    return pd.DataFrame(
        {f"name {v}": pd.Series(kind.draw(rng, kind.rows), dtype=kind.frame) for v in range(kind.columns)}
    )
