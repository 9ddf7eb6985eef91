"""The commands: each calls the public functions and prints the result."""

from __future__ import annotations

import argparse
import errno
import inspect
import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import IntEnum
from typing import Any

import numpy as np

from .. import metrics
from .._base.text import aligned_table
from .._comparing.compare import compare
from .._consensus.consensus import consensus, trajectory
from .._consensus.results import ConsensusResult, Trajectory
from .._consensus.steps import Breakpoint
from .._graphs.graph import Graph
from .._inputs.convert import read_dags
from .._learning.bootstrap import bootstrap
from .._learning.jointly import learn_jointly
from .._learning.learn import learn, learn_many
from ..errors import InvalidInputError, McbncError
from ._arguments import parser
from ._bootstrap import bootstrap_record, read_network, strengths_text, write_bootstrap
from ._demo import demo
from ._files import Dags, check_outs, errors_name_files, is_picture, read_files, read_one, write
from ._jointly import check_jointly, jointly_record, jointly_summary, write_jointly
from ._learn import (
    check_suffixes,
    edges_text,
    record,
    summary,
    warnings_name_files,
    write_learned,
)
from ._text import EDGE_COLUMNS, csv_text, edge_rows, json_text, rows_text

__all__ = ["Exit", "main"]


class Exit(IntEnum):
    """The exit codes."""

    FINE = 0
    BAD_INPUT = 1
    """A file or a value is bad, or the system failed. One line on stderr says what is wrong."""
    USAGE = 2
    """The arguments are wrong. argparse exits with this code."""
    TIME_LIMIT = 3
    """The time limit came first. The result so far is written."""
    INTERRUPTED = 130
    """Ctrl-C was pressed. The code is 128 + SIGINT, as in shells."""
    BROKEN_PIPE = 141
    """The reader of stdout closed it. The code is 128 + SIGPIPE."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        The arguments after the program's name. The default is the arguments of the process.

    Returns
    -------
    int
        The exit code, a member of :class:`Exit`.

    Raises
    ------
    SystemExit
        argparse exits with code 2 on wrong usage, and with code 0 after ``--help`` and ``--version``.
    """
    given = parser().parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # in every locale, as in files
    try:
        code = _COMMANDS[given.command](given)
        if sys.stdout is not None:
            sys.stdout.flush()  # here, where a closed pipe can still be caught
        return code
    except BrokenPipeError:
        # The interpreter flushes stdout again at its end, and would print an error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.BROKEN_PIPE
    except (McbncError, OSError) as error:
        _say(f"error: {' '.join(str(error).split())}")
        return Exit.BAD_INPUT
    except KeyboardInterrupt:
        _say("interrupted")
        return Exit.INTERRUPTED


def _learn(given: argparse.Namespace) -> Exit:
    check_jointly(given)
    if given.jointly:
        return _learn_jointly(given)
    check_suffixes(given.files, given.out)
    check_outs(given.out)
    with errors_name_files("datasets", given.files), warnings_name_files(_say, given.files):
        learned = learn_many(given.files, columns=given.columns, **_options(given, learn))
    for path in given.out:
        write_learned(given.files, learned, path)
    if given.json:
        _print(json_text(record(given.files, learned)))
    elif not given.out:
        _print(edges_text(given.files, learned))
    if not given.quiet:
        for file, graph in zip(given.files, learned, strict=True):
            _say(summary(file, graph))
    return _exit_code("time_limit" if any(graph.status == "time_limit" for graph in learned) else "complete")


def _learn_jointly(given: argparse.Namespace) -> Exit:
    check_outs(given.out)
    with errors_name_files("datasets", given.files), warnings_name_files(_say, given.files):
        together = learn_jointly(given.files, **_options(given, learn_jointly))
    for path in given.out:
        write_jointly(together, given.files, path)
    if given.json:
        _print(json_text(jointly_record(together, given.files)))
    elif not given.out:
        _print(csv_text(EDGE_COLUMNS, edge_rows(together)))
    if not given.quiet:
        _say(jointly_summary(together, given.files))
    return _exit_code(together.status)


