"""The JSON objects of the commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .._consensus.results import ConsensusResult, Trajectory, UnionConsensus
from .._graphs.graph import PDAG
from .._graphs.structures import structures_record
from .._learning.jointly_learned import JointlyLearned
from .._learning.made import MadeOfRows
from .._learning.structure import Learned
from .._results.provenance import WithProvenance
from .._results.result import Result
from ._graph_files import Dags


def consensus_record(result: ConsensusResult, dags: Dags) -> dict[str, Any]:
    return {
        "theta": result.theta,
        **result_record(result),
        **(result._record() if isinstance(result, UnionConsensus) else {}),
        **_run(result, dags),
    }


def result_record(result: Result) -> dict[str, Any]:
    """The graph, and its class."""
    cpdag = PDAG(np.asarray(result.cpdag), result.nodes, result.named)
    return {
        "nodes": result.nodes,
        "edges": result.edges,
        "reversible": result.reversible,
        "cpdag": {"directed": cpdag.directed, "undirected": cpdag.undirected},
    }


def trajectory_record(run: Trajectory, dags: Dags) -> dict[str, Any]:
    return {
        "breakpoints": [state._asdict() for state in run.breakpoints],
        "selected": run.select(),
        "nodes": run.nodes,
        **({} if run.seen is None else {"seen": np.asarray(run.seen.sites).tolist()}),
        **_run(run, dags),
    }


def _run(run: ConsensusResult | Trajectory, dags: Dags) -> dict[str, Any]:
    """What the objects of both have."""
    return {
        "order": run.order,
        "fusion_edges": int(np.count_nonzero(run.fusion)),
        **dags.aside(run),
        "status": run.status,
        "seconds": run.seconds,
        **_made(run),
    }


def _made(result: WithProvenance) -> dict[str, Any]:
    return {"provenance": result.provenance.to_dict()}


def learned_record(files: Sequence[str], learned: Sequence[Learned]) -> dict[str, Any]:
    """The structures in the format of the bundled sets, and the data file, rows and score of each."""
    described = [_described(graph, {"data": file}) for file, graph in zip(files, learned, strict=True)]
    made, told = learned[0]._made, _made(learned[0])
    if len(learned) > 1 and isinstance(made, MadeOfRows):
        told = {"provenance": made.record()}
    return {**structures_record(learned), "learned": described, **told}


def jointly_record(files: Sequence[str], together: JointlyLearned) -> dict[str, Any]:
    """The structure in the format of the bundled sets, and how it was found."""
    data = {"data": files, "dropped": [files[k] for k in together._dropped]}
    how: dict[str, Any] = {"search": together.method, "scores": together.scores, "pairs": together.pairs}
    if together.seen.unseen:
        how["not_seen_together"] = together.seen.pairs_apart()
        how["suspects"] = [one._asdict() for one in together.suspects]
    return {**structures_record([together]), "learned": [_described(together, data, how)], **_made(together)}


def _sure(graph: Learned) -> dict[str, Any]:
    """How sure the edges are, in their order, if there are resamples."""
    if graph.resamples is None:
        return {}
    return {
        "resamples": graph.resamples.count,
        "chance_true": graph._edge_columns()["chance_true"].tolist(),
    }


def _described(graph: Learned, data: dict[str, Any], how: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        **data,
        "rows": graph.rows,
        "rows_left_out": graph.rows_left_out,
        **({"filled": graph.filled} if graph.filled else {}),
        "columns_left_out": graph.columns_left_out,
        graph.criterion: graph.score,
        "score_title": graph._score_title,
        "chance": None if graph.chance is None else graph.chance._asdict(),
        **(how or {}),
        **_sure(graph),
        "status": graph.status,
        "seconds": graph.seconds,
    }
