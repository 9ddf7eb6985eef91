"""The commands: each calls the public functions and prints the result."""

from __future__ import annotations

import argparse
import gc
import inspect
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from .._base.memory import limits
from .._base.show import counted
from .._consensus.consensus import consensus, trajectory
from .._consensus.steps import Breakpoint
from .._learning.bootstrap import bootstrap
from .._learning.jointly import learn_jointly
from .._learning.learn import learn_many
from .._rows.rows import Rows
from ..errors import InvalidInputError, McbncError
from ._arguments import read_arguments
from ._bootstrap import bootstrap_record, read_network, strengths, write_bootstrap
from ._compare import compare_graphs
from ._demo import demo
from ._discretize import cut, discretize_files
from ._end import Exit, Terminated, exit_code, terminable
from ._files import Dags, check_outs, edges_with_names, is_picture, publish, read_files, write
from ._learn import check_learn, jointly_summary, learned_text, summary
from ._objects import knowledge_given, make_score, nodes_given, rows_given
from ._pool import pool_files
from ._provenance import show_provenance
from ._records import consensus_record, jointly_record, learned_record, trajectory_record
from ._streams import (
    StdoutClosed,
    discard_stdout,
    flush,
    prepare_stdout,
    print_text,
    say,
    stamped,
    warnings_are_lines,
)
from ._text import csv_text, edges_text, json_text, rows_text
from ._tidy import tidy_files
from ._unlike_demo import unlike_demo
from ._wording import files_named, in_shell


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
    if getattr(given, "lasting", False):
        with stamped(given.log_format), terminable():
            code = _run(given)
        gc.freeze()  # or the end of the process would search all objects for garbage, which takes 60 ms
        return code
    return _run(given)


def _run(given: argparse.Namespace) -> int:
    try:
        with limits(getattr(given, "memory_limit", None)), files_named():
            make_score(given)
            if isinstance(outs := getattr(given, "out", None), list):  # some commands have one --out
                check_outs(outs, getattr(given, "digits", None))
            code = _COMMANDS[given.command](given)
        flush()
        return code
    except StdoutClosed:
        discard_stdout()
        return Exit.BROKEN_PIPE
    except (McbncError, OSError) as error:
        say(in_shell(error, given), "error")
        return Exit.BAD_INPUT
    except MemoryError as error:
        say(f"out of memory: {error}".removesuffix(": "), "error")
        return Exit.BAD_INPUT
    except Terminated:
        say("terminated: the same command goes on")
        return Exit.TERMINATED
    except KeyboardInterrupt:
        say("interrupted")
        return Exit.INTERRUPTED


def _learn(given: argparse.Namespace) -> Exit:
    check_learn(given)
    data = _tables(given, given.files)
    function: Callable[..., Any] = learn_jointly if given.jointly else learn_many
    with files_named(datasets=given.files), warnings_are_lines():
        learned = function(_rows_of(given, data), **_options(given, function))
    each = [learned] if given.jointly else list(learned)
    described = partial(jointly_record if given.jointly else learned_record, given.files, learned)
    publish(
        given,
        each[0],
        described,
        lambda: learned_text(given, each),
        described,
    )
    if given.jointly and not given.quiet:
        say(jointly_summary(given.files, learned))
    elif not given.quiet:
        for file, graph in zip(given.files, each, strict=True):
            say(summary(file, graph))
    return exit_code(*(graph.status for graph in each))


def _tables(given: argparse.Namespace, files: list[str]) -> list[Any]:
    """The files, or if bins are asked for, their tables with bins for states."""
    if given.bins is None:
        return files
    if given.score is not None and given.score.gaussian:
        raise InvalidInputError(f"--bins makes states, and {given.score.name} takes numbers")
    return list(cut(given, files))


def _rows_of(given: argparse.Namespace, data: Any) -> Rows:
    """The tables with the options about rows. The recipe and `repeats` came before bins."""
    return rows_given(given, data, **({} if given.bins is None else {"repeats": "keep", "recipe": None}))


def _check(given: argparse.Namespace) -> Exit:
    """List the problems. A recipe that is not there is written, and one that is there is applied."""
    made = given.recipe is not None and not Path(given.recipe).exists()
    options = {"recipe": None} if made else {}
    with files_named(datasets=given.files):
        report = rows_given(given, given.files, **options).report(given.score)
        recipe = report.recipe() if made else None
    print_text(json_text(report.record()) if given.json else f"{report}\n")
    if recipe is not None:
        recipe.save(given.recipe)
        say(f"wrote {given.recipe}: {recipe.summary()}")
    return Exit.FINE if report.ok else Exit.BAD_INPUT


