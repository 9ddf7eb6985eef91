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
STEPS = re.findall(
    r"^```python\n(.*?)^```$(?:\n\n^```(?:text|toml)\n(.*?)^```$)?", PAGE, re.DOTALL | re.MULTILINE
)
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
    assert f"{names['network'].rows:,} rows are few" in PAGE
    true = [("age", "pressure"), ("pressure", "stroke"), ("smoker", "crp"), ("smoker", "pressure")]
    assert sorted(names["network"].edges) == true


def test_the_thirds_of_the_suggested_bins_bring_two_more_edges(names):
    by_thirds = names["text"]
    for old, new in names["points"].items():
        by_thirds = by_thirds.replace(new, old)
    rows = mcbnc.Rows(names["tables"], recipe=by_thirds, missing="fill", columns="union")
    assert len(mcbnc.learn_jointly(rows, seed=1).edges) == len(names["network"].edges) + 2


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
    recipe = mcbnc.Recipe(tmp_path / "recipe.toml")
    for site, table in mcbnc.tidy(names["tables"], recipe).items():
        read = mcbnc.tidy(tmp_path / "tidy" / f"{site}.csv", recipe)
        assert dict(read) == dict(table)
