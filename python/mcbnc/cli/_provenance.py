"""The command line's ``provenance``: how the result in a file was made, and if its inputs are the same."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from .._base.show import printable
from .._results.provenance import FileCheck, Provenance
from ..errors import InvalidInputError
from ._end import Exit
from ._options import add_options, flag, value
from ._streams import print_text
from ._text import json_text
from ._values import file

_AS = ("json", "methods", "bibtex")
_FAULTS = ("changed", "not an input")


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "file", **value(file, "RESULT", "a file in JSON that mcbnc wrote, by --out or by --json")
    )
    command.add_argument(
        "files",
        nargs="*",
        **value(file, "FILE", "inputs as they are now: whether each is what the result was made of"),
    )
    add_options(
        command,
        json=flag("print one JSON object"),
        methods=flag("print sentences for the methods section of a paper, with their sources"),
        bibtex=flag("print the sources in BibTeX"),
    )


def run(given: argparse.Namespace) -> Exit:
    """Print how a result was made, or compare the files with its inputs."""
    chosen = [name for name in _AS if getattr(given, name)]
    if len(chosen) > 1:
        raise InvalidInputError(f"--{chosen[0]} excludes --{chosen[1]}")
    if given.files and (given.methods or given.bibtex):
        raise InvalidInputError(f"--{chosen[0]} takes no files beside the result")
    made = Provenance.read(given.file)
    checks = made.check(given.files) if given.files else []
    if given.json:
        told = {"provenance": made.to_dict()}
        print_text(json_text({**told, "files": [each._asdict() for each in checks]} if checks else told))
    elif given.methods or given.bibtex:
        print_text(f"{made.methods('bibtex' if given.bibtex else 'text').rstrip()}\n")
    else:
        print_text(_checked_text(checks) if checks else str(made))
    return Exit.BAD_INPUT if any(each.status in _FAULTS for each in checks) else Exit.FINE


def _checked_text(checks: Sequence[FileCheck]) -> str:
    width = max(len(printable(each.file)) for each in checks)
    return "".join(f"{printable(each.file):{width}}  {_told(each)}\n" for each in checks)


def _told(check: FileCheck) -> str:
    if check.status == "changed":
        return f"changed: its SHA-256 is {check.sha256}, and was {check.expected}"
    if check.status == "renamed":
        return "the same, under another name"
    return check.status
