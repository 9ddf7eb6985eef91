"""Running the cases of a stage in processes, each with one thread."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import connection
from pathlib import Path
from typing import Any

from store import Params, Stage, Store

import mcbnc

Run = Callable[[Path, Params], Any]
"""Runs a case. The first argument is the folder of the study. The function is at the top of a module."""


def run(stage: Stage, function: Run, store: Store, cases: Sequence[Params], workers: int, label: str) -> None:
    """Run the cases that the store does not have, in their order, and keep each result at once."""
    missing = [case for case in cases if not store.has(stage, case)]
    if not missing:
        return
    done = _in_processes(stage, function, store, missing, workers)
    for _ in _bar(done, len(missing), label):
        pass


def _in_processes(
    stage: Stage, function: Run, store: Store, cases: Sequence[Params], workers: int
) -> Iterator[None]:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, _begin) as pool:
        futures = [pool.submit(_run, stage, function, store, case) for case in cases]
        try:
            for future in as_completed(futures):
                future.result()
                yield
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _begin() -> None:
    """Prepare a process: it ends with its parent, however that ends, and the library is loaded and warm.

    Otherwise this would be part of the time of the first method.
    """
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_follow, args=[parent.sentinel], daemon=True).start()
    trajectory = mcbnc.trajectory([[[0, 1], [0, 0]]], progress=False)
    trajectory.at(trajectory.select(max_treewidth=1))


def _follow(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)


def _run(stage: Stage, function: Run, store: Store, case: Params) -> None:
    """Run a case in this process. The process that ran the case also writes its result.

    Another study in the same folder may have run the case meanwhile.
    """
    if store.has(stage, case):
        return
    begin = time.process_time()
    result = function(store.folder, case)
    store.put(stage, case, result, time.process_time() - begin)


def _bar(done: Iterable[Any], total: int, label: str) -> Iterator[Any]:
    """tqdm's bar, or without tqdm a line for each case."""
    try:
        from tqdm import tqdm
    except ImportError:
        begin = time.perf_counter()
        for k, one in enumerate(done, 1):
            print(f"{label}: {k} of {total}, {time.perf_counter() - begin:.0f} s", flush=True)
            yield one
    else:
        yield from tqdm(done, total=total, desc=label, mininterval=1)
