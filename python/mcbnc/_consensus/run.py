"""One run of the engine, kept whole: enough to make any of its states again, at any time."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from .._base.adjacency import Adjacency, Stack, pack_stack, unpack_stack
from .._base.arrays import read_only
from .._base.fields import Op, Options
from .._base.named_array import with_names
from .._base.options import read_time_limit
from .._base.paths import read_checkpoint
from .._base.provenance import UNKNOWN, Record
from .._base.show import theta_text
from .._engine.progress import make_watch
from .._engine.request import Arrays, Reply, Told, execute
from .._inputs.arguments import SearchArguments
from .._inputs.convert import read_dags
from .._inputs.digest import name_told
from .._inputs.extend import extended
from .._inputs.inputs import Inputs
from .._inputs.known import pairs
from .._inputs.origin import OfDags, Origin
from .._inputs.run_options import RunKeywords, RunOptions
from .._inputs.weights import read_order
from .._results.chance import tell_agreement
from .._results.made import Made, aside_told, graph_inputs, knowledge_told
from ..errors import InvalidInputError

if TYPE_CHECKING:
    from typing_extensions import Unpack


OVER_NODES = ("step_weight",)
"""The arrays that steps have besides, if the DAGs are over different nodes."""
STEP_ARRAYS = ("step_edges", "score", "psi", "step_seconds", "h_ptr", "h", "s_ptr", "s", "removed")
_CLOSE = 1e-9
_OF_STEPS_ALONE = ("state",)
"""The questions for which it does not matter which nodes a DAG has."""
_ALONE = ("criticality", "deletion", "states")
"""The questions about a run that one worker answers."""


@dataclass(frozen=True, kw_only=True)
class Run(Origin):
    """The inputs, options, fusion and steps of a run.

    A run holds plain arrays and no handle of the engine. So a run can be pickled, and outlives a fork.
    """

    packed: Stack
    """The input DAGs, or members of their classes, as :func:`pack_stack` keeps them."""
    weights: Arrays
    options: RunOptions
    told: Told
    """The arrays "order", "fusion" and those of the steps, as include/mcbnc.h describes them, and others."""
    status: str
    seconds: float
    limit: float | None
    """The threshold at which the steps end; None where they go on to the last deletion."""
    resamples: bool = False
    """The DAGs are of resamples. Chance made what these have in common, so relabelled ones tell nothing."""
    ordered: bool = False
    """The caller gave :attr:`order`."""
    seen: NDArray[np.uint8] | None = None
    """(r, n): 1 where a DAG has a node. None: the DAGs are over the same nodes."""
    forced: int = 0
    """The first so many steps took forbidden edges away: every threshold has them."""
    called: Made | None = None
    """The call that made it. None: nobody knows."""

    @property
    def result_class(self) -> Any:
        """The class of its results. None: the usual one."""
        return None

    def record(self, found: Mapping[str, Any]) -> Record:
        """How a result of it was made. `found` are facts of the result."""
        if self.called is None:
            return UNKNOWN
        if self.called.kept is not None:
            return self.called.record({}, (), found)
        inputs, made_of = self.input_records()
        return self.called.record(self._options_told(), inputs, found, made_of)

    def input_records(self) -> tuple[list[Record], list[Record]]:
        """The entries of the inputs, and how these were made."""
        return graph_inputs(self.packed, self, self.seen)

    def _options_told(self) -> Record:
        options = self.options
        return {
            **{name: getattr(options, name) for name in ("k_max", "cap", "start", "canonical", "seed")},
            "weights": self.weights["weights"].tolist() if "weights" in self.weights else None,
            "order": [name_told(self.nodes[i]) for i in self.order.tolist()] if self.ordered else None,
            "nodes": "same" if self.seen is None else "union",
            "knowledge": knowledge_told(options.request(), self.nodes),
        }

    def facts(self) -> Record:
        """What a record has of all results of the run."""
        return {
            "nodes": len(self.nodes),
            "fusion_edges": self.edges_at_start,
            **aside_told(self),
            "status": self.status,
        }

    def describe_cap(self) -> dict[str, str]:
        """The line of a summary about the cap, or nothing without a cap."""
        cap = self.options.cap
        return {} if cap is None else {"criticality": f"a DAG's cut counts {cap} at most"}

    @property
    def inputs(self) -> Inputs:
        """The input DAGs again."""
        return Inputs(unpack_stack(self.packed, len(self.nodes)), self.nodes, self.named, seen=self.seen)

    @property
    def unlike(self) -> bool:
        """Whether a DAG lacks a node."""
        return self.seen is not None and not self.seen.all()

    @property
    def order(self) -> NDArray[np.int32]:
        """The order of the nodes along which the inputs were fused."""
        return self.told["order"]

    @cached_property
    def fusion(self) -> Adjacency:
        """The fusion, before any deletion."""
        return Adjacency.told(self.told, "fusion", len(self.nodes))

    @property
    def steps(self) -> Arrays:
        """The arrays of the steps."""
        return {name: self.told[name] for name in (*STEP_ARRAYS, *OVER_NODES) if name in self.told}

    @property
    def psi(self) -> NDArray[np.float64]:
        """The criticality of each step."""
        return self.told["psi"]

    @property
    def edges_at_start(self) -> int:
        """The number of edges of the fusion."""
        return len(self.fusion.arcs)

    @property
    def edges_left(self) -> int:
        """The number of edges after the last step; each step deletes one."""
        return self.edges_at_start - len(self.psi)

    @property
    def required(self) -> set[frozenset[int]]:
        """The edges that no step deletes, as pairs of nodes."""
        return pairs(self.options.required or [])

    def prefix(self, theta: float) -> int:
        """The number of steps of G*(theta): the forced ones and all up to the first above theta."""
        above = self.psi > theta
        above[: self.forced] = False
        return int(np.argmax(above)) if above.any() else len(above)

    def theta_text(self, theta: float) -> str:
        """A threshold or a criticality as text. Copied, it gives the same state of this run."""
        return theta_text(theta, self._least_above(theta))

    def _least_above(self, theta: float) -> float:
        """A bound of the thresholds above `theta`, also of those that a run to `theta` did not come to."""
        if self.unlike:  # each threshold is over a number of its own
            return float(np.nextafter(theta, np.inf))
        if self.weights and (self.weights["weights"] % 1).any():  # then thresholds may be as close as can be
            return theta + _CLOSE
        total = self.total_weight  # every threshold is a whole number over this
        k = round(theta * total)
        return k / total if k / total > theta else (k + 1) / total

    @property
    def total_weight(self) -> float:
        """The sum of the weights of all DAGs."""
        return float(self.weights["weights"].sum()) if self.weights else float(self.r)

    def members(self, name: Literal["h", "s"], step: int) -> list[int]:
        """The set H or S of a step."""
        start, end = self.told[f"{name}_ptr"][step : step + 2].tolist()
        return self.told[name][start:end].tolist()  # type: ignore[no-any-return]

    def first(self, prefix: int, theta: float, called: Made | None = None) -> Run:
        """The run as it would have been, had it stopped at `theta`, after `prefix` steps.

        `called` is the call that asks for it.
        """
        ended = prefix < len(self.psi) or self.status == "complete"
        steps = slice_of_steps(self.told, 0, prefix)
        steps["removed"] = self.told["removed"][self.told["removed"][:, 0] < prefix]
        told = {**steps, "order": self.order, **self.fusion.array("fusion")}
        status = "complete" if ended else self.status
        return replace(self, told=told, limit=theta, status=status, called=called)

    def ask(self, op: Op, arrays: Arrays | None = None, **fields: Unpack[Options]) -> Reply:
        """The engine's answer about states of this run. `arrays` and `fields` are those of `op` alone."""
        inputs = self.inputs
        whole: Arrays = {
            **inputs.arrays,
            **({} if op in _OF_STEPS_ALONE else inputs.seen_array),
            **inputs.rank(),
            **self.weights,
            **self.fusion.array("fusion"),
            **{name: np.ascontiguousarray(self.told[name]) for name in ("step_edges", "h_ptr", "h")},
            **(arrays or {}),
        }
        options = self.options.request(shared=op not in _ALONE)
        return execute(inputs.nodes, inputs.request(op, **options, **fields), whole)

    def ask_after(self, prefix: int, op: Op, /, **fields: Unpack[Options]) -> Reply:
        """The engine's answer about the inputs, or the state, after a number of steps."""
        fields["prefix"] = prefix
        return self.ask(op, {"removed": self.told["removed"]}, **fields)