def _bootstrap(given: argparse.Namespace) -> Exit:
    check_outs(given.out)
    network = read_network(given.network, given.threshold)
    with errors_name_files("data", [], data=given.file), warnings_name_files(_say, data=given.file):
        boot = bootstrap(given.file, **_options(given, bootstrap))
    if not boot.resamples:
        raise InvalidInputError("the time limit came before the first resample was done")
    for path in given.out:
        write_bootstrap(boot, network, path)
    _print(json_text(bootstrap_record(boot, network)) if given.json else strengths_text(boot))
    if not given.quiet:
        _say(
            f"{given.file}: {boot.resamples} resamples of {rows_text(boot.rows, boot.rows_left_out)} rows "
            f"over {len(boot.nodes)} nodes, seed {boot.seed}, in {boot.seconds:.3g} s"
        )
    return _exit_code(boot.status)


def _consensus(given: argparse.Namespace) -> Exit:
    check_outs(given.out)
    dags = read_files(given.files, given.format)
    with dags.errors_name_files():
        result = consensus(dags.graphs, given.theta, output=given.output, **_run_options(given, dags))
    for path in given.out:
        write(result, path)
    if given.json:
        _print(json_text(_consensus_record(result, dags)))
    elif not given.out:
        _print(csv_text(EDGE_COLUMNS, edge_rows(result)))
    if not given.quiet:
        _say(
            f"{dags.describe(result)} over {len(result.nodes)} nodes: {len(result)} edges, "
            f"{len(result.reversible)} of them reversible, at theta {result.theta:.4g} "
            f"(fusion: {np.count_nonzero(result.fusion)}), in {result.seconds:.3g} s"
        )
    return _exit_code(result.status)


def _trajectory(given: argparse.Namespace) -> Exit:
    check_outs(given.out)
    dags = read_files(given.files, given.format)
    with dags.errors_name_files():
        run = trajectory(dags.graphs, **_run_options(given, dags))
    for path in given.out:
        write(run, path)
    if given.json:
        _print(json_text(_trajectory_record(run, dags)))
    elif not given.out:
        _print(csv_text(Breakpoint._fields, run.breakpoints))
    if not given.quiet:
        _say(
            f"{dags.describe(run)} over {len(run.nodes)} nodes: {len(run)} deletions in "
            f"{run.seconds:.3g} s; nearest to the inputs at theta {run.select():.4g}"
        )
    return _exit_code(run.status)


def _compare(given: argparse.Namespace) -> Exit:
    check_outs(given.out)
    dags = read_files(given.files, given.format)
    if len(dags.graphs) == 2 and given.gold is given.methods is None:
        return _compare_two(given, dags)
    gold = None if given.gold is None else read_one(given.gold, given.format)
    with dags.errors_name_files(gold=given.gold):
        comparison = compare(
            dags.graphs,
            gold,
            given.methods,
            weights=given.weights,
            outliers=given.outliers,
            workers=given.workers,
            time_limit=given.time_limit,
        )
    for path in given.out:
        write(comparison, path)
    if given.json:
        record = {"methods": comparison.table, "inputs": comparison.inputs, "dropped": comparison.dropped}
        record["extended"] = comparison.extended
        _print(json_text(record))
    elif not given.out:
        _print(f"{comparison}\n".partition("\n")[2])
    statuses = [result.status for result in comparison.results.values() if hasattr(result, "status")]
    return _exit_code("time_limit" if "time_limit" in statuses else "complete")


def _compare_two(given: argparse.Namespace, dags: Dags) -> Exit:
    if given.out:
        raise InvalidInputError("--out is for the table of methods: add --methods or --gold")
    a, b = dags.graphs
    with dags.errors_name_files():
        read_dags([a, b], None)  # if the nodes differ, its error names the file
    with dags.errors_name_files(a=dags.places[0], b=dags.places[1]):
        smhd, shd = metrics.smhd(a, b), metrics.shd(a, b)
    rows = [
        {"graph": place, "edges": _count_edges(graph), "treewidth": metrics.treewidth(graph)}
        for place, graph in zip(dags.places, dags.graphs, strict=True)
    ]
    if given.json:
        _print(json_text({"smhd": smhd, "shd": shd, "graphs": rows}))
    else:
        _print(f"{_table(rows)}\nSMHD {smhd}, SHD {shd}\n")
    return Exit.FINE


