"""SIGINT at random moments of calls in R, for the tests and for the attacks of studies/reliability."""

from __future__ import annotations

import random
import signal
import subprocess
import time

SCRIPT = """
library(mcbnc)
set.seed(1)
names <- paste0("v", 1:200)
long <- lapply(1:30, function(k) {
  dag <- matrix(0L, 200, 200, dimnames = list(names, names))
  dag[upper.tri(dag)] <- rbinom(200 * 199 / 2, 1, 0.2)
  shuffled <- sample(200)
  dag[shuffled, shuffled]
})
few <- lapply(long[1:5], function(dag) dag[names[1:12], names[1:12]])
answer <- function() consensus(few, theta = 0.3)$amat
expected <- answer()
input <- file("stdin", "r")
while (identical(readLines(input, 1), "next")) {
  ended <- tryCatch({
    cat("begun\\n")
    consensus(long)
    "it came to its end"
  }, interrupt = function(condition) "interrupted")
  cat(if (identical(answer(), expected)) ended else "another answer", "\\n")
}
"""

LATEST = 0.4  # seconds after a call begins: R and Python prepare it, the job starts, the call waits


def interrupts(count: int, seed: int, environment: dict[str, str]) -> tuple[int, str]:
    """Interrupt that many calls of one R process, with a checked answer after each.

    Returns the tries, and what was wrong first.
    """
    draw = random.Random(seed)
    with subprocess.Popen(
        ["Rscript", "--vanilla", "-e", SCRIPT],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        bufsize=1,
    ) as process:
        try:
            for k in range(count):
                process.stdin.write("next\n")
                said = _line(process, "begun")
                if said != "begun":
                    return k + 1, f"it ended: {said}"
                time.sleep(draw.random() * LATEST)
                process.send_signal(signal.SIGINT)
                said = process.stdout.readline().strip()
                if said != "interrupted":
                    return k + 1, said + process.stdout.read(2000)
            process.stdin.close()
            return count, "" if process.wait(60) == 0 else f"R ended with {process.returncode}"
        finally:
            process.kill()


def _line(process: subprocess.Popen, wanted: str) -> str:
    """Read until the expected line. R also prints the package's message of its first call."""
    read = []
    for line in process.stdout:
        read.append(line)
        if line.strip() == wanted:
            return wanted
    return "".join(read)[-2000:]
