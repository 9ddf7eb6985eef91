"""A site that has rows: what it has read, and its side of a session of learning."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..._plumbing import (
    Arrays,
    Table,
    check_count,
    check_flag,
    differences,
    execute,
    read_record,
    read_rows,
    read_workers,
    same_names,
)
from ...errors import InvalidInputError
from .._protocol.messages import Hello
from .._protocol.task import Allowed, Asked, Secrets, SiteTask, Sum
from .._results.checks import check_learned
from .._results.party import Party
from .._results.sums import node_order
from .._secure.limits import beyond_tables
from .arguments import plain_states, read_nodes, read_states, recode
from .codebook import check_agreed, read_codebook
from .engine import answer, check_options, check_told
from .learning import NAME, search_request
from .modes import mode_of, sent_again
from .numbers import Numbers, arity_of, as_numbers, as_states, ranges_of, warn_of
from .private import privacy_of
from .products import ProductsTask
from .scope import check_learning_question, tells

if TYPE_CHECKING:
    from .._results.without_sites import SummedLearned


class RowSite:
    """A site that has rows: a table, :class:`mcbnc.Rows` of one, or the data that were made of one."""

    def __init__(
        self,
        data: Any,
        *,
        min_cell: Any = 0,
        workers: Any = None,
        numbers: Any = False,
        codebook: Any = None,
    ) -> None:
        mixed = check_flag(numbers, "numbers")
        read = data if isinstance(data, Table) else read_rows(data, "dg" if mixed else "bdeu")
        self._table = read.alone(0)
        self._nodes = read_nodes(self._table.nodes)
        self._states = [None if own is None else plain_states(own) for own in self._table.states]
        self._local = {"min_cell": check_count(min_cell, "min_cell"), "workers": read_workers(workers)}
        self._codebook = read_codebook(codebook)
        self.recipe = b"" if read.recipe is None else bytes.fromhex(read.recipe)
        self._check_own()

    @property
    def nodes(self) -> list[Any]:
        return self._nodes

    @property
    def rows(self) -> int:
        return self._table.rows[0]

    @property
    def states(self) -> list[list[Hashable] | None]:
        """By node: its states. None: it has numbers."""
        return self._states

    def digest(self) -> bytes:
        columns = [self._table.column(0, place) for place in range(self._table.n)]
        kinds = [cells.dtype.str for cells in columns]
        described = repr((NAME, self._nodes, self.states, self._local["min_cell"], kinds))
        digest = hashlib.sha256(described.encode() + self.recipe)
        for cells in columns:
            digest.update(np.ascontiguousarray(cells).tobytes())
        return digest.digest()

    def open(self, hello: Hello) -> SiteTask:
        """Bring the rows to the session's nodes and states."""
        if hello.task != NAME:
            raise InvalidInputError(f"this site takes part in learning, not in {hello.task}", argument="task")
        options = check_options(
            hello.options, lambda sent: sent_again(Party(hello.nodes, hello.clients), sent)
        )
        if self._local["min_cell"] and options["columns"] == "union":
            raise beyond_tables("min_cell")
        listed = read_states(options["states"], hello.nodes)
        # With noise no session is refused for what the rows are: a refusal would show something of them.
        private = options["epsilon"] is not None
        check_agreed(self._codebook, hello.nodes, listed, hello.masks and not private)
        moved = self._places(hello.nodes, options["columns"] == "union")
        products = mode_of(options) is ProductsTask
        most = max((len(states) for states in listed if not isinstance(states, Numbers)), default=1)
        cells = np.zeros(
            (len(moved), self.rows), np.float64 if products else np.min_scalar_type(max(most - 1, 0))
        )
        for node, (place, wanted) in enumerate(zip(moved, listed, strict=True)):
            if place is not None:
                cells[node] = self._brought(hello.nodes[node], place, wanted, private)
        sees = [place is not None for place in moved]
        return _RowTask(hello, options, cells, sees, self._local, self.digest() if private else b"")

    def _places(self, nodes: list[Any], some: bool) -> list[int | None]:
        """The place of each of the session's nodes among the columns. None: the site lacks it, if it may."""
        if not some:
            return [*same_names(self._nodes, nodes, "data", None, "the session")]
        if not set(self._nodes) <= set(nodes):
            raise InvalidInputError(
                f"data has columns that the session does not have: it {differences(self._nodes, nodes)}",
                argument="data",
                nodes=[name for name in self._nodes if name not in set(nodes)],
            )
        place = {name: k for k, name in enumerate(self._nodes)}
        return [place.get(name) for name in nodes]

    def _check_own(self) -> None:
        """Refuse a code book that this site's own columns do not fit, before anybody asks."""
        for place, node in enumerate(self._nodes):
            wanted = self._codebook.get(node)
            if isinstance(wanted, Numbers):
                wanted.check(node, self._numbers(node, place))
            elif wanted is not None:
                self._brought(node, place, wanted, False)

    def _numbers(self, node: Any, place: int, forced: bool = False) -> NDArray[np.float64]:
        """The numbers of a column, which may have been read as states."""
        states, cells = self._states[place], self._table.column(0, place)
        return cells if states is None else as_numbers(node, states, cells, forced)

    def _brought(self, node: Any, place: int, wanted: list[Hashable] | Numbers, forced: bool) -> NDArray[Any]:
        """The cells of a column as the session has them: codes of its states, or numbers.

        `forced`: cells that do not fit count by a rule, and are no error.
        """
        if isinstance(wanted, Numbers):
            return wanted.taken(node, self._numbers(node, place, forced), forced)
        states, cells = self._states[place], self._table.column(0, place)
        if states is None:
            states, cells = as_states(node, cells)
        codes = recode(node, states, wanted, forced)[cells]
        if forced:
            warn_of(node, int((codes < 0).sum()), "no state of the session", "the first one")
        brought: NDArray[Any] = np.maximum(codes, 0)
        return brought


