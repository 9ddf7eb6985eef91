"""A threshold, typed as R prints it, gives the same graph."""

from __future__ import annotations

import pytest

DAGS = '"[a][b|a][c|b]", "[a][b|a][c|b]", "[a][b|a][c|a]"'
TYPED = """
typed <- function(x) as.numeric(gsub("\\\\[1\\\\]|[[:space:]]", "", capture.output(print(x))))
same <- function(run, theta, typed) {
  identical(at(run, theta)$amat, at(run, typed)$amat) && identical(at(run, theta)$order, at(run, typed)$order)
}
"""


@pytest.mark.parametrize("weights", ["NULL", "c(1, 2, 3)", "c(0.1, 0.2, 0.4)", "c(1, 1, pi)"])
def test_a_threshold_as_r_prints_it_gives_the_same_graph(run_r, weights):
    print_all = run_r(
        f"""{TYPED}
        run <- trajectory(list({DAGS}), weights = {weights})
        auto <- consensus(list({DAGS}), theta = "auto", weights = {weights})
        edges <- function(theta) nrow(at(run, theta)$edges)
        thetas <- run$breakpoints$theta
        lines <- trimws(capture.output(print(run$breakpoints)))[-1]
        column <- as.numeric(vapply(strsplit(lines, " +"), `[`, "", 2))
        cat(all(mapply(function(theta, text) edges(theta) == edges(text), thetas, column)), "")
        cat(all(diff(vapply(c(0, column), edges, 1L))[-1] < 0), "")
        for (theta in list(choose_theta(run, max_edges = 1), choose_theta(run), run$theta, auto$theta)) {{
          cat(same(run, theta, typed(theta)), same(run, theta, as.numeric(paste(theta))), "")
          cat(edges(typed(theta)) == edges(theta), "")
        }}
        cat(identical(choose_theta(run), run$theta), identical(at(run)$theta, run$theta))
        """
    )
    assert print_all.split() == ["TRUE"] * 16


def test_a_threshold_is_a_number(run_r):
    script = f"""
    dags <- list({DAGS})
    run <- trajectory(dags)
    theta <- choose_theta(run)
    theta
    cat(theta, theta * 2, theta < 0.4, max(run$breakpoints$theta), is.numeric(theta), "\\n")
    cat(identical(consensus(dags, theta)$amat, at(run, theta)$amat), consensus(dags, 0.123456)$theta, "\\n")
    run$breakpoints[1, ]
    run$breakpoints$theta[1]
    """
    lines = [" ".join(line.split()) for line in run_r(script).splitlines()]
    assert lines[0] == "[1] 0.3334"
    assert lines[1] == "0.3334 0.6668 TRUE 1 TRUE"
    assert lines[2] == "TRUE 0.123456"
    assert lines[-1] == "[1] 0.3334"
    assert lines[4].startswith("1 0.3334 2 ")
