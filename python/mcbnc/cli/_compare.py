"""The command line's ``compare``: two graphs, or a table of methods."""

from __future__ import annotations

import argparse

import numpy as np

from .. import metrics
from .._base.options import OUTLIERS
from .._base.text import aligned_table
from .._comparing.compare import BOUNDED_METHODS, METHODS, UNION_METHODS, compare
from .._inputs.convert import read_dags
from ..errors import InvalidInputError
from ._end import Exit, exit_code
from ._files import COMPARISON_SUFFIXES, publish
from ._graph_files import Dags, read_files, read_one
from ._objects import nodes_given
from ._options import add_files, add_options, add_outs, several, value
from ._streams import print_text, warnings_are_lines
from ._text import json_text
from ._values import file, words

_OPTIONS = ("max_treewidth", "weights", "outliers", "workers", "time_limit")


def add(command: argparse.ArgumentParser) -> None:
    add_files(command)
    plain, bounded = (", ".join(names) for names in (METHODS, BOUNDED_METHODS))
    usual = f"(default: all but climb shd and dsep vote). With --nodes union: {', '.join(UNION_METHODS)}"
    usual_in_r = usual.replace("--nodes union", 'nodes = "union"')
    add_options(
        command,
        gold=value(
            file,
            "FILE",
            "the true network, with which the methods are compared too",
            r="the true network, a graph of any kind, with which the methods are compared too",
        ),
        methods=several(
            words,
            "NAME,...",
            f"any of: {plain}; with --max-treewidth: {bounded} {usual}",
            r=f"names, any of: {plain}; with max_treewidth: {bounded} {usual_in_r}",
        ),
        max_treewidth=value(int, "N", "for each bounded or genetic fusion, which need it"),
    )
    add_options(command, "nodes", "weights", "outliers", "workers", "memory_limit")
    about = "for each consensus, climb, dsep vote, bounded or genetic fusion"
    add_options(command, time_limit=value(float, "SECONDS", about))
    add_outs(command, COMPARISON_SUFFIXES, "the table of the methods, or a picture of the table,")
    add_options(command, "json")


def run(given: argparse.Namespace) -> Exit:
    """Run the command ``compare``."""
    dags = read_files(given.files, given.format, given.node_names)
    nodes = nodes_given(given)
    if len(dags.graphs) == 2 and given.gold is given.methods is nodes is None:
        return _compare_two(given, dags)
    gold = None if given.gold is None else read_one(given.gold, given.format, given.node_names)
    with dags.named(gold=given.gold), warnings_are_lines():
        options = {name: getattr(given, name) for name in _OPTIONS}
        comparison = compare(dags.by_site, gold, given.methods, nodes=nodes, **options)
    publish(
        given,
        comparison,
        lambda: {"methods": comparison.table, "inputs": comparison.inputs, **dags.aside(comparison)},
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
    rows = []
    for place, graph in zip(dags.places, dags.graphs, strict=True):
        joined = np.triu(graph.adjacency | graph.adjacency.T)  # it may be partially directed
        edges = int(np.count_nonzero(joined))
        rows.append({"graph": place, "edges": edges, "treewidth": metrics.treewidth(graph)})
    table = aligned_table(["", "edges", "treewidth"], [list(row.values()) for row in rows])
    if given.json:
        print_text(json_text({"smhd": smhd, "shd": shd, "graphs": rows}))
    else:
        print_text(f"{table}\nSMHD {smhd}, SHD {shd}\n")
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
