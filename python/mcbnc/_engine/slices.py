"""A run of the engine in slices, each of which is kept in a checkpoint."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from .._base.names import Names
from .checkpoint import Checkpoint
from .progress import DELETING, Part, Watch
from .request import Arrays, Reply, execute

__all__ = ["execute_in_slices"]

_PAUSED = "paused"
_COMPLETE = "complete"
# What a slice tells the next one: include/mcbnc.h, at run.
_CARRIED = (
    *("order", "fusion", "step_edges", "score", "step_seconds"),
    *("h_ptr", "h", "s_ptr", "s", "removed"),
)


def execute_in_slices(
    nodes: Names | None,
    request: Mapping[str, Any],
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

    def __init__(
        self, nodes: Names | None, request: Mapping[str, Any], arrays: Arrays, checkpoint: Checkpoint
    ) -> None:
        self._nodes = nodes
        self._request = request
        self._arrays = arrays
        self._checkpoint = checkpoint
        self._began = time.monotonic()
        kept = checkpoint.values
        self._before = 0.0 if kept is None else float(kept["seconds"])
        self._state: Arrays = {} if kept is None else checkpoint.arrays[0]
        # A run that was stopped goes on, whatever stopped it.
        self.status = _COMPLETE if kept is not None and kept["status"] == _COMPLETE else _PAUSED

    @property
    def seconds(self) -> float:
        """The time that the run took, with the time before it was stopped."""
        return self._before + time.monotonic() - self._began

    def advance(self, watch: Part | None) -> None:
        """Make the next slice, and keep it."""
        begin = time.monotonic()
        limit = self._request["time_limit"]
        if self._state and limit is not None and limit.passed:  # a run has a fusion, whatever the limit
            self.status = "time_limit"
            return
        known = len(self._state["score"]) if self._state else None
        request = {**self._request, "slice": self._checkpoint.slice}
        self._keep(execute(self._nodes, request, {**self._arrays, **self._state}, watch, rescue=self._keep))
        if known is not None:  # the fusion is made once, so a slice that made it tells nothing
            made = self._state["step_seconds"][known:]
            worked = float(made[-1] - made[0]) if len(made) else 0.0
            self._checkpoint.overhead = time.monotonic() - begin - worked
        if watch is not None and watch.stopped and self.status == _PAUSED:
            self.status = "cancelled"

    def finish(self, watch: Watch | None) -> Reply:
        """The result of the steps."""
        request = {**self._request, "ended": self.status}
        reply = execute(self._nodes, request, {**self._arrays, **self._state}, watch)
        return Reply({**reply.info, "seconds": self.seconds}, reply.arrays)

    def _keep(self, reply: Reply) -> None:
        if "fusion" not in reply.arrays:  # cancelled before there was anything to keep
            return
        self.status = reply.info["status"]
        self._state = {name: reply.arrays[name] for name in _CARRIED}
        self._checkpoint.save({"status": self.status, "seconds": self.seconds}, [self._state])
