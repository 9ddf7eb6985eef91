"""The R package's answers are those of the Python package."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest

import mcbnc

NODES = ["smoke", "asia", "lung", "tub.cough", "x ray", "either"]


@pytest.fixture
def dags() -> list[np.ndarray]:
    """Five DAGs over NODES."""
    rng = np.random.default_rng(5)
    upper = [np.triu(rng.random((6, 6)) < 0.5, 1).astype(np.uint8) for _ in range(5)]
    return [
        np.ascontiguousarray(dag[np.ix_(p, p)]) for dag, p in ((dag, rng.permutation(6)) for dag in upper)
    ]


@pytest.fixture
def ask(run_r, tmp_path: Path, dags: list[np.ndarray]):
    """A function that runs R, which has the DAGs as `dags`.

    The nodes of each DAG are in an order of its own, those of the first in the order of NODES.
    """
    rng = np.random.default_rng(6)
    for k, dag in enumerate(dags):
        order = np.arange(6) if k == 0 else rng.permutation(6)
        write_csv(tmp_path / f"{k}.csv", [NODES[i] for i in order], dag[np.ix_(order, order)])
    return lambda script: run_r(f"""
files <- sort(list.files({json.dumps(str(tmp_path))}, "[.]csv$", full.names = TRUE))
dags <- lapply(files, function(f) as.matrix(read.csv(f, row.names = 1, check.names = FALSE)))
{script}""")


def write_csv(path: Path, names: list[str], matrix: np.ndarray) -> None:
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["", *names])
        writer.writerows([name, *row] for name, row in zip(names, matrix.tolist(), strict=True))


def read_matrix(printed: str) -> tuple[list[str], np.ndarray]:
    """A matrix that R's write.csv printed."""
    header, *rows = csv.reader(printed.splitlines())
    assert [row[0] for row in rows] == header[1:]
    return header[1:], np.array([row[1:] for row in rows], int)


@pytest.mark.parametrize("storage", ["integer", "double", "logical"])
def test_matrices_with_names_in_and_out(ask, dags, storage):
    names, amat = read_matrix(
        ask(f"""
dags <- lapply(dags, function(dag) {{ storage.mode(dag) <- "{storage}"; dag }})
found <- consensus(dags, "auto")
stopifnot(is.integer(found$amat), found$status == "complete")
write.csv(found$amat)
""")
    )
    expected = mcbnc.consensus(dags, "auto", nodes=NODES)
    assert expected.edges
    assert names == NODES
    np.testing.assert_array_equal(amat, expected.adjacency)


def test_the_class_and_the_table_of_edges(ask, dags):
    pytest.importorskip("pandas")
    printed = ask("""
names(dags) <- paste("hospital", 1:5)
found <- consensus(dags, theta = 0.4, weights = c(3, 1, 0.5, 2, 1))
cpdag <- matrix(0, 6, 6, dimnames = dimnames(found$amat))
cpdag[found$cpdag$arcs] <- 1
write.csv(cpdag)
cat("--\\n")
write.csv(summary(found)$edges, row.names = FALSE)
""")
    cpdag, edges = printed.split("--\n")
    expected = mcbnc.consensus(dags, 0.4, nodes=NODES, weights=[3, 1, 0.5, 2, 1])
    np.testing.assert_array_equal(read_matrix(cpdag)[1], expected.cpdag)
    rows = list(csv.DictReader(edges.splitlines()))
    assert [(row["from"], row["to"]) for row in rows] == expected.edges
    frame = expected.to_frame()
    assert [row["reversible"] == "TRUE" for row in rows] == frame["reversible"].tolist()
    for name in ("support", "forward", "backward", "psi"):
        np.testing.assert_allclose([float(row[name]) for row in rows], frame[name])


def test_the_thresholds_of_both_packages_are_the_same_if_none_is_given(ask, dags):
    theta, _, amat = ask("found <- consensus(dags)\ncat(found$theta, '--')\nwrite.csv(found$amat)").partition(
        "--"
    )
    expected = mcbnc.consensus(dags, nodes=NODES)
    assert float(theta) == expected.theta != mcbnc.consensus(dags, "auto", nodes=NODES).theta
    np.testing.assert_array_equal(read_matrix(amat)[1], expected.adjacency)


