"""Graphs in files and model strings, as inputs."""

from __future__ import annotations

from collections.abc import Callable

from .._base.bad_path import path_problem
from .._base.paths import PathLike, path_text, pattern_hint
from .._base.place import placed
from .._base.wording import files_told, spread_site
from .._graphs.source import Source
from .._graphs.sources import read_source, read_sources, read_structures
from ..errors import InvalidInputError
from .named import NamedMatrix

__all__ = ["read_one", "read_path", "read_structure_file"]


def read_structure_file(path: PathLike, argument: str) -> list[NamedMatrix] | None:
    """Read all graphs of a file that is made for several graphs. Of any other path or string, None.

    The file is read once, because it may be a pipe.
    """
    with placed(argument):
        try:
            sources = read_structures(path)
        except OSError:  # then it is the path of one graph, and cannot be read
            return None
    return None if sources is None else _named(sources, argument, 0)


def read_path(path: PathLike, argument: str, dag: int | None) -> list[NamedMatrix]:
    """Read all graphs of a file, or the one of a model string. `dag` is the index of the first one."""
    return _from_text(path, argument, dag, read_sources)


def read_one(path: PathLike, argument: str, dag: int | None) -> NamedMatrix:
    """Read the one graph of a file or a model string."""
    return _from_text(path, argument, dag, lambda path: [read_source(path)])[0]


def _from_text(
    graph: PathLike, argument: str, dag: int | None, read: Callable[[PathLike], list[Source]]
) -> list[NamedMatrix]:
    with files_told(), placed(argument, dag):
        try:
            sources = read(graph)
        except OSError as error:
            path = path_text(graph)
            raise InvalidInputError(
                f"{path} cannot be read: {path_problem(path, error)}{pattern_hint(graph)}"
            ) from None
    if dag is not None and len(sources) > 1:
        with placed(argument, dag):
            spread_site(argument, dag, len(sources))
    return _named(sources, argument, dag)


def _named(sources: list[Source], argument: str, dag: int | None) -> list[NamedMatrix]:
    return [
        NamedMatrix(source.array, source.names, argument, None if dag is None else dag + k)
        for k, source in enumerate(sources)
    ]
