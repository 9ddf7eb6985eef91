"""The command line's ``learn``, with ``--jointly`` or without."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from itertools import zip_longest
from typing import Any

import numpy as np

from .._base.options import OUTLIERS
from .._base.show import counted, listed
from .._graphs.formats import NETWORK_SUFFIXES
from .._learning.jointly import learn_jointly
from .._learning.jointly_learned import JointlyLearned
from .._learning.learn import learn_many
from .._learning.structure import Learned
from ..errors import InvalidInputError
from ._discretize import BINS, rows_of_tables, tables_given
from ._end import Exit, exit_code
from ._files import RESULT_SUFFIXES, SEVERAL, publish, suffix
from ._objects import options_given
from ._options import LIMITS, ROWS, add_options, add_outs, add_search, flag, off, value
from ._records import jointly_record, learned_record
from ._streams import say, warnings_are_lines
from ._text import EDGE_COLUMNS, csv_text, edge_rows, rows_text
from ._values import file, pairs
from ._wording import files_named

_OPTIONS = ("pairs", "own", "outliers")
_SURE = "chance_true"


def add(command: argparse.ArgumentParser) -> None:
    about = (
        "CSV with the names in the header, one row for each case, and in each cell a state or, by "
        "scores that take them, a number. Files may be compressed by gzip. - is standard input"
    )
    command.add_argument("files", nargs="+", **value(file, "FILE", about))
    add_outs(
        command,
        (*RESULT_SUFFIXES, *NETWORK_SUFFIXES),
        "the structure (of several data files only .json, which consensus reads, but with --jointly any "
        f"format, and with its probabilities {' '.join(NETWORK_SUFFIXES)})",
    )
    _add_jointly(command)
    add_options(command, "json", "quiet")
    search = command.add_argument_group("the search")
    add_search(search)
    about = (
        "break ties at random (default: the lowest nodes win). With --jointly --columns union or --missing "
        "fill, draw what is in no row by this seed (default: 0)"
    )
    shuffles = "search the rows K times more, with the cells of each column shuffled"
    chances = "how many edges chance alone would make"
    draws = "draw the rows of each site again N times and learn from each draw, to find how sure each edge is"
    share = "the share of the draws that join its ends, at most 0.97"
    add_options(
        search,
        *LIMITS,
        seed=value(
            int,
            "N",
            about,
            r='draw what is in no row by this seed, with columns = "union" or missing = "fill" (default: 0)',
        ),
        chance=value(
            int,
            "K",
            f"{shuffles}, and report on stderr {chances} (default: 10 for files of up to 1,000 rows, else 0; "
            "with --jointly 0)",
            r=f"{shuffles}, to find {chances} (default: 10 for tables of up to 1,000 rows, else 0; "
            "in learn_jointly 0)",
        ),
        resamples=value(
            int,
            "N",
            f"{draws}. A last column, chance_true, is {share} (default: 0)",
            default=argparse.SUPPRESS,
            r=f"{draws}. The column chance_true of edges is {share} (default: 50 for one table of up to "
            "1,000 rows and 40 columns in which at most 50 edges are found, else 0)",
        ),
    )
    add_options(command.add_argument_group("the rows"), *ROWS, "decimal", "columns", "repeats", bins=BINS)


def _add_jointly(command: argparse.ArgumentParser) -> None:
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


def run(given: argparse.Namespace) -> Exit:
    _check(given)
    data = tables_given(given, given.files)
    function: Callable[..., Any] = learn_jointly if given.jointly else learn_many
    with files_named(datasets=given.files), warnings_are_lines():
        learned = function(rows_of_tables(given, data), **options_given(given, function))
    each = [learned] if given.jointly else list(learned)
    described = partial(jointly_record if given.jointly else learned_record, given.files, learned)
    publish(
        given,
        each[0],
        described,
        lambda: _text(given, each),
        described,
    )
    if given.jointly and not given.quiet:
        say(_jointly_summary(given.files, learned))
    elif not given.quiet:
        for file, graph in zip(given.files, each, strict=True):
            say(_summary(file, graph))
    return exit_code(*(graph.status for graph in each))


def _check(given: argparse.Namespace) -> None:
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


def _text(given: argparse.Namespace, learned: Sequence[Learned]) -> str:
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


def _summary(what: str, graph: Learned, how: str = "", dropped: Sequence[str] = ()) -> str:
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


def _jointly_summary(files: Sequence[str], together: JointlyLearned) -> str:
    """One line on the structure: how it was found, and what was left out."""
    dropped = [files[k] for k in together._dropped]
    text = _summary(counted(len(files), "site"), together, f"by {together._found_by()}, ", dropped)
    unseen = together.seen.unseen
    return text + f"; {counted(unseen, 'pair')} of columns not seen together" * bool(unseen)
