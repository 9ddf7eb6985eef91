"""The golden cases as the tests take them: texts of this repository, and JSON files beside the checkout."""

from __future__ import annotations

import re
from pathlib import Path

from helpers import ROOT, SHARED, load_json

__all__ = ["GOLDEN", "load_case"]

GOLDEN = [*sorted((SHARED / "golden").glob("*.json")), *sorted((ROOT / "tests" / "golden").glob("*.md"))]
"""The files of the cases; where there are shared ones, these come first."""


def load_case(path: Path) -> dict:
    """What the tests of Python compare with. Nodes are indices."""
    if path.suffix == ".json":
        return load_json(path)
    sections = _sections(path.read_text(encoding="utf-8"))
    told, inputs = sections["Inputs"]
    read = _Cells(told["nodes"].split())
    order, _ = sections["Order"]
    fusion, _ = sections["Fusion"]
    runs = {start: f"From the {start.upper()}: " for start in ("cpdag", "dag")}
    return {
        "n": len(read.names),
        "dags": [read.arcs(row["DAG"]) for row in inputs],
        "weights": None if told["weights"] == "equal" else _numbers(told["weights"]),
        "kmax": None if told["k_max"] == "none" else int(told["k_max"]),
        "order": read.nodes(order["order"]),
        "minimal_imaps": [read.arcs(row["I-map"]) for row in inputs],
        "union": read.arcs(fusion["fusion"]),
        "cpdag": read.pdag(fusion["CPDAG"]),
        "smhd_union_to_inputs": [int(row["SMHD"]) for row in inputs],
        "treewidth": {"minfill": int(fusion["treewidth, min-fill"])},
        "first_iteration": {
            start: [read.candidate(row) for row in sections[f"{of}what the first step may delete"][1]]
            for start, of in runs.items()
        },
        "trajectory": {
            start: {"steps": [read.step(row) for row in sections[f"{of}steps"][1]]}
            for start, of in runs.items()
        },
        "thetas": {
            start: [read.state(row) for row in sections[f"{of}thresholds"][1]] for start, of in runs.items()
        },
    }


def _sections(text: str) -> dict[str, tuple[dict[str, str], list[dict[str, str]]]]:
    """The values and the rows of each section by their names. The other lines are for people."""
    sections = {}
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        title, *lines = part.splitlines()
        values = dict(line[2:].split(": ", 1) for line in lines if line.startswith("- "))
        rows = [
            [cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")
        ]
        sections[title] = values, [dict(zip(rows[0], row, strict=True)) for row in rows[2:]]
    return sections


def _numbers(text: str) -> list[int]:
    return [int(word) for word in text.split()]


class _Cells:
    """Cells over nodes."""

    def __init__(self, names: list[str]):
        self.names = names

    def nodes(self, text: str) -> list[int]:
        return [self.names.index(word) for word in text.strip("{}").split()]

    def arcs(self, text: str) -> list[list[int]]:
        return self.pdag(text)["directed"]

    def pdag(self, text: str) -> dict[str, list[list[int]]]:
        found: dict[str, list[list[int]]] = {"directed": [], "undirected": []}
        for pair in [] if text == "none" else text.split():
            tail, between, head = re.fullmatch(r"(\w+)(->|-)(\w+)", pair).groups()
            kind = "directed" if between == "->" else "undirected"
            found[kind].append([self.names.index(tail), self.names.index(head)])
        return found

    def candidate(self, row: dict[str, str]) -> dict:
        (u,), (v,) = self.nodes(row["u"]), self.nodes(row["v"])
        return {"u": u, "v": v, "S": self.nodes(row["S"]), **self._criticality(row)}

    def step(self, row: dict[str, str]) -> dict:
        pair = self.pdag(row["deleted"])
        ((u, v),) = pair["directed"] + pair["undirected"]
        sets = {name: self.nodes(row[name]) for name in ("H", "S")}
        return {
            "u": u,
            "v": v,
            "undirected": bool(pair["undirected"]),
            **sets,
            **self._criticality(row),
            "edges_left": int(row["left"]),
        }

    def state(self, row: dict[str, str]) -> dict:
        return {
            "theta": row["theta"],
            "steps_taken": int(row["steps"]),
            "extension_class": self.pdag(row["its CPDAG"]),
            "refusion": self.arcs(row["refusion"]),
        }

    @staticmethod
    def _criticality(row: dict[str, str]) -> dict:
        return {"per_client": _numbers(row["cuts"]), "score": int(row["sum"]), "psi": row["Psi"]}
