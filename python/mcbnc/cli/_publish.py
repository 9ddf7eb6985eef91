"""Where a result goes: into the files of ``--out``, and to stdout."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import Any

from ._files import write
from ._streams import print_text
from ._text import json_text

__all__ = ["publish", "show"]

Record = Callable[[], Mapping[str, Any]]


def publish(
    given: argparse.Namespace,
    result: Any,
    record: Record,
    text: Callable[[], str],
    saved: Record | None = None,
) -> None:
    """Write the files, and print. `saved` is what a file in JSON has, if not what the result saves."""
    for path in given.out:
        write(result, path, saved)
    show(given, record, text)


def show(given: argparse.Namespace, record: Record, text: Callable[[], str]) -> None:
    """Print the record with ``--json``, and else the text, unless there are files."""
    if given.json:
        print_text(json_text(record()))
    elif not given.out:
        print_text(text())
