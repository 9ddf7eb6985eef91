"""Forks of R, which run no hook of Python: parallel::mclapply through reticulate."""

import shutil
import subprocess

from attacking import Outcome, mcbnc_in_r, tries

PROMISE = "a worker of R's parallel can use mcbnc like any other process"
ATTACK = "parallel::mclapply in an R that has used mcbnc or not yet"
MILLISECONDS = 1500

CHILDREN = 12
SCRIPT = f"""
library(mcbnc)
seed <- as.integer(commandArgs(TRUE)[1])
dag <- function(seed) {{
  set.seed(seed)
  m <- matrix(0L, 9, 9, dimnames = list(letters[1:9], letters[1:9]))
  m[upper.tri(m)] <- rbinom(36, 1, 0.4)
  m
}}
answer <- function(k) consensus(lapply(seed + k + 1:4, dag), theta = 0.3)$amat
if (seed %% 2) invisible(answer(0))
twice <- function(k) list(answer(k), answer(k))
told <- parallel::mclapply(1:{CHILDREN}, twice, mc.cores = 4, mc.preschedule = FALSE)
right <- function(k) identical(told[[k]], twice(k))
cat("wrong:", sum(!sapply(1:{CHILDREN}, right)), "\\n")
"""


def run(seconds: float, seed: int) -> Outcome:
    if not shutil.which("R"):
        return Outcome(1, 1, "not tried: there is no R")
    out = Outcome()
    with mcbnc_in_r() as environment:
        for draw in tries(seconds, seed, out):
            command = ["Rscript", "--vanilla", "-e", SCRIPT, str(draw.randrange(100_000))]
            done = subprocess.run(
                command, env=environment, capture_output=True, text=True, timeout=300, check=False
            )
            out.tries += CHILDREN
            if done.returncode or "wrong: 0 \n" not in done.stdout:
                out.fail(f"R ended with {done.returncode}: {done.stdout[-100:]} {done.stderr[-150:]}")
    return out
