"""A site that has rows, and its side of a session of the task "learning"."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..._base.names import same_names
from ..._base.options import check_count, read_workers
from ..._engine.request import Arrays, execute
from ..._rows.columns import smallest
from ..._rows.data import Data
from ..._rows.rows import read_rows
from ...errors import InvalidInputError
from .._protocol.messages import Hello
from .._protocol.task import Asked, SiteTask
from .._results.checks import check_learned
from .._results.party import Party
from .._results.summed import SummedLearned
from .arguments import read_nodes
from .engine import answer, check_options
from .learning import NAME, make_result, read_again, search_options, session_options
from .scope import check_learning_question
from .states import count_states, plain_states, recode

__all__ = ["RowSite"]


class RowSite:
    """A site that has rows: a table, or :class:`mcbnc.Rows` of one."""

    def __init__(
        self,
        data: Any,
        *,
        min_cell: Any = 0,
        workers: Any = None,
    ) -> None:
        read = read_rows(data, "bdeu")
        assert isinstance(read, Data)
        self._keep(read.nodes, read.states, read.blocks()[0], min_cell, workers)

    @classmethod
    def coded(
        cls,
        nodes: list[Hashable],
        states: list[list[Hashable]],
        codes: NDArray[Any],
        *,
        min_cell: Any = 0,
        workers: Any = None,
    ) -> RowSite:
        """A site whose rows are codes already: (n, rows) indices into the lists of states."""
        site = cls.__new__(cls)
        site._keep(nodes, states, codes, min_cell, workers)
        return site

    def _keep(
        self,
        nodes: list[Hashable],
        states: list[list[Hashable]],
        codes: NDArray[Any],
        min_cell: Any,
        workers: Any,
    ) -> None:
        self._nodes = read_nodes(nodes)
        self._states = [plain_states(listed) for listed in states]
        self._codes = codes.copy()
        self._local = {"min_cell": check_count(min_cell, "min_cell"), "workers": read_workers(workers)}

    @property
    def nodes(self) -> list[Any]:
        """The names of the columns."""
        return self._nodes

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return int(self._codes.shape[1])

    def digest(self) -> bytes:
        """Of the names, the states and the rows."""
        described = repr((NAME, self._nodes, self._states, self._local["min_cell"], self._codes.dtype.str))
        return hashlib.sha256(described.encode() + self._codes.tobytes()).digest()

    def open(self, hello: Hello) -> SiteTask:
        """Bring the rows to the session's nodes and states."""
        if hello.task != NAME:
            raise InvalidInputError(f"this site takes part in learning, not in {hello.task}", argument="task")
        options = check_options(
            hello.options, lambda sent: read_again(Party(hello.nodes, hello.clients), sent)
        )
        states = options["states"]
        moved = same_names(self._nodes, hello.nodes, "data", None, "the session")
        codes = np.empty(self._codes.shape, smallest(max(map(len, states), default=1)))
        for node, (place, listed) in enumerate(zip(moved, states, strict=True)):
            codes[node] = recode(hello.nodes[node], self._states[place], listed)[self._codes[place]]
        return _RowTask(hello, options, codes, count_states(states), self._local)


class _RowTask:
    """A site's side of one session."""

    def __init__(
        self,
        hello: Hello,
        options: dict[str, Any],
        codes: NDArray[Any],
        arity: NDArray[np.int32],
        local: dict[str, int],
    ) -> None:
        self._party = Party(hello.nodes)
        self._sites = hello.clients
        self._options = options
        self._local = local
        self._data = {"data": codes.ravel(), "arity": arity}
        self._shape = {"rows": [codes.shape[1]], "width": codes.itemsize}
        self._dag: NDArray[np.uint8] | None = None

    def set_place(self, place: int) -> None:
        """Nothing depends on a site's place."""

    def check(self, question: Asked) -> None:
        """Refuse what the session's options exclude."""
        check_learning_question(self._options, question)

    def answer(self, question: Asked, secret: bytes, most: int) -> NDArray[np.uint64]:
        """The site's numbers."""
        arrays = {**self._data, "secret": np.frombuffer(secret, np.uint8)}
        if question.info.get("pairs"):
            arrays["dags"] = self._learn()
        request = {**session_options(self._options), **self._shape, **self._local}
        return answer(self._party, {**request, "task": NAME}, arrays, question, most)

    def result(self, info: dict[str, Any], arrays: Arrays) -> SummedLearned:
        """The result that the coordinator sent."""
        check_learned(self._party, self._options, info, arrays)
        return make_result(Party(self._party.nodes, self._sites), self._options, info, arrays)

    def _learn(self) -> NDArray[np.uint8]:
        """(1, n, n): the structure that the site learns alone, as :func:`mcbnc.learn` does."""
        if self._dag is None:
            request = {**search_options(self._options), **self._shape, "workers": self._local["workers"]}
            arrays = {**self._data, **self._party.rank()}
            reply = execute(self._party.nodes, self._party.request("learn", **request), arrays)
            self._dag = reply.arrays["adjacency"]
        return self._dag