class RunFacts(OfDags):
    """What a consensus and a trajectory both have of their run."""

    _run: Run

    @property
    def _origin(self) -> Run:  # type: ignore[override]
        return self._run

    def _theta_text(self, theta: float) -> str:
        """A threshold of this run as text. Copied, it gives the same state."""
        return self._run.theta_text(theta)

    @property
    def order(self) -> list[Hashable]:
        """The node order along which the DAGs were fused, first to last."""
        return [self._run.nodes[i] for i in self._run.order.tolist()]

    @property
    def fusion(self) -> NDArray[np.uint8]:
        """(n, n) uint8, read-only: the fusion with what is required, before any deletion. A DAG."""
        return with_names(read_only(self._run.fusion.matrix), self._run.nodes, self._run.named)


def slice_of_steps(steps: Told, start: int, end: int) -> Arrays:
    """The arrays of the steps from `start` on and before `end`, without "removed"."""
    alone = ("step_edges", "score", "psi", "step_seconds", *(name for name in OVER_NODES if name in steps))
    part = {name: steps[name][start:end] for name in alone}
    for name in ("h", "s"):
        ptr = steps[f"{name}_ptr"][start : end + 1]
        part[f"{name}_ptr"] = ptr - ptr[0]
        part[name] = steps[name][ptr[0] : ptr[-1]]
    return part


