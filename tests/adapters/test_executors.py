"""loky and Dask as executors. tests/python has those of the standard library, and tests/flower has Ray."""

from __future__ import annotations

import concurrent.futures
import multiprocessing

import distributed
import faults
import loky
import pytest
from executors import CALLS, held

import mcbnc


def test_loky():
    with loky.ProcessPoolExecutor(2) as pool:
        for call in CALLS.values():
            assert held(call(executor=pool)) == held(call())


def pool_of(kind: str) -> concurrent.futures.Executor:
    if kind == "loky":
        return loky.ProcessPoolExecutor(2)
    return concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context(kind))


def in_a_pool(kind: str, seed: int) -> list:
    """Answers of another pool's workers and of this process, before and after that pool."""
    mine = faults.answer(seed)
    with pool_of(kind) as pool:
        theirs = list(pool.map(faults.answer, [seed] * 2, timeout=faults.HANG))
    return [mine, *theirs, faults.answer(seed)]


@pytest.mark.parametrize("pools", [("loky", "loky"), ("loky", "fork"), ("fork", "loky")])
def test_pools_in_pools(pools):
    """tests/python/engine/test_faults.py has those of the standard library in one another.

    A worker of loky can start no pool by spawn: multiprocessing "cannot find context for 'loky'".
    """
    outer, inner = pools
    expected = [faults.answer(seed) for seed in range(4)]
    with pool_of(outer) as pool:
        tasks = [pool.submit(in_a_pool, inner, seed) for seed in range(4)]
        assert [task.result(timeout=faults.HANG) for task in tasks] == [[mine] * 4 for mine in expected]


def test_dask():
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        for call in CALLS.values():
            assert held(call(executor=client.get_executor(), chunks=3)) == held(call())
        with pytest.raises(mcbnc.InvalidInputError, match=r"the executor of a Dask client is client\.get"):
            CALLS["stability"](executor=client)
