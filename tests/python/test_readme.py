"""What the README promises runs as it stands there."""

from __future__ import annotations

import re
import shlex

import pytest
from helpers import ROOT

from mcbnc._cli_arguments import parser


def test_the_first_python_block_runs(capsys):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    block = re.search(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert block, "README.md has no ```python block"
    names: dict = {}
    exec(compile(block[1], "README.md", "exec"), names)
    assert names["result"].edges
    assert "<ConsensusResult" in capsys.readouterr().out


def test_the_shell_commands_are_ones(capsys):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    with pytest.raises(SystemExit):
        parser().parse_args(["--help"])
    commands = re.findall(r"^(?:  )?(mcbnc [a-z].*)$", text + capsys.readouterr().out, re.MULTILINE)
    assert len(commands) >= 8
    for command in commands:
        words = shlex.split(re.split(r" \|| >", command)[0], comments=True)
        parser().parse_args(words[1:])
