"""``show_versions`` prints what a report of a problem should contain, whatever of it is missing."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
from importlib.metadata import version

import numpy as np
import pytest
from helpers import ROOT

import mcbnc
from mcbnc._engine import load


def facts(text: str) -> dict[str, str]:
    return dict(re.fullmatch(r"(.+?)  +(.*)", line).groups() for line in text.splitlines() if line)


@pytest.fixture
def told(capsys):
    def tell() -> dict[str, str]:
        assert mcbnc.show_versions() is None
        return facts(capsys.readouterr().out)

    return tell


def test_it_tells_the_versions_and_the_machine(told):
    shown, built = told(), mcbnc.build_info()
    assert shown["mcbnc"] == mcbnc.__version__
    assert (shown["commit"], shown["library"]) == (built["commit"], built["path"])
    assert shown["built by"] == f"{built['go']} for {built['os']}/{built['arch']}, ABI {built['abi']}"
    assert shown["Python"].startswith(f"{platform.python_version()} (")
    assert shown["NumPy"] == np.__version__
    assert shown["platform"] == platform.platform()
    assert shown["processor"].endswith(f", {os.cpu_count()} cores")
    assert "networkx" in shown
    assert shown["networkx"] == version("networkx")


def test_it_tells_the_limit_of_memory_in_force(told):
    with mcbnc.limits(memory=3 << 29):
        assert told()["memory limit"] == "1.5 GiB"


def test_it_tells_the_workers_that_a_call_has_by_default():
    script = "import mcbnc; mcbnc.show_versions()"
    environment = {**os.environ, "GOMAXPROCS": "3"}
    ended = subprocess.run(
        [sys.executable, "-c", script], env=environment, check=True, capture_output=True, text=True
    )
    assert facts(ended.stdout)["workers"] == "3"


def test_a_library_that_cannot_be_loaded_is_told_and_no_error(told, monkeypatch):
    monkeypatch.setattr(load, "_processes", {})
    monkeypatch.setattr(load, "_latest", None)
    monkeypatch.setenv("MCBNC_LIBRARY", "/nowhere/libmcbnc.so")
    shown = told()
    assert shown["library"] == "MCBNC_LIBRARY names no file. Paths tried: /nowhere/libmcbnc.so"
    assert shown["NumPy"] == np.__version__
    assert "workers" not in shown


def test_no_library_is_imported_to_be_told():
    script = """
import sys, mcbnc
mcbnc.show_versions()
heavy = {"pandas", "networkx", "matplotlib", "pgmpy", "sklearn", "tqdm", "scipy"} & set(sys.modules)
assert not heavy, heavy
"""
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)


@pytest.mark.parametrize(
    ("file", "pattern"),
    [
        ("CITATION.cff", r"^version: (.*)$"),
        ("Dockerfile", r"mcbnc:([\d.]+\d)"),
        ("examples/federate/compose.yaml", r"image: mcbnc:(.*)$"),
        ("examples/federate/three-sites.yaml", r"image: mcbnc:(.*)$"),
        ("packaging/conda/recipe.yaml", r"^  version: ([\d.]+)$"),
        ("r/DESCRIPTION", r"^Version: (.*)$"),
        ("r/NEWS.md", r"^# mcbnc (.*)$"),
    ],
)
def test_all_files_tell_one_version(file, pattern):
    told = re.findall(pattern, (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
    assert set(told) == {mcbnc.__version__}
