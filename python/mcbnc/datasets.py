"""Client DAGs and clients' rows bundled with mcbnc, for first use and for tests.

Each set comes from one real network. A set of client DAGs holds DAGs that clients learned, each from
its own rows drawn from the network. A set of clients' rows holds the rows of clients, some with many
and some with few rows. Every set also holds the network's own DAG (gold), and its provenance: the
origin and citation of the network, the numbers of rows, the seeds and the versions. The provenance of
client DAGs also names the learner and the score. ``scripts/make_datasets.py`` and
``scripts/make_rows.py`` in the sources made the sets.

>>> from mcbnc import datasets
>>> datasets.names()
['alarm', 'asia', 'child', 'hepar2', 'insurance']
>>> datasets.load("alarm").dags.shape
(10, 37, 37)
>>> datasets.row_names()
['alarm', 'asia', 'hepar2']
>>> datasets.load_rows("alarm")
<ClientRows: 15150 rows of 10 clients over 37 nodes>
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._base.arrays import ReadOnlyArrays, read_only
from ._base.extras import import_extra
from ._base.named_array import NamedArray
from ._base.show import shown
from .errors import InvalidInputError

__all__ = ["ClientRows", "Clients", "load", "load_rows", "names", "row_names"]

_DAGS, _ROWS = ".json", ".npz"


@dataclass(frozen=True, eq=False)  # eq=False: arrays have no single truth value
class Clients(ReadOnlyArrays):
    """The DAGs of several clients over the same nodes.

    Attributes
    ----------
    dags : (r, n, n) uint8 array, read-only
        One DAG for each client. ``dags[k, i, j] = 1`` means ``nodes[i]`` → ``nodes[j]``. ``dags`` and each
        ``dags[k]`` know the nodes' names, so they go together with named graphs. So do copies. What
        is computed of them are plain arrays without names.
    nodes : list of str
        The nodes' names, in the order of the rows and columns.
    gold : (n, n) uint8 array, read-only
        The DAG of the network that the clients' rows were drawn from. It has the nodes' names.
    provenance : dict
        The origin of the set: network, citation, rows, seeds, sampler, learner, score, versions, script.
    """

    dags: NDArray[np.uint8]
    nodes: list[str]
    gold: NDArray[np.uint8]
    provenance: dict[str, Any]

    def __repr__(self) -> str:
        return f"<Clients: {len(self.dags)} DAGs over {len(self.nodes)} nodes>"


@dataclass(frozen=True, eq=False)
class ClientRows(ReadOnlyArrays):
    """The rows of several clients over the same nodes.

    ``mcbnc.Rows(rows.data, names=rows.nodes, states=rows.states)`` is what all functions take.

    Attributes
    ----------
    data : list of uint8 arrays, read-only
        One array for each client, with a row for each case and a column for each node. A cell is
        an index into the list of its node's states.
    nodes : list of str
        The nodes' names, in the order of the columns.
    states : dict of str to list of str
        The list of states of each node, by the node's name.
    gold : (n, n) uint8 array, read-only
        The DAG of the network that the rows were drawn from. It has the nodes' names.
    provenance : dict
        The origin of the set: network, citation, rows, seeds, sampler, versions, script.
    """

    data: list[NDArray[np.uint8]]
    nodes: list[str]
    states: dict[str, list[str]]
    gold: NDArray[np.uint8]
    provenance: dict[str, Any]

    def __repr__(self) -> str:
        rows = sum(map(len, self.data))
        return f"<ClientRows: {rows} rows of {len(self.data)} clients over {len(self.nodes)} nodes>"

    def frames(self) -> list[Any]:
        """The rows as a list with a :class:`pandas.DataFrame` for each client. Needs pandas.

        The columns are categorical.
        """
        pandas = import_extra("pandas")
        return [
            pandas.DataFrame(
                {
                    node: pandas.Categorical.from_codes(rows[:, i], self.states[node])
                    for i, node in enumerate(self.nodes)
                }
            )
            for rows in self.data
        ]


def names() -> list[str]:
    """The names of the bundled sets of client DAGs, sorted."""
    return _names(_DAGS)


def row_names() -> list[str]:
    """The names of the bundled sets of clients' rows, sorted."""
    return _names(_ROWS)


def load(name: str) -> Clients:
    """Load a bundled set of client DAGs.

    Parameters
    ----------
    name : str
        One of :func:`names`, in upper or lower case.

    Returns
    -------
    Clients
        A fresh copy, read from the package at each call.

    Raises
    ------
    InvalidInputError
        If there is no set of that name.
    """
    record = json.loads(_read(name, _DAGS, "client DAGs"))
    nodes: list[str] = record["nodes"]
    dags = _adjacency(nodes, record["clients"])
    return Clients(dags, nodes, _adjacency(nodes, [record["gold"]])[0], record["provenance"])


def load_rows(name: str = "alarm") -> ClientRows:
    """Load a bundled set of clients' rows.

    Parameters
    ----------
    name : str
        One of :func:`row_names`, in upper or lower case.

    Returns
    -------
    ClientRows
        A fresh copy, read from the package at each call.

    Raises
    ------
    InvalidInputError
        If there is no set of that name.
    """
    with np.load(io.BytesIO(_read(name, _ROWS, "clients' rows"))) as file:
        about = json.loads(file["about"].tobytes())
        nodes: list[str] = about["nodes"]
        data = [read_only(file[f"client{k}"]) for k in range(len(about["provenance"]["rows"]))]
    gold = _adjacency(nodes, [about["gold"]])[0]
    return ClientRows(data, nodes, about["states"], gold, about["provenance"])


def _folder() -> Any:
    """The folder of the sets. It may lie in a zip file, so importlib.resources finds it."""
    from importlib.resources import files  # imported late: it takes a sixth of the import time of mcbnc

    return files(__package__).joinpath("data")


def _names(suffix: str) -> list[str]:
    files = (entry.name for entry in _folder().iterdir())
    return sorted(name[: -len(suffix)] for name in files if name.endswith(suffix))


def _read(name: str, suffix: str, what: str) -> bytes:
    """The content of a set's file."""
    known = _names(suffix)
    key = name.lower() if isinstance(name, str) else ""
    if key not in known:
        raise InvalidInputError(
            f"no bundled {what} are named {shown(name)}; there are {', '.join(known)}", argument="name"
        )
    content: bytes = _folder().joinpath(key + suffix).read_bytes()
    return content


def _adjacency(nodes: list[str], graphs: list[Iterable[tuple[str, str]]]) -> NamedArray:
    """The arc lists as one read-only (len(graphs), n, n) array."""
    index = {node: i for i, node in enumerate(nodes)}
    array = np.zeros((len(graphs), len(nodes), len(nodes)), np.uint8)
    for matrix, arcs in zip(array, graphs, strict=True):
        for tail, head in arcs:
            matrix[index[tail], index[head]] = 1
    return NamedArray(read_only(array), nodes)


def __dir__() -> list[str]:
    """The public names alone, for completion in a shell or an editor."""
    return __all__
