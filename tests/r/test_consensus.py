"""examples/consensus.R, in R: the answers are Python's, and Ctrl-C ends the call, not the session."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import mcbnc

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "consensus.R"
# Not a Python that reticulate finds by itself, but this one, which has the package and NumPy 1.
ENVIRONMENT = {**os.environ, "RETICULATE_PYTHON": sys.executable}
NODES = ["smoke", "asia", "lung", "tub.cough", "x ray", "either"]

# Forty DAGs over 250 nodes: a run of many seconds.
LONG = """
set.seed(1)
names <- paste0("v", 1:250)
long <- lapply(1:40, function(k) {
  dag <- matrix(0L, 250, 250, dimnames = list(names, names))
  dag[upper.tri(dag)] <- rbinom(250 * 249 / 2, 1, 0.2)
  shuffled <- sample(250)
  dag[shuffled, shuffled]
})
few <- names[1:9]
"""


@pytest.fixture
def dags() -> list[np.ndarray]:
    """Five DAGs over NODES."""
    rng = np.random.default_rng(5)
    upper = [np.triu(rng.random((6, 6)) < 0.5, 1).astype(np.uint8) for _ in range(5)]
    return [
        np.ascontiguousarray(dag[np.ix_(p, p)]) for dag, p in ((dag, rng.permutation(6)) for dag in upper)
    ]


@pytest.fixture
def folder(tmp_path: Path, dags: list[np.ndarray]) -> Path:
    """The DAGs as files, each with its nodes in an order of its own; the first in that of NODES."""
    rng = np.random.default_rng(6)
    for k, dag in enumerate(dags):
        order = np.arange(6) if k == 0 else rng.permutation(6)
        names = [NODES[i] for i in order]
        with (tmp_path / f"{k}.csv").open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["", *names])
            writer.writerows(
                [name, *row] for name, row in zip(names, dag[np.ix_(order, order)].tolist(), strict=True)
            )
    return tmp_path


def script(body: str, folder: Path | None = None) -> str:
    """An R script that has the example's functions, and the folder's matrices as `dags`."""
    lines = [f"source({json.dumps(str(EXAMPLE))})"]
    if folder is not None:
        lines += [
            f"files <- sort(list.files({json.dumps(str(folder))}, '[.]csv$', full.names = TRUE))",
            "dags <- lapply(files, function(f) as.matrix(read.csv(f, row.names = 1, check.names = FALSE)))",
        ]
    return "\n".join([*lines, body, ""])


def run_r(text: str) -> str:
    """What an R script prints."""
    command = ["Rscript", "--vanilla", "-"]
    done = subprocess.run(
        command, input=text, env=ENVIRONMENT, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def read_matrix(printed: str) -> tuple[list[str], np.ndarray]:
    """A matrix that R's write.csv printed."""
    header, *rows = csv.reader(printed.splitlines())
    assert [row[0] for row in rows] == header[1:]
    return header[1:], np.array([row[1:] for row in rows], int)


