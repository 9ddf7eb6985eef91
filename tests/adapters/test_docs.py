"""The page about other tools' conventions runs as it stands there, with the tools."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "conventions.md"
BLOCK = re.compile(r"^```py(?:thon)?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PRINTED = re.compile(r"^print\(.*\)  # ([\[(].*)$", re.MULTILINE)


def test_the_blocks_run_and_print_what_they_say(capsys):
    text = PAGE.read_text(encoding="utf-8")
    names: dict = {}
    for block in BLOCK.findall(text):
        exec(compile(block, PAGE.name, "exec"), names)
    printed = capsys.readouterr().out.splitlines()
    promised = [re.split(r":? [a-z]", said)[0] for said in PRINTED.findall(text)]
    assert promised
    assert [said for said in promised if said not in printed] == []
