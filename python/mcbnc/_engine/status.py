"""The status codes of the engine, and the exceptions that they become."""

from __future__ import annotations

import json
from collections.abc import Hashable, Sequence
from typing import Any

from .._base.memory import refused
from .._base.place import error_at
from ..errors import CycleError, EngineError, InvalidInputError, LibraryError, McbncError

# The status codes of include/mcbnc.h. They never change.
OK = 0
RUNNING = 1
INVALID_INPUT = 2
CYCLE = 3
BAD_REQUEST = 4
BAD_HANDLE = 5
WRONG_PROCESS = 6
NOT_READY = 7
INTERNAL = 8
OUT_OF_MEMORY = 9

_MEANING = {
    BAD_REQUEST: "the request is malformed",
    BAD_HANDLE: "the job's handle is not valid",
    # The library itself detects a forked child, so this file compares no process ids.
    WRONG_PROCESS: "this job belongs to another process, from before a fork; start a new one in this process",
    NOT_READY: "the job is still running",
    INTERNAL: "a panic inside the engine",
    OUT_OF_MEMORY: "out of memory",
}


def failure(status: int, text: str, nodes: Sequence[Hashable] | None) -> McbncError:
    """The exception of a status that is not OK. `text` is the engine's JSON about it, or empty."""
    try:
        error = json.loads(text) if text else {}
    except ValueError:
        error = {"message": text}
    message = error.get("message") or _MEANING.get(status, "unknown status")
    if status in (INVALID_INPUT, CYCLE):
        argument: Any = error.get("argument")
        dag = error.get("dag")
        named = [nodes[i] if nodes is not None else i for i in error.get("nodes") or ()]
        kind = CycleError if status == CYCLE else InvalidInputError
        if "sentence" in error:
            return error_at(kind, error["sentence"], argument, dag, named)
        return kind(message, argument=argument, dag=dag, nodes=named)
    if status == OUT_OF_MEMORY and "bytes" in error:
        return refused(message, error["bytes"], error["limit"])
    if status == WRONG_PROCESS:
        return LibraryError(message)
    return EngineError(f"{message} (status {status})", code=status)
