"""Strings and paths: graphs in files, and model strings.

The parsers are imported when they are needed, since they are many.
"""

from __future__ import annotations

from collections.abc import Callable

from ..._base.paths import PathLike, is_text, path_problem, path_text, pattern_hint
from ..._base.place import placed
from ..._base.wording import files_told, spread_site
from ..._graphs.source import Source
from ...errors import InvalidInputError
from ..named import NamedMatrix, Place

recognise = is_text


def read(path: PathLike, place: Place) -> NamedMatrix:
    """Read the one graph of a file or a model string."""
    from ..._graphs.reading import read_source

    return _read(path, place, lambda path: [read_source(path)])[0]


def read_all(path: PathLike, place: Place) -> list[NamedMatrix]:
    """Read all graphs of a file, or the one of a model string."""
    from ..._graphs.reading import read_sources

    return _read(path, place, read_sources)


def read_sequence(path: PathLike, place: Place) -> list[NamedMatrix] | None:
    """Read all graphs of a file that is made for several graphs. Of any other path or string, None.

    The file is read once, because it may be a pipe.
    """
    from ..._graphs.reading import read_structures

    with placed(place.argument):
        try:
            sources = read_structures(path)
        except OSError:  # then it is the path of one graph, and cannot be read
            return None
    return None if sources is None else _named(sources, place._replace(dag=0))


def _read(path: PathLike, place: Place, read: Callable[[PathLike], list[Source]]) -> list[NamedMatrix]:
    argument, dag = place[:2]
    with files_told(), placed(argument, dag):
        try:
            sources = read(path)
        except OSError as error:
            text = path_text(path)
            raise InvalidInputError(
                f"{text} cannot be read: {path_problem(text, error)}{pattern_hint(path)}"
            ) from None
    if dag is not None and len(sources) > 1:
        with placed(argument, dag):
            spread_site(argument, dag, len(sources))
    return _named(sources, place)


def _named(sources: list[Source], place: Place) -> list[NamedMatrix]:
    """The graphs of a file, each with its place. That of the file is the first one's."""
    first = place.dag
    return [
        place._replace(dag=None if first is None else first + k).source(source)
        for k, source in enumerate(sources)
    ]
