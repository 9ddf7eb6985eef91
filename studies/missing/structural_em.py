"""Structural EM of bnlearn-port on the table of a CSV file with empty cells: prints arcs and seconds.

Its own Python runs it. Holes are filled from the parents' states. Its default, weighted samples, takes 35
times as long for 2,400 rows of 37 columns.
"""

from __future__ import annotations

import json
import sys
import time

import pandas as pd
import pybnlearn


def main() -> None:
    data = pd.read_csv(sys.argv[1], dtype=str).astype("category")
    begin = time.perf_counter()
    try:
        found = pybnlearn.structural_em(data, method="bayes", impute_method="parents")
    except Exception as error:  # what it says of a table is a result of the study
        print(json.dumps({"error": f"{type(error).__name__}: {error}"}))
        return
    print(json.dumps({"arcs": [list(arc) for arc in found.arcs], "seconds": time.perf_counter() - begin}))


if __name__ == "__main__":
    main()
