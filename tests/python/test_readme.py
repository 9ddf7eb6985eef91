"""What the README promises runs as it stands there."""

from __future__ import annotations

import re

from helpers import ROOT


def test_the_first_python_block_runs(capsys):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    block = re.search(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert block, "README.md has no ```python block"
    names: dict = {}
    exec(compile(block[1], "README.md", "exec"), names)
    assert names["result"].edges
    assert "<ConsensusResult" in capsys.readouterr().out
