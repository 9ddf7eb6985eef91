"""The command line's arguments, command by command."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from .. import datasets
from .._base.files import STDIN
from .._base.options import OUTPUTS
from .._comparing.compare import BOUNDED_METHODS, METHODS
from .._graphs.formats import NETWORK_SUFFIXES
from .._version import __version__
from ._bootstrap import NETWORKS
from ._discretize import BINS_HELP, add_discretize
from ._federate_arguments import add_federate
from ._files import COMPARISON_SUFFIXES, RESULT_SUFFIXES, TRAJECTORY_SUFFIXES
from ._help import (
    BOOTSTRAP_EXAMPLES,
    CHECK_EXAMPLES,
    COMPARE_EXAMPLES,
    CONSENSUS_EXAMPLES,
    DEMO_EXAMPLES,
    DISCRETIZE_EXAMPLES,
    EXAMPLES,
    EXITS,
    FILES,
    LEARN_EXAMPLES,
    OVERVIEW,
    TRAJECTORY_EXAMPLES,
)
from ._jointly import add_jointly
from ._options import (
    add_columns,
    add_decimal,
    add_files,
    add_json,
    add_limits,
    add_memory_limit,
    add_outs,
    add_quiet,
    add_rows,
    add_run_options,
    add_search,
    add_seed,
    add_weights,
    add_workers,
)
from ._score import add_score
from ._values import Extend, bins, file, folder, theta, words

__all__ = ["read_arguments"]


def read_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The arguments, or an exit with code 2. The attribute ``command`` is the subcommand's name."""
    parser = _parser()
    given = parser.parse_args(arguments)
    if given.command is None:
        parser.print_help()
        parser.exit()
    inputs = [
        *getattr(given, "files", ()),
        *(getattr(given, name, None) for name in ("file", "gold", "bins")),
    ]
    if inputs.count(STDIN) > 1:
        parser.error("- is given twice, and standard input can be read once")
    return given


def _parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="mcbnc",
        description=OVERVIEW,
        epilog=f"{EXAMPLES}\n{FILES}\n{EXITS}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"mcbnc {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    _add_check(commands)
    _add_discretize(commands)
    _add_learn(commands)
    _add_bootstrap(commands)
    _add_consensus(commands)
    _add_trajectory(commands)
    _add_compare(commands)
    add_federate(commands, _add)
    _add_demo(commands)
    return top


def _add_check(commands: Any) -> None:
    command = _add(commands, "check", "tell every problem of data files at once", CHECK_EXAMPLES)
    command.add_argument("files", type=file, nargs="+", metavar="FILE", help="CSV as for learn")
    add_json(command)
    add_score(command.add_argument)
    add = command.add_argument_group("the rows").add_argument
    add_rows(add)
    add_decimal(add)
    add_columns(add)


def _add_discretize(commands: Any) -> None:
    purpose = "cut the continuous columns of data files into bins"
    add_discretize(_add(commands, "discretize", purpose, DISCRETIZE_EXAMPLES))


def _add_learn(commands: Any) -> None:
    command = _add(commands, "learn", "learn a structure from each data file", LEARN_EXAMPLES)
    command.add_argument(
        "files",
        type=file,
        nargs="+",
        metavar="FILE",
        help="CSV with the names in the header, one row for each case, and in each cell a state, or for a "
        "Gaussian score a number. Files may be compressed by gzip. - is standard input",
    )
    add_outs(
        command,
        (*RESULT_SUFFIXES, *NETWORK_SUFFIXES),
        "the structure (of several data files only .json, which consensus reads, but with --jointly any "
        f"format, and with its probabilities {' '.join(NETWORK_SUFFIXES)})",
    )
    add_jointly(command)
    add_json(command)
    add_quiet(command)
    add = command.add_argument_group("the search").add_argument
    add_search(add)
    add_seed(add)
    add_limits(add)
    add = command.add_argument_group("the rows").add_argument
    add_rows(add)
    add_decimal(add)
    add_columns(add)
    _add_bins(add)


def _add_bins(add: Any) -> None:
    add("--bins", type=bins, metavar="N|FILE", help=f"cut continuous columns first. {BINS_HELP}")


def _add_bootstrap(commands: Any) -> None:
    command = _add(
        commands,
        "bootstrap",
        "draw the rows of a data file again, and count how often the learned structures have each edge",
        BOOTSTRAP_EXAMPLES,
    )
    command.add_argument("file", type=file, metavar="FILE", help="CSV as for learn")
    command.add_argument(
        "--resamples", type=int, default=200, metavar="N", help="structures to learn (default 200)"
    )
    command.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="draw the rows by this seed (default: a new one, told on stderr)",
    )
    command.add_argument(
        "--network",
        choices=NETWORKS,
        default=NETWORKS[0],
        help=f"what --out writes: the averaged network, or the consensus of the structures "
        f"(default: {NETWORKS[0]})",
    )
    command.add_argument(
        "--threshold",
        type=theta,
        default="auto",
        metavar="auto|X",
        help="take the pairs of strength > X, or delete edges of criticality <= X (default: auto)",
    )
    add_outs(
        command,
        RESULT_SUFFIXES,
        "the network (.json: the structures of all resamples)",
        "beside the strengths on",
    )
    add_json(command)
    add_quiet(command)
    add = command.add_argument_group("the search").add_argument
    add_search(add)
    add_limits(add)
    rows = command.add_argument_group("the rows").add_argument
    add_rows(rows)
    add_decimal(rows)
    _add_bins(rows)


