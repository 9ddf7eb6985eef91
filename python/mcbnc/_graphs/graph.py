"""The graphs that mcbnc returns: arrays with names. Their methods convert them for other libraries."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from .._base.adjacency import Adjacency, ArcLists, Arcs, distinct
from .._base.arrays import as_array, read_only
from .._base.extras import import_extra
from .._base.fields import Request
from .._base.file_hash import FileHash
from .._base.named_array import with_names
from .._base.names import find_node
from .._base.options import check_flag
from .._base.place import bare
from .._base.rank import rank
from .._base.show import as_text, counted
from .._engine.request import Arrays, execute
from ..errors import InvalidInputError
from .source import Source

if TYPE_CHECKING:
    from .identifiers import Network

G = TypeVar("G", bound="NamedGraph")


class NamedGraph:
    """An adjacency matrix with names. ``numpy.asarray(graph)`` is the matrix.

    A graph that came as arcs, as out of a file, makes the matrix on demand: the matrix of a
    short file may take gigabytes.
    """

    def __init__(self, adjacency: NDArray[np.uint8] | Adjacency, nodes: list[Hashable], named: bool) -> None:
        self._graph: Adjacency = (
            adjacency if isinstance(adjacency, Adjacency) else Adjacency(len(nodes), adjacency)
        )
        self._nodes = nodes
        self._named = named

    @classmethod
    def of(cls: type[G], source: Source) -> G:
        """The graph of a source, which has names."""
        n = len(source.names)
        graph = cls.__new__(cls)
        NamedGraph.__init__(graph, Adjacency(n, arcs=distinct(source.arcs, n)), source.names, True)
        graph._labels = source.labels
        graph._hashed, graph._made = source.hashed, source.made
        return graph

    _labels: Sequence[str] = ()
    """What the file of the graph calls the nodes beside their names. Empty: nothing else."""

    _hashed: FileHash | None = None
    """The file that it was read from."""

    _made: Any = None
    """How it was made: a record, or what makes one. None: nobody knows, or its own graphs are in it."""

    @property
    def _adjacency(self) -> NDArray[np.uint8]:
        return self._graph.matrix

    @property
    def _known_arcs(self) -> Arcs:
        """The arcs (m, 2), each the indices (from, to), sorted."""
        return self._graph.arcs

    @property
    def nodes(self) -> list[Hashable]:
        """The names of the n nodes, in the order of the first DAG. Nodes without names are 0..n-1."""
        return list(self._nodes)

    @property
    def named(self) -> bool:
        """True if the input or the argument `nodes` gave names."""
        return self._named

    @property
    def adjacency(self) -> NDArray[np.uint8]:
        """The graph as an array, (n, n) uint8, read-only. [i, j] is 1 if nodes[i] -> nodes[j], else 0.

        It has the nodes' names, if there are any, so it can be combined with named graphs. So do all arrays
        of graphs that mcbnc returns, and copies of them. What is computed of them are plain arrays.

        For a graph out of a file, or made of lists of arcs, it is made at the first time. MemoryLimitError
        if it would take more than most of the memory.
        """
        return with_names(read_only(self._adjacency), self._nodes, self._named)

    @property
    def edges(self) -> list[tuple[Hashable, Hashable]]:
        """The edges, each a tuple (from, to), sorted by the indices of the nodes.

        An undirected edge is in the list both ways.
        """
        return self._pairs(self._known_arcs)

    _gaussian: bool | None = False
    """Whether the structure was learned from rows of real numbers, or made of such structures alone. None:
    the rows had columns of both kinds beside each other."""

    _known: Mapping[str, list[list[int]] | None] | None = None
    """The required and forbidden edges that it keeps, as a request has them. None: nothing is known."""

    _has_network = False
    """Whether :meth:`_network` has probabilities."""

    def _network(self) -> Network:
        raise NotImplementedError

    def _more_in_json(self) -> dict[str, Any]:
        """What a file of JSON has of it beside nodes and edges."""
        return {"provenance": self._made} if isinstance(self._made, dict) else {}

    def _source(self) -> Source:
        return Source(self._nodes, self._known_arcs)

    def __repr__(self) -> str:
        edges = len(self._known_arcs)
        return f"<{type(self).__name__}: {counted(edges, 'edge')} over {counted(len(self._nodes), 'node')}>"

    def _pairs(self, arcs: Arcs) -> list[tuple[Hashable, Hashable]]:
        nodes = self._nodes
        return [(nodes[i], nodes[j]) for i, j in arcs.tolist()]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return as_array(read_only(self._adjacency), dtype, copy)

    def to_networkx(self) -> Any:
        """The graph as a :class:`networkx.DiGraph`. Needs networkx."""
        graph = import_extra("networkx").DiGraph()
        graph.add_nodes_from(self._nodes)
        attributes = self._edge_attributes()
        for k, (u, v) in enumerate(self.edges):
            graph.add_edge(u, v, **{name: values[k] for name, values in attributes.items()})
        return graph

    def _edge_attributes(self) -> dict[str, list[float]]:
        """The attributes that :meth:`to_networkx` gives to each of :attr:`edges`, by name."""
        return {}

    def to_pandas(self) -> Any:
        """The adjacency matrix as a :class:`pandas.DataFrame` (n, n) of uint8.

        The names are the index and the columns. Needs pandas.
        """
        frame = import_extra("pandas").DataFrame
        return frame(self._adjacency.copy(), index=self.nodes, columns=self.nodes)


class PDAG(NamedGraph):
    """A partially directed graph with names, such as a CPDAG. ``numpy.asarray(graph)`` is its matrix.

    Both bits of an undirected edge are set. Wherever `dags` are taken, a PDAG stands for its class of
    DAGs.
    """

    def __repr__(self) -> str:
        directed, undirected = len(self.directed), len(self.undirected)
        return f"<PDAG: {directed} directed and {undirected} undirected edges over {len(self._nodes)} nodes>"

    @property
    def directed(self) -> list[tuple[Hashable, Hashable]]:
        """The directed edges, each a tuple (from, to), sorted by the indices of the nodes."""
        arcs = self._known_arcs
        return self._pairs(arcs[~self._both_ways()])

    @property
    def undirected(self) -> list[tuple[Hashable, Hashable]]:
        """The undirected edges, each once, as a tuple whose first node has the lower index."""
        arcs = self._known_arcs
        return self._pairs(arcs[self._both_ways() & (arcs[:, 0] < arcs[:, 1])])

    def _both_ways(self) -> NDArray[np.bool_]:
        """Which of the arcs are undirected."""
        return self._graph.has(self._known_arcs[:, ::-1])

    def to_dag(self) -> Graph:
        """The DAG that stands for the class: the consistent extension of Dor and Tarsi (1992).

        Nodes become sinks one after the other, each time the first possible one in the sorted order of
        the names. Functions that take `dags` use this DAG.

        Raises
        ------
        InvalidInputError
            If there is no extension. The message names edges that cannot be directed.
        CycleError
            If directed edges form a cycle.
        """
        n = len(self._nodes)
        arrays: Arrays = ArcLists.of(n, [self._known_arcs]).arrays
        request: Request = {"op": "members", "n": n, "r": 1}
        if self._named:
            request["names"] = list(map(as_text, self._nodes))
            ranks = rank(self._nodes)
            arrays.update({} if ranks is None else {"rank": ranks})
        try:
            member = execute(self._nodes, request, arrays).arrays["arcs"].astype(np.int64)
        except InvalidInputError as error:
            raise type(error)(bare(error), nodes=error.nodes) from None
        return Graph(Adjacency(n, arcs=member), self._nodes, self._named)


class Graph(NamedGraph):
    """A DAG with names. ``numpy.asarray(graph)`` is its adjacency matrix.

    It is a collection of its edges: ``len(graph)``, ``(u, v) in graph`` and iteration are about
    :attr:`edges`.
    """

    def __len__(self) -> int:
        """The number of edges."""
        return len(self._known_arcs)

    def __iter__(self) -> Iterator[tuple[Hashable, Hashable]]:
        return iter(self.edges)

    def __contains__(self, edge: object) -> bool:
        """Whether the DAG has the edge, a tuple (from, to) of two names. False for anything else."""
        if not isinstance(edge, tuple) or len(edge) != 2:
            return False
        index = {name: k for k, name in enumerate(self._nodes)}
        try:
            u, v = (index[end] for end in edge)
        except Exception:  # an end is no node, or has no hash, or its __eq__ raises
            return False
        return bool(self._graph.has(np.array([(u, v)]))[0])

    def __bool__(self) -> bool:
        """True, even for a graph without edges."""
        return True

    def parents(self, node: Hashable) -> list[Hashable]:
        """The nodes with an edge to the node, in the order of :attr:`nodes`."""
        tails, heads = self._known_arcs.T
        return [self._nodes[i] for i in tails[heads == self._index(node)].tolist()]

    def children(self, node: Hashable) -> list[Hashable]:
        """The nodes to which the node has an edge, in the order of :attr:`nodes`."""
        tails, heads = self._known_arcs.T
        return [self._nodes[i] for i in heads[tails == self._index(node)].tolist()]

    def _index(self, node: Hashable) -> int:
        return find_node(node, {name: k for k, name in enumerate(self._nodes)}, "node")

    def to_pgmpy(self, *, gaussian: bool | None = None) -> Any:
        """The DAG as a network of pgmpy without parameters, ready to be fitted. Needs pgmpy.

        Parameters
        ----------
        gaussian : bool, optional
            True makes a ``LinearGaussianBayesianNetwork``, and False a ``DiscreteBayesianNetwork``. Default:
            True if a Gaussian score found the structure in rows, if it is a ``LinearGaussianBayesianNetwork``
            of pgmpy, or if the DAG was made of such structures alone. Arrays, files and other graphs have no
            score. So what is made of them is discrete by default.

        Raises
        ------
        InvalidInputError
            If `gaussian` is no bool. If it is left out, and the structure was learned from columns of states
            and of numbers beside each other: pgmpy has no network of both.
        """
        linear = self._gaussian if gaussian is None else check_flag(gaussian, "gaussian")
        if linear is None:
            raise InvalidInputError(
                "pgmpy has no network of columns of states and of numbers beside each other: to_networkx() "
                "has the arcs, and gaussian=True or False makes a network of one kind",
                argument="gaussian",
            )
        kind = "LinearGaussianBayesianNetwork" if linear else "DiscreteBayesianNetwork"
        network = getattr(import_extra("pgmpy.models"), kind)()
        network.add_nodes_from(self._nodes)
        network.add_edges_from(self.edges)
        return network

    def to_dot(self) -> str:
        """The DAG as a digraph in Graphviz's DOT, with every node and every edge. Names are quoted.

        A name that is no string is written as its ``str()``. The written names must differ, else this is
        an InvalidInputError.
        """
        from .structure_writers import write_dot

        return write_dot(self._known_arcs, self._nodes)

    def to_bnlearn(self) -> str:
        """The DAG as a model string of R's bnlearn, such as ``[A][C][B|A:C]``.

        Roots come first, and every node comes after its parents, as in bnlearn. Names are written as in
        :meth:`to_dot`. The format has no quotes, so a name that is empty or holds any of ``[ ] | :`` is
        an InvalidInputError. :func:`mcbnc.from_bnlearn` reads the string.
        """
        from .structure_writers import write_model

        return write_model(self._known_arcs, self._nodes)
