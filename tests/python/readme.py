"""The README's blocks of code, and what it says that they print."""

from __future__ import annotations

import re

from helpers import ROOT

__all__ = ["PYTHON_BLOCKS", "README", "SHELL_BLOCK", "SHELL_FILES", "requires"]

README = (ROOT / "README.md").read_text(encoding="utf-8")

PYTHON_BLOCKS: list[tuple[str, str]] = re.findall(
    r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", README, re.DOTALL | re.MULTILINE
)
"""Each block of Python, and what it prints. Later blocks use the names of earlier ones."""

(SHELL_BLOCK,) = re.findall(r"^```sh\n(mcbnc demo .*?)^```$", README, re.DOTALL | re.MULTILINE)
"""The block that begins with the demo. Its lines use the files that the demo writes."""

SHELL_FILES = ("structures.json", "together.bif", "net.dot", "thresholds.csv", "strengths.csv")
"""The files that the lines of the shell block write."""


def requires(printed: str, expected: str) -> None:
    """Assert that a block printed what the README shows. Three dots stand for any text, such as a time."""
    pattern = re.escape(_strip(expected)).replace(re.escape("..."), ".*")
    assert re.fullmatch(pattern, _strip(printed)), f"{printed}\nis not\n{expected}"


def _strip(text: str) -> str:
    """The text without blanks at the ends of lines."""
    return "\n".join(line.rstrip() for line in text.splitlines())
