"""The command line's ``learn --jointly``: one structure from all data files, with its probabilities."""

from __future__ import annotations

import argparse
from typing import Any

from .._base.options import OUTLIERS
from .._base.show import listed
from .._graphs.formats import NETWORK_SUFFIXES
from .._graphs.structures import structures_record
from .._learning.jointly_learned import JointlyLearned
from ..errors import InvalidInputError
from ._files import suffix, write, write_text
from ._text import json_text, rows_text
from ._values import pairs

__all__ = ["add_jointly", "check_jointly", "jointly_record", "jointly_summary", "write_jointly"]

_OPTIONS = ("pairs", "own", "outliers")


def add_jointly(command: argparse.ArgumentParser) -> None:
    """Add ``--jointly`` and the options that go with it. One of those that is not given has no attribute."""
    command.add_argument(
        "--jointly",
        action="store_true",
        help="learn one structure from the rows of all files, also if the sites are not alike",
    )
    add = command.add_argument_group("with --jointly").add_argument
    add(
        "--pairs",
        type=pairs,
        default=argparse.SUPPRESS,
        metavar="votes|union|all|X",
        help="look for edges among: all pairs, with a penalty for those that few of the files' own "
        "structures join (votes, the default); those that at least one structure joins (union); those that "
        "at least the share X of the structures joins; or all pairs, without a penalty",
    )
    add(
        "--no-own",
        dest="own",
        action="store_false",
        default=argparse.SUPPRESS,
        help="do without the files' own scores: by the score of all rows together alone, as mcbnc federate",
    )
    add(
        "--outliers",
        choices=OUTLIERS,
        default=argparse.SUPPRESS,
        help="drop or keep files whose own structures agree with hardly any other (default: drop)",
    )


def check_jointly(given: argparse.Namespace) -> None:
    """Refuse options that would have no effect."""
    if given.jointly and given.seed is not None:
        raise InvalidInputError("--seed has no effect with --jointly, which breaks no ties at random")
    if given.jointly and given.checkpoint is not None:
        raise InvalidInputError("--checkpoint has no effect with --jointly, which is one search")
    for name in _OPTIONS:
        if name in given and not given.jointly:
            raise InvalidInputError(f"--{'no-own' if name == 'own' else name} is for --jointly")
    for out in given.out:
        end = suffix(out)
        if end in NETWORK_SUFFIXES and not given.jointly:
            raise InvalidInputError(f"{out}: {end} holds probabilities, which only --jointly makes")
        if end in NETWORK_SUFFIXES and given.score.gaussian:
            raise InvalidInputError(f"{out}: {end} holds states, and {given.score.name} takes numbers")


def jointly_summary(together: JointlyLearned, files: list[str]) -> str:
    """One line on the structure: how it was found, and what was left out."""
    text = (
        f"{len(files)} {'site' if len(files) == 1 else 'sites'}: {len(together)} edges, "
        f"{len(together.reversible)} of them reversible, over {len(together.nodes)} nodes from "
        f"{rows_text(together.rows, together.rows_left_out)} rows, by the {together.method} search, "
        f"score {together.score:.8g}, in {together.seconds:.3g} s"
    )
    if together.dropped:
        text += f"; sites left out: {listed([files[k] for k in together.dropped])}"
    if together.columns_left_out:
        text += f"; columns left out: {listed(together.columns_left_out)}"
    return text


def jointly_record(together: JointlyLearned, files: list[str]) -> dict[str, Any]:
    """The structure in the format of the bundled sets, and how it was found."""
    return {
        **structures_record([together]),
        "learned": [
            {
                "data": files,
                "dropped": [files[k] for k in together.dropped],
                "rows": together.rows,
                "rows_left_out": together.rows_left_out,
                "columns_left_out": together.columns_left_out,
                together.criterion: together.score,
                "search": together.method,
                "scores": together.scores,
                "pairs": together.pairs,
                "status": together.status,
                "seconds": together.seconds,
            }
        ],
    }


def write_jointly(together: JointlyLearned, files: list[str], path: str) -> None:
    """Write the structure to a file, in JSON as ``--json`` prints it."""
    if suffix(path) == ".json":
        write_text(path, json_text(jointly_record(together, files)))
    else:
        write(together, path)
