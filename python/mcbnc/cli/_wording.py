"""Messages in the words of the shell: files in place of arguments, and options as users type them."""

from __future__ import annotations

import argparse
import os
import re
import shlex
from collections.abc import Hashable, Mapping, Sequence
from contextlib import AbstractContextManager

from .._base.wording import Wording, worded
from ..errors import McbncError
from ._values import written


class _Shell(Wording):
    """The words of the shell. `files` are those of the arguments of the function that is called."""

    def __init__(self, files: Mapping[str, str | Sequence[str] | None]) -> None:
        self._files = files

    def place(self, argument: str, dag: int | None = None, file: str | None = None) -> str:
        files = self._files.get(argument)
        if file is not None:
            return file
        if isinstance(files, str):
            return files
        if files is None:
            return super().place(argument, dag)
        return "all files" if dag is None else files[dag]

    def function(self, name: str) -> str:
        return f"mcbnc {name}"

    def option(self, name: str, *values: str) -> str:
        return f"{spelled(name)} {' or '.join(values)}"

    def flag(self, name: str, value: bool) -> str:
        return spelled(name if value else f"no_{name}")

    def over_nodes(self) -> str:
        return "mcbnc consensus --nodes union"

    def naming(self, value: str) -> str:
        return f"--node-names {value}"

    def memory(self) -> str:
        return "--memory-limit"

    def no_row_numbers(self) -> str:
        return "a column has no name: give it one. If it numbers the rows, leave it out, as cut -d, -f2- does"

    def option_list(self, name: str, values: Sequence[Hashable], more: str = "") -> str:
        value = shlex.quote(written(map(str, values)))
        sign = "=" if value.startswith("-") else " "  # argparse takes what begins with - for an option
        return f"{spelled(name)}{sign}{value}{more}"


def files_named(**files: str | Sequence[str] | None) -> AbstractContextManager[None]:
    """Make messages in the words of the shell in the context.

    `files` has, by the name of an argument, its file, or the files of all its graphs or tables.
    """
    return worded(_Shell(files))


def spelled(name: str) -> str:
    """An option as users type it, from its name in Python."""
    return f"--{name.replace('_', '-')}"


def in_shell(error: McbncError | OSError, given: argparse.Namespace) -> str:
    """The message of an error in one line. An option that it begins with is spelled as users type it."""
    if isinstance(error, OSError) and error.strerror:
        place = "" if error.filename is None else f"{os.fsdecode(error.filename)}: "
        return f"{place}{error.strerror}"
    message = " ".join(str(error).split())
    name = getattr(error, "argument", None)
    if name is None or name not in vars(given) or not re.match(rf"{name}(?!\w)", message):
        return message
    return f"{spelled(name)}{message[len(name) :]}"
