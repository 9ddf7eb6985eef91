"""The pages in HTML that the site has beside its own: an explorer, and a page for a meeting."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import mcbnc

ROOT = Path(__file__).resolve().parents[2]


def pages() -> dict[str, Any]:
    """Each page, by its name in the folder _static."""
    clients = mcbnc.datasets.load("alarm")
    return {
        "explorer-alarm": mcbnc.trajectory(clients.dags, nodes=clients.nodes).explore(),
        "meeting-asia": _pooled().explore(),
    }


def _pooled() -> Any:
    """What the first block of the page on opinions pools."""
    page = (ROOT / "docs" / "opinions.md").read_text(encoding="utf-8")
    block = re.search(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert block is not None
    names: dict[str, Any] = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(block[1], "docs/opinions.md", "exec"), names)
    return names["both"]
