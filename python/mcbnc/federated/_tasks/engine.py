"""The engine's two operations of a federation: what a site answers, and what a coordinator does next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..._plumbing import Arrays, Nodes, Reply, execute
from ...errors import EngineError, InvalidInputError
from .._protocol.errors import Refused
from .._protocol.frame import canonical
from .._protocol.task import Asked, Sum
from .._results.party import Party

_QUESTION = "q_"
"""How the names of a question's arrays begin."""

_BAD_REQUEST = 4  # a status of include/mcbnc.h


class Follower:
    """The coordinator's side of the engine, for one run.

    The engine may return a state, which stands for the sums so far. Then the next call hands over the state
    and the newer sums alone.
    """

    def __init__(self, party: Party, arrays: Arrays) -> None:
        self._party = party
        self._arrays = arrays
        self._covered: list[Sum] = []  # the sums for which the state stands
        self._state: Arrays = {}

    def follow(self, request: Mapping[str, Any], history: Sequence[Sum]) -> Asked | Reply:
        """The next question after these sums, or the engine's result. A sum that cannot be is a Refused."""
        if len(self._covered) > len(history) or any(
            a is not b for a, b in zip(self._covered, history, strict=False)
        ):
            self._covered, self._state = [], {}
        sums = _sum_arrays(history[len(self._covered) :])
        arrays = {**self._arrays, **self._party.rank(), **self._state, **sums}
        try:
            reply = execute(self._party.nodes, self._party.request("federated_next", **request), arrays)
        except InvalidInputError as error:
            if error.argument == "sums":
                raise Refused(f"a site's answer is wrong: {error}", reason="data") from error
            raise
        if "question" not in reply.info:
            return reply
        if "state" in reply.arrays:
            self._covered, self._state = list(history), {"state": reply.arrays["state"]}
        asked = {name: array for name, array in reply.arrays.items() if name.startswith(_QUESTION)}
        return Asked(reply.info["question"], asked, reply.info["counts"]["length"])


def _sum_arrays(history: Sequence[Sum]) -> Arrays:
    sums = [each.numbers for each in history]
    return {
        "sums": np.concatenate([np.empty(0, np.uint64), *sums]),
        "sums_ptr": np.cumsum([0, *map(len, sums)], dtype=np.int64),
    }


def check_told(
    party: Party, request: Mapping[str, Any], arrays: Arrays, question: Asked, shown: Sequence[Sum]
) -> None:
    """Raise InvalidInputError unless what a question of learning tells of all sites follows from these sums.

    By the same functions the engine finds what a coordinator tells.
    """
    history = [each.question.info for each in shown]
    whole = party.request("federated_told", **request, history=history, question=question.info)
    execute(party.nodes, whole, {**arrays, **party.rank(), **_sum_arrays(shown)})


def answer(
    party: Nodes, request: Mapping[str, Any], arrays: Arrays, question: Asked, most: int, masks: bool
) -> NDArray[np.uint64]:
    """A site's numbers. A question that makes no sense is an InvalidInputError.

    One that asks for more than `most` numbers, or for wider tables than the request allows, is a Refused,
    before anything of that size is made. With `masks`, anything but a sum over rows or a function of a
    structure makes no sense.
    """
    for name in question.arrays:
        if not name.startswith(_QUESTION):  # it would take the place of the site's own arrays
            raise InvalidInputError(f"a question has no array {name!r}", argument="question")
    whole = party.request("federated_answer", **request, question=question.info, masks=masks, most=most)
    try:
        reply = execute(party.nodes, whole, {**question.arrays, **arrays, **party.rank()})
    except InvalidInputError as error:
        if error.argument not in ("most", "max_variables"):
            raise
        raise Refused(str(error), reason="limits") from error
    except EngineError as error:
        if error.code != _BAD_REQUEST:
            raise
        raise InvalidInputError(f"the question makes no sense: {error}", argument="question") from error
    vector: NDArray[np.uint64] = reply.arrays["vector"]
    return vector


def check_options(
    options: dict[str, Any], read: Callable[[dict[str, Any]], Mapping[str, Any]]
) -> dict[str, Any]:
    """The options of a session, as a coordinator sent them.

    `read` reads them as the coordinator's side of the task reads its arguments. What comes out must be the
    options again, so each of them is there and has the kind and the form that it should.
    """
    if canonical(read(options)) != canonical(options):
        raise InvalidInputError("the session's options are not those of its task", argument="options")
    return options
