"""The load of the engine: when it happens, which file is loaded, and the errors."""

from __future__ import annotations

import ctypes
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

import mcbnc
from mcbnc._engine import ffi, load
from mcbnc._engine.answer import Views, read_values

DAG = np.array([[[0, 1], [0, 0]]], np.uint8)


@pytest.fixture
def unloaded(monkeypatch):
    """Put this process into its state before the first use of the library."""
    monkeypatch.setattr(load, "_processes", {})
    monkeypatch.setattr(load, "_latest", None)


def test_import_loads_neither_the_library_nor_other_packages():
    script = """
import sys, mcbnc
heavy = {"pandas", "networkx", "matplotlib", "pgmpy", "tqdm", "scipy"} & set(sys.modules)
assert not heavy, heavy
assert not sys.modules["mcbnc._engine.load"]._processes
assert mcbnc.consensus([[[0, 1], [0, 0]]]).edges
heavy = {"pandas", "networkx", "matplotlib", "pgmpy", "tqdm", "scipy"} & set(sys.modules)
assert not heavy, heavy
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_missing_file_named_by_the_environment(monkeypatch, unloaded):
    monkeypatch.setenv("MCBNC_LIBRARY", "/nowhere/libmcbnc.so")
    with pytest.raises(mcbnc.LibraryError, match=r"Paths tried: /nowhere/libmcbnc.so") as caught:
        mcbnc.consensus(DAG)
    assert isinstance(caught.value, RuntimeError)


def test_missing_library_lists_the_paths(monkeypatch, unloaded):
    monkeypatch.delenv("MCBNC_LIBRARY", raising=False)
    monkeypatch.setattr(load, "_FILES", {sys.platform: "libnothing.so"})
    with pytest.raises(mcbnc.LibraryError, match=r"MCBNC_LIBRARY \(not set\), .*_lib.libnothing.so"):
        mcbnc.build_info()


def test_not_a_library(monkeypatch, unloaded, tmp_path):
    text = tmp_path / "libmcbnc.so"
    text.write_text("not a library")
    monkeypatch.setenv("MCBNC_LIBRARY", str(text))
    with pytest.raises(mcbnc.LibraryError, match=f"cannot be loaded.*Paths tried: {text}"):
        mcbnc.consensus(DAG)


def test_another_library(monkeypatch, unloaded):
    other = sys.modules["_ctypes"].__file__
    monkeypatch.setenv("MCBNC_LIBRARY", other)
    with pytest.raises(mcbnc.LibraryError, match=r"cannot be loaded.*mcbnc_"):
        mcbnc.consensus(DAG)


def test_another_version(monkeypatch, unloaded):
    monkeypatch.setattr(load, "__version__", "99.0")
    with pytest.raises(mcbnc.LibraryError, match=rf"is version {mcbnc.__version__}, this package is 99.0"):
        mcbnc.consensus(DAG)


def test_another_abi(monkeypatch, unloaded):
    monkeypatch.setattr(load, "ABI_VERSION", 2)
    with pytest.raises(mcbnc.LibraryError, match="ABI version 1, this package needs 2"):
        mcbnc.consensus(DAG)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="musl is Linux'")
@pytest.mark.parametrize("answer", [None, "", OSError(22, "Invalid argument"), ValueError("unknown name")])
def test_musl(monkeypatch, unloaded, answer):
    def confstr(_):
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(os, "confstr", confstr)
    with pytest.raises(mcbnc.LibraryError, match="musl"):
        mcbnc.consensus(DAG)


@pytest.mark.parametrize("where", ["caller", "worker"])
def test_a_panic_in_the_engine_is_an_exception(where):
    with _job("selftest_panic", where=where) as job:
        assert job.wait(-1)
        with pytest.raises(mcbnc.EngineError, match="on purpose") as caught:
            job.result()
    assert caught.value.code == 8
    assert isinstance(caught.value, (mcbnc.McbncError, RuntimeError))
    assert mcbnc.consensus(DAG).status == "complete"


def _job(op, arrays=None, **options):
    request = {"op": op, "n": 2, "r": 1, **options}
    return ffi.Job(load.library(), request, arrays or {})


@pytest.mark.parametrize(
    ("op", "arrays", "options"),
    [
        ("nonsense", {}, {}),
        ("run", {}, {}),
        ("run", {"dags": DAG, "graphs": DAG}, {}),
        ("run", {"dags": DAG[:, :1]}, {}),
        ("run", {"dags": DAG}, {"colour": "blue"}),
        ("run", {"dags": DAG}, {"k_max": "ten"}),
    ],
)
def test_a_malformed_request_is_an_engine_error(op, arrays, options):
    arrays = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    with pytest.raises(mcbnc.EngineError) as caught, _job(op, arrays, **options):
        pass
    assert caught.value.code == 4


def test_the_arrays_of_a_result_are_views_of_one_buffer():
    text = (
        '{"bytes":24,"record":{"x":1,"arrays":{"y":2}},"arrays":{"a":{"dtype":"i4","shape":[2],"offset":0},'
    )
    text += '"b":{"dtype":"f8","shape":[1,2],"offset":8}}}'
    values, places, size = read_values(text)
    assert (values, size) == ({"record": {"x": 1, "arrays": {"y": 2}}}, 24)
    buffer = np.zeros(24, np.uint8)
    buffer[:8].view(np.int32)[:] = 3, 4
    views = Views(places, buffer)
    assert views["a"].tolist() == [3, 4]
    assert views["a"] is views["a"]
    assert views["b"].shape == (1, 2)
    assert all(array.base is buffer and array.flags.writeable for array in views.values())
    assert (list(views), len(views), "b" in views, "c" in views) == (["a", "b"], 2, True, False)
    with pytest.raises(KeyError):
        views["c"]
    again = pickle.loads(pickle.dumps(views))
    assert {name: array.tolist() for name, array in again.items()} == {"a": [3, 4], "b": [[0.0, 0.0]]}


def test_a_run_of_an_answer_keeps_its_own_memory():
    """The memory for answers is used again by the next call."""
    first = mcbnc.consensus(DAG, 0.5)
    told = first.edges, first.adjacency.tolist(), first.trajectory.thetas.tolist()
    other = mcbnc.consensus([dag.T for dag in DAG], 0.5)
    assert other.edges != first.edges
    assert (first.edges, first.adjacency.tolist(), first.trajectory.thetas.tolist()) == told
    late = mcbnc.consensus(DAG, 0.5)
    mcbnc.consensus([dag.T for dag in DAG], 0.5)
    assert late.edges == first.edges  # looked at after the next call


def test_a_job_step_by_step():
    with _job("run", {"dags": DAG}, theta=0.5) as job:
        assert job.wait(-1)
        assert job.wait(0)
        assert job.result()["status"] == "complete"
        arrays = job.arrays()
        assert arrays["adjacency"].sum() == 1
        assert {name: array.shape for name, array in arrays.items()}["fusion"] == (2, 2)
        assert all(array.flags.aligned and array.flags.writeable for array in arrays.values())
        assert job.progress().phase == 5
        with pytest.raises(mcbnc.EngineError):
            job._read(sum(array.nbytes for array in arrays.values()) + 1000)
        job.cancel()  # a job that has ended ignores this
    with pytest.raises(mcbnc.EngineError) as caught:
        job.wait(0)
    assert caught.value.code == 5
    job.free()


def test_foreign_handles_are_rejected():
    job = _job("run", {"dags": DAG})
    for handle, error in ((0, mcbnc.EngineError), (1, mcbnc.EngineError), (2**64 - 1, mcbnc.LibraryError)):
        job._handle = ctypes.c_uint64(handle)  # the last handle belongs to another process
        for call in (lambda: job.wait(0), job.progress, job.cancel, job.result):
            with pytest.raises(error):
                call()
    job._handle = ctypes.c_uint64(0)
