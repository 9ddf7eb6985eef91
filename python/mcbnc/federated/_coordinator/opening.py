"""The beginning of a run at the coordinator: a session of its own, or one that its log has begun."""

from __future__ import annotations

import secrets
from collections.abc import Hashable
from dataclasses import replace
from typing import Any

from ..._plumbing import __version__, shown
from ...errors import InvalidInputError
from .._protocol import messages
from .._protocol.errors import Refused
from .._protocol.task import Task
from .._secure.limits import Limits
from .._secure.marks import Mark, find_older, marked
from .._secure.roster import check_member, known_sets
from .._secure.weights import check_weights
from .exchange import Exchange, Greeting
from .journal import Epoch, Journal

_SESSION = 32  # bytes


def make_hello(
    task: Task, nodes: list[Any], clients: int, limits: Limits, masks: bool, recipe: bytes
) -> messages.Hello:
    """The first message of a new session. A task looks ahead as far as its own option sets."""
    check_weights(task.options, clients, masks, limits.same_weight)
    promise = limits.promise()
    draft = task.options.get("draft", promise["draft"])
    for name, most in (("draft", "draft"), ("open_above", "numbers"), ("budget", "numbers")):
        asked = task.options.get(name, 0)
        if asked > promise[most]:
            raise InvalidInputError(f"{name}: the limits allow {promise[most]}, not {asked}", argument=name)
    return messages.Hello(
        session=secrets.token_bytes(_SESSION),
        version=__version__,
        nodes=nodes,
        clients=clients,
        task=task.name,
        options=task.options,
        promise={**promise, "draft": draft},
        masks=masks,
        recipe=recipe,
    )


def begin(journal: Journal, hello: messages.Hello, clients: list[Hashable], again: bool) -> Exchange:
    """The first message: that of a new session, or of the one that the log has begun.

    `again` begins a new session for the run of the log.
    """
    if journal.epochs:
        epoch = journal.last
        if replace(hello, session=epoch.session).pack() != epoch.hello:
            raise InvalidInputError("journal: the file is of another run", argument="journal")
        if not again:
            if epoch.roster:
                return Exchange(epoch.roster, clients)
            return Greeting(epoch.hello, clients, hello.masks)
    content = hello.pack()
    journal.write(content)
    return Greeting(content, clients, hello.masks)


def check_same_sites(journal: Journal, greeting: Greeting, roster: bytes, masked: bool) -> None:
    """Refuse to go on with the sums of other sites, of other places, or of other data of the same sites.

    A site makes its commitment with a secret. With masks the secret comes with the site's key. Without masks
    it is in the site's state alone, as the identity may be. If the state is lost, it is unknown whether the
    data are the same.
    """
    for epoch in journal.epochs[:-1]:
        if masked and epoch.roster:
            before, now = (
                messages.read_as(messages.Roster, each, len(each)) for each in (epoch.roster, roster)
            )
            if before.identities() != now.identities():
                raise Refused("the log is of other sites", reason="roster")
            if before.places != now.places:
                raise Refused("the log is of sites in other places", reason="roster")
        if not epoch.sums:
            continue
        for client, identity in greeting.identities.items():
            if epoch.commitments.get(identity) != greeting.commitments[identity][0]:
                lost = "" if masked else ", or it has lost its state, so that it is unknown whether they are"
                raise Refused(
                    f"the data of client {shown(client)} are others than those that the sums in the journal "
                    f"are of{lost}: start a new run with another journal",
                    reason="data",
                    client=client,
                )


def check_states(journal: Journal, greeting: Greeting, roster: bytes, masked: bool) -> None:
    """Refuse a site whose state is older than in the sessions of the journal."""
    new, marks = messages.read_as(messages.Roster, roster, len(roster)), list[Mark]()
    for epoch in journal.epochs[:-1]:
        if epoch.roster:
            before = messages.read_as(messages.Roster, epoch.roster, len(epoch.roster))
            marks = marked(marks, before.members, epoch.session, len(epoch.sums), _noisy(epoch))
    if not marks:
        return
    present = known_sets([check_member(new.hello, each) for each in new.members])[1] if masked else {}
    older = find_older(new.members, marks, present, _noisy(journal.last))
    if older is not None:
        clients = {identity: client for client, identity in greeting.identities.items()}
        client = clients[older.site]
        refusal = older.refusal({older.site: f"client {shown(client)}"})
        refusal.client = client
        raise refusal


def _noisy(epoch: Epoch) -> bool:
    hello = messages.read_as(messages.Hello, epoch.hello, len(epoch.hello))
    return hello.options.get("epsilon") is not None
