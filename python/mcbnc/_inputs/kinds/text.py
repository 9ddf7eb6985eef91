"""Strings and paths: graphs in files, and model strings. `_inputs/files.py` reads them.

It is imported when it is needed, since the parsers are many.
"""

from __future__ import annotations

from ..._base.paths import PathLike, is_text
from ..named import NamedMatrix
from .place import Place

__all__ = ["read", "read_all", "read_sequence", "recognise"]

recognise = is_text


def read(path: PathLike, place: Place) -> NamedMatrix:
    """Read the one graph of a file or a model string."""
    from ..files import read_one

    return read_one(path, place.argument, place.dag)


def read_all(path: PathLike, place: Place) -> list[NamedMatrix]:
    """Read all graphs of a file, or the one of a model string."""
    from ..files import read_path

    return read_path(path, place.argument, place.dag)


def read_sequence(path: PathLike, place: Place) -> list[NamedMatrix] | None:
    """Read the graphs of a file that is made for several graphs. Of any other text, None."""
    from ..files import read_structure_file

    return read_structure_file(path, place.argument)
