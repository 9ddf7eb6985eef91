"""Faults around a call of the R package: forks of R without Python's hooks, and many interrupts."""

from __future__ import annotations

import interrupting
import pytest

FORKS = """
library(parallel)
dag <- function(seed) {
  set.seed(seed)
  m <- matrix(0L, 9, 9, dimnames = list(letters[1:9], letters[1:9]))
  m[upper.tri(m)] <- rbinom(36, 1, 0.4)
  m
}
answer <- function(seed) consensus(lapply(seed + 1:4, dag), theta = 0.3)$amat
"""


@pytest.mark.parametrize("before", ["", "invisible(answer(0))"], ids=["unused", "used"])
def test_mclapply(run_r, before):
    """R forks without Python's hooks. Each child asks twice, and one of them forks again."""
    run_r(
        f"""{FORKS}
{before}
nested <- function(k) {{
  mine <- list(answer(k), answer(k))
  if (k == 1) mine <- c(mine, mclapply(c(k, k), answer, mc.cores = 2))
  mine
}}
told <- mclapply(1:6, nested, mc.cores = 2, mc.preschedule = FALSE)
for (k in 1:6) stopifnot(length(told[[k]]) == (if (k == 1) 4 else 2))
for (k in 1:6) for (mine in told[[k]]) stopifnot(identical(mine, answer(k)))
"""
    )


def test_children_that_end_during_a_call(run_r):
    """parallel sets a handler of SIGCHLD, without a stack of its own."""
    run_r(
        f"""{FORKS}
expected <- answer(1)
children <- lapply(1:20, function(k) mcparallel(Sys.sleep(k / 50)))
for (k in 1:40) stopifnot(identical(answer(1), expected))
invisible(mccollect(children))
"""
    )


def test_interrupts_at_random_moments(environment):
    tries, wrong = interrupting.interrupts(40, seed=1, environment=environment)
    assert (tries, wrong) == (40, "")