def start_run(
    function: str,
    request: Options,
    given: SearchArguments,
    options: RunKeywords,
    *,
    order: Any,
    seed: Any,
    checkpoint: Any,
) -> tuple[Run, Reply]:
    """Check the arguments of :func:`mcbnc.consensus` and :func:`mcbnc.trajectory`, and run.

    `request` has those that only one of them has, which are checked.
    """
    path = read_checkpoint(checkpoint)
    if path is not None and seed is not None:
        raise InvalidInputError(
            "seed cannot be combined with a checkpoint: a draw among ties depends on all draws before it",
            argument="seed",
        )
    seconds = read_time_limit(given.time_limit)
    watch = make_watch(given.progress)
    inputs = read_dags(given.dags, given.nodes, extend=False, union=True)
    checked = RunOptions.read(inputs.nodes, options, given.workers, seed)
    weighted, dropped = given.weigh(inputs, checked.workers)
    arrays: Arrays = {
        **inputs.arrays,
        **inputs.seen_array,
        **weighted,
        **read_order(order, inputs.nodes),
        **inputs.rank(),
    }
    request["time_limit"] = seconds
    full = inputs.request("run", **request, **checked.request())
    if path is None:
        reply = execute(inputs.nodes, full, arrays, watch)
    else:
        from .._engine.checkpoint import open_checkpoint
        from .._engine.slices import execute_in_slices

        with open_checkpoint(
            path, "trajectory" if request["theta"] is None else "consensus", full, arrays
        ) as kept:
            reply = execute_in_slices(inputs.nodes, full, arrays, watch, kept)
    tell_agreement(reply)
    if "extended" in reply.info:  # rare, so partially directed graphs are not searched for before
        inputs = extended(inputs)
    asked = {name: request[name] for name in ("theta", "output") if request.get(name) is not None}
    asked["outliers"] = given.outliers
    if seconds is not None:
        asked["time_limit"] = float(seconds)
    run = Run.of(
        inputs,
        dropped,
        called=Made.now(function, asked),
        packed=pack_stack(inputs.stack),
        seen=inputs.seen,
        weights={name: array.copy() for name, array in weighted.items()},
        options=checked,
        told=reply.arrays,
        status=reply.info["status"],
        seconds=reply.info["seconds"],
        limit=reply.info.get("theta"),
        ordered=order is not None,
        forced=reply.info.get("forced", 0),
    )
    return run, reply
