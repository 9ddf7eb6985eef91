"""The option ``--score``, the options that are the parameters of scores, and the score that they make."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from .._base.scoring import GAUSSIAN_SCORES, SCORES, Parameter, Score
from ..errors import InvalidInputError
from ._wording import spelled

__all__ = ["DISCRETE", "add_parameters", "add_score", "make_score"]

DEFAULT = "bdeu"
DISCRETE = tuple(name for name in SCORES if name not in GAUSSIAN_SCORES)


def add_score(add: Any) -> None:
    gaussian = " and ".join(GAUSSIAN_SCORES)
    add(
        "--score",
        type=str.lower,
        choices=tuple(SCORES),
        default=DEFAULT,
        help=f"default: {DEFAULT}; {gaussian} take numbers",
    )


def add_parameters(add: Any, scores: Iterable[str] = SCORES, default: Any = None) -> None:
    """Add an option for each parameter of these scores."""
    for name, parameter in _parameters(scores).items():
        takers = [score for score in scores if name in SCORES[score].parameters()]
        usual = getattr(SCORES[takers[0]], name)
        told = "" if usual is None else f" (default {usual:g})"
        add(
            spelled(name),
            type=parameter.parse,
            default=default,
            metavar="X",
            help=f"{' and '.join(takers)}: {parameter.doc}{told}",
        )


def make_score(given: argparse.Namespace) -> None:
    """Put the score in place of its name. The parameters' options stay, as messages may be about them."""
    name = getattr(given, "score", DEFAULT)
    values = {each: getattr(given, each, None) for each in _parameters(SCORES)}
    parameters = {each: value for each, value in values.items() if value is not None}
    if "score" not in given and not parameters:
        return
    kind = SCORES[name]
    for parameter in parameters:
        if parameter not in kind.parameters():
            raise _of_another_score(parameter, kind)
    given.score = kind(**parameters)


def _parameters(scores: Iterable[str]) -> dict[str, Parameter]:
    return {name: each for score in scores for name, each in SCORES[score].parameters().items()}


def _of_another_score(parameter: str, kind: type[Score]) -> InvalidInputError:
    takers = " or ".join(name for name, other in SCORES.items() if parameter in other.parameters())
    own = " and ".join(map(spelled, kind.parameters())) or "no such option"
    return InvalidInputError(
        f"{spelled(parameter)} is an option of --score {takers}, not of --score {kind.name}, which has {own}",
        argument=parameter,
    )
