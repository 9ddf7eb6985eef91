"""What the tasks have in common in which each site has DAGs: a site, and its side of a session."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..._plumbing import Arrays, check_flag, differences, pack, read_dags, same_names, unpack
from ...errors import InvalidInputError
from .._protocol.messages import Hello
from .._protocol.task import Allowed, Asked, Secrets, Sum
from .._results.party import Party
from .._secure.weights import weight_arrays
from .arguments import read_nodes
from .engine import answer, check_options

_OF_ALL = ("order", "weights", "dags")
"""Options that are arrays for the engine."""


def engine_options(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """The options of a session of the task of this name, as a request has them."""
    given = {name: value for name, value in options.items() if name not in _OF_ALL and value is not None}
    return {**given, "task": name}


class DAGTask:
    """A site's side of one session."""

    name: ClassVar[str]
    title: ClassVar[str]

    def __init__(
        self,
        hello: Hello,
        packed: NDArray[np.uint8],
        seen: NDArray[np.uint8] | None,
        places: list[int],
    ) -> None:
        """`places` has the index in the session of each of the site's nodes."""
        self._party = Party(hello.nodes, hello.clients)
        self._options = check_options(hello.options, self.read_again)
        self._packed, self._seen, self._places = packed, seen, places
        self._masks = hello.masks
        if self._options["dags"] is None and len(packed) > 1:
            raise InvalidInputError(
                f"the site has {len(packed)} DAGs, and in this session each site has one", argument="data"
            )

    def read_again(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options that a coordinator would send if it was given these, with indices as nodes' names."""
        raise NotImplementedError

    def check(self, question: Asked) -> None:
        """Refuse a question that the options exclude."""
        raise NotImplementedError

    def check_told(self, question: Asked, shown: Sequence[Sum]) -> None:
        """Check what a question tells of all sites. No site leaves itself out, or fills anything, by it."""

    def arrays(self, secrets: Secrets) -> Arrays:
        """What an answer takes besides the DAGs and the weights."""
        return {}

    def answer(self, question: Asked, secrets: Secrets, most: Allowed, place: int) -> NDArray[np.uint64]:
        arrays = {**weight_arrays(self._options), **self._dags(), **self.arrays(secrets)}
        request = {**engine_options(self.name, self._options), "site": place}
        return answer(self._party, request, arrays, question, most.numbers, self._masks)

    def _dags(self) -> Arrays:
        """The DAGs over the session's nodes, and which of these each has."""
        n, own = self._party.n, np.array(self._places, np.intp)
        dags = unpack(self._packed, len(own))
        whole = np.zeros((len(dags), n, n), np.uint8)
        whole[:, own[:, np.newaxis], own] = dags
        if self._options["nodes"] == "same":
            return {"dags": whole}
        seen = np.zeros((len(dags), n), np.uint8)
        seen[:, own] = 1 if self._seen is None else self._seen
        return {"dags": whole, "seen": seen}

    def result(self, info: dict[str, Any], arrays: Arrays) -> Any:
        """The result that the coordinator sent, once it is checked."""
        raise NotImplementedError


class DAGSite:
    """A site that has a DAG, or with `several` some of them. There is a class for each task.

    `nodes` are the names of the nodes of DAGs without names, or "union" if its DAGs are over different nodes.
    """

    task: ClassVar[type[DAGTask]]
    recipe = b""

    def __init__(self, data: Any, *, nodes: Any = None, several: bool = False) -> None:
        given = data if check_flag(several, "several") else [data]
        inputs = read_dags(given, nodes, "data", union=True)
        if inputs.r != 1 and not several:
            raise InvalidInputError(f"data must be one DAG, but there are {inputs.r}", argument="data")
        self._nodes = read_nodes(inputs.nodes)
        self._named = inputs.named
        self._packed = pack(inputs.graphs)
        self._seen = inputs.seen if inputs.unlike else None

    @property
    def nodes(self) -> list[Any]:
        return self._nodes

    def digest(self) -> bytes:
        content = hashlib.sha256(self.task.name.encode() + repr(self._nodes).encode())
        content.update(self._packed.tobytes())
        if self._seen is not None:
            content.update(self._seen.tobytes())
        return content.digest()

    def open(self, hello: Hello) -> DAGTask:
        """Bring the DAG to the session's order of the nodes."""
        if hello.task != self.task.name:
            raise InvalidInputError(
                f"this site takes part in {self.task.title}, not in {hello.task}", argument="task"
            )
        if hello.options.get("nodes") == "union":
            self._check_some(hello.nodes)
        elif self._seen is not None:
            raise InvalidInputError(
                "this site's DAGs are over different nodes, and in this session all DAGs have the same",
                argument="data",
            )
        else:
            same_names(self._nodes, hello.nodes, "data", None, "the session")
        place = {name: i for i, name in enumerate(hello.nodes)}
        return self.task(hello, self._packed, self._seen, [place[name] for name in self._nodes])

    def _check_some(self, nodes: list[Any]) -> None:
        """Refuse nodes that the session does not have."""
        if not self._named:
            raise InvalidInputError(
                "data has no names, so it is unknown which of all nodes it has", argument="data"
            )
        known = set(nodes)
        others = [name for name in self._nodes if name not in known]
        if others:
            listed = [name for name in nodes if name in set(self._nodes)]
            raise InvalidInputError(
                f"data may have no other nodes than the session, but it {differences(self._nodes, listed)}",
                argument="data",
                nodes=others,
            )
