"""The agreement of clients with one another, and the clients that agree with hardly any other."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.adjacency import arc_counts
from .._base.arrays import read_only
from .._base.extras import import_extra
from .._base.names import find_node, read_names
from .._base.options import check_flag, check_share, read_workers
from .._base.show import counted, listed, shown
from .._base.sites import takes_sites
from .._engine.request import Reply, execute
from .._inputs.convert import read_dags
from .._inputs.inputs import Inputs
from .._plots.heat_map import HeatMapped, draw_agreement
from ..errors import InvalidInputError
from .linkage import chain, split

# By default the matrix is kept up to this number of clients. Then it takes 128 MB.
_MOST_KEPT = 4096


class Agreement(HeatMapped):
    """The agreement of each client's DAG with each other client's, by the F1 of their skeletons.

    :func:`mcbnc.agreement` returns it. An Agreement holds plain arrays. So it can be pickled, sent to
    another process, and used after a fork.

    The picture of :meth:`plot` has the F1 of all clients. Clients that agree are next to each other, so
    groups show as blocks. The labels of flagged clients have another colour.
    """

    def __init__(self, inputs: Inputs, clients: list[Hashable], reply: Reply) -> None:
        self._n = inputs.n
        self._clients = clients
        self._edges = arc_counts(inputs.stack)
        self._arrays = reply.arrays
        self._seconds = float(reply.info["seconds"])

    def __repr__(self) -> str:
        names = self.outliers
        of = f"<Agreement of {counted(len(self._clients), 'client')} over {counted(self._n, 'node')}: "
        if len(self._clients) == 1:
            return f"{of}it has no peer>"
        return (
            f"{of}median F1 "
            f"{self.median.min():.4g} to {self.median.max():.4g}, threshold {self.threshold:.4g}; "
            f"{len(names)} flagged{': ' if names else ''}{listed(names, shown)}>"
        )

    @property
    def clients(self) -> list[Hashable]:
        """The labels of the r clients. Clients without labels are 0..r-1."""
        return list(self._clients)

    @property
    def f1(self) -> NDArray[np.float64]:
        """(r, r) float64, read-only, symmetric: the F1 of each pair of skeletons. The diagonal is 1.

        Let two skeletons have a and b edges, and c edges in common. Their F1 is 2 c / (a + b). If neither
        skeleton has an edge, the F1 is 1.

        Raises
        ------
        InvalidInputError
            The matrix was not kept; see `matrix` of :func:`mcbnc.agreement`.
        """
        if "f1" not in self._arrays:
            raise InvalidInputError(
                f"the matrix of {len(self._clients)} clients was not kept; ask for it by matrix=True: "
                f"it takes {8e-6 * len(self._clients) ** 2:.0f} MB",
                argument="matrix",
            )
        return read_only(self._arrays["f1"])

    @property
    def median(self) -> NDArray[np.float64]:
        """(r,) float64, read-only: the median of each client's F1 with its peers, which are all others.

        The median of an even number of values is the mean of the two middle ones. A single client has no
        peer, so its median is NaN.
        """
        return read_only(self._arrays["median"])

    @property
    def threshold(self) -> float:
        """Half of the median of all clients' :attr:`median`. For a single client the threshold is NaN."""
        return float(self._arrays["threshold"][0])

    @property
    def flagged(self) -> NDArray[np.bool_]:
        """(r,) bool, read-only: whether the :attr:`median` is below the :attr:`threshold`.

        The engine compares them as exact fractions.
        """
        return read_only(self._arrays["flagged"].astype(bool))

    @property
    def outliers(self) -> list[Hashable]:
        """The flagged ones of the :attr:`clients`, in their order."""
        return [self._clients[k] for k in np.flatnonzero(self._arrays["flagged"]).tolist()]

    @property
    def seconds(self) -> float:
        """The time that the engine took, in seconds."""
        return self._seconds

    def peers(self, client: Hashable) -> list[tuple[Hashable, float]]:
        """All other clients, each with the F1 of its skeleton and this client's.

        Parameters
        ----------
        client : label
            One of :attr:`clients`.

        Returns
        -------
        list of (label, float)
            By falling F1. Clients with the same F1 are in the order of :attr:`clients`.

        Raises
        ------
        InvalidInputError
            No client has this label, or the matrix was not kept.
        """
        index = {name: i for i, name in enumerate(self._clients)}
        i = find_node(client, index, "client", "client")
        f1 = self.f1[i]
        order = np.argsort(-f1, kind="stable").tolist()
        return [(self._clients[j], float(f1[j])) for j in order if j != i]

    def groups(self, least: float | None = None) -> list[list[Hashable]]:
        """Group the clients by single linkage.

        Two clients are in one group if a chain of clients leads from one to the other, in which each
        client has an F1 of at least `least` with the next.

        Parameters
        ----------
        least : float, optional
            From 0 to 1. Default: :attr:`threshold`.

        Returns
        -------
        list of list of labels
            By falling size. Groups of the same size are in the order of their first clients. Within a group
            the clients are in the order of :attr:`clients`.

        Raises
        ------
        InvalidInputError
            `least` is not a number from 0 to 1, or the matrix was not kept.
        """
        bound = self.threshold if least is None else check_share(least, "least")
        groups = [sorted(group) for group in split(*chain(self.f1), bound)]
        groups.sort(key=lambda group: (-len(group), group[0]))
        return [[self._clients[i] for i in group] for group in groups]

    def to_frame(self) -> Any:
        """A :class:`pandas.DataFrame`, one row for each client. Needs pandas.

        The columns are ``client``, ``edges``, ``median`` and ``flagged``. If the matrix was kept and there
        is more than one client, the frame also has ``nearest``, the peer with the greatest F1, and
        ``nearest_f1``.
        """
        return import_extra("pandas").DataFrame(self._columns())

    def _columns(self) -> dict[str, Any]:
        """The columns of :meth:`to_frame`."""
        columns: dict[str, Any] = {
            "client": self._clients,
            "edges": self._edges,
            "median": self.median,
            "flagged": self.flagged,
        }
        if "f1" in self._arrays and len(self._clients) > 1:
            peers = self.f1 - 2 * np.eye(len(self._clients))
            nearest = peers.argmax(axis=1)
            columns["nearest"] = [self._clients[i] for i in nearest.tolist()]
            columns["nearest_f1"] = peers.max(axis=1)
        return columns

    def _facts(self) -> dict[str, Any]:
        r = len(self._clients)
        median = f"{self.median.min():.4g} to {self.median.max():.4g}"
        return {
            "clients": r,
            "median F1 with the peers": median if r > 1 else "there are no peers",
            **({"threshold": f"{self.threshold:.4g}"} if r > 1 else {}),
            "flagged": listed(self.outliers, shown) or "none",
            "nodes": self._n,
        }

    def _rows_drawn(self) -> int:
        return len(self._clients) if "f1" in self._arrays else 0

    def _draw(self, **where: Any) -> Any:
        """Draw all in the order of the chain."""
        order, _ = chain(self.f1)
        labels, f1 = [self._clients[i] for i in order], self.f1[np.ix_(order, order)]
        return draw_agreement(f1, labels, self.flagged[order], self.threshold, **where)


