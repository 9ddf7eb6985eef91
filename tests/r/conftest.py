"""The R package, installed for this session, and a way to run R with it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of R: the package is installed, and reticulate uses this Python."""
    library = tmp_path_factory.mktemp("library")
    subprocess.run(
        ["R", "CMD", "INSTALL", f"--library={library}", str(ROOT / "r")], check=True, capture_output=True
    )
    return {**os.environ, "R_LIBS": str(library), "RETICULATE_PYTHON": sys.executable}


@pytest.fixture(scope="session")
def run_r(environment: dict[str, str]) -> Callable[..., str]:
    """A function that runs a script in R with the package attached, and returns what the script prints."""

    def run(script: str, *, errors: bool = False, **more: str) -> str:
        done = subprocess.run(
            ["Rscript", "--vanilla", "-"],
            input=f"library(mcbnc)\n{script}\n",
            env={**environment, **more},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if errors else subprocess.PIPE,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stdout if errors else done.stderr
        return done.stdout

    return run
