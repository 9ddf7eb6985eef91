"""The page "From a messy table to one network" shows what its code prints; the shell agrees."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import ROOT

import mcbnc

PAGE = (ROOT / "docs" / "messy-table.md").read_text(encoding="utf-8")
STEPS = re.findall(r"^```python\n(.*?)^```$(?:\n\n^```text\n(.*?)^```$)?", PAGE, re.DOTALL | re.MULTILINE)
SHELL = re.search(r"^```sh\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)[1]


@pytest.fixture
def names(tmp_path, monkeypatch, capsys):
    """The names that the page's Python defines. Each step printed what the page shows below it."""
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    for code, output in STEPS:
        exec(compile(code, "docs/messy-table.md", "exec"), names)
        assert capsys.readouterr().out == output
    return names


def test_each_step_prints_what_the_page_shows(names):
    assert sum(bool(output) for _, output in STEPS) >= 4
    left_out = sum(names["report"].sites.values()) - names["network"].rows
    assert f"{left_out} of {names['report'].sites['east']} rows repeat" in PAGE
    assert f"{names['network'].rows:,} rows are too few" in PAGE


@pytest.mark.skipif(
    sys.platform == "win32" or not shutil.which("bash"), reason="the page's shell is that of Unix"
)
def test_the_shell_finds_the_same_network(names, tmp_path):
    programs = tmp_path / "programs"
    programs.mkdir()
    program = programs / "mcbnc"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mcbnc "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    path = os.pathsep.join([str(Path(mcbnc.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    settings = {"PATH": os.pathsep.join([str(programs), os.environ["PATH"]]), "PYTHONPATH": path}
    in_python = (tmp_path / "network.bif").read_bytes()
    (tmp_path / "network.bif").unlink()
    subprocess.run(["bash", "-c", SHELL], check=True, env=os.environ | settings, capture_output=True)
    assert (tmp_path / "network.bif").read_bytes() == in_python
    assert (
        (tmp_path / "strengths.csv")
        .read_text(encoding="utf-8")
        .startswith("from,to,strength,direction,chance_true\n")
    )
