"""The result of a baseline, and the request for it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from .._base.adjacency import pack_stack, unpack_stack
from .._base.fields import Op, Options
from .._base.limit import TimeLimit
from .._base.options import check_flag, read_number, read_time_limit, read_workers
from .._base.provenance import UNKNOWN, Record
from .._base.show import counted, theta_text
from .._engine.progress import make_watch
from .._engine.request import Arrays, Reply, execute
from .._inputs.arguments import DagArguments, SearchArguments
from .._inputs.convert import read_dags
from .._inputs.inputs import Inputs
from .._inputs.known import Known
from .._inputs.origin import Origin
from .chance import ByChance, Chance, chance_of, tell_agreement
from .edge_table import Voters
from .made import Made, aside_told, graph_inputs, knowledge_told
from .result import Result

if TYPE_CHECKING:
    from typing_extensions import Unpack


AnyBaseline = TypeVar("AnyBaseline", bound="Baseline")


class Baseline(ByChance, Result):
    """A DAG that a baseline made of many. ``numpy.asarray(baseline)`` is :attr:`adjacency`.

    Made by the functions of :mod:`mcbnc.baselines`. It holds plain arrays: it may be pickled, sent to
    another process, and used after a fork.
    """

    _title = "Baseline"
    _called: Made | None = None
    """The call that made this. None: nobody knows."""
    _has_all: NDArray[np.uint8] | None = None
    """(r, n): 1 where a DAG has a node. None: each has all."""

    def __init__(
        self, method: str, inputs: Inputs, weights: Arrays, dropped: list[int], reply: Reply
    ) -> None:
        super().__init__(inputs.nodes, inputs.named, reply, reply.info["status"], inputs.gaussian)
        self._method = method
        self._packed = pack_stack(inputs.stack)
        self._weights = {name: array.copy() for name, array in weights.items()}
        self._origin = Origin.of(inputs, dropped)
        self._threshold: float | None = reply.info.get("threshold")
        self._share: float | None = reply.info.get("share")
        self._left_out = reply.arrays["left_out"]
        self._conflicts = reply.arrays["conflicts"]
        self._has_all = inputs.seen
        self._asked: tuple[Op, Options] | None = None
        """The operation and the options that made this, if relabelled DAGs tell anything."""

    def __repr__(self) -> str:
        bounds = "".join(f"{name} {text}, " for name, text in self._bounds().items())
        return (
            f"<Baseline: {self.method}, {self._count_edges()} over {counted(len(self._nodes), 'node')} "
            f"from {self._origin.describe_inputs()}, {bounds}{self._failed()}{self.status} "
            f"in {self.seconds:.3g} s{self._doubt_told()}>"
        )

    def _find_chance(self, limit: TimeLimit | None = None) -> Chance | None:
        if self._asked is None or self.status != "complete":
            return None
        op, options = self._asked
        if "time_limit" in options:
            options = {**options, "time_limit": limit}
        return chance_of(*self._made_of(), op, limit, **options)

    def _made_of(self) -> tuple[Inputs, Arrays]:
        origin = self._origin
        inputs = Inputs(unpack_stack(self._packed, len(origin.nodes)), origin.nodes, origin.named)
        return inputs, self._weights

    def _find_record(self) -> Record:
        if self._called is None:
            return UNKNOWN
        inputs, made_of = self._input_records()
        weights = self._weights.get("weights")
        options = {
            "weights": None if weights is None else weights.tolist(),
            "nodes": "same" if self._has_all is None else "union",
        }
        found: Record = {
            "method": self.method,
            "nodes": len(self._nodes),
            "edges": len(self),
            "threshold": self.threshold,
            "share": self.share,
            **aside_told(self._origin),
            "status": self.status,
        }
        return self._called.record(options, inputs, {**found, **self._more_found()}, made_of)

    def _input_records(self) -> tuple[list[Record], list[Record]]:
        """The entries of the inputs, and how these were made."""
        return graph_inputs(self._packed, self._origin, self._has_all)

    def _more_found(self) -> Record:
        """What a record has of this kind of baseline besides."""
        return {}

    @property
    def method(self) -> str:
        """Which baseline it is, in words: "vote on arcs"."""
        return self._method

    @property
    def threshold(self) -> float | None:
        """The share above which arcs or pairs are in; None where the baseline has none."""
        return self._threshold

    @property
    def share(self) -> float | None:
        """The share of the DAGs that has to separate two nodes; None unless the vote is on d-separation."""
        return self._share

    @property
    def left_out(self) -> list[tuple[Hashable, Hashable]]:
        """The arcs, (from, to), that were voted in but would have closed a cycle."""
        return [(self._nodes[u], self._nodes[v]) for u, v in self._left_out.tolist()]

    @property
    def conflicts(self) -> list[tuple[Hashable, Hashable, Hashable]]:
        """The v-structures, (a, c, b) for a -> c <- b, that were decided on or are in the DAG, and not both.

        Empty where the decisions go together.
        """
        return [(self._nodes[a], self._nodes[c], self._nodes[b]) for a, c, b in self._conflicts.tolist()]

    def _facts(self) -> dict[str, Any]:
        facts: dict[str, Any] = {
            "method": self.method,
            "edges": self._count_edges(),
            "nodes": len(self._nodes),
            "inputs": self._origin.describe_inputs(),
        }
        facts.update(self._bounds())
        facts.update(self._chance_facts())
        return {**facts, "status": f"{self._failed()}{self.status} in {self.seconds:.3g} s"}

    def _bounds(self) -> dict[str, str]:
        """The threshold or the share, if there is one."""
        values = {"threshold": self.threshold, "share": self.share}
        return {name: theta_text(value) for name, value in values.items() if value is not None}

    def _failed(self) -> str:
        """The votes that the result could not follow."""
        arcs, conflicts = len(self._left_out), len(self._conflicts)
        text = f"{arcs} left out for a cycle, " if arcs else ""
        return text + (f"{conflicts} v-structure{'s' * (conflicts > 1)} in conflict, " if conflicts else "")

    def _voters(self) -> Voters:
        return unpack_stack(self._packed, len(self._nodes)), self._weights


def find_averaged(
    given: DagArguments, threshold: Any, cpdag: Any, known: Known | None = None, *, resamples: bool = False
) -> Baseline:
    """The averaged network of DAGs that all keep what is known. `given` and `resamples` are as in `find`."""
    flag = check_flag(cpdag, "cpdag")
    auto = isinstance(threshold, str) and threshold == "auto"
    share = None if auto else read_number(threshold, "threshold", "a finite number, or 'auto'")
    edges: dict[str, Any] = {name: (known or {}).get(name) for name in ("required", "forbidden")}
    asked = {"threshold": share, "cpdag": flag, **edges}
    found = find(Baseline, "averaged", "averaged network", given, resamples=resamples, **asked)
    found._known = edges if any(edges.values()) else None
    if auto and found._called is not None:
        found._called = found._called.then(found._called.function, threshold="auto")
    return found


def find(
    make: Callable[[str, Inputs, Arrays, list[int], Reply], AnyBaseline],
    op: Op,
    method: str,
    given: DagArguments,
    /,
    *,
    function: str | None = None,
    unit: str = "edge",
    resamples: bool = False,
    **options: Unpack[Options],
) -> AnyBaseline:
    """Check the arguments that all or several baselines have, and ask the engine.

    `make` is the class of the result. `options` are the other arguments of the public function, which it
    checked. `function` is the name of that function, if not that of the operation. `unit` is what a bar
    counts. `resamples`: the DAGs are of one table, drawn again.
    What chance made of the table they all have in common, so relabelled ones show nothing.
    """
    workers, watch = read_workers(given.workers), None
    if isinstance(given, SearchArguments):
        options["time_limit"] = read_time_limit(given.time_limit)
        watch = make_watch(given.progress, unit=unit)
    inputs = read_dags(given.dags, given.nodes, union=op == "vote")
    weighted, dropped = given.weigh(inputs, workers)
    arrays: Arrays = {**inputs.arrays, **inputs.seen_array, **weighted, **inputs.rank()}
    options["workers"] = workers
    reply = execute(inputs.nodes, inputs.request(op, **options), arrays, watch)
    found = make(method, inputs, weighted, dropped, reply)
    found._called = Made.now(
        function or op, {**_options_told(options, inputs.nodes), "outliers": given.outliers}
    )
    if not resamples:
        tell_agreement(reply)
    if not resamples and inputs.seen is None:
        found._asked = op, options if "time_limit" not in options else {**options, "time_limit": None}
    return found


_UNTOLD = ("workers", "required", "forbidden")
"""Those of a request that are not in a record, or there in words."""
_NAMES = {"genes": "kind", "from": "start"}
"""The arguments that a request calls otherwise."""


def _options_told(options: Mapping[str, Any], nodes: list[Hashable]) -> Record:
    """The options of a request by the names of the public functions."""
    told = {_NAMES.get(name, name): value for name, value in options.items() if name not in _UNTOLD}
    if any(name in options for name in ("required", "forbidden")):
        told["knowledge"] = knowledge_told(options, nodes)
    if told.get("time_limit") is not None:
        told["time_limit"] = float(told["time_limit"])
    return told
