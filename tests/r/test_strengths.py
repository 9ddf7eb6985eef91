"""The strengths of a bootstrap are those of R's bnlearn, where bnlearn is installed."""

from __future__ import annotations

import csv
import subprocess
from pathlib import Path

import numpy as np
import pytest

import mcbnc

NODES = ["d", "b", "a", "c", "e"]

# bnlearn counts the networks of custom.strength as it counts those of boot.strength.
SCRIPT = """
suppressMessages(library(bnlearn))
given <- commandArgs(TRUE)
nodes <- readLines(given[1])
all <- read.csv(given[2], colClasses = c("integer", "character", "character"))
networks <- lapply(seq_len(as.integer(given[4])), function(k) {
  network <- empty.graph(nodes)
  own <- as.matrix(all[all$dag == k, c("from", "to")])
  if (nrow(own) > 0) arcs(network) <- own
  network
})
for (cpdag in c(TRUE, FALSE)) {
  strength <- custom.strength(networks, nodes, cpdag = cpdag)
  write.csv(strength, file.path(given[3], paste0(cpdag, ".csv")), row.names = FALSE)
}
"""


def test_strengths_are_bnlearns(tmp_path: Path) -> None:
    found = subprocess.run(
        ["Rscript", "-e", "cat(requireNamespace('bnlearn', quietly = TRUE))"],
        check=True,
        capture_output=True,
        text=True,
    )
    if found.stdout != "TRUE":
        pytest.skip("R's package bnlearn is not installed")
    rng = np.random.default_rng(2)
    rows = rng.integers(0, 2, (60, 5))
    rows[:, 1] = np.where(rng.random(60) < 0.75, rows[:, 0], rows[:, 1])
    rows[:, 4] = np.where(rng.random(60) < 0.8, rows[:, 2] | rows[:, 3], rows[:, 4])
    (tmp_path / "nodes").write_text("".join(f"{node}\n" for node in NODES))
    boots = {
        cpdag: mcbnc.bootstrap(mcbnc.Rows(rows, names=NODES), 40, seed=1, cpdag=cpdag)
        for cpdag in (True, False)
    }
    with (tmp_path / "arcs.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["dag", "from", "to"])
        for k, dag in enumerate(boots[True].dags, start=1):
            writer.writerows([k, NODES[u], NODES[v]] for u, v in np.argwhere(dag))
    arguments = [str(tmp_path / "nodes"), str(tmp_path / "arcs.csv"), str(tmp_path), "40"]
    subprocess.run(["Rscript", "--vanilla", "-", *arguments], input=SCRIPT, text=True, check=True)
    for cpdag, boot in boots.items():
        with (tmp_path / f"{str(cpdag).upper()}.csv").open(newline="") as file:
            header, *theirs = csv.reader(file)
        assert header == ["from", "to", "strength", "direction"]
        assert [(row[0], row[1]) for row in theirs] == [(u, v) for u in NODES for v in NODES if u != v]
        for u, v, strength, direction in theirs:
            at = NODES.index(u), NODES.index(v)
            assert float(strength) == pytest.approx(boot.strength[at], abs=1e-12)
            assert float(direction) == pytest.approx(boot.direction[at], abs=1e-12)
