"""The command line's arguments."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from .. import datasets
from .._base.options import GAUSSIAN_SCORES, OUTLIERS, OUTPUTS, SCORES, STARTS
from .._comparing.compare import METHODS
from .._graphs.sources import SUFFIXES
from .._rows.options import COLUMNS, MISSING
from .._version import __version__
from ._bootstrap import NETWORKS
from ._files import COMPARISON_SUFFIXES, RESULT_SUFFIXES, TRAJECTORY_SUFFIXES, suffix
from ._help import (
    BOOTSTRAP_EXAMPLES,
    COMPARE_EXAMPLES,
    CONSENSUS_EXAMPLES,
    DEMO_EXAMPLES,
    EXAMPLES,
    EXITS,
    FILES,
    LEARN_EXAMPLES,
    OVERVIEW,
    TRAJECTORY_EXAMPLES,
)
from ._jointly import BIF, add_jointly
from ._values import accept, edge, file, format_name, k_max, theta, weights, words

__all__ = ["parser"]


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line. The attribute ``command`` is the subcommand's name."""
    top = argparse.ArgumentParser(
        prog="mcbnc",
        description=OVERVIEW,
        epilog=f"{EXAMPLES}\n{FILES}\n{EXITS}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"mcbnc {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_learn(commands)
    _add_bootstrap(commands)
    _add_consensus(commands)
    _add_trajectory(commands)
    _add_compare(commands)
    _add_demo(commands)
    return top


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
    _add_outs(
        command,
        (*RESULT_SUFFIXES, BIF),
        "the structure (of several data files only .json, which consensus reads, but with --jointly any "
        f"format, and with its probabilities {BIF})",
    )
    add_jointly(command)
    _add_json(command)
    command.add_argument("--quiet", action="store_true", help="no progress and no summary on stderr")
    add = command.add_argument_group("the search").add_argument
    _add_search(add)
    _add_seed(add)
    _add_limits(add)
    add = command.add_argument_group("the rows").add_argument
    _add_rows(add)
    add(
        "--columns",
        choices=COLUMNS,
        default=COLUMNS[0],
        help="all files must have the same columns (default), or take those that all have",
    )


def _add_bootstrap(commands: Any) -> None:
    command = _add(
        commands,
        "bootstrap",
        "draw the rows of a data file again, and count how often the learned structures have each edge",
        BOOTSTRAP_EXAMPLES,
    )
    command.add_argument("file", metavar="FILE", help="CSV as for learn")
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
    _add_outs(
        command,
        RESULT_SUFFIXES,
        "the network (.json: the structures of all resamples)",
        "beside the strengths on",
    )
    _add_json(command)
    command.add_argument("--quiet", action="store_true", help="no progress and no summary on stderr")
    add = command.add_argument_group("the search").add_argument
    _add_search(add)
    _add_limits(add)
    _add_rows(command.add_argument_group("the rows").add_argument)


def _add_consensus(commands: Any) -> None:
    command = _add(
        commands, "consensus", "fuse DAGs, and delete the edges that few of them need", CONSENSUS_EXAMPLES
    )
    _add_files(command)
    command.add_argument(
        "--theta",
        type=theta,
        default=0.5,
        metavar="auto|X",
        help="delete edges of criticality <= X (default 0.5). auto selects the threshold whose consensus is "
        "nearest to the inputs",
    )
    _add_outs(command, RESULT_SUFFIXES, "the consensus")
    command.add_argument(
        "--output",
        choices=OUTPUTS,
        default=OUTPUTS[0],
        help="a DAG of the final equivalence class, or the fusion of the pruned inputs "
        f"(default: {OUTPUTS[0]})",
    )
    _add_run_options(command)


def _add_trajectory(commands: Any) -> None:
    command = _add(
        commands, "trajectory", "delete down to the last edge: every threshold at once", TRAJECTORY_EXAMPLES
    )
    _add_files(command)
    _add_outs(command, TRAJECTORY_SUFFIXES, "the trajectory")
    _add_run_options(command)


def _add_compare(commands: Any) -> None:
    command = _add(
        commands,
        "compare",
        "measure the distance of two graphs, or compare the consensus of many DAGs with simpler methods",
        COMPARE_EXAMPLES,
    )
    _add_files(command)
    add = command.add_argument
    add("--gold", type=file, metavar="FILE", help="the true network, with which the methods are compared too")
    add("--methods", type=words, metavar="NAME,...", help=f"any of: {', '.join(METHODS)}")
    _add_weights(add)
    add(
        "--workers",
        type=int,
        metavar="N",
        help="threads (default: all cores). The answer does not depend on N",
    )
    add("--time-limit", type=float, metavar="SECONDS", help="for each consensus and each climb")
    _add_outs(command, COMPARISON_SUFFIXES, "the table of the methods, or a picture of the table,")
    _add_json(command)


def _add_demo(commands: Any) -> None:
    command = _add(
        commands, "demo", "learn from the rows of bundled clients, fuse, and compare", DEMO_EXAMPLES
    )
    command.add_argument("--network", choices=datasets.names(), default="alarm", help="default: alarm")
    command.add_argument(
        "--export",
        type=Path,
        metavar="DIR",
        help="write the clients' rows and structures and the true network to files in DIR, which is made if "
        "it is missing",
    )
    _add_outs(command, RESULT_SUFFIXES, "the consensus, or a picture of the consensus and the comparison,")
    _add_json(command)


def _add(commands: Any, name: str, purpose: str, examples: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        name,
        help=purpose,
        description=f"{purpose[0].upper()}{purpose[1:]}.",
        epilog=examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    return command


def _add_files(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "files",
        type=file,
        nargs="+",
        metavar="FILE",
        help="one or more DAGs in each file, - for standard input. mcbnc --help lists the formats",
    )
    formats = [suffix.removeprefix(".") for suffix in SUFFIXES]
    command.add_argument(
        "--format",
        type=format_name,
        metavar="FORMAT",
        help="the format of files whose suffix tells none, such as standard input: "
        f"{' '.join(formats)} (default for standard input: json, as learn --json prints it)",
    )


def _add_outs(
    command: argparse.ArgumentParser, suffixes: tuple[str, ...], what: str, stdout: str = "instead of"
) -> None:
    listed = " ".join(suffixes)

    def out(path: str) -> str:
        if suffix(path) not in suffixes:
            raise argparse.ArgumentTypeError(f"{path!r} must end in one of {listed}")
        return path

    command.add_argument(
        "--out",
        type=out,
        action="append",
        default=[],
        metavar="FILE",
        help=f"write {what} to a file {stdout} stdout. The suffix determines the format: {listed}. "
        "The option may be repeated",
    )


def _add_json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="one JSON object on stdout")


def _add_run_options(command: argparse.ArgumentParser) -> None:
    _add_json(command)
    command.add_argument("--quiet", action="store_true", help="no progress and no summary on stderr")
    add = command.add_argument_group("the run").add_argument
    _add_weights(add)
    add("--cap", type=int, metavar="N", help="count a DAG's cut as N at most. With 1, every DAG has one vote")
    add(
        "--k-max",
        type=k_max,
        default=10,
        metavar="K|none",
        help="try sets H of at most K nodes (default 10)",
    )
    add(
        "--start",
        choices=STARTS,
        default=STARTS[0],
        help=f"delete edges from the fusion's CPDAG, or from the fusion itself (default: {STARTS[0]})",
    )
    add("--canonical", action="store_true", help="first replace each DAG by the canonical DAG of its class")
    _add_constraints(add, "criticality")
    add("--order", type=words, metavar="NAME,...", help="fuse along this order of all nodes, first to last")
    _add_seed(add)
    _add_limits(add)


def _add_constraints(add: Any, measure: str) -> None:
    for name, what in (("--required", "keep an edge"), ("--forbidden", "exclude an edge")):
        add(
            name,
            type=edge,
            action="append",
            metavar="EDGE",
            help=f"{what}, whatever its {measure}. 'U->V' is the arc, with quotes for the shell. U--V is the "
            "edge in either direction. The option may be repeated",
        )


def _add_search(add: Any) -> None:
    gaussian = " and ".join(GAUSSIAN_SCORES)
    add("--score", choices=SCORES, default=SCORES[0], help=f"default: {SCORES[0]}; {gaussian} take numbers")
    add("--ess", type=float, default=1.0, metavar="X", help="BDeu's equivalent sample size (default 1)")
    add("--penalty", type=float, default=1.0, metavar="X", help="factor of bic-g's penalty (default 1)")
    add("--alpha-mu", type=float, default=1.0, metavar="X", help="rows of BGe's prior of means (default 1)")
    add(
        "--alpha-w",
        type=float,
        metavar="X",
        help="degrees of freedom of BGe's prior (default n + alpha-mu + 1)",
    )
    add("--max-parents", type=int, metavar="K", help="at most K parents for each node (default: any number)")
    _add_constraints(add, "score")


def _add_rows(add: Any) -> None:
    add(
        "--missing",
        choices=MISSING,
        default=MISSING[0],
        help="missing values are an error (default), their rows are left out, or they are a state of their "
        "own. An empty cell is a missing value, and so are NA, NaN, nan and <NA>",
    )
    add(
        "--missing-values",
        type=words,
        default=(),
        metavar="VALUE,...",
        help="what else is a missing value, such as '?' or -9. Write --missing-values=-9 if it begins with -",
    )
    add(
        "--accept",
        type=accept,
        metavar="all|NAME,...",
        help="take these columns as they are. Without it, decimals and identifiers are errors, and states "
        "that look like mistakes are warnings",
    )


def _add_seed(add: Any) -> None:
    add("--seed", type=int, metavar="N", help="break ties at random (default: the lowest nodes win)")


def _add_limits(add: Any) -> None:
    add(
        "--workers",
        type=int,
        metavar="N",
        help="threads (default: all cores). The answer does not depend on N",
    )
    add("--time-limit", type=float, metavar="SECONDS", help="stop after this time, with the result so far")


def _add_weights(add: Any) -> None:
    add("--weights", type=weights, metavar="W,W,...", help="one weight for each DAG (default: equal weights)")
    add(
        "--outliers",
        choices=OUTLIERS,
        default=OUTLIERS[0],
        help="drop gives the weight 0 to DAGs that agree with hardly any other DAG",
    )
