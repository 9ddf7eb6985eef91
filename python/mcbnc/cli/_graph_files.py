"""The graphs of files, whose content determines the format."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .._base.files import read_file
from .._graphs.graph import Graph
from .._graphs.labels import Naming
from .._graphs.reading import format_of, is_model, parse_any, parse_file, read_sources
from .._graphs.recognising import SUFFIXES
from .._inputs.outliers import describe_dags
from ..errors import InvalidInputError
from ._wording import files_named

if TYPE_CHECKING:
    from .._consensus.results import ConsensusResult, Trajectory


@dataclass(frozen=True)
class Dags:
    """The graphs of several files."""

    graphs: list[Graph]
    places: list[str]
    """The file of each graph. If the file has several graphs, the graph's index in the file too."""

    @property
    def by_site(self) -> dict[str, Graph] | list[Graph]:
        """The graphs as the functions take them: the place of each is its site, unless one comes twice."""
        found = dict(zip(self.places, self.graphs, strict=True))
        return found if len(found) == len(self.graphs) else self.graphs

    @property
    def nodes(self) -> list[Hashable]:
        """The nodes of all graphs."""
        return list(dict.fromkeys(name for graph in self.graphs for name in graph.nodes))

    def named(self, **files: str | None) -> AbstractContextManager[None]:
        """Name the graphs by their places in messages, and the graphs of other arguments by `files`."""
        return files_named(dags=self.places, **files)

    def describe(self, result: ConsensusResult | Trajectory) -> str:
        """The number of graphs, and the places of the extended and the dropped ones, for the summary."""
        return describe_dags(len(self.graphs), **self.aside(result))

    def aside(self, result: Any) -> dict[str, list[str]]:
        """The places of the dropped and the extended graphs."""
        aside = {"dropped": result._origin.dropped, "extended": result._origin.extended}
        return {name: [self.places[i] for i in inputs] for name, inputs in aside.items()}


def read_files(paths: list[str], format: str | None, naming: Naming | None = None) -> Dags:
    """All graphs of the files, in order.

    `format` is the suffix of the format of standard input and of files whose own suffix is of no format.
    Without it, and for all others, a file is what its content is. `naming` chooses the names of nodes.
    """
    graphs: list[Graph] = []
    places: list[str] = []
    for path in paths:
        inside = _read(path, format, naming)
        graphs += inside
        places += [path] if len(inside) == 1 else [f"{path}[{i}]" for i in range(len(inside))]
    return Dags(graphs, places)


def read_one(path: str, format: str | None, naming: Naming | None = None) -> Graph:
    """The graph of a file. The file must have exactly one graph."""
    graphs = _read(path, format, naming)
    if len(graphs) != 1:
        raise InvalidInputError(f"{path} has {len(graphs)} graphs, not one")
    return graphs[0]


def _read(path: str, format: str | None, naming: Naming | None) -> list[Graph]:
    """The graphs of a file. CPDAGs are allowed, so the functions that use the graphs check for cycles."""
    with files_named():
        if is_model(path):
            sources = read_sources(path, naming)
        else:
            file, suffix = read_file(path), format_of(path)
            given = format is not None and suffix not in SUFFIXES
            sources = parse_file(file, format or "", naming) if given else parse_any(file, suffix, naming)
    return [Graph.of(source) for source in sources]
