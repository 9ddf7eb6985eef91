"""Options of a federation become the objects that the functions take."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from .._inputs.knowledge import Knowledge
from ..errors import InvalidInputError
from ..federated import Limits
from ._federate_arguments import TASK_OPTIONS
from ._objects import knowledge_given
from ._streams import say

COMMON_LIMITS = ("max_rounds", "max_numbers", "max_message", "same_weight", "same_columns")
SITE_LIMITS = (
    *COMMON_LIMITS,
    *(
        "max_variables",
        "max_epsilon",
        "max_delta",
        "colluders",
        "max_sessions",
        "max_total",
        "draft",
        "least_change",
        "may_leave",
        "tables",
        "tell_scores",
        "union",
        "member",
    ),
)


def known_given(given: argparse.Namespace, nodes: Sequence[Hashable] = ()) -> dict[str, Any]:
    """The argument `knowledge` of a task, if there is any: a vote refuses it."""
    known = knowledge_given(given, nodes)
    return {} if known == Knowledge() else {"knowledge": known}


def task_options_given(given: argparse.Namespace) -> dict[str, Any]:
    """The options of the task that were given."""
    options = {name: value for name, value in vars(given).items() if name in TASK_OPTIONS}
    if given.task == "learning" and "nodes" in options:
        raise InvalidInputError("learning takes no nodes; it takes columns", argument="nodes")
    return options


def limits_given(given: argparse.Namespace, *options: str) -> Limits:
    """The limits that were given, and the defaults of the others."""
    values = {name.removeprefix("max_"): getattr(given, name) for name in options}
    return Limits(**{name: value for name, value in values.items() if value is not None})


def speaker(given: argparse.Namespace) -> Callable[[str], None]:
    """Where lines about the progress go."""
    return (lambda line: None) if given.quiet else say
