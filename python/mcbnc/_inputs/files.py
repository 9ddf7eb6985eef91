"""Graphs in files and model strings, as inputs."""

from __future__ import annotations

import os
from collections.abc import Callable

from .._base.paths import PathLike
from .._base.place import placed
from .._graphs.source import Source
from .._graphs.sources import holds_structures, read_source, read_sources
from ..errors import InvalidInputError
from .named import NamedMatrix

__all__ = ["is_of_several", "read_one", "read_path"]


def is_of_several(path: PathLike) -> bool:
    """True if the file is made for several graphs."""
    try:
        return holds_structures(path)
    except OSError:  # then it is the path of one graph, and cannot be read
        return False


def read_path(path: PathLike, argument: str, dag: int) -> list[NamedMatrix]:
    """Read all graphs of a file, or the one of a model string. `dag` is the index of the first one."""
    return _from_text(path, argument, dag, read_sources)


def read_one(path: PathLike, argument: str, dag: int | None) -> NamedMatrix:
    """Read the one graph of a file or a model string."""
    return _from_text(path, argument, dag, lambda path: [read_source(path)])[0]


def _from_text(
    graph: PathLike, argument: str, dag: int | None, read: Callable[[PathLike], list[Source]]
) -> list[NamedMatrix]:
    with placed(argument, dag):
        try:
            sources = read(graph)
        except OSError as error:
            raise InvalidInputError(f"{os.fspath(graph)} cannot be read: {error.strerror}") from None
    return [
        NamedMatrix(source.array, source.names, argument, None if dag is None else dag + k)
        for k, source in enumerate(sources)
    ]
