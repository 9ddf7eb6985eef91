"""The coordinator of a federation."""

from __future__ import annotations

import secrets
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.options import check_flag
from .._base.paths import PathLike
from .._base.show import shown
from .._version import __version__
from ..errors import InvalidInputError
from . import _messages as messages
from ._arguments import read_clients, read_nodes
from ._engine_task import read_task
from ._errors import REASONS, Incomplete, OutOfStep, Refused
from ._exchange import Exchange, Greeting, Round
from ._frame import digest
from ._journal import Journal
from ._limits import Limits
from ._masks import PROBES
from ._roster import LEAST_MASKED
from ._task import Found

__all__ = ["Coordinator", "Outgoing"]


class Outgoing(NamedTuple):
    """A message on its way."""

    to: tuple[Hashable, ...]
    """The clients to whom it goes, all the same bytes."""
    bytes: bytes


class Coordinator:
    """The coordinator: it asks all sites the same questions, and sees nothing but the sums of their answers.

    It opens no connection. Each message of the iteration goes to all clients that it names, by whatever
    transport, and their replies go to :meth:`feed`::

        for message in coordinator:
            coordinator.feed(transport(message.to, message.bytes))
        coordinator.result

    If replies are missing, the same message comes again, for the clients who have not replied.

    Parameters
    ----------
    nodes : sequence of names
        The n nodes: strings or whole numbers. Each site's data have the same ones, in any order.
    clients : int or sequence of hashable
        How many sites take part, or what the transport calls them. With masks at least 3.
    task : {"consensus", "learning"}
        :func:`mcbnc.consensus` of the sites' DAGs, or :func:`mcbnc.learn_jointly` of their rows.
    masks : bool
        Whether the sites mask their numbers. Without masks the coordinator could look at each site's own.
    limits : Limits, optional
        How far this run may go. The sites are told, and refuse if it is further than they allow.
    log : path, optional
        A file for the questions and sums. If it holds the beginning of this run, the run goes on there.
    new_session : bool
        True goes on with the run of `log` in a new session: for sites that have restarted without `state`.
        With masks the sites must be the same ones.
    **options
        Options of the task.

    Raises
    ------
    InvalidInputError
        A bad argument, or a `log` that is damaged or of another run.
    """

    def __init__(
        self,
        nodes: Any,
        clients: Any,
        *,
        task: Any = "consensus",
        masks: bool = True,
        limits: Limits | None = None,
        log: PathLike | None = None,
        new_session: bool = False,
        **options: Any,
    ) -> None:
        self._clients = read_clients(clients)
        self._limits = limits or Limits()
        self._masked = check_flag(masks, "masks")
        if self._masked and len(self._clients) < LEAST_MASKED:
            raise InvalidInputError(f"clients: masks need at least {LEAST_MASKED} sites", argument="clients")
        names = read_nodes(nodes)
        self._task = read_task(task, names, len(self._clients), options)
        self._journal = Journal(log)
        self._found: Found | None = None
        self._identities: dict[Hashable, bytes] = {}
        self._late: list[Hashable] = []  # who gets the whole log
        self._caught_up: list[Hashable] = []  # who got it for the present message
        self._exchange = self._begin(self._hello(names), check_flag(new_session, "new_session"))

    def __repr__(self) -> str:
        state = "complete" if self._found else "running"
        return f"<Coordinator of {len(self._clients)} sites: {self.rounds} rounds, {state}>"

    @property
    def rounds(self) -> int:
        """The number of questions that all sites have answered."""
        return sum(len(epoch.sums) for epoch in self._journal.epochs)

    @property
    def numbers(self) -> int:
        """How many numbers each site has sent."""
        return sum(epoch.numbers for epoch in self._journal.epochs)

    @property
    def result(self) -> Any:
        """The result of the task.

        Raises
        ------
        Incomplete
            If there is none yet. The error has the log, and the clients who have not replied.
        """
        if self._found is None:
            raise Incomplete(
                f"there is no result after {self.rounds} rounds",
                log=self._journal.history(),
                missing=self._exchange.waiting,
            )
        return self._found.result

    def __iter__(self) -> Iterator[Outgoing]:
        return self

    def __next__(self) -> Outgoing:
        if self._late:
            return Outgoing(tuple(self._late), self._log())
        if not self._exchange.waiting:
            self._exchange = self._follow()
            self._caught_up = []
        return Outgoing(tuple(self._exchange.waiting), self._exchange.content)

    def feed(self, replies: Mapping[Any, bytes]) -> None:
        """Take replies, by client. A reply of a client who was not asked, such as a late copy, is ignored.

        Raises
        ------
        Refused
            A client has refused, or its reply cannot be: the error says who and why. Other replies are taken.
        OutOfStep
            The masks did not cancel, or a client is out of step even with the whole log. It is a Refused too.
        """
        failed: Refused | None = None
        for client, reply in replies.items():
            try:
                self._take(client, reply)
            except Refused as error:
                error.client = client
                failed = failed or error
        if failed is not None:
            raise failed

    def _take(self, client: Any, content: bytes) -> None:
        if client not in self._clients:
            raise InvalidInputError(f"replies: there is no client {shown(client)}", argument="replies")
        if client not in self._exchange.waiting:
            return
        reply = messages.read(bytes(content), self._limits.message)
        if isinstance(reply, messages.Refusal):
            self._take_refusal(client, reply)
        elif client in self._late:
            if not isinstance(reply, messages.Ready) or reply.digest != digest(self._log()):
                raise Refused("a reply is not to the log that was sent", reason="step")
            self._late.remove(client)
        else:
            self._exchange.take(client, reply, self._identities.get(client))
            if not self._exchange.waiting:
                self._complete(self._exchange)

    def _take_refusal(self, client: Hashable, refusal: messages.Refusal) -> None:
        if refusal.digest != (digest(self._log()) if client in self._late else self._exchange.digest):
            raise Refused("a refusal is not of the message that was sent last", reason="step")
        if refusal.reason != "step":
            raise Refused(f"client {shown(client)} refuses: {REASONS[refusal.reason]}", reason=refusal.reason)
        if client in self._caught_up:
            raise OutOfStep(f"client {shown(client)} is out of step even with the whole log", reason="step")
        self._caught_up.append(client)
        self._late.append(client)

    def _log(self) -> bytes:
        """The questions before the present message."""
        questions = self._journal.last.questions
        return messages.Log([each for each in questions if each != self._exchange.content]).pack()

    def _hello(self, nodes: list[Any]) -> messages.Hello:
        return messages.Hello(
            session=secrets.token_bytes(messages.SESSION),
            version=__version__,
            nodes=nodes,
            clients=len(self._clients),
            task=self._task.name,
            options=self._task.options,
            promise=self._limits.promise(),
            masks=self._masked,
        )

    def _begin(self, hello: messages.Hello, new_session: bool) -> Exchange:
        """The first message: that of a new session, or of one that the log has begun."""
        journal = self._journal
        if journal.epochs:
            epoch = journal.last
            old = messages.read(epoch.hello, len(epoch.hello))
            assert isinstance(old, messages.Hello)
            if replace(hello, session=old.session).pack() != epoch.hello:
                raise InvalidInputError("log: the file is of another run", argument="log")
            if not new_session:
                first = Exchange(epoch.roster, self._clients) if epoch.roster else None
                return first or Greeting(epoch.hello, self._clients)
        content = hello.pack()
        journal.write(content)
        return Greeting(content, self._clients)

    def _complete(self, exchange: Exchange) -> None:
        """All clients have replied."""
        self._identities = exchange.identities
        if isinstance(exchange, Round):
            self._journal.write_sum(self._unmask(exchange) if self._masked else exchange.sum)

    def _unmask(self, exchange: Round) -> NDArray[np.uint64]:
        """The sum without its probes, which are zero if all masks cancel."""
        numbers, probes = exchange.sum[:-PROBES], exchange.sum[-PROBES:]
        if len(probes) < PROBES or probes.any():
            self._exchange = Round(exchange.content, self._clients)
            raise OutOfStep("the masks of the sites do not cancel: a site's answer is wrong", reason="step")
        return numbers

    def _follow(self) -> Exchange:
        """What comes after a message to which all clients have replied."""
        if isinstance(self._exchange, Greeting):
            roster = self._exchange.roster()
            self._check_same_sites(self._exchange)
            self._journal.write(roster)
            return Exchange(roster, self._clients)
        if self._found is not None:
            raise StopIteration
        epoch = self._journal.last
        if len(epoch.questions) > len(epoch.sums):
            return Round(epoch.questions[-1], self._clients)
        return self._ask()

    def _ask(self) -> Exchange:
        epoch = self._journal.last
        session, last = self._session(), digest(epoch.questions[-1] if epoch.questions else epoch.roster)
        step = self._task.next(self._journal.history())
        if isinstance(step, Found):
            self._found = step
            return Exchange(messages.Outcome(session, last, step.info, step.arrays).pack(), self._clients)
        t = len(epoch.questions) + 1
        if t > self._limits.rounds:
            raise Incomplete(
                f"the run takes more than {self._limits.rounds} rounds", log=self._journal.history()
            )
        content = messages.Question(session, t, last, step.info, step.arrays).pack()
        self._journal.write(content)
        return Round(content, self._clients)

    def _session(self) -> bytes:
        hello = messages.read(self._journal.last.hello, len(self._journal.last.hello))
        assert isinstance(hello, messages.Hello)
        return hello.session

    def _check_same_sites(self, greeting: Greeting) -> None:
        """Refuse to go on with the sums of other sites."""
        if not self._masked or len(self._journal.epochs) == 1:
            return
        for epoch in self._journal.epochs[:-1]:
            if not epoch.roster:
                continue
            before = messages.read(epoch.roster, len(epoch.roster))
            assert isinstance(before, messages.Roster)
            if {member.identity for member in before.members} != set(greeting.identities.values()):
                raise Refused("the log is of other sites", reason="roster")
