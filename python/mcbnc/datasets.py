"""Client DAGs bundled with mcbnc, for first use and for tests.

Each set holds DAGs that clients learned, each from its own rows drawn from one real network, and that
network's own DAG (gold). ``scripts/make_datasets.py`` in the sources made them; the provenance of a
set tells the network's origin and citation, rows, seeds, learner, score and versions.

>>> from mcbnc import datasets
>>> datasets.names()
['alarm', 'asia', 'child', 'hepar2', 'insurance']
>>> datasets.load("alarm").dags.shape
(10, 37, 37)
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._graph import read_only
from ._show import shown
from .errors import InvalidInputError

__all__ = ["Clients", "load", "names"]

_SUFFIX = ".json"


@dataclass(frozen=True, eq=False)  # eq: arrays have no truth value to compare by
class Clients:
    """The DAGs of several clients over the same nodes.

    Attributes
    ----------
    dags : (r, n, n) uint8 array, read-only
        One DAG a client; ``dags[k, i, j] = 1`` means ``nodes[i]`` → ``nodes[j]``.
    nodes : list of str
        The nodes' names, in the order of the rows and columns.
    gold : (n, n) uint8 array, read-only
        The DAG of the network that the clients' rows were drawn from.
    provenance : dict
        Where the set comes from: network, citation, rows, seeds, sampler, learner, score, versions, script.
    """

    dags: NDArray[np.uint8]
    nodes: list[str]
    gold: NDArray[np.uint8]
    provenance: dict[str, Any]

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        read_only(self.dags)  # which pickle forgets
        read_only(self.gold)

    def __repr__(self) -> str:
        return f"<Clients: {len(self.dags)} DAGs over {len(self.nodes)} nodes>"


def names() -> list[str]:
    """The names of the bundled sets, sorted."""
    found = (entry.name for entry in files(__package__).joinpath("data").iterdir())
    return sorted(name[: -len(_SUFFIX)] for name in found if name.endswith(_SUFFIX))


def load(name: str) -> Clients:
    """Load a bundled set.

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
    known = names()
    key = name.lower() if isinstance(name, str) else ""
    if key not in known:
        raise InvalidInputError(
            f"no bundled client DAGs are named {shown(name)}; there are {', '.join(known)}", argument="name"
        )
    # Read through importlib.resources: the package may lie in a zip file.
    content = files(__package__).joinpath("data").joinpath(key + _SUFFIX).read_text(encoding="utf-8")
    record = json.loads(content)
    nodes: list[str] = record["nodes"]
    dags = _adjacency(nodes, record["clients"])
    return Clients(dags, nodes, _adjacency(nodes, [record["gold"]])[0], record["provenance"])


def _adjacency(nodes: list[str], graphs: list[Iterable[tuple[str, str]]]) -> NDArray[np.uint8]:
    """The arc lists as one read-only (len(graphs), n, n) array."""
    index = {node: i for i, node in enumerate(nodes)}
    array = np.zeros((len(graphs), len(nodes), len(nodes)), np.uint8)
    for matrix, arcs in zip(array, graphs):
        for tail, head in arcs:
            matrix[index[tail], index[head]] = 1
    return read_only(array)
