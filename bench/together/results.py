"""The results of the study as a file. A line is a case, with the methods' numbers in the methods' order."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Case = dict[str, Any]

FACTS = ("repetition", "network", "regime", "sites", "rows", "flagged", "search")
MEASURES = ("smhd", "shd", "seconds")
NOT_RUN = (None,) * len(MEASURES)
"""What a method has that the first case has, and that was not run in this case."""


def save(path: Path, cases: Sequence[Case], facts: Sequence[str] = FACTS) -> None:
    methods = list(cases[0]["found"])
    lines = []
    for case in cases:
        columns = zip(*(case["found"].get(method, NOT_RUN) for method in methods), strict=True)
        lines.append(json.dumps([*(case[fact] for fact in facts), *columns], separators=(",", ":")))
    head = f'"methods": {json.dumps(methods)},\n"columns": {json.dumps([*facts, *MEASURES])}'
    path.write_text(f'{{{head},\n"cases": [\n' + ",\n".join(lines) + "\n]}\n")


def load(path: Path) -> list[Case]:
    """The cases as the study had them: ``case["found"][method]`` is (SMHD, SHD, seconds)."""
    file = json.loads(path.read_text())
    cases = []
    for line in file["cases"]:
        case = dict(zip(file["columns"], line, strict=True))
        columns = zip(*(case.pop(measure) for measure in MEASURES), strict=True)
        found = {method: own for method, own in zip(file["methods"], columns, strict=True) if own != NOT_RUN}
        cases.append({**case, "found": found})
    return cases
