"""What the README promises runs as it stands there."""

from __future__ import annotations

import re
import shlex

import pytest
from helpers import ROOT

from mcbnc.cli._arguments import parser


def test_the_python_blocks_run_one_after_the_other(capsys, tmp_path, monkeypatch):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 3
    monkeypatch.chdir(tmp_path)  # one of them saves a file
    names: dict = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)
    assert names["result"].edges
    assert len(names["learned"]) == 10
    assert ("HR", "CO") in names["told"].edges
    assert names["small"].trajectory.to_frame().treewidth.iloc[-1] <= 3
    out = capsys.readouterr().out
    assert "<ConsensusResult" in out
    assert "vote skeleton" in out
    assert (tmp_path / "alarm.json").exists()


def test_the_shell_commands_are_ones(capsys):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    with pytest.raises(SystemExit):
        parser().parse_args(["--help"])
    commands = re.findall(r"^(?:  )?(mcbnc [a-z].*)$", text + capsys.readouterr().out, re.MULTILINE)
    assert len(commands) >= 8
    for command in commands:
        words = shlex.split(re.split(r" \|| >", command)[0], comments=True)
        parser().parse_args(words[1:])
