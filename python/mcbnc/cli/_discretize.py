"""The command line's bins: cut the columns of data files, and keep the cut points in a file."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .._base.files import STDIN
from .._base.json_text import read_json
from .._rows.discretize import METHODS, discretize
from .._rows.rows import Rows
from ..errors import InvalidInputError
from ._end import Exit
from ._files import check_outs, write_text
from ._objects import rows_given
from ._options import ROWS, add_options, value, word
from ._streams import print_text, say, warnings_are_lines
from ._text import json_text, table_text
from ._values import bins, file
from ._wording import files_named

_BINS_HELP = (
    "the number of bins of each continuous column, or a JSON file with the bins of the columns to be cut, as "
    'discretize --save-bins writes it: {"age": [18, 40, 65], "dose": 3} has cut points for one, and a number '
    "of bins for the other"
)
BINS = value(bins, "N|FILE", f"cut continuous columns first. {_BINS_HELP}")
"""The option of the commands that learn."""


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument("files", nargs="+", **value(file, "FILE", "CSV as for learn"))
    add_options(
        command,
        bins=value(bins, "N|FILE", f"{_BINS_HELP} (default 3)", default=3),
        method=word(METHODS, f"bins of about equally many rows, or of equal width (default: {METHODS[0]})"),
        shared={
            "action": argparse.BooleanOptionalAction,
            "default": True,
            "help": "the same cut points for all sites (default), or each site's own",
        },
        out=value(
            str,
            "DIR|FILE",
            "write each table to the folder DIR, which is made if it is missing, under its file's name. Of "
            "one file: the folder, or a file that ends in .csv. Without it, the table goes to stdout",
        ),
        save_bins=value(str, "FILE", "write the cut points to a JSON file, which --bins takes"),
    )
    add_options(command, "quiet")
    add_options(command.add_argument_group("the rows"), *ROWS, "decimal", "repeats")


def run(given: argparse.Namespace) -> Exit:
    """Cut the columns of the files, and write the tables."""
    if given.out is None and len(given.files) > 1:
        raise InvalidInputError("of several files, --out DIR is where the tables go", argument="out")
    paths = None if given.out is None else table_paths(given.files, given.out)
    check_outs([path for path in (given.save_bins,) if path is not None])
    tables = _cut(given, given.files)
    texts = [*map(table_text, tables)]
    if paths is None:
        print_text(texts[0])
    else:
        for path, text in zip(paths, texts, strict=True):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_text(str(path), text)
    if given.save_bins is not None:
        write_text(given.save_bins, json_text(tables.bins))
    if not given.quiet:
        for k, (name, table) in enumerate(zip(given.files, tables, strict=True)):
            columns = ", ".join(f"{column} ({len(own) + 1})" for column, own in table.bins.items())
            place = "" if paths is None else f", in {paths[k]}"
            say(f"{name}: bins of {columns or 'no column'}{place}")
    return Exit.FINE


def tables_given(given: argparse.Namespace, files: list[str]) -> list[Any]:
    """The files, or if bins are asked for, their tables with bins for states."""
    if given.bins is None:
        return files
    if given.score is not None and given.score.gaussian:
        raise InvalidInputError(f"--bins makes states, and {given.score.name} takes numbers")
    return list(_cut(given, files))


def rows_of_tables(given: argparse.Namespace, data: Any) -> Rows:
    """The tables with the options about rows. The recipe and `repeats` came before bins."""
    return rows_given(given, data, **({} if given.bins is None else {"repeats": "keep", "recipe": None}))


def _cut(given: argparse.Namespace, files: Sequence[str]) -> Any:
    """The tables of the files with bins for states, by the options of the command line."""
    options = {name: getattr(given, name) for name in ("method", "shared") if name in given}
    with files_named(data=files), warnings_are_lines():
        rows = rows_given(given, list(files), columns="same")  # each table has bins for its own columns
        return discretize(rows, _read_bins(given.bins), **options)


def _read_bins(bins: int | str) -> Any:
    """The bins of the option: a number, or the content of the file that it names."""
    if isinstance(bins, int):
        return bins
    content = read_json(bins)
    several = isinstance(content, list) and all(isinstance(one, Mapping) for one in content)
    if not several and not isinstance(content, Mapping):
        raise InvalidInputError(
            f"{bins}: it must be an object with the bins of each column, or a list of such"
        )
    return content


def table_paths(files: Sequence[str], out: str) -> list[Path]:
    """Where the table of each file goes."""
    if len(files) == 1 and Path(out).suffix.lower() == ".csv":
        check_outs([out])
        paths = [Path(out)]
    else:
        names = ["stdin.csv" if name == STDIN else Path(name).name.removesuffix(".gz") for name in files]
        paths = [Path(out) / name for name in names]
    for name, path in zip(files, paths, strict=True):
        if paths.count(path) > 1:
            raise InvalidInputError(f"{name}: another file has this name, and both would go to {path}")
        if path.exists() and name != STDIN and path.samefile(name):
            raise InvalidInputError(f"{path}: this is the file that is read; give another place by --out")
    return paths
