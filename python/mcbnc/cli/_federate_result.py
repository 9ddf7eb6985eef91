"""The result of a federation in files and on stdout."""

from __future__ import annotations

import argparse
from typing import Any

from .._base.show import counted
from ._federate_objects import speaker
from ._files import show, write
from ._text import edges_text


def summed_record(result: Any) -> dict[str, Any]:
    """The JSON object of a result."""
    # A site loads all this when its run has ended.
    from .._consensus.results import ConsensusResult
    from .._graphs.structures import structures_record
    from ..federated._results.summed_vote import SummedVote
    from ._graph_files import Dags
    from ._records import consensus_record, result_record

    if isinstance(result, ConsensusResult):
        return consensus_record(result, Dags([], []))
    if isinstance(result, SummedVote):
        return {
            **result_record(result),
            **result._record(),
            "status": result.status,
            "seconds": result.seconds,
        }
    learned = {
        "rows": result.rows,
        result.criterion: result.score,
        "score_title": result._score_title,
        "search": result.method,
    }
    return {**structures_record([result]), "learned": [learned]}


def write_result(given: argparse.Namespace, result: Any) -> None:
    for path in given.out:  # the inputs, which a saved run has, are at the sites
        write(result, path, lambda: summed_record(result), given.digits)
    speaker(given)(f"the result is there: {counted(len(result), 'edge')}")


def show_result(given: argparse.Namespace, result: Any) -> None:
    show(given, lambda: summed_record(result), lambda: edges_text(result))
