"""with_limits and set_limits: what takes too much is refused, and the limit before comes back."""

from __future__ import annotations

DAGS = 'dags <- list("[a][b|a][c|b]", "[a][b|a][c|a]")\n'


def test_a_limit_for_an_expression(run_r):
    out = run_r(
        DAGS
        + """
refusal <- tryCatch(with_limits(2^20, consensus(dags)), mcbnc_error = function(error) error)
cat(refusal$kind, "|", conditionMessage(refusal), "\n")
stopifnot(identical(with_limits(8e9, consensus(dags))$amat, consensus(dags)$amat))
nested <- with_limits(2^20, {
  within <- with_limits(NULL, consensus(dags))$amat
  refused <- inherits(try(consensus(dags), silent = TRUE), "try-error")
  list(within, refused)
})
stopifnot(identical(nested[[1]], consensus(dags)$amat), nested[[2]])
"""
    )
    kind, message = out.strip().split(" | ")
    assert kind == "MemoryLimitError"
    assert message.startswith("this takes about 32 MiB of memory")
    assert message.endswith("the limit is 1 MiB; with_limits() sets another")


def test_a_limit_for_good(run_r):
    out = run_r(
        DAGS
        + """
stopifnot(is.null(set_limits(2^20)))
stopifnot(inherits(try(consensus(dags), silent = TRUE), "try-error"))
stopifnot(identical(set_limits(2^33), 2^20), identical(set_limits(NULL), 2^33))
stopifnot(nrow(consensus(dags)$amat) == 3)
bad <- tryCatch(set_limits(-1), mcbnc_error = function(error) error)
cat(bad$argument, "|", conditionMessage(bad), "\n")
"""
    )
    assert out.startswith("memory | memory must be a whole number from 1 to")
    assert "or NULL for most of what there is" in out
