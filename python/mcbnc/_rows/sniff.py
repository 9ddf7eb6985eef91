"""Files that are no table of rows, although a CSV reader would find cells in them."""

from __future__ import annotations

import os
import re
from pathlib import PurePath

from .._base.show import shown

__all__ = ["IS_ARC_LIST", "refused_header", "refused_suffix"]

IS_ARC_LIST = (
    "it is a list of arcs, no table of rows; mcbnc.consensus and mcbnc.read take files of such lists"
)
_NETWORKS = (
    *(".bif", ".bifxml", ".bn", ".cpdag", ".dagitty", ".dot", ".dsc", ".dsl", ".gml", ".graphml"),
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