def _add_consensus(commands: Any) -> None:
    command = _add(
        commands, "consensus", "fuse DAGs, and delete the edges that few of them need", CONSENSUS_EXAMPLES
    )
    add_files(command)
    command.add_argument(
        "--theta",
        type=theta,
        default=0.5,
        metavar="auto|X",
        help="delete edges of criticality <= X (default 0.5). auto selects the threshold whose consensus is "
        "nearest to the inputs",
    )
    add_outs(command, RESULT_SUFFIXES, "the consensus")
    command.add_argument(
        "--output",
        choices=OUTPUTS,
        default=OUTPUTS[0],
        help="a DAG of the final equivalence class, or the fusion of the pruned inputs "
        f"(default: {OUTPUTS[0]})",
    )
    add_run_options(command)


def _add_trajectory(commands: Any) -> None:
    command = _add(
        commands, "trajectory", "delete down to the last edge: every threshold at once", TRAJECTORY_EXAMPLES
    )
    add_files(command)
    add_outs(command, TRAJECTORY_SUFFIXES, "the trajectory")
    add_run_options(command)


def _add_compare(commands: Any) -> None:
    command = _add(
        commands,
        "compare",
        "measure the distance of two graphs, or compare the consensus of many DAGs with simpler methods",
        COMPARE_EXAMPLES,
    )
    add_files(command)
    add = command.add_argument
    add("--gold", type=file, metavar="FILE", help="the true network, with which the methods are compared too")
    add(
        "--methods",
        type=words,
        action=Extend,
        metavar="NAME,...",
        help=f"any of: {', '.join(METHODS)}; with --max-treewidth: {', '.join(BOUNDED_METHODS)}. The option "
        "may be repeated",
    )
    add("--max-treewidth", type=int, metavar="N", help="for each bounded or genetic fusion, which need it")
    add_weights(add)
    add_workers(add)
    add_memory_limit(add)
    add(
        "--time-limit",
        type=float,
        metavar="SECONDS",
        help="for each consensus, climb, dsep vote, bounded or genetic fusion",
    )
    add_outs(command, COMPARISON_SUFFIXES, "the table of the methods, or a picture of the table,")
    add_json(command)


def _add_demo(commands: Any) -> None:
    command = _add(
        commands, "demo", "learn from the rows of bundled clients, fuse, and compare", DEMO_EXAMPLES
    )
    command.add_argument("--network", choices=datasets.names(), default="alarm", help="default: alarm")
    command.add_argument(
        "--export",
        type=folder,
        metavar="DIR",
        help="write the clients' rows and structures and the true network to files in DIR, which is made if "
        "it is missing",
    )
    add_memory_limit(command.add_argument)
    add_outs(command, RESULT_SUFFIXES, "the consensus, or a picture of the consensus and the comparison,")
    add_json(command)


def _add(commands: Any, name: str, purpose: str, examples: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        name,
        help=purpose,
        description=f"{purpose[0].upper()}{purpose[1:]}.",
        epilog=examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    return command
