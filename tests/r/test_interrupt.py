"""Ctrl-C ends a call of the R package, and not the session."""

from __future__ import annotations

import signal
import subprocess
import time

import pytest

# Forty DAGs over 250 nodes: a run of many seconds.
LONG = """
library(mcbnc)
set.seed(1)
names <- paste0("v", 1:250)
long <- lapply(1:40, function(k) {
  dag <- matrix(0L, 250, 250, dimnames = list(names, names))
  dag[upper.tri(dag)] <- rbinom(250 * 249 / 2, 1, 0.2)
  shuffled <- sample(250)
  dag[shuffled, shuffled]
})
few <- names[1:9]
ready <- consensus("[a]")
cat("running\\n")
"""


@pytest.mark.parametrize("call", ["consensus", "trajectory"])
def test_ctrl_c_can_be_caught(environment, call):
    script = f"""{LONG}
ended <- tryCatch({{ {call}(long); "came to its end" }}, interrupt = function(c) "interrupted")
cat(ended, "\\n")
short <- lapply(long[1:3], function(dag) dag[few, few])
cat("again", sum(suppressWarnings(consensus(short, theta = 0))$amat) > 0, "\\n")
"""
    out = interrupt(["Rscript", "--vanilla", "-"], script, environment)
    assert out.splitlines()[-2:] == ["interrupted ", "again TRUE "]


def test_ctrl_c_leaves_an_interactive_session_alive(environment):
    script = f"""{LONG}
consensus(long)
cat("again", nrow(consensus(long[1:2], theta = 0, time_limit = 1e-3)$amat), "\\n")
"""
    command = ["R", "--vanilla", "--interactive", "--no-readline", "--no-echo"]
    out = interrupt(command, script, environment)
    assert "again 250" in out  # which R has echoed the input into


def interrupt(command: list[str], text: str, environment: dict[str, str]) -> str:
    """What R prints after a Ctrl-C in the call that follows "running"."""
    process = subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        process.stdin.write(text)
        process.stdin.close()
        for line in process.stdout:
            if line == "running\n":
                break
        time.sleep(1)
        assert process.poll() is None, "the run was too short"
        process.send_signal(signal.SIGINT)
        out = process.stdout.read()
        assert process.wait(60) == 0, out
        return out
    finally:
        process.kill()
