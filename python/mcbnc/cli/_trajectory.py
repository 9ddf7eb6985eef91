"""The command line's ``trajectory``."""

from __future__ import annotations

import argparse
from typing import Any

from .._base.show import counted
from .._consensus.consensus import trajectory
from .._consensus.steps import Breakpoint
from ._end import Exit, exit_code
from ._files import PAGE, TRAJECTORY_SUFFIXES, publish
from ._graph_files import Dags, read_files
from ._objects import edges_with_names, knowledge_given, nodes_given, options_given
from ._options import add_files, add_outs, add_run_options
from ._records import trajectory_record
from ._streams import say, warnings_are_lines
from ._text import csv_text


def add(command: argparse.ArgumentParser) -> None:
    add_files(command)
    add_outs(command, (*TRAJECTORY_SUFFIXES, PAGE), "the trajectory, or its explorer,")
    add_run_options(command)


def run(given: argparse.Namespace) -> Exit:
    dags = read_files(given.files, given.format, given.node_names)
    with dags.named(), warnings_are_lines():
        run = trajectory(dags.by_site, **run_options_given(given, dags))
    publish(
        given,
        run,
        lambda: trajectory_record(run, dags),
        lambda: csv_text(Breakpoint._fields, run.breakpoints),
    )
    if not given.quiet:
        say(
            f"{dags.describe(run)} over {counted(len(run.nodes), 'node')}: "
            f"{counted(len(run), 'deletion')} in "
            f"{run.seconds:.3g} s; {run._pairs_told()}"
            f"nearest to the inputs at theta {run._theta_text(run.select())}"
        )
    return exit_code(run.status)


def run_options_given(given: argparse.Namespace, dags: Dags) -> dict[str, Any]:
    """The arguments that the functions consensus and trajectory share."""
    every = dags.nodes
    order = None if given.order is None else edges_with_names([given.order], every)[0]
    options = {"knowledge": knowledge_given(given, every), "order": order, "nodes": nodes_given(given)}
    return {**options_given(given, trajectory), **options}
