"""What the README promises runs as it stands there, and prints what it says there."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import ROOT
from readme import PYTHON_BLOCKS, README, SHELL_BLOCK, SHELL_FILES, requires

from mcbnc.cli._arguments import read_arguments


def test_the_python_blocks_print_what_the_readme_shows(capsys, tmp_path, monkeypatch):
    assert len(PYTHON_BLOCKS) == README.count("```python\n") == 4
    monkeypatch.chdir(tmp_path)  # two blocks write files
    names: dict = {}
    for code, output in PYTHON_BLOCKS:
        exec(compile(code, "README.md", "exec"), names)
        requires(capsys.readouterr().out, output)
    assert ("HR", "CO") in names["told"]
    assert (tmp_path / "alarm.json").exists()
    assert (tmp_path / "alarm.html").read_text() == names["page"].html


@pytest.mark.slow
def test_the_shell_blocks_run(tmp_path):
    """All lines of the block that begins with the demo, in a folder with nothing in it."""
    command = tmp_path / "bin" / "mcbnc"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m mcbnc "$@"\n')
    command.chmod(0o755)
    folder = tmp_path / "work"
    folder.mkdir()
    path = os.pathsep.join([str(command.parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path}
    ended = subprocess.run(
        ["sh", "-ec", SHELL_BLOCK], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert ended.returncode == 0, ended.stderr
    for file in SHELL_FILES:
        assert (folder / file).stat().st_size > 0


def test_the_shell_commands_are_ones(capsys):
    with pytest.raises(SystemExit):
        read_arguments(["--help"])
    shell = "".join(re.findall(r"^```sh\n(.*?)^```$", README, re.DOTALL | re.MULTILINE))
    commands = re.findall(r"^(?:  )?(mcbnc [a-z].*)$", shell + capsys.readouterr().out, re.MULTILINE)
    assert len(commands) >= 8
    for command in commands:
        words = shlex.split(re.split(r" \|| >", command)[0], comments=True)
        read_arguments(words[1:])


def test_the_links_lead_somewhere():
    links = re.findall(r"\]\(([^)#:]+)\)|(?:src|srcset)=\"([^\"]+)\"", README)
    assert len(links) > 15
    for link in (first or second for first, second in links):
        assert Path(ROOT / link).exists(), link


def test_the_readme_links_every_notebook():
    linked = set(re.findall(r"\]\((examples/[^)]+\.ipynb)\)", README))
    assert linked == {str(path.relative_to(ROOT)) for path in (ROOT / "examples").glob("*.ipynb")}
    number = {4: "Four", 5: "Five", 6: "Six"}[len(linked)]
    assert f"{number} notebooks" in README


def test_the_times_are_those_of_the_page_of_performance():
    page = (ROOT / "docs" / "performance.md").read_text()

    def seconds(job):
        cells = next(line for line in page.splitlines() if line.startswith(f"| {job}")).split(" | ")
        return [float(cell.replace(",", "")) / 1000 for cell in cells[1:3]]

    table = README.split("## Fast")[1].split("## ")[0]
    told = {
        row[0]: re.findall(r"[\d.]+", row[2]) for row in re.findall(r"\| (10 .*) \| (\d+) \| (.*) \|", table)
    }
    assert len(told) == 3
    for name, times in told.items():
        network = name.split()[1]
        for shown, measured in zip(times, seconds(f"`trajectory`: 10 of {network}"), strict=False):
            assert float(shown) == float(f"{measured:.2g}"), name
    (learning,) = re.findall(r"5,000 rows of ALARM take ([\d.]+) s on one core", README)
    assert float(learning) == float(f"{seconds('`learn`, its defaults: ALARM, 5,000 rows')[0]:.2g}")
