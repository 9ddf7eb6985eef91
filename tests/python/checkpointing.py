"""What the tests of checkpoints share: comparing runs, and stopping them."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers import noisy_copies
from row_calls import with_rows

import mcbnc
from mcbnc._engine.checkpoint import Checkpoint

R, N = 8, 12
DAGS = noisy_copies(3, R, N, 0.3)

# Each slice of the work is kept, however short. The parent kills after "ready".
CHILD = """
import pickle, sys
import mcbnc
from mcbnc._engine import checkpoint
checkpoint.INTERVAL = 1e-9
function, arguments, options, path = pickle.load(sys.stdin.buffer)
print("ready", flush=True)
answer = getattr(mcbnc, function)(*arguments, **options, checkpoint=path)
pickle.dump(answer, sys.stdout.buffer)
"""


class Died(BaseException):
    """Ends a call at a place, as a kill would."""


def run_of(answer: mcbnc.Trajectory | mcbnc.ConsensusResult) -> dict[str, object]:
    """All of an answer but the times, as bytes."""
    run = answer._run
    arrays = {**run.steps, "order": run.order, "fusion": run.fusion.matrix, "packed": run.packed}
    if isinstance(answer, mcbnc.ConsensusResult):
        arrays |= {"adjacency": answer.adjacency, "cpdag": answer.cpdag}
    told = {
        name: (a.dtype, a.shape, np.ascontiguousarray(a).tobytes())
        for name, a in arrays.items()
        if name != "step_seconds"
    }
    return {**told, "status": run.status, "limit": run.limit, "forced": run.forced, "options": run.options}


def do(call: tuple[str, tuple[Any, ...], dict[str, Any]], **more: Any) -> Any:
    """The answer of a call: a function of mcbnc by its name, its arguments and its options."""
    function, arguments, options = call
    return with_rows(getattr(mcbnc, function), *arguments, **options, **more)


def told(answer: Any) -> Any:
    """All of an answer but the times, as bytes."""
    if isinstance(answer, list):
        return [told(one) for one in answer]
    if isinstance(answer, (mcbnc.Trajectory, mcbnc.ConsensusResult)):
        return run_of(answer)
    if isinstance(answer, mcbnc.Learned):
        return (
            answer.adjacency.tobytes(),
            answer.cpdag.tobytes(),
            answer.score,
            answer.status,
            repr(answer.steps),
        )
    arrays = {name: (a.dtype, a.shape, a.tobytes()) for name, a in answer._arrays.items()}
    return arrays, answer.nodes, answer.status


def die_after(monkeypatch: pytest.MonkeyPatch, saves: int) -> None:
    """Let the process seem to end just after a number of saves."""
    left = [saves]
    save = Checkpoint.save

    def counting(self: Checkpoint, *arguments: object) -> None:
        save(self, *arguments)  # type: ignore[arg-type]
        left[0] -= 1
        if left[0] == 0:
            raise Died

    monkeypatch.setattr(Checkpoint, "save", counting)


def start_call(
    call: tuple[str, tuple[object, ...], dict[str, object]], path: Path
) -> subprocess.Popen[bytes]:
    """A process that has begun a call with a checkpoint. Its stdout is the answer."""
    child = subprocess.Popen([sys.executable, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(pickle.dumps((*call, path)))
    child.stdin.flush()
    assert child.stdout.readline() == b"ready\n"
    while not (path.exists() or child.poll() is not None):
        time.sleep(0.002)
    return child


def call_until_done(
    call: tuple[str, tuple[object, ...], dict[str, object]], path: Path, kills: int
) -> object:
    """The answer of a call in a process of its own, after `kills` processes were killed at random moments."""
    rng = random.Random(kills)
    for _ in range(kills):
        child = start_call(call, path)
        time.sleep(rng.random() * 0.1)
        child.kill()
        child.communicate()
    answer, _ = start_call(call, path).communicate()
    return pickle.loads(answer)