def _bootstrap(given: argparse.Namespace) -> Exit:
    network = read_network(given.network, given.threshold)
    (data,) = _tables(given, [given.file])
    with files_named(data=given.file), warnings_are_lines():
        boot = bootstrap(_rows_of(given, data), **_options(given, bootstrap))
    if not boot.resamples:
        raise InvalidInputError("the time limit came before the first resample was done")
    for path in given.out:
        write_bootstrap(boot, network, path)
    print_text(json_text(bootstrap_record(boot, network)) if given.json else csv_text(*strengths(boot)))
    if not given.quiet:
        say(
            f"{given.file}: {counted(boot.resamples, 'resample')} "
            f"of {rows_text(boot.rows, boot.rows_left_out)} rows "
            f"over {counted(len(boot.nodes), 'node')}, seed {boot.seed}, in {boot.seconds:.3g} s"
        )
    return exit_code(boot.status)


def _consensus(given: argparse.Namespace) -> Exit:
    dags = read_files(given.files, given.format, given.node_names)
    with dags.named(), warnings_are_lines():
        result = consensus(dags.by_site, given.theta, output=given.output, **_run_options(given, dags))
    publish(given, result, lambda: consensus_record(result, dags), lambda: edges_text(result))
    if not given.quiet:
        result._seek_chance()
        say(
            f"{dags.describe(result)} over {counted(len(result.nodes), 'node')}: "
            f"{counted(len(result), 'edge')}, "
            f"{len(result.reversible)} of them reversible, {result._pairs_told()}"
            f"at theta {result._theta_text(result.theta)} (fusion: {np.count_nonzero(result.fusion)}), "
            f"in {result.seconds:.3g} s{result._doubt_told()}"
        )
    return exit_code(result.status)


def _trajectory(given: argparse.Namespace) -> Exit:
    dags = read_files(given.files, given.format, given.node_names)
    with dags.named(), warnings_are_lines():
        run = trajectory(dags.by_site, **_run_options(given, dags))
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


def _demo(given: argparse.Namespace) -> Exit:
    from ._messy_demo import messy_demo  # it loads reports, which no other command needs at its start

    if given.export is not None:
        given.export.mkdir(parents=True, exist_ok=True)  # a bad path fails before the work
    stories: dict[str, Callable[[], Any]] = {"messy": messy_demo, "unlike": unlike_demo}
    result = stories.get(given.story, partial(demo, given.network))()
    for path in given.out:
        write(result if is_picture(path) else result.network_found, path)
    print_text(json_text(result.record()) if given.json else result.summary())
    if given.export is not None:
        for files, what in result.export(given.export).items():
            say(f"wrote {given.export / files}: {what}")
    return Exit.FINE


def _federate(given: argparse.Namespace) -> Exit:
    from ._federate import PARTS  # it loads the server and TLS, which no other command needs

    PARTS[given.part](given)
    return Exit.FINE


_COMMANDS = {
    "check": _check,
    "tidy": tidy_files,
    "discretize": discretize_files,
    "learn": _learn,
    "bootstrap": _bootstrap,
    "pool": pool_files,
    "consensus": _consensus,
    "trajectory": _trajectory,
    "compare": compare_graphs,
    "provenance": show_provenance,
    "federate": _federate,
    "demo": _demo,
}


def _run_options(given: argparse.Namespace, dags: Dags) -> dict[str, Any]:
    """The arguments that the functions consensus and trajectory share."""
    every = dags.nodes
    order = None if given.order is None else edges_with_names([given.order], every)[0]
    options = {"knowledge": knowledge_given(given, every), "order": order, "nodes": nodes_given(given)}
    return {**_options(given, trajectory), **options}


def _options(given: argparse.Namespace, function: Callable[..., Any]) -> dict[str, Any]:
    """The command line's options that are parameters of the function too."""
    parameters = inspect.signature(function).parameters
    options = {name: getattr(given, name) for name in parameters.keys() & vars(given).keys()}
    if "knowledge" in parameters:
        options["knowledge"] = knowledge_given(given)
    if "progress" in parameters:
        options["progress"] = False if given.quiet else None
    return options
