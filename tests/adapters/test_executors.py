"""loky and Dask as executors. tests/python has those of the standard library, and tests/flower has Ray."""

from __future__ import annotations

import distributed
import loky
import pytest
from executors import CALLS, held

import mcbnc


def test_loky():
    with loky.ProcessPoolExecutor(2) as pool:
        for call in CALLS.values():
            assert held(call(executor=pool)) == held(call())


def test_dask():
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        for call in CALLS.values():
            assert held(call(executor=client.get_executor(), chunks=3)) == held(call())
        with pytest.raises(mcbnc.InvalidInputError, match=r"the executor of a Dask client is client\.get"):
            CALLS["stability"](executor=client)
