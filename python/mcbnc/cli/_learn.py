"""What ``learn`` prints and writes: structures in a format that ``consensus`` reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .._base.show import counted, listed
from .._graphs.structures import structures_record
from .._learning.jointly_learned import JointlyLearned
from .._learning.learned import Learned
from ._text import EDGE_COLUMNS, csv_text, edge_rows, rows_text

__all__ = ["jointly_record", "jointly_summary", "record", "several_edges_text", "summary"]


def several_edges_text(files: Sequence[str], learned: Iterable[Learned]) -> str:
    """The edges of several structures as CSV, of which the first column is the file."""
    rows = [(file, *row) for file, graph in zip(files, learned, strict=True) for row in edge_rows(graph)]
    return csv_text(("data", *EDGE_COLUMNS), rows)


def summary(what: str, graph: Learned, how: str = "", dropped: Sequence[str] = ()) -> str:
    """One line on a structure, with what was left out."""
    text = (
        f"{what}: {counted(len(graph), 'edge')}, {len(graph.reversible)} of them reversible, over "
        f"{counted(len(graph.nodes), 'node')} from {rows_text(graph.rows, graph.rows_left_out)} rows, "
        f"{how}score {graph.score:.8g}, in {graph.seconds:.3g} s"
    )
    for kind, names in (("sites", dropped), ("columns", graph.columns_left_out)):
        if names:
            text += f"; {kind} left out: {listed(names)}"
    return text


def jointly_summary(files: Sequence[str], together: JointlyLearned) -> str:
    """One line on the structure: how it was found, and what was left out."""
    dropped = [files[k] for k in together.dropped]
    return summary(counted(len(files), "site"), together, f"by the {together.method} search, ", dropped)


def record(files: Sequence[str], learned: Sequence[Learned]) -> dict[str, Any]:
    """The structures in the format of the bundled sets, and the data file, rows and score of each."""
    described = [_described(graph, {"data": file}) for file, graph in zip(files, learned, strict=True)]
    return {**structures_record(learned), "learned": described}


def jointly_record(files: Sequence[str], together: JointlyLearned) -> dict[str, Any]:
    """The structure in the format of the bundled sets, and how it was found."""
    data = {"data": files, "dropped": [files[k] for k in together.dropped]}
    how = {"search": together.method, "scores": together.scores, "pairs": together.pairs}
    return {**structures_record([together]), "learned": [_described(together, data, how)]}


def _described(graph: Learned, data: dict[str, Any], how: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        **data,
        "rows": graph.rows,
        "rows_left_out": graph.rows_left_out,
        "columns_left_out": graph.columns_left_out,
        graph.criterion: graph.score,
        **(how or {}),
        "status": graph.status,
        "seconds": graph.seconds,
    }
