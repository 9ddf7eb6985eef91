"""A run into a file: one of JSON, made by the engine's operation "save"."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._base.paths import PathLike, path_text
from .._base.provenance import Record
from .._base.show import printed
from .._base.writing import write_whole
from .._engine.request import Arrays, execute
from .._graphs.json_names import is_name, name_as_json
from .._graphs.reading import format_of
from .._graphs.recognising import SUFFIXES
from .._results.result import Result
from .._version import __version__
from ..errors import InvalidInputError
from .run import Run

_WRITERS = {
    **dict.fromkeys((".dot", ".gv"), "to_dot()"),
    **dict.fromkeys((".bn", ".txt"), "to_bnlearn()"),
    **dict.fromkeys((".csv", ".tsv"), "to_frame().to_csv(path)"),
    ".html": "explore(path)",
    **dict.fromkeys((".pdf", ".png", ".svg"), "plot().figure.savefig(path)"),
}
"""What writes other formats than that of a saved run."""
_OF_A_GRAPH = ("to_dot()", "to_bnlearn()")  # which a trajectory has at a threshold


def save_run(path: PathLike, run: Run, made: Record, result: Result | None = None) -> None:
    """Write `run`, and with it the state at its limit, `result`, if it is to be loaded as that.

    `made` is how what is saved was made.
    """
    _check_suffix(path, of_graph=result is not None)
    inputs = run.inputs
    record: dict[str, Any] = {
        "mcbnc": __version__,
        "nodes": [name_as_json(name) for name in run.nodes],
        "named": run.named,
        "status": run.status,
        "seconds": run.seconds,
        "limit": run.limit,
        "forced": run.forced,
        "dropped": run.dropped,
        "extended": run.extended,
    }
    if run.gaussian:
        record["gaussian"] = True
    elif run.gaussian is None:
        record["mixed"] = True
    if run.ordered:
        record["ordered"] = True
    if run.resamples:
        record["resamples"] = True
    if run.sites is not None:
        record["sites"] = [name_as_json(name if is_name(name) else printed(name)) for name in run.sites]
    steps = {name: array for name, array in run.steps.items() if name != "psi"}  # it follows from the score
    arrays: Arrays = {
        **inputs.arrays,
        **inputs.seen_array,
        **run.weights,
        "order": run.order,
        **run.fusion.array("fusion"),
        **steps,
    }
    if run.called is not None:
        record["provenance"] = made
    if result is not None:
        record["result"] = {"theta": run.limit, "seconds": result.seconds}
        arrays.update(result._graph.array("adjacency"))
    whole = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    reply = execute(
        inputs.nodes, inputs.request("save", **run.options.request(shared=False), record=record), whole
    )
    write_whole(path, reply.arrays["file"].tobytes())


def _check_suffix(path: PathLike, of_graph: bool) -> None:
    """Refuse the suffix of another format, since a reader would take the file for one of that format."""
    suffix = format_of(path_text(path))
    if suffix == ".json" or (suffix not in SUFFIXES and suffix not in _WRITERS):
        return
    writer = _WRITERS.get(suffix)
    if writer in _OF_A_GRAPH and not of_graph:
        writer = f"at(theta).{writer}"
    hint = f"; {writer} makes {suffix}" if writer else "; mcbnc.write writes the formats that mcbnc reads"
    raise InvalidInputError(
        f"path: save writes JSON, for mcbnc.load, so the name must end in .json, not in {suffix}{hint}",
        argument="path",
    )
