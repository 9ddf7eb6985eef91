"""A run of the engine in slices. Each is kept in a checkpoint."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from .._base.fields import Request
from .._base.limit import TimeLimit
from .._base.names import Names
from ..errors import EngineError, InvalidInputError
from .checkpoint import FREE, Checkpoint
from .layout import Kind, Layout, kept_seconds
from .progress import DELETING, Part, Watch
from .request import CANCELLED, TIME_LIMIT, Arrays, Reply, execute

_PAUSED = "paused"
_COMPLETE = "complete"


def _carried(n: int, as_arcs: bool, unlike: bool) -> Layout:
    """What a slice passes to the next one: include/mcbnc.h, at run. The engine looks into it.

    `unlike`: the DAGs are over different nodes.
    """
    matrix, arcs = {"fusion": Kind("|u1", (n, n))}, {"fusion_arcs": Kind("<i4", ("edges", 2))}
    return Layout(
        {
            "order": Kind("<i4", (n,)),
            **(arcs if as_arcs else matrix),
            "step_edges": Kind("<i4", ("steps", 3)),
            "score": Kind("<i8", ("steps",)),
            **({"step_weight": Kind("<i8", ("steps",))} if unlike else {}),
            "step_seconds": Kind("<f8", ("steps",)),
            "h_ptr": Kind("<i8", ("steps+1",)),
            "h": Kind("<i4", ("members of H",)),
            "s_ptr": Kind("<i8", ("steps+1",)),
            "s": Kind("<i4", ("members of S",)),
            "removed": Kind("<i4", ("removed", 4)),
        },
        texts=("status",),
    )


def execute_in_slices(
    nodes: Names | None,
    request: Request,
    arrays: Arrays,
    watch: Watch | None,
    checkpoint: Checkpoint,
) -> Reply:
    """Run the operation "run" as :func:`execute` does, on from what the checkpoint keeps.

    After each slice the checkpoint has the steps so far. A Ctrl-C keeps them too.
    """
    run = _Run(nodes, request, arrays, checkpoint)
    try:
        while run.status == _PAUSED:
            run.advance(None if watch is None else Part(watch, DELETING, run.seconds))
        return run.finish(watch and Part(watch, DELETING, run.seconds, last=True))
    finally:
        if watch is not None:
            watch.close()


class _Run:
    """A run that is made slice by slice."""

    def __init__(self, nodes: Names | None, request: Request, arrays: Arrays, checkpoint: Checkpoint) -> None:
        self._nodes = nodes
        self._request = request
        self._arrays = arrays
        self._checkpoint = checkpoint
        self._began = time.monotonic()
        unlike = "seen" in arrays and not arrays["seen"].all()
        self._carried = _carried(request["n"], "arcs" in arrays, unlike)
        self._before = 0.0
        self._state: Arrays = {}
        self._judged = True
        """The engine has seen the state. False: it comes from a file."""
        self.status = _PAUSED
        if checkpoint.values is not None:
            with checkpoint.reading():
                self._take(checkpoint.values, checkpoint.arrays)

    def _take(self, values: dict[str, Any], groups: list[Arrays]) -> None:
        """Take what a file has. Raises an error of any kind if it is not what :meth:`_keep` saves."""
        (self._state,) = groups
        self._carried.check(values, self._state, 0)
        self._before = kept_seconds(values["seconds"])
        self._judged = False
        # A run that was stopped goes on, whatever stopped it.
        self.status = _COMPLETE if values["status"] == _COMPLETE else _PAUSED

    @property
    def seconds(self) -> float:
        """The time that the run took, with the time before it was stopped."""
        return self._before + time.monotonic() - self._began

    def advance(self, watch: Part | None) -> None:
        """Make the next slice, and keep it."""
        begin = time.monotonic()
        limit = self._request["time_limit"]
        # A run has a fusion, whatever the limit.
        if self._state and isinstance(limit, TimeLimit) and limit.passed:
            self.status = TIME_LIMIT
            return
        known = len(self._state["score"]) if self._state else None
        request: Request = {**self._request, "slice": self._checkpoint.slice}
        self._keep(self._execute(request, watch, rescue=self._keep))
        if known is not None:  # the fusion is made once, so a slice that made it reports nothing
            made = self._state["step_seconds"][known:]
            worked = float(made[-1] - made[0]) if len(made) else 0.0
            self._checkpoint.overhead = time.monotonic() - begin - worked
        if watch is not None and watch.stopped and self.status == _PAUSED:
            self.status = CANCELLED

    def finish(self, watch: Watch | None) -> Reply:
        """The result of the steps."""
        request: Request = {**self._request, "ended": self.status}
        reply = self._execute(request, watch)
        return Reply({**reply.info, "status": self.status, "seconds": self.seconds}, reply.arrays)

    def _execute(
        self, request: Request, watch: Watch | None, rescue: Callable[[Reply], None] | None = None
    ) -> Reply:
        """The engine's answer about the state. If it refuses the state of a file, the file is damaged."""
        try:
            reply = execute(self._nodes, request, {**self._arrays, **self._state}, watch, rescue)
        except (EngineError, InvalidInputError) as error:
            # The same call made the file, so all else that may be refused was not refused then.
            if self._judged or getattr(error, "argument", None) in FREE:
                raise
            raise self._checkpoint.refuse("the checkpoint is damaged") from error
        self._judged = True
        return reply

    def _keep(self, reply: Reply) -> None:
        if "order" not in reply.arrays:  # cancelled before there was anything to keep
            return
        self.status = reply.info["status"]
        self._state = {name: reply.arrays[name] for name in self._carried.arrays}
        self._checkpoint.save({"status": self.status, "seconds": self.seconds}, [self._state])
