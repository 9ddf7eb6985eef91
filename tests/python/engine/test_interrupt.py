"""Ctrl-C in a long run arrives at once, and the engine stops."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from itertools import product

import pytest
from helpers import HELPERS

pytestmark = pytest.mark.alone

SCRIPT = """
import os, signal, sys, time
import numpy as np
sys.path.insert(0, {here!r})
import mcbnc
from helpers import random_dags

# As in a terminal: where a shell started the tests in the background, they and their children ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

def cpu():
    times = os.times()
    return times.user + times.system

dags = random_dags(9, 30, 150, 0.2)
rows = np.random.default_rng(5).integers(0, 3, (5000, 100))
wide = rows.reshape(-1)[:1500].reshape(5, 1, 300)  # sites that learn at once, and a long search on all rows
mcbnc.consensus(dags[:1, :3, :3])
# Otherwise a Ctrl-C may come during an import. A dataclass is made by exec of a text. There CPython remembers
# the KeyboardInterrupt, and kills the process by SIGINT when it ends.
for name in mcbnc.__all__:
    getattr(mcbnc, name)
print("running", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", time.time(), flush=True)
else:
    sys.exit("came to its end")
time.sleep(0.3)
before = cpu()
time.sleep(0.5)
print("busy", cpu() - before, flush=True)
engine = mcbnc._engine.load.library().runtime_info()
assert engine["jobs"] == 0, engine
print("again", len(mcbnc.consensus([[[0, 1], [0, 0]]]).edges), flush=True)
"""

CALLS = {
    "consensus": "mcbnc.consensus(dags, 100.0)",
    "trajectory": "mcbnc.trajectory(dags)",
    "batch": "mcbnc.batch(dags, counts=[[1] * 30] * 50, theta=100.0)",
    "stability": "mcbnc.stability(dags)",
    "learn": "mcbnc.learn(rows, score=mcbnc.BDeu(1e6), prior=None)",
    "learn_many": "mcbnc.learn_many([rows] * 5, score=mcbnc.BDeu(1e6), prior=None)",
    "learn_jointly": "mcbnc.learn_jointly([rows] * 5, score=mcbnc.BDeu(1e6), prior=None)",
    "the searches of learn_jointly": "mcbnc.learn_jointly(wide, score=mcbnc.BDeu(1e6), prior=None, "
    "pairs='all', outliers='keep')",
    "bootstrap": "mcbnc.bootstrap(rows, 10_000)",
    "one resample": "mcbnc.bootstrap(rows, 1, score=mcbnc.BDeu(1e6), prior=None)",
    "exact_treewidth": "mcbnc.metrics.exact_treewidth(dags[0], time_limit=None)",
    "fusion": "[mcbnc.fusion(dags) for _ in range(100)]",
    "dsep_vote": "mcbnc.baselines.dsep_vote(dags, 0)",
    "bounded": "mcbnc.baselines.bounded(dags, 10, 'inputs')",
    "genetic": "mcbnc.baselines.genetic(dags, 10, 'arcs', generations=10**6, start='random')",
    "with progress": "mcbnc.trajectory(dags, progress=lambda *now: None)",
    "with a bar": "mcbnc.trajectory(dags, progress=True)",
}

FIRST = ("consensus", 0.05)
CASES = [
    pytest.param(*case, marks=() if case == FIRST else pytest.mark.slow)
    for case in product(CALLS, (0.05, 0.6))
]


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize(("call", "after"), CASES)
def test_ctrl_c(call, after):
    """The best of three tries: a busy machine wakes a process late, but not each time."""
    delays = []
    for _ in range(3):
        delays.append(interrupted(call, after))
        if delays[-1] < 0.2:
            return
    pytest.fail(f"the interrupt arrived after {delays} seconds")


def interrupted(call: str, after: float) -> float:
    """The seconds between Ctrl-C and its arrival. Afterwards the process must be idle, and answer."""
    script = SCRIPT.format(here=str(HELPERS), call=CALLS[call])
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout.readline() == "running\n"
        time.sleep(after)
        sent = time.time()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)
    finally:
        process.kill()
    assert process.returncode == 0, err
    said = dict(line.split(" ", 1) for line in out.splitlines())
    assert float(said["busy"]) < 0.1  # seconds of CPU in half a second
    assert said["again"] == "1"
    return float(said["interrupted"]) - sent