class _RowTask:
    """A site's side of one session."""

    def __init__(
        self,
        hello: Hello,
        options: dict[str, Any],
        cells: NDArray[Any],
        sees: list[bool],
        local: dict[str, int],
        data: bytes,
    ) -> None:
        self._hello, self._digest = hello, data
        self._party = Party(hello.nodes)
        self._sites, self._masks = hello.clients, hello.masks
        self._options, self._kind = options, mode_of(options)
        self._privacy = privacy_of(options, hello.nodes, hello.clients)
        self._local = local
        self._dag: NDArray[np.uint8] | None = None
        self._shape: dict[str, Any] = {"rows": [cells.shape[1]]}
        self._data: Arrays
        self._ranges: Arrays = {}
        listed = read_states(options["states"], hello.nodes)
        self._arity = arity_of(listed)
        if self._kind is ProductsTask:
            score = read_record(options["score"])
            self._ranges = ranges_of(listed, score)
            self._data = {"values": cells.ravel(), **({"arity": self._arity} if score.mixed else {})}
            return
        self._data = {"data": cells.ravel(), "arity": self._arity}
        self._shape["width"] = cells.itemsize
        if options["columns"] == "union":
            self._data["seen"] = np.array([sees], np.uint8)

    def check(self, question: Asked) -> None:
        check_learning_question(self._options, self._sites, question)

    def check_told(self, question: Asked, shown: Sequence[Sum]) -> None:
        if not tells(self._options):
            return
        told = {name: self._options[name] for name in ("outliers", "columns", "searches")}
        request = {name: value for name, value in told.items() if value is not None}
        party = Party(self._party.nodes, self._sites)
        check_told(party, request, {"arity": self._arity}, question, shown)

    def answer(self, question: Asked, secrets: Secrets, most: Allowed, place: int) -> NDArray[np.uint64]:
        arrays = {**self._data, **self._ranges, "secret": np.frombuffer(secrets.question, np.uint8)}
        if any(question.info.get(name) for name in ("pairs", "votes", "told")):
            arrays["dags"] = self._learn()
        if self._options["columns"] == "union":
            arrays["key"] = draw_key(self._options["seed"], secrets.site)
        request = {**self._kind.request(self._options), **self._shape, **self._local}
        request["max_variables"] = most.variables
        if self._kind is not ProductsTask:
            request["place"] = place
        if self._privacy is None:
            return answer(self._party, request, arrays, question, most.numbers, self._masks)
        noisy = {**request, "min_cell": 0, "noise": self._privacy.noise}
        exact = answer(self._party, noisy, arrays, question, most.numbers, self._masks)
        secret = self._privacy.secret(secrets.site, self._hello, self._digest)
        return self._privacy.add(exact, node_order(self._party), secret)

    def result(self, info: dict[str, Any], arrays: Arrays) -> SummedLearned:
        from .._results.without_sites import SummedLearned  # results load much, and are made at the end

        party = Party(self._party.nodes, self._sites)
        check_learned(party, self._options, info, arrays)
        return SummedLearned(party, self._options, info, arrays)

    def _learn(self) -> NDArray[np.uint8]:
        """(1, n, n): the structure that the site learns alone, as :func:`mcbnc.learn` does."""
        if self._dag is None:
            request = {**search_request(self._options), **self._shape, "workers": self._local["workers"]}
            arrays = {**self._data, **self._varying(), **self._party.rank()}
            reply = execute(self._party.nodes, self._party.request("learn", **request), arrays)
            self._dag = reply.arrays["adjacency"]
        return self._dag

    def _varying(self) -> Arrays:
        """The numbers for a search of this site's own, which takes no column of equal numbers.

        So one cell of such a column moves by its last bit. The sums are of the numbers as they are.
        """
        if "values" not in self._data:
            return {}
        columns = self._data["values"].reshape(len(self._arity), -1).copy()
        for v, states in enumerate(self._arity):
            if not states and columns.shape[1] and (columns[v] == columns[v, 0]).all():
                columns[v, 0] = np.nextafter(columns[v, 0], np.inf)
        return {"values": columns.ravel()}


def draw_key(seed: int, secret: bytes) -> NDArray[np.uint64]:
    """The key of the draws that fill a site's rows. Without a secret anyone can draw the same."""
    if not secret:
        return np.array([seed, 0], np.uint64)
    digest = hmac.digest(secret, b"mcbnc fill" + seed.to_bytes(8, "big"), "sha256")
    return np.frombuffer(digest[:16], ">u8").astype(np.uint64)
