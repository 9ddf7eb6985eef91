"""The results of the study as a file. A line is a case, with the methods' numbers in the methods' order."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Case = dict[str, Any]

FACTS = ("repetition", "network", "regime", "sites", "rows", "flagged", "search")
MEASURES = ("smhd", "shd", "seconds")


def save(path: Path, cases: Sequence[Case], facts: Sequence[str] = FACTS) -> None:
    methods = list(cases[0]["found"])
    lines = []
    for case in cases:
        columns = zip(*(case["found"][method] for method in methods), strict=True)
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
        cases.append({**case, "found": dict(zip(file["methods"], columns, strict=True))})
    return cases
