"""The R package builds, passes R's own check with its tests, and reports what is wrong with its Python."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

import mcbnc

OF_THE_MACHINE = {
    "_R_CHECK_CRAN_INCOMING_": "false",  # the network and the placeholder of the maintainer
    "_R_CHECK_EXAMPLE_TIMING_THRESHOLD_": "600",
}
"""What a check for CRAN tells of the machine that checks, and not of the package."""

NOTED = {"package dependencies", "for future file timestamps", "top-level files", "HTML version of manual"}
"""What is noted where bnlearn, the network, pandoc or tidy is missing."""

PYTHON = str(Path(sys.prefix).resolve() / "bin" / "python")  # as reticulate names it


def test_build_and_check(environment, tmp_path):
    """R CMD check also runs the examples of the help pages, and r/tests."""
    subprocess.run(["R", "CMD", "build", str(ROOT / "r")], cwd=tmp_path, check=True, capture_output=True)
    (archive,) = tmp_path.glob("mcbnc_*.tar.gz")
    done = subprocess.run(
        ["R", "CMD", "check", "--as-cran", "--no-manual", archive.name],
        cwd=tmp_path,
        env={**environment, **OF_THE_MACHINE},
        capture_output=True,
        text=True,
        check=False,
    )
    failures = "".join(path.read_text() for path in tmp_path.glob("mcbnc.Rcheck/tests/*.fail"))
    assert done.returncode == 0, done.stdout + failures
    status = re.search(r"^Status: (.*)$", done.stdout, re.MULTILINE)[1]
    assert status == "OK" or re.fullmatch(r"\d NOTEs?", status), done.stdout
    checks = re.split(r"^\* checking ", done.stdout, flags=re.MULTILINE)[1:]
    noted = {check.split(" ...")[0] for check in checks if re.search(r"\bNOTE$", check, re.MULTILINE)}
    assert noted <= NOTED, done.stdout
    ran = (tmp_path / "mcbnc.Rcheck" / "tests" / "bn.Rout").read_text()
    assert "found$bn" in ran  # without mcbnc a test would stop above this line


def test_both_packages_have_one_version():
    description = (ROOT / "r" / "DESCRIPTION").read_text(encoding="utf-8")
    assert f"\nVersion: {mcbnc.__version__}\n" in description


def test_numpy_is_checked_at_the_first_call(run_r):
    """What is said, once, depends on whether this reticulate can read this NumPy's arrays."""
    out = run_r(
        'for (i in 1:2) stopifnot(nrow(consensus("[a][b|a]")$amat) == 2)\n'
        "cat('readable:', reticulate::py_numpy_available())",
        errors=True,
    )
    said = out.count("cannot read arrays of this NumPy")
    assert said == (0 if "readable: TRUE" in out else 1)
    if said:
        assert f"{PYTHON} -m pip install 'numpy<2'" in out


def make_module(folder: Path, text: str) -> str:
    """A stand-in for mcbnc in a folder. The value is a PYTHONPATH that finds this one first."""
    (folder / "mcbnc").mkdir()
    (folder / "mcbnc" / "__init__.py").write_text(text)
    return str(folder)


@pytest.mark.parametrize(
    ("module", "message"),
    [
        ("__version__ = '0.0.9'", f"mcbnc 0.0.9 in {PYTHON} is too old: the R package needs"),
        ("raise ImportError('no numpy')", f"{PYTHON}, cannot import mcbnc (ImportError: no numpy)"),
        ("", "cannot import mcbnc (AttributeError"),
    ],
)
def test_a_python_without_a_usable_mcbnc(run_r, tmp_path, module, message):
    out = run_r(
        "tryCatch(consensus('[a]'), mcbnc_error = function(e) cat(conditionMessage(e)))",
        PYTHONPATH=make_module(tmp_path, module),
    )
    assert message in out
    assert f"`{PYTHON} -m pip install .` in a checkout of mcbnc" in out


def test_no_python(run_r):
    out = run_r(
        "tryCatch(consensus('[a]'), mcbnc_error = function(e) cat(conditionMessage(e)))",
        RETICULATE_PYTHON="/nowhere/python",
    )
    assert "Set RETICULATE_PYTHON to the path of a Python that has mcbnc" in out
