"""A DAG made of other DAGs or of data: its class, and its picture."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from .._base.adjacency import Adjacency, joined_pairs
from .._base.arrays import read_only
from .._base.extras import import_extra
from .._base.named_array import with_names
from .._base.names import find_node
from .._base.options import check_count, check_flag
from .._base.show import counted
from .._engine.request import Reply
from .._graphs.graph import Graph
from .._inputs.ask import aligned
from .edge_table import Voters, edge_columns, joining, mean_of
from .provenance import WithProvenance

if TYPE_CHECKING:
    from .._plots.network import Picture
    from .chance import Chance
    from .seen import Seen


_SHARES = ("support", "psi", "chance_true")
"""The columns of :meth:`Result.to_frame` that are attributes of edges in other packages' graphs."""


class Result(WithProvenance, Graph):
    """A DAG made of others, or of data. ``numpy.asarray(result)`` is :attr:`adjacency`.

    The DAG stands for its class, :attr:`cpdag`: the equivalent DAGs that keep what is known.
    """

    _title = "Result"

    def __init__(
        self, nodes: list[Hashable], named: bool, reply: Reply, status: str, gaussian: bool | None
    ) -> None:
        super().__init__(Adjacency.told(reply.arrays, "adjacency", len(nodes)), nodes, named)
        self._gaussian = gaussian
        self._class = Adjacency.told(reply.arrays, "cpdag", len(nodes))
        self._status = status
        self._seconds = float(reply.info["seconds"])

    @property
    def cpdag(self) -> NDArray[np.uint8]:
        """(n, n) uint8, read-only: the class of the result. Both bits set means undirected.

        Without `knowledge` it is the CPDAG: an edge is directed if all equivalent DAGs have it this way. With
        `knowledge` only those of them count that keep the required arcs, the forbidden ones, tiers, roots and
        leaves. So an edge is undirected if and only if two of these DAGs differ in it. This is a maximally
        oriented PDAG, closed under the rules of Meek (1995).
        """
        return with_names(read_only(self._class.matrix), self._nodes, self._named)

    @property
    def reversible(self) -> list[tuple[Hashable, Hashable]]:
        """Those of :attr:`edges` that another DAG of the class has the other way round.

        The class is :attr:`cpdag`. So an edge that `knowledge` directs, by itself or by what follows from it,
        is not among them.
        """
        return self._pairs(self._known_arcs[self._reversible()])

    def _reversible(self) -> NDArray[np.bool_]:
        return self._class.has(self._known_arcs[:, ::-1])

    @property
    def status(self) -> str:
        """``"complete"``, or for a partial result ``"time_limit"`` or ``"cancelled"``."""
        return self._status

    @property
    def seconds(self) -> float:
        """How long the engine took."""
        return self._seconds

    def to_frame(self) -> Any:
        """A :class:`pandas.DataFrame`, one row for each of :attr:`edges`. Needs pandas.

        Returns
        -------
        pandas.DataFrame
            ``from`` and ``to`` are the ends. ``reversible`` is True if another DAG of the class has the
            edge the other way round. Three columns are there if the graph was made of DAGs, and are
            float64. They are shares of the inputs, by weight if there are weights. ``support``: those that
            join the pair. ``forward``: those that have the edge this way. ``backward``: those that have it
            the other way round. A graph that was learned has the column ``chance_true`` if there are
            resamples (:attr:`mcbnc.Learned.chance_true`). ``frame.attrs["nodes"]`` are all nodes. So the
            table is a graph for :func:`mcbnc.consensus` and others that keeps its nodes without edges.
            ``frame.attrs["chance"]`` is how many edges chance alone would make, as a dict. It is there if
            that is known.
        """
        frame = import_extra("pandas").DataFrame(self._edge_columns())
        frame.attrs["nodes"] = self.nodes
        chance = self._known_chance()
        if chance is not None:
            frame.attrs["chance"] = chance._asdict()
        return frame

    def _more_in_json(self) -> dict[str, Any]:
        return {"provenance": self._find_record()}

    def _known_chance(self) -> Chance | None:
        """What chance alone would make, if that was found before."""
        return None

    def to_networkx(self) -> Any:
        """The graph as a :class:`networkx.DiGraph`. Needs networkx.

        Where :meth:`to_frame` has the columns ``support``, ``psi`` and ``chance_true``, each edge has the
        attributes of these names, as floats. So ``[d["support"] for u, v, d in graph.edges(data=True)]`` may
        be the widths of a drawing.
        """
        return super().to_networkx()

    def _edge_attributes(self) -> dict[str, list[float]]:
        columns = self._edge_columns()
        return {name: columns[name].tolist() for name in _SHARES if name in columns}

    def plot(
        self,
        ax: Any = None,
        *,
        compare: Any = None,
        layout: Literal["dot", "layered", "circle"] | None = None,
        legend: bool = True,
        focus: Hashable = None,
        hops: int | None = 2,
        isolated: bool = True,
    ) -> Any:
        """Draw the network, its arcs pointing down. Needs matplotlib (the extra ``plot``).

        The width of an edge is the share of the inputs that join its ends, by weight if there are
        weights. In a graph learned from data all edges have one width. The opacity of an edge is
        ``chance_true`` where the graph has it. Colour and head distinguish
        the directed edges of :attr:`cpdag` from the reversible ones. Some DAG of the class has a
        reversible edge the other way round. A dotted edge is unsure: see :func:`mcbnc.baselines.vote`.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw. The network is scaled to the axes, whose ground may be light or dark. Default:
            a new figure, which grows with the network up to a width of 16 inches. A wider network is scaled
            down to that.
        compare : graph, optional
            Another graph, anything that :mod:`mcbnc.metrics` takes. Colour and line style then
            distinguish edges in both graphs, edges in this one only, edges in the other only, and edges
            whose direction differs between the classes. The last three kinds add up to
            :func:`mcbnc.metrics.shd`, which defines classes under knowledge. The head of a
            reversible edge is still hollow.
        layout : {"dot", "layered", "circle"}, optional
            "dot" and "layered" draw layers from top to bottom, by Graphviz's program ``dot`` and by
            mcbnc itself. "circle" puts the nodes on a circle, which takes no time, and arcs then point
            anywhere. "layered" is refused if it would take more than some seconds, mostly above 600
            edges. "dot" has no bound. Default: "dot" if it is installed and there are at most 600
            edges, else "layered", else "circle".
        legend : bool
            Draw the legend, below the network. It also has how many nodes are left out.
        focus : node, optional
            Draw only this node, those near it, and the edges between them. Default: all nodes.
        hops : int or None
            How near: at most this number of edges away, whatever their direction. None is any distance. An
            edge of `compare` counts too.
        isolated : bool
            False leaves out the nodes at which no edge is drawn.

        Returns
        -------
        matplotlib Axes

        Raises
        ------
        InvalidInputError
            A bad argument; names it. Or the network is too large for ``layout="layered"``.
        MissingExtraError
            Without matplotlib.

        Warns
        -----
        UserWarning
            The network is drawn on a circle because it is too large for layers, and `layout` is None. Or
            the network is scaled down so far that the names cannot be read.

        Examples
        --------
        >>> clients = mcbnc.datasets.load("alarm")                            # doctest: +SKIP
        >>> result = mcbnc.consensus(clients.dags, nodes=clients.nodes)       # doctest: +SKIP
        >>> result.plot(compare=clients.gold).figure.savefig("alarm.pdf")     # doctest: +SKIP
        >>> result.plot(focus="CATECHOL", hops=1)                             # doctest: +SKIP
        """
        from .._plots.network import Part, draw

        index = {name: i for i, name in enumerate(self._nodes)}
        near = Part(
            None if focus is None else find_node(focus, index, "focus"),
            len(index) if hops is None else check_count(hops, "hops", none="None for any distance"),
            check_flag(isolated, "isolated"),
        )
        return draw(self._picture(compare), ax, layout, check_flag(legend, "legend"), part=near)

    def _repr_html_(self) -> str:
        from .._plots.html import MOST_EDGES, MOST_NODES, card
        from .._plots.network import draw

        facts = self._facts()
        edges = len(self)
        if len(self._nodes) > MOST_NODES or edges > MOST_EDGES:
            large = f"left out, of {len(self._nodes)} nodes and {edges} edges; plot() draws it"
            return card(self._title, {**facts, "picture": large})
        return card(self._title, facts, lambda new: draw(self._picture(), new=new))

    def _facts(self) -> dict[str, Any]:
        """The lines above the picture in a notebook."""
        raise NotImplementedError

    def _voters(self) -> Voters | None:
        """The DAGs that this one was made of, with their weights. None means that there are none."""
        raise NotImplementedError

    def _edge_columns(self) -> dict[str, Any]:
        return edge_columns(self._nodes, self._graph, self._class, self._voters())

    def _shares(self, pairs: NDArray[Any]) -> NDArray[np.float64] | None:
        """(m,): the share of the DAGs that join each of some pairs (m, 2). None: there are no DAGs."""
        voters = self._voters()
        return None if voters is None else mean_of(joining(voters[0], pairs), voters[1])

    def _joined(self) -> NDArray[np.bool_]:
        """(n, n), symmetric: the pairs that are joined."""
        return (self._adjacency | self._adjacency.T).astype(bool)

    def _unseen(self) -> Seen | None:
        """Which pairs are seen together, if not all are."""
        return None

    def _unseen_drawn(self) -> NDArray[np.intp]:
        """(pairs, 2): the pairs that a picture shows as not seen together."""
        seen = self._unseen()
        return np.zeros((0, 2), np.intp) if seen is None else seen.drawn(self._joined())

    def _count_edges(self) -> str:
        """How many edges there are, in words."""
        reversible = np.count_nonzero(self._reversible())
        return counted(len(self), "edge") + (f" ({reversible} reversible)" if reversible else "")

    def _picture(self, compare: Any = None) -> Picture:
        from .._plots.network import Apart, Other, Picture

        other = None if compare is None else Other(*aligned(compare, self, "compare"))
        ways = [self._known_arcs] if other is None else [self._known_arcs, other.graph.arcs]
        pairs = joined_pairs(np.concatenate(ways), len(self._nodes))
        shares, support = self._shares(pairs), None
        if shares is not None:
            support = {(i, j): share for (i, j), share in zip(pairs.tolist(), shares.tolist(), strict=True)}
        seen = self._unseen()
        apart = None if seen is None else Apart(seen.apart(), self._unseen_drawn())
        return Picture(self.nodes, self._graph, self._class, support, other, apart)
