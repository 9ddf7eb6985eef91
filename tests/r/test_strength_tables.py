"""R's tables of strengths are no graphs, and the message has what to write."""

from __future__ import annotations

SCRIPT = """
x <- structure(
  data.frame(from = c("a", "b", "a", "c"), to = c("b", "a", "c", "a"), strength = c(1, 1, 0, 0),
             direction = c(1, 0, 0, 0)),
  class = c("bn.strength", "data.frame")
)
says <- function(expr) cat(tryCatch({ expr; "taken" }, error = conditionMessage), "\\n")
says(consensus(list(x, x)))
says(consensus(list(as.data.frame(unclass(x)))))
says(consensus(list("[a][b|a][c]"), knowledge = list(required = x)))
print(consensus(list(x[x$strength > 0.5 & x$direction >= 0.5, c("from", "to")]), theta = 0)$edges[, 1:2])
"""


def test_a_table_of_strengths_is_refused(run_r):
    said = run_r(SCRIPT)
    lines = said.splitlines()
    assert lines[0].startswith("dags[[1]] is a table of strengths")
    assert lines[1].startswith("dags[[1]] is a table of strengths")
    assert lines[2].startswith("required is a table of strengths")
    assert all("averaged.network(x)" in line for line in lines[:3])
    assert "a  b" in said
