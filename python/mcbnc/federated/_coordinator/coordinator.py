"""The coordinator of a federation."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any, NamedTuple

from ..._plumbing import PathLike, check_flag, counted, shown, wording
from ...errors import InvalidInputError
from .._protocol import messages
from .._protocol.errors import REASONS, Incomplete, Refused
from .._protocol.task import Asked, Found, Sum
from .._results.sums import Told, list_told
from .._secure.ledger import QUORUM
from .._secure.limits import Limits
from .._secure.masks import PROBES
from .._secure.recipes import check_recipes, read_digest
from .._secure.weights import has_places
from .._tasks.arguments import read_clients, read_nodes
from .._tasks.options import Setting
from .._tasks.registry import read_task
from .exchange import CatchUp, Exchange, Greeting, Round
from .journal import Journal
from .opening import begin, check_same_sites, check_states, make_hello


class Outgoing(NamedTuple):
    """A message on its way."""

    to: tuple[Hashable, ...]
    """The clients to whom it goes, all the same bytes."""
    bytes: bytes


class Coordinator:
    """The coordinator: it asks all sites the same questions, and works with the sums of their answers.

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
    task : {"consensus", "vote", "learning"} or an object with the options of a mode
        :func:`mcbnc.consensus` of the sites' DAGs, :func:`mcbnc.baselines.vote` on their skeletons, or
        :func:`mcbnc.learn_jointly` of their rows.
    masks : bool
        Whether the sites mask their numbers. Without masks the coordinator could look at each site's own.
    limits : Limits, optional
        How far this run may go. The sites receive them, and refuse if it is further than they allow.
    journal : path, optional
        A file for the questions and the masked answers, or without masks the sums. Its owner alone may read
        it. If it holds the beginning of this run, the run goes on there. A file is of one coordinator at a
        time, until :meth:`close` or the end of the process.
    new_session : bool
        True goes on with the run of `journal` in a new session: for sites that restarted without `state`.
        The sites must be the same ones, with the same data: the coordinator refuses others. With masks a site
        is known by its `identity`. Without masks it is known by its `state`, without which it is another one.
        A question that was open is asked again, and is answered under new masks.
    recipe : Recipe, path, text or bytes, optional
        The recipe by which all sites read their tables, as in :class:`mcbnc.Recipe`, or its SHA-256. A site
        with another one, or with none, is refused. None: all sites must have the same recipe, or none.
    **options
        The options of a `task` that is a word: those of :class:`ConsensusTask`, of :class:`VoteTask`, or for
        learning those of its mode. That is :class:`CountsTask` where all nodes have states, the score takes
        these, and `rounds` is not "one"; with ``own=True`` it is :class:`OwnScoresTask`, and with
        ``columns="union"`` :class:`DifferentColumnsTask`. Otherwise it is :class:`ProductsTask`. A `task`
        that is an object has its options.

    Raises
    ------
    InvalidInputError
        A bad argument or option, or a `journal` that is damaged, of another run or in use. A coordinator that
        is closed raises it too.
    """

    def __init__(
        self,
        nodes: Any,
        clients: Any,
        *,
        task: Any = "consensus",
        masks: bool = True,
        limits: Limits | None = None,
        journal: PathLike | None = None,
        new_session: bool = False,
        recipe: Any = None,
        **options: Any,
    ) -> None:
        self._clients = read_clients(clients)
        self._limits = limits or Limits()
        self._masked = check_flag(masks, "masks")
        if self._masked and len(self._clients) < QUORUM:
            raise InvalidInputError(f"clients: masks need at least {QUORUM} sites", argument="clients")
        self._nodes = names = read_nodes(nodes)
        setting = Setting(names, self._clients, self._limits, self._masked)
        self._task = read_task(task, options, setting)
        if self._task.options.get("epsilon") is not None and not self._masked:
            masks_on, masks_off = (wording().flag("masks", on) for on in (True, False))
            raise InvalidInputError(
                "epsilon: sites add their shares of the noise under masks, so it goes with "
                f"{masks_on}, and not with {masks_off}",
                argument="epsilon",
            )
        self._found: Found | None = None
        self._asked: Asked | None = None
        self._identities: dict[Hashable, bytes] = {}
        self._catch_up = CatchUp()
        self._task.next(())  # its options are checked with the first question, so before any site comes
        self._recipe = read_digest(recipe)
        hello = make_hello(self._task, names, len(self._clients), self._limits, self._masked, self._recipe)
        again = check_flag(new_session, "new_session")
        self._closed = False
        self._journal = Journal(journal)
        try:
            self._exchange = begin(self._journal, hello, self._clients, again)
        except BaseException:
            self._journal.close()
            raise

    def __enter__(self) -> Coordinator:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End this coordinator, and leave `journal` to another. It asks nothing more. Its result stays."""
        self._closed = True
        self._journal.close()

    def __repr__(self) -> str:
        state = "complete" if self._found else "running"
        sites, rounds = counted(len(self._clients), "site"), counted(self.rounds, "round")
        return f"<Coordinator of {sites}: {rounds}, {state}>"

    @property
    def clients(self) -> list[Hashable]:
        """What the transport calls the clients."""
        return list(self._clients)

    @property
    def nodes(self) -> list[Any]:
        """The names of the nodes."""
        return list(self._nodes)

    @property
    def options(self) -> dict[str, Any]:
        """The options of the task, as all sites receive them."""
        return dict(self._task.options)

    @property
    def history(self) -> list[Sum]:
        """The questions so far, each with the sum of the sites' answers: all that the coordinator has."""
        return list(self._journal.history)

    @property
    def told(self) -> list[Told]:
        """The sums that all sites were shown so far. Without masks no sum is shown to be proved."""
        return list_told(self._journal.told, self._task.options)

    @property
    def asked(self) -> Asked | None:
        """The question that waits for answers. None: the present message is another one."""
        return self._asked if isinstance(self._exchange, Round) else None

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
                f"there is no result after {counted(self.rounds, 'round')}",
                log=self.history,
                missing=self._exchange.waiting,
            )
        return self._found.result

    def __iter__(self) -> Iterator[Outgoing]:
        return self

    def __next__(self) -> Outgoing:
        self._refuse_if_closed()
        if self._catch_up:
            return Outgoing(*self._catch_up.message())
        if not self._exchange.waiting:
            self._exchange = self._follow()
            self._catch_up.forget()
        return Outgoing(tuple(self._exchange.waiting), self._exchange.content)

    def feed(self, replies: Mapping[Any, bytes]) -> None:
        """Take replies, by client. A reply of a client who was not asked, such as a late copy, is ignored.

        Raises
        ------
        Refused
            A client has refused, or its reply is impossible: the error names the client and the reason. Other
            replies are taken.
        OutOfStep
            The masks did not cancel, or a client is out of step even with the whole log. It is a Refused too.
        """
        self._refuse_if_closed()
        failed: Refused | None = None
        asked = bool(self._exchange.waiting)
        for client, reply in replies.items():
            try:
                self._take(client, reply)
            except Refused as error:
                failed = failed or (error if error.client is not None else error.of(client))
        if asked and not self._exchange.waiting:
            self._complete(self._exchange)
        if failed is not None:
            raise failed

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise InvalidInputError("the coordinator is closed")

    def _take(self, client: Any, content: bytes) -> None:
        if client not in self._clients:
            raise InvalidInputError(f"replies: there is no client {shown(client)}", argument="replies")
        if client not in self._exchange.waiting:
            return
        reply = messages.read(bytes(content), self._limits.message)
        if isinstance(reply, messages.Refusal):
            self._take_refusal(client, reply)
        elif client in self._catch_up:
            self._catch_up.take(client, reply)
        else:
            self._exchange.take(client, reply, self._identities.get(client))

    def _take_refusal(self, client: Hashable, refusal: messages.Refusal) -> None:
        behind = client in self._catch_up
        if refusal.digest != (self._catch_up.digest(client) if behind else self._exchange.digest):
            raise Refused("a refusal is not of the message that was sent last", reason="step")
        if refusal.reason != "step":
            raise Refused(
                f"client {shown(client)} refuses: {REASONS[refusal.reason]}",
                reason=refusal.reason,
                client=client,
            )
        before = [each for each in self._journal.last.questions if each != self._exchange.content]
        self._catch_up.begin(client, before, self._limits.message)

    def _complete(self, exchange: Exchange) -> None:
        """All clients have replied."""
        self._identities = exchange.identities
        if isinstance(exchange, Round):
            try:
                self._journal.write_answers(exchange.answers())
            except Refused:
                self._exchange = self._round(exchange.content, exchange.length)
                raise

    def _follow(self) -> Exchange:
        """What comes after a message to which all clients have replied."""
        if isinstance(self._exchange, Greeting):
            check_recipes(self._exchange.recipes, self._recipe)
            roster = self._exchange.roster(self._clients if has_places(self._task.options) else ())
            check_same_sites(self._journal, self._exchange, roster, self._masked)
            check_states(self._journal, self._exchange, roster, self._masked)
            self._journal.write_commitments(self._exchange.commitments)
            self._journal.write(roster)
            return Exchange(roster, self._clients)
        if self._found is not None:
            raise StopIteration
        step = self._next()
        if isinstance(step, Asked):
            return self._ask(step)
        self._found = step
        epoch = self._journal.last
        outcome = messages.Outcome(epoch.session, epoch.head, step.info, step.arrays, epoch.told()).pack()
        self._journal.write_outcome(outcome)
        return Exchange(outcome, self._clients)

    def _round(self, content: bytes, length: int | None) -> Round:
        return Round(content, self._clients, length, self._masked)

    def _next(self) -> Asked | Found:
        try:
            return self._task.next(self._journal.basis)
        except InvalidInputError as error:
            if error.argument != "same_columns" or error.dag is None:
                raise
            raise Refused(
                f"fewer than {counted(self._limits.same_columns, 'site')} have the columns of client "
                f"{shown(self._clients[error.dag])}, and sums may then show the numbers of one site. Let "
                "sites leave columns out, or lower the limit same_columns (--same-columns N) at all parties",
                reason="limits",
                client=self._clients[error.dag],
            ) from error

    def _ask(self, asked: Asked) -> Exchange:
        """A question. One that the log has without a sum is asked again, as it is there."""
        self._asked = asked
        epoch = self._journal.last
        length = asked.length
        if length is not None and self._masked:
            length += PROBES
        if len(epoch.questions) > len(epoch.sums):
            return self._round(epoch.questions[-1], length)
        t = len(epoch.questions) + 1
        if t > self._limits.rounds:
            most = counted(self._limits.rounds, "round")
            raise Incomplete(f"the run takes more than {most}", log=self.history)
        shown = asked.shown and self._masked
        content = messages.Question(
            epoch.session, t, epoch.head, asked.info, asked.arrays, shown, epoch.proof
        ).pack()
        self._journal.write(content)
        return self._round(content, length)