@takes_sites("dags")
def agreement(
    dags: Any,
    *,
    nodes: Any = None,
    clients: Any = None,
    matrix: bool | None = None,
    workers: int | None = None,
) -> Agreement:
    """Compare the clients' skeletons with one another, and flag clients that agree with hardly any other.

    For each client, take the median of its F1 with its peers. A client is flagged if its median is below
    half of the median of all these medians. The comparison does not use the directions of arcs. If there
    are one or two clients, none is flagged. At most half of the clients are flagged. See :doc:`/clients`.

    Parameters
    ----------
    dags : sequence of r DAGs, dict of site name to DAG, or one (r, n, n) array
        As in :func:`mcbnc.consensus`.
    nodes : sequence of hashable, optional
        As in :func:`mcbnc.consensus`.
    clients : sequence of r different hashables, optional
        The clients' labels. Default: the names of the sites, else 0..r-1.
    matrix : bool, optional
        Whether to keep the (r, r) matrix, which :attr:`Agreement.f1`, peers, groups and plot need. A
        matrix can have at most 32768 clients. Default: True up to 4096 clients.
    workers : int, optional
        Threads. Default: all cores. The answer does not depend on the number.

    Returns
    -------
    Agreement

    Raises
    ------
    InvalidInputError, CycleError
        As in :func:`mcbnc.consensus`.

    Notes
    -----
    Let E be the number of pairs of nodes that at least two DAGs join. The time is O(r^2 E / 64). Equal
    DAGs are compared once. The memory, in addition to the inputs, is r E / 8 bytes. A matrix takes
    8 r^2 bytes more, and 24 r^2 bytes while it is made. 10,000 clients take seconds, and their matrix
    takes 800 MB.

    The rule comes from experiments, not from a theory. :doc:`/clients` reports the experiments.

    Examples
    --------
    >>> import mcbnc
    >>> chain = [[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0]]
    >>> other = [[0, 0, 1, 1], [0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0]]
    >>> result = mcbnc.agreement([chain, chain, chain, other], clients=["Leeds", "York", "Bath", "Nowhere"])
    >>> result
    <Agreement of 4 clients over 4 nodes: median F1 0 to 1, threshold 0.5; 1 flagged: 'Nowhere'>
    >>> result.peers("Leeds")
    [('York', 1.0), ('Bath', 1.0), ('Nowhere', 0.0)]
    """
    inputs = read_dags(dags, nodes)
    labels: list[Hashable] = (
        (inputs.sites or list(range(inputs.r)))
        if clients is None
        else read_names(clients, "clients", "client")
    )
    if len(labels) != inputs.r:
        raise InvalidInputError(
            f"clients has {len(labels)} labels, but there are {counted(inputs.r, 'DAG')}", argument="clients"
        )
    kept = inputs.r <= _MOST_KEPT if matrix is None else check_flag(matrix, "matrix")
    request = inputs.request("agreement", matrix=kept, workers=read_workers(workers))
    reply = execute(inputs.nodes, request, {**inputs.arrays, **inputs.rank()})
    return Agreement(inputs, labels, reply)
