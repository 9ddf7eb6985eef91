"""The command line's ``tidy``: data files as a recipe makes them."""

from __future__ import annotations

import argparse

from .._base.show import counted
from .._rows.made import list_made
from .._rows.rows import Rows
from .._rows.tidy import tidy_rows
from ..errors import InvalidInputError
from ._discretize import table_paths
from ._end import Exit
from ._files import write_text
from ._options import OPTIONS, add_options, value
from ._streams import print_text, say, warnings_are_lines
from ._text import json_text, table_text
from ._values import file
from ._wording import files_named


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument("files", nargs="+", **value(file, "FILE", "CSV as for learn"))
    add_options(
        command,
        recipe={**OPTIONS["recipe"], "required": True},
        out=value(
            str,
            "DIR|FILE",
            "write each table to the folder DIR, which is made if it is missing, under its file's name. Of "
            "one file: the folder, or a file that ends in .csv. Without it, the table goes to stdout. Beside "
            "the tables, recipe.json keeps the recipe from being applied to them again",
        ),
    )
    add_options(command, "json", "quiet", "decimal")


def run(given: argparse.Namespace) -> Exit:
    """Write the tables of the files as the recipe makes them, and show what it changed."""
    if given.out is None and (len(given.files) > 1 or given.json):
        why = "of several files" if len(given.files) > 1 else "with --json"
        raise InvalidInputError(f"{why}, --out DIR is where the tables go", argument="out")
    paths = [] if given.out is None else table_paths(given.files, given.out)
    with files_named(data=given.files), warnings_are_lines():
        rows = Rows(given.files, recipe=given.recipe, decimal=given.decimal)
        tables = tidy_rows(rows)
    texts = [*map(table_text, tables)]
    for path, text in zip(paths, texts, strict=False):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(str(path), text)
    recipe = rows._options.recipe
    if recipe is not None:
        list_made(recipe, paths)
    if not paths:
        print_text(texts[0])
    elif given.json:
        print_text(json_text({"changes": [one._asdict() for one in rows.changes]}))
    else:
        print_text(f"{rows.changes}\n")
    if not given.quiet:
        changes = sum(one.cells for one in rows.changes)
        place = f", in {given.out}" if paths else ""
        say(f"{counted(len(given.files), 'table')}: {counted(changes, 'change')}{place}")
    return Exit.FINE