def test_options_as_r_writes_them(ask, dags):
    _, amat = read_matrix(
        ask("""
weights <- c(3, 1, 0.5, 2, 1)
found <- consensus(dags, theta = 1L, weights = weights, k_max = NULL, seed = 7, workers = 1, canonical = TRUE)
write.csv(found$amat)
""")
    )
    options = {"weights": [3, 1, 0.5, 2, 1], "k_max": None, "seed": 7, "workers": 1, "canonical": True}
    np.testing.assert_array_equal(amat, mcbnc.consensus(dags, 1.0, nodes=NODES, **options).adjacency)


def test_every_threshold(ask, dags):
    printed = ask("write.csv(trajectory(dags)$breakpoints, row.names = FALSE)")
    rows = [[float(cell) for cell in row] for row in list(csv.reader(printed.splitlines()))[1:]]
    expected = mcbnc.trajectory(dags, nodes=NODES).breakpoints
    np.testing.assert_allclose(rows, np.array(expected, float))


def test_rows(run_r, tmp_path):
    rows = mcbnc.datasets.load_rows("alarm")
    codes = np.asarray(rows.data[0])
    with (tmp_path / "rows.csv").open("w", newline="") as file:
        csv.writer(file).writerows([rows.nodes, *codes.tolist()])
    printed = run_r(f"""
data <- read.csv({json.dumps(str(tmp_path / "rows.csv"))}, check.names = FALSE)
for (numbers in list(data, data.frame(lapply(data, factor), check.names = FALSE))) {{
  learned <- learn(numbers, score = "bic", max_parents = 3L)
  cat(format(learned$score, digits = 15), paste(learned$arcs, collapse = " "), "\\n")
}}
""")
    expected = mcbnc.learn(mcbnc.Rows(codes, names=rows.nodes), score="bic", max_parents=3)
    arcs = [u for u, _ in expected.edges] + [v for _, v in expected.edges]
    for line in printed.splitlines():
        score, *found = line.split()
        assert float(score) == pytest.approx(expected.score, rel=1e-12)
        assert found == arcs


def test_the_levels_of_a_factor(run_r):
    printed = run_r("""
x <- factor(rep(c("A", "b"), 50), levels = c("A", "b", "c"))
data <- data.frame(x, y = rep(c("u", "v", "v"), length.out = 100))
cat(format(learn(data)$score, digits = 15), "\\n")
levels(data$x) <- c("1.5", "2.5", "3.5")
cat(tryCatch(learn(data, score = "bdeu"), error = conditionMessage), "\\n")
cat(tryCatch(learn(data), warning = conditionMessage), "\\n")
cat(tryCatch(learn(data, score = "bge"), error = conditionMessage), "\\n")
levels(data$x) <- c("A", "b", "a")
cat(tryCatch(learn(data), warning = conditionMessage), "\\n")
""")
    score, decimals, mixed, gaussian, case = printed.splitlines()
    frame = {"x": ["A", "b"] * 50, "y": (["u", "v", "v"] * 34)[:100]}
    expected = mcbnc.learn(mcbnc.Rows(frame, states={"x": ["A", "b", "c"]})).score
    assert float(score) == pytest.approx(expected, rel=1e-12)
    assert decimals.startswith("data: column 'x', row 1: '1.5' is no whole number")
    assert mixed.endswith("score='bic-cg' is taken. Numbers: 'x'. States: 'y' ")
    assert gaussian.startswith("data: column 'y', row 1: 'u' is no finite number")
    assert "differ only in case" in case


def test_in_forked_children(ask):
    assert (
        ask("""
first <- consensus(dags)
forked <- parallel::mclapply(1:2, function(k) consensus(dags)$amat, mc.cores = 2)
stopifnot(identical(forked[[1]], first$amat), identical(forked[[2]], first$amat))
cat("same")
""")
        == "same"
    )


def test_ordered_factors_that_do_not_agree(run_r):
    """R has which factors are ordered: only of these does the order have to agree."""
    printed = run_r("""
site <- function(levels, ordered, times) {
  x <- factor(rep(c("low", "mid", "high"), times), levels, ordered = ordered)
  data.frame(x, y = rep(c("u", "v"), length.out = 3 * times))
}
levels <- c("low", "mid", "high")
for (ordered in c(TRUE, FALSE)) {
  for (other in list(levels, rev(levels))) {
    both <- list(site(levels, ordered, 40), site(other, ordered, 46))
    cat(tryCatch({ learn(both); "fine" }, warning = conditionMessage), "\\n")
  }
}
""")
    agree, differ, *unordered = map(str.strip, printed.splitlines())
    assert agree == "fine"
    assert "column 'x': ordered columns that do not agree" in differ
    assert unordered == ["fine", "fine"]
