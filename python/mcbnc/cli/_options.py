"""Options that several commands have, and how a command and its options are added."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, get_args

from .._base import defaults
from .._base.options import DAG_NODES, OUTLIERS, PRIORS, SEARCHES, STARTS
from .._graphs.formats import NETWORK_SUFFIXES
from .._graphs.labels import Naming
from .._rows.words import COLUMNS, DECIMALS, MISSING, REPEATS
from ._files import suffix
from ._objects import add_parameters, add_score
from ._values import Extend, accept, digits, edge, file, format_name, k_max, size, weights, words
from ._wording import spelled

Option = dict[str, Any]
"""What argparse gets of an option; and as "r" the text of R's help, where the shell's would not be true."""


def value(read: Callable[[str], Any], metavar: str, help: str, **more: Any) -> Option:
    """An option with a value, which `read` makes of its text."""
    return {"type": read, "metavar": metavar, "help": help, **more}


def several(read: Callable[[str], Any], metavar: str, help: str, **more: Any) -> Option:
    """An option with a list of values, which may be repeated."""
    return value(read, metavar, f"{help}. The option may be repeated", action=Extend, **more)


def word(words: tuple[str, ...], help: str, **more: Any) -> Option:
    """An option with one of these words, the first one unless it is given."""
    return {"choices": words, "default": words[0], "help": help, **more}


def flag(help: str, **more: Any) -> Option:
    """An option without a value."""
    return {"action": "store_true", "help": help, **more}


def off(dest: str, help: str, **more: Any) -> Option:
    """An option that makes `dest` False."""
    return {"action": "store_false", "dest": dest, "help": help, **more}


ROWS = {
    "missing": word(
        MISSING,
        "missing values are an error (default), their rows are left out, they are a state of their own, or "
        "they are filled by draws. "
        "An empty cell is a missing value, and so are NA, NaN, nan and <NA>",
        r="missing values are an error (default), their rows are left out, they are a state of their own, or "
        "they are filled by draws",
    ),
    "missing_values": several(
        words,
        "VALUE,...",
        "what else is a missing value, such as '?' or -9. Write --missing-values=-9 if it begins with -, and "
        "'\"<0,5\"' if it has a comma",
        default=(),
        r='what else is a missing value, such as "?" or -9',
    ),
    "accept": several(
        accept,
        "all|NAME,...",
        "take these columns as they are. Without it, decimals and identifiers are errors, and states that "
        "look like mistakes are warnings",
        r="take these columns as they are, or all if it is TRUE. Without it, decimals and identifiers are "
        "errors, and states that look like mistakes are warnings",
    ),
    "recipe": value(
        file,
        "FILE",
        "change the tables first, as this file in TOML says, which check --recipe writes. A site of the "
        "recipe is a file without folder and suffix",
        r="change the tables first, as a recipe in TOML says: its file, its text, or that of check. A site "
        "of the recipe is a name of the list of tables, or a file without folder and suffix",
    ),
}
LIMITS = {
    "workers": value(int, "N", "threads (default: all cores). The answer does not depend on N"),
    "memory_limit": value(
        size,
        "BYTES",
        "end with an error before more memory is taken, such as 4G (default: 80%% of what there is)",
    ),
    "time_limit": value(float, "SECONDS", "stop after this time, with the result so far"),
    "checkpoint": value(
        file,
        "FILE",
        "keep what is done in FILE, which is made. The same command goes on from there after a crash, with "
        "the same answer. It is not removed at the end",
        r="a file, in which is kept what is done. The same call goes on from there after a crash, with the "
        "same answer. It is not removed at the end",
    ),
}
_ORDERED = {
    "tiers": value(
        words,
        "NAME,...",
        "one tier. The option is repeated, the first tier first: no arc goes from a later tier to an earlier "
        "one",
        action="append",
    ),
    "roots": value(words, "NAME,...", "nodes that have no parents"),
    "leaves": value(words, "NAME,...", "nodes that have no children"),
    "knowledge": value(
        file,
        "FILE",
        "what is known of the edges, as a knowledge file of Tetrad, instead of the options above",
    ),
}
_K_MAX = "one deletion makes at most K nodes common children: the set H. none is any number (default 10)"
OPTIONS = {
    **ROWS,
    **LIMITS,
    "json": flag("one JSON object on stdout"),
    "quiet": flag("no progress and no summary on stderr"),
    "seed": value(int, "N", "break ties at random, reproducibly (default: the lowest nodes win)"),
    "decimal": {
        "choices": DECIMALS,
        "metavar": ".|,",
        "help": "the decimal sign of columns such as 734 and 1,051, which both signs fit. The other sign "
        "then parts thousands",
    },
    "columns": word(
        COLUMNS,
        "all sites must have the same columns (default), or take those that all have, or all columns",
    ),
    "repeats": word(
        REPEATS,
        "keep rows that are equal to another one of their site (default), or keep one of each",
    ),
    "search": word(
        SEARCHES,
        "greedy equivalence search, or the extremely greedy one, which leaves local optima "
        f"(default: {defaults.SEARCH})",
        default=defaults.SEARCH,
    ),
    "prior": word(
        PRIORS,
        "the prior of structures: edges gives each pair of n columns the odds 1/n to be joined "
        f"(default: {defaults.PRIOR or 'none'})",
        default=defaults.PRIOR or "none",
    ),
    "max_parents": value(int, "K", "at most K parents for each node (default: any number)"),
    "nodes": word(
        DAG_NODES,
        "all DAGs must have the same nodes (default), or take DAGs over different nodes, for a result over "
        "all of them",
    ),
    "weights": value(
        weights,
        "W,W,...",
        "one weight >= 0 for each DAG (default: equal weights). Only their proportions matter",
        r="one number >= 0 for each graph (default: equal weights). Only their proportions matter. If dags "
        "and the weights have names, each graph has the weight of its name",
    ),
    "outliers": word(OUTLIERS, "drop gives the weight 0 to DAGs that agree with hardly any other DAG"),
    "cap": value(int, "N", "count a DAG's cut as N at most. With 1, every DAG has one vote"),
    "k_max": value(k_max, "K|none", _K_MAX, default=10),
    "start": word(
        STARTS, f"delete edges from the fusion's CPDAG, or from the fusion itself (default: {STARTS[0]})"
    ),
    "canonical": flag("first replace each DAG by the canonical DAG of its class"),
    "order": value(words, "NAME,...", "fuse along this order of all nodes, first to last"),
}


def add_options(group: Any, *names: str, **own: Option) -> None:
    """Add options to a command or a group of its options: those of many commands by name, and its own."""
    for name, option in {**{name: OPTIONS[name] for name in names}, **own}.items():
        added = group.add_argument(spelled(name), **{key: option[key] for key in option.keys() - {"r"}})
        added.r = option.get("r")


def add_files(command: argparse.ArgumentParser) -> None:
    from .._graphs.recognising import (
        SUFFIXES,  # it loads all formats, which a command without graphs does not need
    )

    about = "one or more DAGs in each file, - for standard input. mcbnc --help lists the formats"
    command.add_argument("files", nargs="+", **value(file, "FILE", about))
    formats = " ".join(suffix.removeprefix(".") for suffix in SUFFIXES)
    about = (
        f"the format of files whose suffix has none, and of standard input: {formats} (default: what the "
        "content tells)"
    )
    add_options(
        command,
        format=value(format_name, "FORMAT", about),
        node_names=word(
            get_args(Naming),
            "what the names of nodes are, where a node has an identifier and a label (default: the labels of "
            "nodes that a program counted, else the identifiers)",
            default=None,
        ),
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

    about = (
        f"write {what} to a file {stdout} stdout. The suffix determines the format: {listed}. The option may "
        "be repeated"
    )
    add_options(command, out=value(out, "FILE", about, action="append", default=[]))
    if NETWORK_SUFFIXES[0] in suffixes:
        about = "digits of each probability in a file that holds any (default: all)"
        add_options(command, digits=value(digits, "N", about))


def add_run_options(command: argparse.ArgumentParser) -> None:
    add_options(command, "json", "quiet")
    group = command.add_argument_group("the run")
    add_options(group, "nodes", "weights", "outliers", "cap", "k_max", "start", "canonical")
    add_constraints(group, "criticality")
    add_options(group, "order", "seed", *LIMITS)


def add_constraints(group: Any, measure: str, default: Any = None) -> None:
    for name, what in (("required", "keep an edge"), ("forbidden", "exclude an edge")):
        about = (
            f"{what}, whatever its {measure}. 'U->V' is the arc, with quotes for the shell. U--V is the edge "
            "in either direction. The option may be repeated"
        )
        add_options(group, **{name: value(edge, "EDGE", about, action="append", default=default)})
    add_options(group, **{name: {**option, "default": default} for name, option in _ORDERED.items()})


def add_search(group: Any) -> None:
    add_score(group.add_argument)
    add_parameters(group.add_argument)
    add_options(group, "search", "prior", "max_parents")
    add_constraints(group, "score")
