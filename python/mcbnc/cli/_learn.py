"""The command line's ``learn``, with ``--jointly`` or without: its options, and its output."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import numpy as np

from .._base.options import OUTLIERS
from .._base.show import counted, listed
from .._graphs.formats import NETWORK_SUFFIXES
from .._learning.jointly_learned import JointlyLearned
from .._learning.structure import Learned
from ..errors import InvalidInputError
from ._files import SEVERAL, suffix
from ._options import add_options, flag, off, value
from ._text import EDGE_COLUMNS, csv_text, edge_rows, rows_text
from ._values import pairs

_OPTIONS = ("pairs", "own", "outliers")
_SURE = "chance_true"


def add_jointly(command: argparse.ArgumentParser) -> None:
    """Add ``--jointly`` and its options. One of those that is not given has no attribute."""
    add_options(
        command,
        jointly=flag("learn one structure from the rows of all files, also if the sites are not alike"),
    )
    unset: Any = argparse.SUPPRESS
    add_options(
        command.add_argument_group("with --jointly"),
        pairs=value(
            pairs,
            "votes|union|all|X",
            "look for edges among: all pairs, with a penalty for those that few of the sites' own structures "
            "join (votes, the default); those that at least one structure joins (union); those that at least "
            "the share X of the structures joins, above 0 and up to 1; or all pairs, without a penalty (all)",
            default=unset,
        ),
        no_own=off(
            "own",
            "do without the sites' own scores: by the score of all rows together alone, as federations do",
            default=unset,
        ),
        outliers={
            "choices": OUTLIERS,
            "default": unset,
            "help": "drop or keep sites whose own structures agree with hardly any other (default: drop)",
        },
    )


def check_learn(given: argparse.Namespace) -> None:
    """Refuse options that would have no effect, and formats that cannot hold what is learned."""
    draws = given.columns == "union" or given.missing == "fill"
    if given.jointly and given.seed is not None and not draws:
        raise InvalidInputError(
            "--seed has no effect with --jointly, which breaks no ties at random, unless with "
            "--columns union or --missing fill"
        )
    for name in _OPTIONS:
        if name in given and not given.jointly:
            raise InvalidInputError(f"--{'no-own' if name == 'own' else name} is for --jointly")
    for out in given.out:
        end = suffix(out)
        if end in NETWORK_SUFFIXES and not given.jointly:
            raise InvalidInputError(f"{out}: {end} holds probabilities, which only --jointly makes")
        if end in NETWORK_SUFFIXES and given.score is not None and not given.score.discrete:
            raise InvalidInputError(f"{out}: {end} holds states, and {given.score.name} takes numbers")
        if not given.jointly and len(given.files) > 1 and end != SEVERAL:
            raise InvalidInputError(f"{out}: of several data files, only {SEVERAL} holds the structures")


def learned_text(given: argparse.Namespace, learned: Sequence[Learned]) -> str:
    """The edges as CSV. Of several files apart, the first column is the file. Resamples make the last one."""
    files = given.files[: len(learned)]
    several, sure = len(files) > 1, bool(getattr(given, "resamples", 0))
    header = ("data",) * several + EDGE_COLUMNS + (_SURE,) * sure
    rows = [
        (file,) * several + row + told * sure
        for file, graph in zip(files, learned, strict=True)
        for row, told in zip_longest(edge_rows(graph), _chances(graph), fillvalue=("",))
    ]
    return csv_text(header, rows)


def _chances(graph: Learned) -> list[tuple[float]]:
    """The chance of each edge, if it is known."""
    return [(chance,) for chance in np.asarray(graph._edge_columns().get(_SURE, ())).tolist()]


def summary(what: str, graph: Learned, how: str = "", dropped: Sequence[str] = ()) -> str:
    """One line on a structure, with what chance alone would make, and what was left out."""
    text = (
        f"{what}: {counted(len(graph), 'edge')}, {len(graph.reversible)} of them reversible, over "
        f"{counted(len(graph.nodes), 'node')} from {rows_text(graph.rows, graph.rows_left_out)} rows, "
        f"{how}{graph._score_title} {graph.score:.8g}, in {graph.seconds:.3g} s{graph._doubt_told()}"
    )
    for kind, names in (("sites", dropped), ("columns", graph.columns_left_out)):
        if names:
            text += f"; {kind} left out: {listed(names)}"
    return text


def jointly_summary(files: Sequence[str], together: JointlyLearned) -> str:
    """One line on the structure: how it was found, and what was left out."""
    dropped = [files[k] for k in together._dropped]
    text = summary(counted(len(files), "site"), together, f"by {together._found_by()}, ", dropped)
    unseen = together.seen.unseen
    return text + f"; {counted(unseen, 'pair')} of columns not seen together" * bool(unseen)
