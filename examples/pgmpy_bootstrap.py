"""A consensus of the graphs that an estimator of pgmpy learns from bootstrap resamples.

    python examples/pgmpy_bootstrap.py

A bootstrap of pgmpy's estimators ends with many graphs. The usual answer is a vote on their edges. This is
another one: the DAG whose dependences the graphs share, by minimum cuts. It takes pgmpy's DAGs and PDAGs as
they are, and gives back a network of pgmpy. A vote on the same graphs stands beside it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import clone

import mcbnc


def resampled(estimator: Any, rows: pd.DataFrame, resamples: int, seed: int) -> list[Any]:
    """The graphs that clones of an estimator learn from rows drawn with replacement."""
    draws = np.random.default_rng(seed)
    tables = (rows.iloc[draws.integers(len(rows), size=len(rows))] for _ in range(resamples))
    return [clone(estimator).fit(table.reset_index(drop=True)).causal_graph_ for table in tables]


def main(resamples: int = 20, columns: int = 8) -> mcbnc.ConsensusResult:
    from pgmpy.causal_discovery import HillClimbSearch

    rows = mcbnc.datasets.load_rows("alarm").frames()[0].iloc[:1000, :columns]
    estimator = HillClimbSearch(scoring_method="bic-d", return_type="pdag", show_progress=False)
    graphs = resampled(estimator, rows, resamples, seed=1)
    found = mcbnc.consensus(graphs, "auto")
    print(found)
    print(found.to_frame().to_string(index=False))
    voted = mcbnc.baselines.averaged(graphs)
    print(f"a vote on the same graphs: {len(voted.edges)} edges, SMHD {mcbnc.metrics.smhd(found, voted)}")
    return found


if __name__ == "__main__":
    main().to_pgmpy()
