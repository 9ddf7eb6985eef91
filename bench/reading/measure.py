"""Measure one reader on one kind of table, in this process: CPU time and memory for each cell.

    python bench/reading/measure.py READER NUMBER FOLDER

READER is mcbnc, pandas, polars, pyarrow, or job, which is pandas with the job done. NUMBER is that of the
kind in kinds.py. FOLDER has the CSV files. The last line printed is JSON.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("POLARS_MAX_THREADS", "1")  # one worker each: what counts is the processor's time
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("GOMAXPROCS", "1")

from kinds import KINDS, Kind, frame

SECONDS = 1.0  # a call is repeated so long, and at least LEAST times unless one takes longer than that alone
LEAST = 5


def ours(kind: Kind, table: Any) -> Callable[[], object]:
    """What a caller of mcbnc waits for before anything is learned, or for all of check or discretize."""
    import mcbnc

    def rows() -> Any:
        """Rows that were not read yet."""
        return mcbnc.Rows(table(), **dict(kind.options))

    scores = {"learn": "bdeu", "numbers": "bic-g", "mixed": None}
    if kind.job == "check":
        return lambda: mcbnc.check(rows())
    if kind.job == "discretize":
        return lambda: mcbnc.discretize(rows())
    return lambda: rows()._as_table(scores[kind.job], "data")


def by_pandas(kind: Kind, table: Any) -> Callable[[], object]:
    import pandas as pd

    if not kind.frame:
        return lambda: pd.read_csv(table(), sep=kind.sign, decimal=kind.decimal, thousands=kind.thousands)
    return lambda: [pd.factorize(column) for _, column in table().items()]


def by_pandas_with_the_job(kind: Kind, table: Any) -> Callable[[], object]:
    """What a user of pandas writes to learn most of what check tells, or to cut columns into three bins."""
    import pandas as pd

    def check() -> list[Any]:
        rows = by_pandas(kind, table)() if not kind.frame else table()
        shares = [rows[name].value_counts(normalize=True).head(1) for name in rows]
        return [
            rows.describe(include="all"),
            rows.nunique(),
            rows.isna().sum(),
            rows.duplicated().sum(),
            shares,
        ]

    def discretize() -> list[Any]:
        rows = by_pandas(kind, table)()
        return [pd.qcut(rows[name], 3, duplicates="drop") for name in rows]

    return check if kind.job == "check" else discretize


def by_polars(kind: Kind, table: Any) -> Callable[[], object]:
    import polars as pl

    return lambda: pl.read_csv(table(), separator=kind.sign, decimal_comma=kind.decimal == ",")


def by_pyarrow(kind: Kind, table: Any) -> Callable[[], object]:
    from pyarrow import csv

    parse = csv.ParseOptions(delimiter=kind.sign)
    convert = csv.ConvertOptions(decimal_point=kind.decimal)
    return lambda: csv.read_csv(
        table(), csv.ReadOptions(use_threads=False), parse_options=parse, convert_options=convert
    )


READERS = {
    "mcbnc": ours,
    "pandas": by_pandas,
    "polars": by_polars,
    "pyarrow": by_pyarrow,
    "job": by_pandas_with_the_job,
}


def resident(field: str) -> int:
    """Bytes of this process by the kernel: VmRSS now, or VmHWM, the most since :func:`forget_peak`."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1]) << 10
    raise OSError(f"the kernel has no {field}")


def forget_peak() -> None:
    """Begin to look for the peak anew, with all free memory given back."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5")


def measure(reader: str, number: int, folder: Path) -> dict[str, float]:
    kind = KINDS[number]
    path = folder / f"{number}.csv{'.gz' if kind.packed else ''}"
    held = frame(kind, number) if kind.frame else None
    call = READERS[reader](kind, (lambda: held) if kind.frame else (lambda: str(path)))
    warm = folder / "warm.csv"  # what a first call loads is not counted
    warm.write_text("first,second\n" + "1.5,2\n2.5,3\n" * 30)
    READERS[reader](Kind("", kind.job, kind.draw, options=(("accept", True),)), lambda: str(warm))()
    forget_peak()
    before, times, began, peak = resident("VmRSS"), [], time.perf_counter(), 0
    while not times or ((time.perf_counter() - began < SECONDS or len(times) < LEAST) and times[0] < SECONDS):
        start = time.process_time()
        result = call()
        times.append(time.process_time() - start)
        peak = peak or resident("VmHWM") - before  # with the result, and nothing of a call before it
        del result
    return {"ns": min(times) / kind.cells * 1e9, "bytes": max(peak, 0) / kind.cells}


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    print(json.dumps(measure(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))))
