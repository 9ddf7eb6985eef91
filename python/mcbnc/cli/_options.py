"""Options that several commands have."""

from __future__ import annotations

import argparse
from typing import Any

from .._base.options import OUTLIERS, SEARCHES, STARTS
from .._graphs.formats import NETWORK_SUFFIXES
from .._graphs.sources import SUFFIXES
from .._rows.options import COLUMNS, DECIMALS, MISSING
from ._files import suffix
from ._score import add_parameters, add_score
from ._values import Extend, accept, edge, file, format_name, k_max, size, weights, words

__all__ = [
    "add_columns",
    "add_constraints",
    "add_decimal",
    "add_files",
    "add_json",
    "add_limits",
    "add_memory_limit",
    "add_outs",
    "add_quiet",
    "add_rows",
    "add_run_options",
    "add_search",
    "add_seed",
    "add_weights",
    "add_workers",
]


def add_files(command: argparse.ArgumentParser) -> None:
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
        help="the format of files whose suffix tells none, and of standard input: "
        f"{' '.join(formats)} (default for standard input: what it looks like, of json, bn, dot and csv)",
    )


def add_outs(
    command: argparse.ArgumentParser, suffixes: tuple[str, ...], what: str, stdout: str = "instead of"
) -> None:
    listed = " ".join(suffixes)

    def out(path: str) -> str:
        if suffix(path) in suffixes:
            return path
        if suffix(path) in NETWORK_SUFFIXES:
            raise argparse.ArgumentTypeError(
                f"{path!r}: this format holds probabilities, and they come from rows: mcbnc learn --jointly "
                f"ROWS... --out NAME.bif. A structure alone must end in one of {listed}"
            )
        raise argparse.ArgumentTypeError(f"{path!r} must end in one of {listed}")

    command.add_argument(
        "--out",
        type=out,
        action="append",
        default=[],
        metavar="FILE",
        help=f"write {what} to a file {stdout} stdout. The suffix determines the format: {listed}. "
        "The option may be repeated",
    )


def add_json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="one JSON object on stdout")


def add_run_options(command: argparse.ArgumentParser) -> None:
    add_json(command)
    add_quiet(command)
    add = command.add_argument_group("the run").add_argument
    add_weights(add)
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
    add_constraints(add, "criticality")
    add("--order", type=words, metavar="NAME,...", help="fuse along this order of all nodes, first to last")
    add_seed(add)
    add_limits(add)


def add_constraints(add: Any, measure: str, default: Any = None) -> None:
    for name, what in (("--required", "keep an edge"), ("--forbidden", "exclude an edge")):
        add(
            name,
            type=edge,
            action="append",
            default=default,
            metavar="EDGE",
            help=f"{what}, whatever its {measure}. 'U->V' is the arc, with quotes for the shell. U--V is the "
            "edge in either direction. The option may be repeated",
        )
    add(
        "--tiers",
        type=words,
        action="append",
        default=default,
        metavar="NAME,...",
        help="one tier. The option is repeated, the first tier first: no arc goes from a later tier to an "
        "earlier one",
    )
    for name, what in (("--roots", "no parents"), ("--leaves", "no children")):
        add(name, type=words, default=default, metavar="NAME,...", help=f"nodes that have {what}")
    add(
        "--knowledge",
        type=file,
        default=default,
        metavar="FILE",
        help="what is known of the edges, as a knowledge file of Tetrad, instead of the options above",
    )


def add_search(add: Any) -> None:
    add_score(add)
    add_parameters(add)
    add(
        "--search",
        choices=SEARCHES,
        default=SEARCHES[0],
        help="greedy equivalence search, or the extremely greedy one, which leaves local optima "
        f"(default: {SEARCHES[0]})",
    )
    add("--max-parents", type=int, metavar="K", help="at most K parents for each node (default: any number)")
    add_constraints(add, "score")


def add_rows(add: Any) -> None:
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
        action=Extend,
        default=(),
        metavar="VALUE,...",
        help="what else is a missing value, such as '?' or -9. Write --missing-values=-9 if it begins with "
        "-, and '\"<0,5\"' if it has a comma. The option may be repeated",
    )
    add(
        "--accept",
        type=accept,
        action=Extend,
        metavar="all|NAME,...",
        help="take these columns as they are. Without it, decimals and identifiers are errors, and states "
        "that look like mistakes are warnings. The option may be repeated",
    )


def add_decimal(add: Any) -> None:
    add(
        "--decimal",
        choices=DECIMALS,
        metavar=".|,",
        help="the decimal sign of columns such as 734 and 1,051, which both signs fit. The other sign then "
        "parts thousands",
    )


def add_columns(add: Any) -> None:
    add(
        "--columns",
        choices=COLUMNS,
        default=COLUMNS[0],
        help="all files must have the same columns (default), or take those that all have",
    )


def add_seed(add: Any) -> None:
    add("--seed", type=int, metavar="N", help="break ties at random (default: the lowest nodes win)")


def add_limits(add: Any) -> None:
    add_workers(add)
    add_memory_limit(add)
    add("--time-limit", type=float, metavar="SECONDS", help="stop after this time, with the result so far")
    add(
        "--checkpoint",
        type=file,
        metavar="FILE",
        help="keep what is done in FILE, which is made. The same command goes on from there after a crash, "
        "with the same answer. It is not removed at the end",
    )


def add_weights(add: Any) -> None:
    add("--weights", type=weights, metavar="W,W,...", help="one weight for each DAG (default: equal weights)")
    add(
        "--outliers",
        choices=OUTLIERS,
        default=OUTLIERS[0],
        help="drop gives the weight 0 to DAGs that agree with hardly any other DAG",
    )


def add_workers(add: Any) -> None:
    add(
        "--workers",
        type=int,
        metavar="N",
        help="threads (default: all cores). The answer does not depend on N",
    )


def add_memory_limit(add: Any) -> None:
    add(
        "--memory-limit",
        type=size,
        metavar="BYTES",
        help="end with an error before more memory is taken, such as 4G (default: 80%% of what there is)",
    )


def add_quiet(command: argparse.ArgumentParser) -> None:
    command.add_argument("--quiet", action="store_true", help="no progress and no summary on stderr")
