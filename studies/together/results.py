"""The results of the study as a file. A line is a case, with the methods' numbers in the methods' order."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Case = dict[str, Any]

FACTS = ("repetition", "network", "regime", "sites", "rows", "flagged", "search")
MEASURES = ("smhd", "shd", "seconds")


def save(
    path: Path, cases: Sequence[Case], facts: Sequence[str] = FACTS, measures: Sequence[str] = MEASURES
) -> None:
    """Write the cases, whose methods have these measures. A method that some case has is in all lines."""
    methods = list(dict.fromkeys(method for case in cases for method in case["found"]))
    not_run = (None,) * len(measures)
    lines = []
    for case in cases:
        columns = zip(*(case["found"].get(method, not_run) for method in methods), strict=True)
        lines.append(json.dumps([*(case[fact] for fact in facts), *columns], separators=(",", ":")))
    head = f'"methods": {json.dumps(methods)},\n"columns": {json.dumps([*facts, *measures])}'
    path.write_text(f'{{{head},\n"cases": [\n' + ",\n".join(lines) + "\n]}\n")


def load(path: Path, measures: Sequence[str] = MEASURES) -> list[Case]:
    """The cases as the study had them: ``case["found"][method]`` has the measures."""
    file = json.loads(path.read_text())
    cases = []
    for line in file["cases"]:
        case = dict(zip(file["columns"], line, strict=True))
        columns = zip(*(case.pop(measure) for measure in measures), strict=True)
        found = {
            method: own
            for method, own in zip(file["methods"], columns, strict=True)
            if any(value is not None for value in own)  # else it was not run
        }
        cases.append({**case, "found": found})
    return cases
