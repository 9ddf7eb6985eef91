"""The command line's federations in one process: what one answers, and what its privacy costs."""

from __future__ import annotations

import argparse
from typing import Any

from .._https import names
from .._rows.rows import Rows
from ..errors import InvalidInputError
from ..federated import CurvePoint, privacy_curve, simulate, simulate_learning, simulate_vote
from ._federate_arguments import TASK_OPTIONS
from ._federate_data import check_recipe
from ._federate_objects import known_given, limits_given, task_options_given
from ._federate_result import summed_record
from ._files import show, write
from ._graph_files import read_files
from ._objects import edges_with_names, knowledge_given, rows_given
from ._streams import warnings_are_lines
from ._wording import files_named


def _simulate(given: argparse.Namespace) -> None:
    options = task_options_given(given)
    options |= {"masks": given.masks, "workers": given.workers}
    if given.task != "learning":
        if given.names is not None:
            raise InvalidInputError("--names: DAGs are read without it, so only learning takes it")
        dags = read_files(given.files, None)
        over = options.pop("nodes", "same") == "union"
        nodes = list(dict.fromkeys(x for each in dags.graphs[: None if over else 1] for x in each.nodes))
        if "order" in options:
            options["order"] = edges_with_names([options["order"]], nodes)[0]
        with dags.named():
            report = (simulate if given.task == "consensus" else simulate_vote)(
                dags.by_site,
                nodes="union" if over else None,
                limits=limits_given(given, "same_columns"),
                **known_given(given, nodes),
                **options,
            )
    else:
        with files_named(datasets=given.files), warnings_are_lines():
            rows, codebook = _rows_by_codebook(given)
            report = simulate_learning(
                rows,
                codebook=codebook,
                min_cell=given.min_cell,
                limits=limits_given(given, "tell_scores", "max_delta", "same_columns"),
                **known_given(given),
                **options,
            )
    for path in given.out:
        write(report.result, path, lambda: summed_record(report.result), given.digits)
    show(given, lambda: summed_record(report.result), lambda: f"{report}\n")


def _rows_by_codebook(given: argparse.Namespace) -> tuple[Rows, dict[Any, Any] | None]:
    """The rows of a simulation, and the code book of ``--names`` by which they are read, if there is one."""
    if given.names is None:
        return rows_given(given, given.files), None
    book = names.read_names_file(given.names)
    if book.states is None:
        raise InvalidInputError(f"{given.names}: learning needs the states of all nodes")
    check_recipe(book, given.names, given.recipe)
    states = {node: own for node, own in book.states.items() if node not in book.numbers}
    return rows_given(given, given.files, states=states), book.states


def _curve(given: argparse.Namespace) -> None:
    options = {
        name: value
        for name, value in vars(given).items()
        if name in TASK_OPTIONS - {"epsilon", "delta", "seed"}
    }
    truth = None if given.truth is None else read_files([given.truth], None).graphs[0]
    with files_named(datasets=given.files), warnings_are_lines():
        rows, codebook = _rows_by_codebook(given)
        points = privacy_curve(
            rows,
            given.epsilon,
            codebook=codebook,
            delta=given.delta,
            truth=truth,
            draws=given.draws,
            seed=given.seed,
            knowledge=knowledge_given(given),
            **options,
        )
    heads = CurvePoint._fields
    lines = ["".join(f"{head:>10}" for head in heads), *("".join(f"{x:>10.4g}" for x in p) for p in points)]
    show(given, lambda: {"curve": [p._asdict() for p in points]}, lambda: "\n".join(lines) + "\n")


PARTS = {"simulate": _simulate, "curve": _curve}
