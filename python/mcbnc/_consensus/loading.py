"""A run out of the file that ``save`` wrote."""

from __future__ import annotations

from .._base.adjacency import ArcLists, pack_stack
from .._base.files import File
from .._engine.request import Reply
from .._graphs.graph import PDAG, Graph
from .._graphs.reading import as_dag
from .._graphs.saved import Saved, read_saved
from .._graphs.source import Source, undirected_edge
from .._graphs.structures import parse_structures
from .._inputs.run_options import RunOptions
from .._results.made import Made
from .results import ConsensusResult, Trajectory, result_of
from .run import OVER_NODES, STEP_ARRAYS, Run


def load_run(file: File) -> Trajectory | ConsensusResult | list[Graph | PDAG]:
    """The run or the result of a file, or its structures."""
    structures = parse_structures(file)
    if structures is not None:
        return [_graph_of(source, f"{file.place}[{k}]") for k, source in enumerate(structures)]
    saved = read_saved(file)
    run, result = _run_of(saved), saved.record["result"]
    if result is None:
        return Trajectory(run)
    return result_of(run, Reply(result, saved.arrays), float(result["theta"]))


def _graph_of(source: Source, place: str) -> Graph | PDAG:
    if undirected_edge(source):
        return PDAG.of(source)
    return as_dag(source, place)


def _run_of(saved: Saved) -> Run:
    record, arrays = saved.record, saved.arrays
    kept = record.get("provenance")
    dags = ArcLists.told(arrays, len(saved.nodes))
    return Run(
        nodes=saved.nodes,
        named=record["named"],
        packed=pack_stack(dags),
        r=len(dags),
        weights={name: arrays[name] for name in ("weights",) if name in arrays},
        options=RunOptions(**record["options"]),
        seen=arrays.get("seen"),
        told={
            name: arrays[name]
            for name in (*STEP_ARRAYS, *OVER_NODES, "order", "fusion_arcs")
            if name in arrays
        },
        status=record["status"],
        seconds=float(record["seconds"]),  # JSON of a whole number is an int's
        limit=None if record["limit"] is None else float(record["limit"]),
        ordered=record.get("ordered", False),
        resamples=record.get("resamples", False),
        forced=record["forced"],
        dropped=tuple(record.get("dropped", ())),
        extended=tuple(record.get("extended", ())),
        sites=saved.sites,
        gaussian=None if record.get("mixed") else record.get("gaussian", False),
        called=None if kept is None or kept["function"] is None else Made.told(kept),
    )