def _count_edges(graph: Graph) -> int:
    """The number of edges of a graph that may be partially directed."""
    return int(np.count_nonzero(np.triu(graph.adjacency | graph.adjacency.T)))


def _demo(given: argparse.Namespace) -> Exit:
    check_outs(given.out)
    if given.export is not None:
        given.export.mkdir(parents=True, exist_ok=True)  # a bad path fails before the work
    result = demo(given.network)
    for path in given.out:
        write(result if is_picture(path) else result.consensus, path)
    _print(json_text(result.record()) if given.json else result.summary())
    if given.export is not None:
        for files, what in result.export(given.export).items():
            _say(f"wrote {given.export / files}: {what}")
    return Exit.FINE


_COMMANDS = {
    "learn": _learn,
    "bootstrap": _bootstrap,
    "consensus": _consensus,
    "trajectory": _trajectory,
    "compare": _compare,
    "demo": _demo,
}


def _run_options(given: argparse.Namespace, dags: Dags) -> dict[str, Any]:
    """The arguments that the functions consensus and trajectory share."""
    edges = {name: dags.with_names(getattr(given, name)) for name in ("required", "forbidden")}
    order = None if given.order is None else dags.with_names([given.order])
    return {**_options(given, trajectory), **edges, "order": order and order[0]}


def _options(given: argparse.Namespace, function: Callable[..., Any]) -> dict[str, Any]:
    """The command line's options that are parameters of the function too, and the option `progress`."""
    names = inspect.signature(function).parameters.keys() & vars(given).keys()
    return {**{name: getattr(given, name) for name in names}, "progress": False if given.quiet else None}


def _consensus_record(result: ConsensusResult, dags: Dags) -> dict[str, Any]:
    """The JSON object of a consensus."""
    nodes, cpdag = result.nodes, result.cpdag
    undirected = [(nodes[i], nodes[j]) for i, j in np.argwhere(np.triu(cpdag & cpdag.T)).tolist()]
    directed = [(nodes[i], nodes[j]) for i, j in np.argwhere(cpdag > cpdag.T).tolist()]
    return {
        "theta": result.theta,
        "nodes": nodes,
        "edges": result.edges,
        "reversible": result.reversible,
        "cpdag": {"directed": directed, "undirected": undirected},
        "order": result.order,
        "fusion_edges": int(np.count_nonzero(result.fusion)),
        "dropped": [dags.places[i] for i in result.dropped],
        "extended": [dags.places[i] for i in result.extended],
        "status": result.status,
        "seconds": result.seconds,
    }


def _trajectory_record(run: Trajectory, dags: Dags) -> dict[str, Any]:
    """The JSON object of a trajectory."""
    return {
        "breakpoints": [state._asdict() for state in run.breakpoints],
        "selected": run.select(),
        "nodes": run.nodes,
        "order": run.order,
        "fusion_edges": int(np.count_nonzero(run.fusion)),
        "dropped": [dags.places[i] for i in run.dropped],
        "extended": [dags.places[i] for i in run.extended],
        "status": run.status,
        "seconds": run.seconds,
    }


def _table(rows: list[dict[str, Any]]) -> str:
    return aligned_table(["", *list(rows[0])[1:]], [list(row.values()) for row in rows])


def _exit_code(status: str) -> Exit:
    if status != "time_limit":
        return Exit.FINE
    _say("the time limit came first: this is the result so far")
    return Exit.TIME_LIMIT


def _print(text: str) -> None:
    if sys.stdout is None:  # the process was started with a closed stdout
        raise OSError(errno.EBADF, "stdout is closed")
    sys.stdout.write(text)


def _say(message: str) -> None:
    """Print a message on stderr. A failure is ignored, because stderr carries no results."""
    if sys.stderr is not None:  # with file=None, print would write to stdout
        with suppress(OSError):
            print(f"mcbnc: {message}", file=sys.stderr, flush=True)
