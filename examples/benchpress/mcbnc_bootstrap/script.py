"""The consensus of the structures that mcbnc learns from bootstrap resamples.

snakemake runs this file for benchpress, and defines the name `snakemake`.
"""

import sys
import time

import pandas as pd

import mcbnc

sys.path.append("workflow/scripts/utils")  # of benchpress, where snakemake runs
from add_timeout import timeoutf

NUMBERS = ("bic-g", "bge")
"""The scores of columns of numbers. A table of states has the numbers of states in its first row."""


def consensus(table, wildcards):
    rows = table if wildcards["score"] in NUMBERS else table.iloc[1:].astype(int)
    learned = mcbnc.bootstrap(
        rows,
        int(wildcards["resamples"]),
        seed=int(wildcards["replicate"]),
        score=wildcards["score"],
        search=wildcards["search"],
        progress=False,
    )
    theta = wildcards["theta"]
    return learned.consensus("auto" if theta == "auto" else float(theta))


def run(wildcards, data, output, start):
    table = pd.read_csv(data)
    names = list(table.columns)
    found = consensus(table, wildcards).to_pandas().loc[names, names]
    found.to_csv(output["adjmat"], index=False)
    for name, text in (("time", time.perf_counter() - start), ("ntests", None)):
        with open(output[name], "w") as file:
            file.write(str(text))


def main(snakemake):
    start = time.perf_counter()
    work = snakemake.wildcards, snakemake.input["data"], snakemake.output, start
    limit = snakemake.wildcards["timeout"]
    if limit == "None":
        run(*work)
    else:
        files = (snakemake.output[name] for name in ("adjmat", "time", "ntests"))
        with timeoutf(int(limit), *files, start):
            run(*work)


main(snakemake)  # noqa: F821
