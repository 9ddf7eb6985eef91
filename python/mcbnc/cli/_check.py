"""The command line's ``check``: every problem of data files at once, and a recipe for them."""

from __future__ import annotations

import argparse
from pathlib import Path

from ._end import Exit
from ._objects import add_score, rows_given
from ._options import ROWS, add_options, value
from ._streams import print_text, say
from ._text import json_text
from ._values import file
from ._wording import files_named


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument("files", nargs="+", **value(file, "FILE", "CSV as for learn"))
    add_options(command, "json")
    add_score(command.add_argument)
    add_options(command.add_argument_group("the rows"), *ROWS, "decimal", "columns", "repeats")


def run(given: argparse.Namespace) -> Exit:
    """List the problems. A recipe that is not there is written, and one that is there is applied."""
    made = given.recipe is not None and not Path(given.recipe).exists()
    options = {"recipe": None} if made else {}
    with files_named(datasets=given.files):
        report = rows_given(given, given.files, **options).report(given.score)
        recipe = report.recipe() if made else None
    print_text(json_text(report.record()) if given.json else f"{report}\n")
    if recipe is not None:
        recipe.save(given.recipe)
        say(f"wrote {given.recipe}: {recipe.summary()}")
    return Exit.FINE if report.ok else Exit.BAD_INPUT
