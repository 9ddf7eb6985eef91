"""Values of the command line: each function reads the text of one kind of argument."""

from __future__ import annotations

import argparse
import csv
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .._base.files import STDIN
from .._graphs.formats import check_digits
from ..errors import InvalidInputError


def file(path: str) -> str:
    if not path:
        raise argparse.ArgumentTypeError("a file's name must not be empty")
    return STDIN if path == "-" else path


def folder(path: str) -> Path:
    if not path:  # which Path would take for the current folder
        raise argparse.ArgumentTypeError("a folder's name must not be empty")
    return Path(path)


def format_name(text: str) -> str:
    """The suffix of a format, from its name with or without the dot."""
    from .._graphs.recognising import SUFFIXES  # it loads all formats

    suffix = f".{text.removeprefix('.').lower()}"
    if suffix not in SUFFIXES:
        raise argparse.ArgumentTypeError(f"{text!r} is no format that mcbnc reads")
    return suffix


_UNITS = ("", "K", "M", "G", "T")


def words(text: str) -> list[str]:
    """Words parted by commas. Double quotes hold a word that has a comma, as in a CSV file."""
    return [part.strip() for part in next(csv.reader([text], skipinitialspace=True), [])] or [""]


def numbers(text: str) -> list[float]:
    """Numbers parted by commas."""
    return [float(part) for part in text.split(",")]


def written(words: Iterable[str]) -> str:
    """The text that `words` reads."""
    quoted = ('"' + word.replace('"', '""') + '"' if set(',"') & set(word) else word for word in words)
    return ",".join(quoted)


class Extend(argparse.Action):
    """The values of an option that may be repeated, as a list. True means all of them, and stays."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: Any = None) -> None:
        before = getattr(namespace, self.dest)
        both = True if True in (before, values) else [*(before or ()), *values]
        setattr(namespace, self.dest, both)


def theta(text: str) -> Any:
    return text if text == "auto" else float(text)


def pairs(text: str) -> Any:
    return text if text in ("votes", "union", "all") else float(text)


def bins(text: str) -> Any:
    return int(text) if text.lstrip("+-").isdecimal() else file(text)


def accept(text: str) -> Any:
    return True if text == "all" else words(text)


def size(text: str) -> int:
    """A number of bytes, or of KiB, MiB, GiB or TiB by the letter at its end."""
    number, unit = text[:-1], text[-1:].upper()
    try:
        found = int(float(number) * 1024 ** _UNITS.index(unit)) if unit in _UNITS else int(text)
    except OverflowError:  # it is infinite
        found = 0
    if found < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no size: write a number of bytes, such as 500M or 4G")
    return found


def digits(text: str) -> int | None:
    try:
        return check_digits(int(text))
    except InvalidInputError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text!r} must be a whole number from 0")
    return number


def weights(text: str) -> list[float]:
    return [float(part) for part in text.split(",")]


def site_weights(text: str) -> dict[str, float]:
    given: dict[str, float] = {}
    for part in text.split(","):
        name, equals, weight = part.rpartition("=")
        if not equals or name.strip() in given:
            raise argparse.ArgumentTypeError("it must be SITE=W,..., each site once")
        given[name.strip()] = float(weight)
    return given


def k_max(text: str) -> int | None:
    return None if text == "none" else int(text)


def edge(text: str) -> tuple[str, ...] | frozenset[str]:
    """An edge in the form of the Python API: (u, v) for an arc, {u, v} for either direction."""
    parts = [part.strip() for part in re.split("(->|--)", text)]
    if len(parts) != 3 or not parts[0] or not parts[2]:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no edge: write 'U->V', with the quotes, since > means a file to the shell; or U--V"
        )
    u, sign, v = parts
    return frozenset((u, v)) if sign == "--" and u != v else (u, v)


# argparse prints the function's name in messages such as "invalid number or auto value: 'x'".
theta.__name__ = "number or auto"
pairs.__name__ = "votes, union, all or share"
weights.__name__ = "list of numbers"
digits.__name__ = "number of digits"
k_max.__name__ = "whole number or none"
