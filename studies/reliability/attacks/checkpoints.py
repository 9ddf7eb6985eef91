"""kill -9 while a process works with checkpoints: tests/python/checkpointing.py with many calls at once."""

import os
import pickle
import signal
import tempfile
import threading
import time

import numpy as np
from attacking import Outcome, tries
from checkpointing import do, run_of, told
from faults import end_of
from helpers import noisy_copies

import mcbnc
from mcbnc._base.writing import write_whole
from mcbnc._engine import checkpoint

PROMISE = "a call that was killed goes on from its checkpoint, to exactly the undisturbed answer"
THREADS = 4
ATTACK = (
    "kill -9 at random moments of calls with checkpoints, repeated until they end; each such kill is a try"
)
MILLISECONDS = 35


def call_of(draw):
    """A random call that takes some milliseconds."""
    function = draw.choice(["consensus", "trajectory", "stability", "bootstrap", "learn_many"])
    seed = draw.randrange(2**32)
    if function in ("bootstrap", "learn_many"):
        rows = np.random.default_rng(seed).integers(0, 2, (7, 60, 5))
        rows[:, :, 1] = rows[:, :, 0] ^ (rows[:, :, 1] & rows[:, :, 2])
        drawn = {"resamples": 13, "seed": seed}
        return (function, (rows,), {}) if function == "learn_many" else (function, (rows[0],), drawn)
    dags, k_max = noisy_copies(seed, draw.randint(2, 8), draw.randint(4, 12), 0.3), draw.choice([0, 3, None])
    if function == "trajectory":
        return function, (dags,), {"k_max": k_max}
    more = {"resamples": 13, "seed": seed} if function == "stability" else {}
    return function, (dags, draw.choice(["auto", 0.4])), {"k_max": k_max, **more}


def plain(answer) -> bytes:
    """All of an answer but the times."""
    runs = (mcbnc.Trajectory, mcbnc.ConsensusResult)
    return pickle.dumps(run_of(answer) if isinstance(answer, runs) else told(answer))


class Work:
    """A call, its checkpoint, and the file for its answer."""

    def __init__(self, draw, folder: str, number: int) -> None:
        self.call = call_of(draw)
        self.want = plain(do(self.call))
        self.path, self.answer = (os.path.join(folder, f"{number}.{kind}") for kind in ("work", "answer"))

    def go_on(self) -> None:
        try:
            found = plain(do(self.call, checkpoint=self.path))
        except BaseException as error:
            found = repr(error).encode()
        write_whole(self.answer, found)

    def ended(self) -> bool:
        return os.path.exists(self.answer)

    def judge(self, out: Outcome) -> None:
        """Compare the answer, and remove the files."""
        with open(self.answer, "rb") as file:
            found = file.read()
        if found != self.want:
            out.fail(f"{self.call[0]}: another answer: {found[:200]!r}, for {self.call}")
        for path in (self.path, self.answer):
            os.unlink(path)


def child_of(works: list[Work]) -> int:
    """A process that goes on with all works, each in a thread. It has begun when this returns."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            mcbnc.consensus(np.zeros((1, 2, 2)))  # the engine is ready
            threads = [threading.Thread(target=work.go_on) for work in works]
            for thread in threads:
                thread.start()
            os.write(writing, b".")
            for thread in threads:
                thread.join()
        finally:
            os._exit(0)
    os.close(writing)
    os.read(reading, 1)
    os.close(reading)
    return child


def run(seconds: float, seed: int) -> Outcome:
    checkpoint.INTERVAL = 1e-9  # each slice of the work is kept, however short
    out, works, answers, kept = Outcome(), [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for draw in tries(seconds, seed, out):
            works += [Work(draw, folder, answers + k) for k in range(len(works), THREADS)]
            child = child_of(works)
            time.sleep(draw.random() * 0.03)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            for work in [work for work in works if work.ended()]:
                work.judge(out)
                works.remove(work)
                answers += 1
            out.tries += len(works)
            kept += sum(os.path.exists(work.path) for work in works)
        if works and (status := end_of(child_of(works))):
            out.fail(f"a process that was not killed ended with {status}")
        for work in works:
            work.judge(out) if work.ended() else out.fail(f"{work.call}: no answer")
    out.notes = out.notes or f"{answers + len(works):,} calls; at {kept:,} kills some work had been kept"
    return out
