"""The commands: each calls the public functions and prints the result."""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from .. import metrics
from .._base.options import OUTLIERS
from .._base.show import counted
from .._base.text import aligned_table
from .._comparing.compare import compare
from .._consensus.consensus import consensus, trajectory
from .._consensus.steps import Breakpoint
from .._graphs.graph import Graph
from .._inputs.convert import read_dags
from .._learning.bootstrap import bootstrap
from .._learning.jointly import learn_jointly
from .._learning.learn import learn, learn_many
from ..errors import InvalidInputError, McbncError
from ._arguments import read_arguments
from ._bootstrap import bootstrap_record, read_network, strengths_text, write_bootstrap
from ._demo import demo
from ._files import Dags, check_outs, is_picture, read_files, read_one, write
from ._jointly import check_jointly, jointly_record, jointly_summary, write_jointly
from ._learn import (
    check_suffixes,
    edges_text,
    record,
    summary,
    warnings_are_lines,
    write_learned,
)
from ._records import consensus_record, trajectory_record
from ._streams import StdoutClosed, discard_stdout, flush, prepare_stdout, print_text, say
from ._text import EDGE_COLUMNS, csv_text, edge_rows, json_text, rows_text
from ._wording import files_named, in_shell

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
    given = read_arguments(arguments)
    prepare_stdout()
    try:
        code = _COMMANDS[given.command](given)
        flush()
        return code
    except StdoutClosed:
        discard_stdout()
        return Exit.BROKEN_PIPE
    except (McbncError, OSError) as error:
        say(f"error: {in_shell(error, given)}")
        return Exit.BAD_INPUT
    except MemoryError as error:
        say(f"error: out of memory: {error}".removesuffix(": "))
        return Exit.BAD_INPUT
    except KeyboardInterrupt:
        say("interrupted")
        return Exit.INTERRUPTED


def _learn(given: argparse.Namespace) -> Exit:
    check_jointly(given)
    if given.jointly:
        return _learn_jointly(given)
    check_suffixes(given.files, given.out)
    check_outs(given.out)
    with files_named(datasets=given.files), warnings_are_lines(say):
        learned = learn_many(given.files, columns=given.columns, **_options(given, learn))
    for path in given.out:
        write_learned(given.files, learned, path)
    if given.json:
        print_text(json_text(record(given.files, learned)))
    elif not given.out:
        print_text(edges_text(given.files, learned))
    if not given.quiet:
        for file, graph in zip(given.files, learned, strict=True):
            say(summary(file, graph))
    return _exit_code("time_limit" if any(graph.status == "time_limit" for graph in learned) else "complete")


def _learn_jointly(given: argparse.Namespace) -> Exit:
    check_outs(given.out)
    with files_named(datasets=given.files), warnings_are_lines(say):
        together = learn_jointly(given.files, **_options(given, learn_jointly))
    for path in given.out:
        write_jointly(together, given.files, path)
    if given.json:
        print_text(json_text(jointly_record(together, given.files)))
    elif not given.out:
        print_text(csv_text(EDGE_COLUMNS, edge_rows(together)))
    if not given.quiet:
        say(jointly_summary(together, given.files))
    return _exit_code(together.status)


def _bootstrap(given: argparse.Namespace) -> Exit:
    check_outs(given.out)
    network = read_network(given.network, given.threshold)
    with files_named(data=given.file), warnings_are_lines(say):
        boot = bootstrap(given.file, **_options(given, bootstrap))
    if not boot.resamples:
        raise InvalidInputError("the time limit came before the first resample was done")
    for path in given.out:
        write_bootstrap(boot, network, path)
    print_text(json_text(bootstrap_record(boot, network)) if given.json else strengths_text(boot))
    if not given.quiet:
        say(
            f"{given.file}: {counted(boot.resamples, 'resample')} "
            f"of {rows_text(boot.rows, boot.rows_left_out)} rows "
            f"over {counted(len(boot.nodes), 'node')}, seed {boot.seed}, in {boot.seconds:.3g} s"
        )
    return _exit_code(boot.status)


def _consensus(given: argparse.Namespace) -> Exit:
    check_outs(given.out)
    dags = read_files(given.files, given.format)
    with dags.named():
        result = consensus(dags.graphs, given.theta, output=given.output, **_run_options(given, dags))
    for path in given.out:
        write(result, path)
    if given.json:
        print_text(json_text(consensus_record(result, dags)))
    elif not given.out:
        print_text(csv_text(EDGE_COLUMNS, edge_rows(result)))
    if not given.quiet:
        say(
            f"{dags.describe(result)} over {counted(len(result.nodes), 'node')}: "
            f"{counted(len(result), 'edge')}, "
            f"{len(result.reversible)} of them reversible, at theta {result._theta_text(result.theta)} "
            f"(fusion: {np.count_nonzero(result.fusion)}), in {result.seconds:.3g} s"
        )
    return _exit_code(result.status)


def _trajectory(given: argparse.Namespace) -> Exit:
    check_outs(given.out)
    dags = read_files(given.files, given.format)
    with dags.named():
        run = trajectory(dags.graphs, **_run_options(given, dags))
    for path in given.out:
        write(run, path)
    if given.json:
        print_text(json_text(trajectory_record(run, dags)))
    elif not given.out:
        print_text(csv_text(Breakpoint._fields, run.breakpoints))
    if not given.quiet:
        say(
            f"{dags.describe(run)} over {counted(len(run.nodes), 'node')}: "
            f"{counted(len(run), 'deletion')} in "
            f"{run.seconds:.3g} s; nearest to the inputs at theta {run._theta_text(run.select())}"
        )
    return _exit_code(run.status)


def _compare(given: argparse.Namespace) -> Exit:
    check_outs(given.out)
    dags = read_files(given.files, given.format)
    if len(dags.graphs) == 2 and given.gold is given.methods is None:
        return _compare_two(given, dags)
    gold = None if given.gold is None else read_one(given.gold, given.format)
    with dags.named(gold=given.gold):
        comparison = compare(
            dags.graphs,
            gold,
            given.methods,
            max_treewidth=given.max_treewidth,
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
        print_text(json_text(record))
    elif not given.out:
        print_text(f"{comparison}\n".partition("\n")[2])
    statuses = [result.status for result in comparison.results.values() if hasattr(result, "status")]
    return _exit_code("time_limit" if "time_limit" in statuses else "complete")


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


def _demo(given: argparse.Namespace) -> Exit:
    check_outs(given.out)
    if given.export is not None:
        given.export.mkdir(parents=True, exist_ok=True)  # a bad path fails before the work
    result = demo(given.network)
    for path in given.out:
        write(result if is_picture(path) else result.consensus, path)
    print_text(json_text(result.record()) if given.json else result.summary())
    if given.export is not None:
        for files, what in result.export(given.export).items():
            say(f"wrote {given.export / files}: {what}")
    return Exit.FINE


def _federate(given: argparse.Namespace) -> Exit:
    from ._federate import federate  # it loads the server and TLS, which no other command needs

    federate(given)
    return Exit.FINE


_COMMANDS = {
    "learn": _learn,
    "bootstrap": _bootstrap,
    "consensus": _consensus,
    "trajectory": _trajectory,
    "compare": _compare,
    "federate": _federate,
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


def _table(rows: list[dict[str, Any]]) -> str:
    return aligned_table(["", *list(rows[0])[1:]], [list(row.values()) for row in rows])


def _exit_code(status: str) -> Exit:
    if status != "time_limit":
        return Exit.FINE
    say("the time limit came first: this is the result so far")
    return Exit.TIME_LIMIT
