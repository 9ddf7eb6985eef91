"""Rows that take too much memory are refused before they are copied, and the error names what suffices."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import numpy as np
import pytest

import mcbnc
from mcbnc import MemoryLimitError

ROWS, COLUMNS = 300_000, 20
MIB = 1 << 20
REFUSAL = r"00000 rows of 20 columns would take 0\.\d+ GiB of memory"


def real():
    return np.random.default_rng(1).normal(size=(ROWS, COLUMNS))


def states():
    return np.random.default_rng(1).integers(0, 2, (ROWS, COLUMNS), np.uint8)


def as_columns(table):
    return {f"x{i}": column for i, column in enumerate(table.T)}


CALLS = {
    "learn": lambda data, **options: mcbnc.learn(data, **options),
    "learn_many": lambda data, **options: mcbnc.learn_many([data, data], **options),
    "learn_jointly": lambda data, **options: mcbnc.learn_jointly([data, data], **options),
    "bootstrap": lambda data, **options: mcbnc.bootstrap(data, resamples=2, seed=1, **options),
}


def nothing_is_read(*_, **__):
    raise AssertionError("the columns were read")


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("form", [np.asarray, as_columns])
def test_real_values_are_refused_before_they_are_copied(monkeypatch, name, form):
    monkeypatch.setattr("mcbnc._rows.opened.read_numbers", nothing_is_read)
    with mcbnc.limits(memory=100 * MIB), pytest.raises(MemoryLimitError, match=REFUSAL) as caught:
        CALLS[name](form(real()), score="bge")
    assert caught.value.limit == 100 * MIB < caught.value.needed


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("form", [np.asarray, as_columns])
def test_states_are_refused_before_they_are_copied(monkeypatch, name, form):
    monkeypatch.setattr("mcbnc._rows.align.read_columns", nothing_is_read)
    with mcbnc.limits(memory=10 * MIB), pytest.raises(MemoryLimitError, match=REFUSAL):
        CALLS[name](form(states()))


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize(
    ("make", "score"), [(real, "bge"), (states, "bdeu"), (real, "dg"), (states, "bic-cg")]
)
def test_what_is_needed_is_enough_for_many_rows(name, make, score):
    data, options = make(), {"score": score, "max_parents": 1, "workers": 2}
    with mcbnc.limits(memory=10 * MIB), pytest.raises(MemoryLimitError) as caught:
        CALLS[name](data, **options)
    with mcbnc.limits(memory=caught.value.needed):
        CALLS[name](data, **options)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc tells what a process had at most")
def test_a_refusal_takes_no_memory():
    code = """
    import numpy as np, mcbnc
    def most():
        lines = open("/proc/self/status").read().splitlines()
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM"))
    mcbnc.learn(np.random.default_rng(1).normal(size=(50, 3)), score="bge")
    data = np.ones((500_000, 20))
    before = most()
    try:
        with mcbnc.limits(memory=116 << 20):
            mcbnc.learn(data, score="bge")
    except mcbnc.MemoryLimitError:
        print(most() - before)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) < 8 * MIB, "the array alone would take 76 MiB"
