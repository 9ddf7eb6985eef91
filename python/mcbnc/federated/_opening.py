"""The beginning of a run at the coordinator: a session of its own, or one that its log has begun."""

from __future__ import annotations

import secrets
from collections.abc import Hashable
from dataclasses import replace
from typing import Any

from .._version import __version__
from ..errors import InvalidInputError
from . import _messages as messages
from ._errors import Refused
from ._exchange import Exchange, Greeting
from ._journal import Journal
from ._limits import Limits
from ._task import Task
from ._weights import check_weights

__all__ = ["begin", "check_same_sites", "make_hello"]


def make_hello(task: Task, nodes: list[Any], clients: int, limits: Limits, masks: bool) -> messages.Hello:
    """The first message of a new session. A task looks ahead as far as its own option says."""
    check_weights(task.options, masks, limits.same_weight)
    promise = limits.promise()
    draft = task.options.get("draft", promise["draft"])
    if draft > promise["draft"]:
        raise InvalidInputError(f"draft: the limits allow {promise['draft']}, not {draft}", argument="draft")
    return messages.Hello(
        session=secrets.token_bytes(messages.SESSION),
        version=__version__,
        nodes=nodes,
        clients=clients,
        task=task.name,
        options=task.options,
        promise={**promise, "draft": draft},
        masks=masks,
    )


def begin(journal: Journal, hello: messages.Hello, clients: list[Hashable], again: bool) -> Exchange:
    """The first message: that of a new session, or of the one that the log has begun.

    `again` begins a new session for the run of the log.
    """
    if journal.epochs:
        epoch = journal.last
        if replace(hello, session=epoch.session).pack() != epoch.hello:
            raise InvalidInputError("log: the file is of another run", argument="log")
        if not again:
            return Exchange(epoch.roster, clients) if epoch.roster else Greeting(epoch.hello, clients)
    content = hello.pack()
    journal.write(content)
    return Greeting(content, clients)


def check_same_sites(journal: Journal, greeting: Greeting, roster: bytes) -> None:
    """Refuse to go on with the sums of other sites, or of the same sites with other weights."""
    for epoch in journal.epochs[:-1]:
        if not epoch.roster:
            continue
        if epoch.identities != set(greeting.identities.values()):
            raise Refused("the log is of other sites", reason="roster")
        if _places(epoch.roster) != _places(roster):
            raise Refused("the log is of sites in other places", reason="roster")


def _places(content: bytes) -> list[int]:
    """The places of the sites of a roster, by identity."""
    roster = messages.read(content, len(content))
    assert isinstance(roster, messages.Roster)
    return roster.places
