"""The argument `score`, and the parameters that go with each score."""

from __future__ import annotations

from typing import Any

from ..errors import InvalidInputError
from .options import SCORE_PARAMETERS, SCORES, check_word, read_number
from .wording import wording

__all__ = ["read_parameters", "read_score"]

_DEFAULTS: dict[str, float | None] = {"ess": 1.0, "penalty": 1.0, "alpha_mu": 1.0, "alpha_w": None}


def read_score(score: Any) -> str:
    """The name of a score as the engine writes it. The caller may write it in any case."""
    return check_word(score.lower() if isinstance(score, str) else score, "score", SCORES)


def read_parameters(score: str, **given: Any) -> dict[str, float | None]:
    """The parameters by the engine's names. One that is not given has its default.

    Those of other scores are None. To give one is refused, since it would change nothing.
    """
    found = {name: usual if name in SCORE_PARAMETERS[score] else None for name, usual in _DEFAULTS.items()}
    for name, value in given.items():
        if value is None:
            continue
        if name not in SCORE_PARAMETERS[score]:
            raise _of_another_score(name, score)
        found[name] = read_number(value, name, "a finite number, or None")
    return found


def _of_another_score(name: str, score: str) -> InvalidInputError:
    say = wording().option
    takers = [other for other, names in SCORE_PARAMETERS.items() if name in names]
    own = " and ".join(SCORE_PARAMETERS[score]) or "no such option"
    return InvalidInputError(
        f"{name} is an option of {say('score', *takers)}, not of {say('score', score)}, which has {own}",
        argument=name,
    )
