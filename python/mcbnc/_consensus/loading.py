"""A run out of the file that ``save`` wrote."""

from __future__ import annotations

from .._base.adjacency import ArcLists, pack_stack
from .._base.files import read_file
from .._base.paths import PathLike
from .._engine.request import Reply
from .._graphs.graph import PDAG, Graph
from .._graphs.reading import as_dag
from .._graphs.saved import Saved, read_saved
from .._graphs.source import Source, undirected_edge
from .._graphs.structures import parse_structures
from .._inputs.run_options import RunOptions
from .results import ConsensusResult, Trajectory
from .run import STEP_ARRAYS, Run


def load(path: PathLike) -> Trajectory | ConsensusResult | list[Graph | PDAG]:
    """Read what :meth:`Trajectory.save`, :meth:`ConsensusResult.save` or the command line wrote in JSON.

    The answers of what comes back, ``at(theta)`` and all the others, are those of what was saved,
    to the last bit, on any machine. Only the option ``workers`` is not kept: it is all cores.

    Parameters
    ----------
    path : str or os.PathLike

    Returns
    -------
    Trajectory or ConsensusResult or list of Graph
        A run or a result as it was saved. Of structures, which ``mcbnc learn`` and ``mcbnc consensus
        --json`` write, the list of them, however many there are. One with arcs both ways is a PDAG.

    Raises
    ------
    InvalidInputError
        If the file is none of mcbnc's, is damaged, or a newer mcbnc wrote it in a format that this
        one does not know; says which. All of it is checked before anything is returned; whoever
        changes a file by hand takes its "sha256" out.
    OSError
        If the file cannot be read.
    """
    file = read_file(path)
    structures = parse_structures(file)
    if structures is not None:
        return [_graph_of(source, f"{file.place}[{k}]") for k, source in enumerate(structures)]
    saved = read_saved(file)
    run, result = _run_of(saved), saved.record["result"]
    if result is None:
        return Trajectory(run)
    return ConsensusResult(run, Reply(result, saved.arrays), float(result["theta"]))


def _graph_of(source: Source, place: str) -> Graph | PDAG:
    if undirected_edge(source):
        return PDAG.of(source)
    return as_dag(source, place)


def _run_of(saved: Saved) -> Run:
    record, arrays = saved.record, saved.arrays
    dags = ArcLists.told(arrays, len(saved.nodes))
    return Run(
        nodes=saved.nodes,
        named=record["named"],
        packed=pack_stack(dags),
        r=len(dags),
        weights={name: arrays[name] for name in ("weights",) if name in arrays},
        options=RunOptions(**record["options"]),
        told={name: arrays[name] for name in (*STEP_ARRAYS, "order", "fusion_arcs")},
        status=record["status"],
        seconds=float(record["seconds"]),  # JSON of a whole number is an int's
        limit=None if record["limit"] is None else float(record["limit"]),
        forced=record["forced"],
        dropped=tuple(record.get("dropped", ())),
        extended=tuple(record.get("extended", ())),
        sites=saved.sites,
        gaussian=None if record.get("mixed") else record.get("gaussian", False),
    )
