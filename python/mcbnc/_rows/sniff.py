"""Files that are no table of rows, although a CSV reader would find cells in them, and their first lines."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import PurePath

from .._base.show import listed, shown
from .._base.wording import wording
from .._graphs.arc_columns import first_of_arcs
from .readings import COMMA
from .separators import title_line
from .texts import POINT, as_number, is_date

_GRAPH = "and no table of rows; mcbnc.consensus and mcbnc.read take graphs"
IS_ARC_LIST = f"it is a list of arcs, which is a graph {_GRAPH}"
IS_MATRIX = f"it is the adjacency matrix of a graph {_GRAPH}"
_NETWORKS = (
    *(".bif", ".bifxml", ".bn", ".cpdag", ".dagitty", ".dne", ".dot", ".dsc", ".dsl", ".gml", ".graphml"),
    *(".gv", ".json", ".net", ".uai", ".xdsl", ".xmlbif"),
)
_PICTURES = (".gif", ".jpeg", ".jpg", ".pdf", ".png", ".svg", ".webp")
_READERS = {
    ".dta": "pandas.read_stata",
    ".feather": "pandas.read_feather",
    ".ods": "pandas.read_excel",
    ".parquet": "pandas.read_parquet",
    ".rda": "R",
    ".rds": "R",
    ".sas7bdat": "pandas.read_sas",
    ".sav": "pandas.read_spss",
    ".xls": "pandas.read_excel",
    ".xlsx": "pandas.read_excel",
}

# The first line of a graph of Graphviz, of a BIF, of a bnlearn model string, of XML and of JSON.
_OPENINGS = re.compile(
    r"\s*((strict\s+)?(di)?graph\b[^,;\t]*\{|network\b[^,;\t]*\{|\[[^\[\],;]+\]\s*(\[|$)|<|\{)",
    re.IGNORECASE,
)
_CONTROL = re.compile(r"[\0-\x08\x0e-\x1f]")


def refused_suffix(path: str | os.PathLike[str]) -> str | None:
    """What a file is by its suffix, and what to do with it. None: it may be a table of rows."""
    suffix = PurePath(os.fspath(path).removesuffix(".gz")).suffix.lower()
    if suffix in _NETWORKS:
        return "it is a network, no table of rows; mcbnc.read reads networks"
    if suffix in _PICTURES:
        return "it is a picture, no table of rows"
    if suffix in _READERS:
        return f"it is no CSV file; read it by {_READERS[suffix]}, and give mcbnc the table"
    return None


def refused_header(header: str) -> str | None:
    """What a file is by its first line, and what to do with it. None: it may be a table of rows."""
    if _CONTROL.search(header):
        return "it is no text, so no table of rows"
    if _OPENINGS.match(header):
        return f"{shown(header.strip())} is no header of a table; mcbnc.read reads networks"
    return None


def untitled(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """What a file is in which a column has no title, by its header and the first rows."""
    if first_of_arcs(header) is not None:
        return IS_ARC_LIST
    if header[0].strip() and not any(map(str.strip, header[1:])):
        return title_line(header[0], len(header))
    if not header[0] and sorted(row[0] for row in rows if row) == sorted(header[1:]):
        return IS_MATRIX
    return wording().no_row_numbers()


_PUT = "put a line of names before it"


def repeated_names(names: Sequence[str]) -> str:
    """What is wrong with a header that has a name twice, which a row of data often has."""
    repeated = [name for name, count in Counter(names).items() if count > 1]
    come = "comes" if len(repeated) == 1 else "come"
    return (
        f"names must differ, but {listed(repeated, shown)} {come} more than once. If the first line is a row "
        f"of data, {_PUT}"
    )


def header_again(line: int, problem: str | None) -> str:
    """What is wrong with a file in which this line is equal to the header.

    `problem` is that of `unlike_names`: the names may be values.
    """
    again = (
        f"line {line} is equal to the first line: if both are names, as in files that were put together, "
        "take it out"
    )
    return again if problem is None else f"{problem}. {again[0].upper()}{again[1:]}"


def _number(name: str) -> float | None:
    """The number that a name is with a decimal point, or else with a comma."""
    with_point = as_number(name, POINT)
    return as_number(name, COMMA) if with_point is None else with_point


class Doubt(str):
    """What seems wrong with a header that may be right."""


def unlike_names(names: Sequence[str], occurs: Sequence[bool]) -> str | None:
    """What is wrong with a header that looks like a row of data, a Doubt if it may be right. None: nothing.

    `occurs`: whether each name is also a value of its column.
    """
    numbers = [_number(name) for name in names]
    first = listed(names, shown)
    counted = all(b - a == 1 for a, b in pairwise([n for n in numbers if n is not None]))
    values = [also or number is not None for also, number in zip(occurs, numbers, strict=True)]
    if not all(values):
        no_words = [n is not None or is_date(name) for n, name in zip(numbers, names, strict=True)]
        most = 2 * sum(map(max, no_words, occurs)) > len(names)
        return Doubt(_taken(first)) if most and any(no_words) and (any(occurs) or not counted) else None
    in_order = counted and None not in numbers and len(names) > 1  # 0, 1, 2 ... as programs number columns
    if not in_order and (all(occurs) or any(n is None for n in numbers)):
        return (
            f"its first line, {first}, looks like a row of data: each cell is a number or a value that its "
            f"column has again. If it is, {_PUT}. If these are names, give the columns other ones"
        )
    if in_order and not all(occurs):
        return None
    return Doubt(_taken(first))


def _taken(first: str) -> str:
    return f"the first line, {first}, is taken for the names of the columns. If it is a row of data, {_PUT}"