def test_the_example_runs():
    done = subprocess.run(
        ["Rscript", str(EXAMPLE)], env=ENVIRONMENT, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    clients = mcbnc.datasets.load("alarm")
    expected = mcbnc.consensus(clients.dags, "auto", nodes=clients.nodes)
    printed = re.findall(r"^  (\S+) -> (\S+)$", done.stdout, re.MULTILINE)
    assert set(printed) == set(expected.edges)
    assert len(printed) == len(expected.edges)


def test_the_readmes_lines_run(folder, dags):
    block = re.search(r"^```r\n(.*?)^```$", (ROOT / "README.md").read_text("utf-8"), re.DOTALL | re.MULTILINE)
    out = run_r(script(f"setwd({json.dumps(str(ROOT))})\n{block[1]}", folder))
    assert out.splitlines()[-1] == f"[1] {mcbnc.consensus(dags, 'auto', nodes=NODES).theta:.7g}"


@pytest.mark.parametrize("storage", ["integer", "double", "logical"])
def test_matrices_with_names_in_and_out(folder, dags, storage):
    body = f"""
dags <- lapply(dags, function(dag) {{ storage.mode(dag) <- "{storage}"; dag }})
found <- consensus(dags)
stopifnot(is.integer(found$amat), found$status == "complete")
write.csv(found$amat)
"""
    names, amat = read_matrix(run_r(script(body, folder)))
    expected = mcbnc.consensus(dags, "auto", nodes=NODES)
    assert expected.edges
    assert names == NODES
    np.testing.assert_array_equal(amat, expected.adjacency)


def test_a_named_list_and_the_class(folder, dags):
    body = 'names(dags) <- paste("hospital", 1:5)\nwrite.csv(consensus(dags, theta = 0.4)$cpdag)'
    names, cpdag = read_matrix(run_r(script(body, folder)))
    assert names == NODES
    np.testing.assert_array_equal(cpdag, mcbnc.consensus(dags, 0.4, nodes=NODES).cpdag)


def test_options_as_r_writes_them(folder, dags):
    body = """
weights <- c(3, 1, 0.5, 2, 1)
found <- consensus(dags, theta = 1L, weights = weights, k_max = NULL, seed = 7, workers = 1, canonical = TRUE)
write.csv(found$amat)
"""
    _, amat = read_matrix(run_r(script(body, folder)))
    options = {"weights": [3, 1, 0.5, 2, 1], "k_max": None, "seed": 7, "workers": 1, "canonical": True}
    np.testing.assert_array_equal(amat, mcbnc.consensus(dags, 1.0, nodes=NODES, **options).adjacency)


def test_one_dag(folder, dags):
    _, amat = read_matrix(run_r(script("write.csv(consensus(dags[1], theta = 0)$amat)", folder)))
    assert mcbnc.metrics.shd(amat, dags[0]) == 0


def test_the_errors_are_rs(folder):
    body = """
said <- function(call) tryCatch({ call; "nothing" }, error = conditionMessage)
cyclic <- dags
cyclic[[2]][] <- 0L
cyclic[[2]]["asia", "lung"] <- cyclic[[2]]["lung", "bronc"] <- cyclic[[2]]["bronc", "asia"] <- 1L
cat(gsub("\\n", " ", said(consensus(cyclic))), "\\n")
renamed <- dags
colnames(renamed[[3]])[1] <- "other"
cat(said(consensus(renamed)), "\\n")
unnamed <- lapply(dags, unname)
cat(said(consensus(unnamed)), "\\n")
"""
    cyclic, renamed, unnamed = run_r(script(body, folder)).splitlines()
    assert "CycleError" in cyclic
    assert "dags[1]: it has a cycle" in cyclic
    assert renamed.startswith("dags[[3]] must have the names")
    assert unnamed.startswith("dags[[1]] must have the names")


def test_in_forked_children(folder, dags):
    body = """
first <- consensus(dags)
forked <- parallel::mclapply(1:2, function(k) consensus(dags)$amat, mc.cores = 2)
stopifnot(identical(forked[[1]], first$amat), identical(forked[[2]], first$amat))
cat("same")
"""
    assert run_r(script(body, folder)) == "same"


@pytest.mark.parametrize("call", ["consensus(long)", "interruptible(mcbnc$trajectory(lapply(long, unname)))"])
def test_ctrl_c_can_be_caught(call):
    body = f"""
{LONG}
cat("running\\n")
ended <- tryCatch({{ {call}; "came to its end" }}, interrupt = function(c) "interrupted")
cat(ended, "\\n")
cat("again", sum(consensus(lapply(long[1:3], function(dag) dag[few, few]), theta = 0)$amat) > 0, "\\n")
"""
    out, seconds = interrupt(["Rscript", "--vanilla", "-"], script(body))
    assert out.splitlines() == ["interrupted ", "again TRUE "]
    assert seconds < 10


def test_ctrl_c_leaves_an_interactive_session_alive():
    body = f"""
{LONG}
cat("running\\n")
consensus(long)
cat("again", nrow(consensus(long[1:2], theta = 0, time_limit = 1e-3)$amat), "\\n")
"""
    out, seconds = interrupt(["R", "--vanilla", "--interactive", "--no-readline", "--no-echo"], script(body))
    assert "again 250" in out  # which R has echoed the input into
    assert seconds < 10


def interrupt(command: list[str], text: str) -> tuple[str, float]:
    """What R prints after a Ctrl-C in the call that follows "running", and how long it took to the end."""
    process = subprocess.Popen(
        command,
        env=ENVIRONMENT,
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
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        out = process.stdout.read()
        assert process.wait(60) == 0, out
        return out, time.monotonic() - sent
    finally:
        process.kill()
