"""The option ``--jointly`` of ``learn``, and what goes with it or does not."""

from __future__ import annotations

import argparse
from typing import Any

from .._base.options import OUTLIERS
from .._graphs.formats import NETWORK_SUFFIXES
from ..errors import InvalidInputError
from ._files import SEVERAL, suffix
from ._options import add_options, flag, off, value
from ._values import pairs

__all__ = ["add_jointly", "check_learn"]

_OPTIONS = ("pairs", "own", "outliers")


def add_jointly(command: argparse.ArgumentParser) -> None:
    """Add ``--jointly`` and the options that go with it. One of those that is not given has no attribute."""
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
            "look for edges among: all pairs, with a penalty for those that few of the files' own structures "
            "join (votes, the default); those that at least one structure joins (union); those that at least "
            "the share X of the structures joins; or all pairs, without a penalty",
            default=unset,
        ),
        no_own=off(
            "own",
            "do without the files' own scores: by the score of all rows together alone, as mcbnc federate",
            default=unset,
        ),
        outliers={
            "choices": OUTLIERS,
            "default": unset,
            "help": "drop or keep files whose own structures agree with hardly any other (default: drop)",
        },
    )


def check_learn(given: argparse.Namespace) -> None:
    """Refuse options that would have no effect, and formats that cannot hold what is learned."""
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
        if not given.jointly and len(given.files) > 1 and end != SEVERAL:
            raise InvalidInputError(f"{out}: of several data files, only {SEVERAL} holds the structures")
