"""The command line's ``compare``: two graphs, or a table of methods."""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from .. import metrics
from .._base.options import OUTLIERS
from .._base.text import aligned_table
from .._comparing.compare import compare
from .._graphs.graph import Graph
from .._inputs.convert import read_dags
from ..errors import InvalidInputError
from ._end import Exit, exit_code
from ._files import Dags, check_outs, read_files, read_one
from ._publish import publish
from ._streams import print_text
from ._text import json_text

__all__ = ["compare_graphs"]


def compare_graphs(given: argparse.Namespace) -> Exit:
    """Run the command ``compare``."""
    check_outs(given.out)
    dags = read_files(given.files, given.format)
    if len(dags.graphs) == 2 and given.gold is given.methods is None:
        return _compare_two(given, dags)
    gold = None if given.gold is None else read_one(given.gold, given.format)
    with dags.named(gold=given.gold):
        comparison = compare(
            dags.by_site,
            gold,
            given.methods,
            max_treewidth=given.max_treewidth,
            weights=given.weights,
            outliers=given.outliers,
            workers=given.workers,
            time_limit=given.time_limit,
        )
    dropped, extended = ([dags.places[i] for i in k] for k in (comparison.dropped, comparison.extended))
    record = {"methods": comparison.table, "inputs": comparison.inputs}
    publish(
        given,
        comparison,
        lambda: {**record, "dropped": dropped, "extended": extended},
        lambda: f"{comparison}\n".partition("\n")[2],
    )
    return exit_code(*(getattr(result, "status", "") for result in comparison.results.values()))


def _compare_two(given: argparse.Namespace, dags: Dags) -> Exit:
    _refuse_options_of_methods(given)
    a, b = dags.graphs
    with dags.named():
        read_dags([a, b], None)  # if the nodes differ, its error names the file
    with dags.named(a=dags.places[0], b=dags.places[1]):
        smhd, shd = metrics.smhd(a, b), metrics.shd(a, b)
    rows = [
        {"graph": place, "edges": _count_edges(graph), "treewidth": metrics.treewidth(graph)}
        for place, graph in zip(dags.places, dags.graphs, strict=True)
    ]
    if given.json:
        print_text(json_text({"smhd": smhd, "shd": shd, "graphs": rows}))
    else:
        print_text(f"{_table(rows)}\nSMHD {smhd}, SHD {shd}\n")
    return Exit.FINE


def _refuse_options_of_methods(given: argparse.Namespace) -> None:
    """Refuse options that two graphs alone have no use for."""
    given_ones = {
        "--out": given.out,
        "--weights": given.weights,
        "--outliers": given.outliers != OUTLIERS[0],
        "--max-treewidth": given.max_treewidth is not None,
        "--time-limit": given.time_limit is not None,
    }
    for option, is_given in given_ones.items():
        if is_given:
            raise InvalidInputError(f"{option} is for the table of methods: add --methods or --gold")


def _count_edges(graph: Graph) -> int:
    """The number of edges of a graph that may be partially directed."""
    return int(np.count_nonzero(np.triu(graph.adjacency | graph.adjacency.T)))


def _table(rows: list[dict[str, Any]]) -> str:
    return aligned_table(["", *list(rows[0])[1:]], [list(row.values()) for row in rows])
