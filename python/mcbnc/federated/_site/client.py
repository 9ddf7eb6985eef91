"""One site of a federation."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from ..._plumbing import PathLike, __version__, check_flag, counted, shown
from ...errors import InvalidInputError
from .._protocol import messages
from .._protocol.errors import Incomplete, Refused, refusing
from .._protocol.frame import canonical, digest
from .._secure.budget import check_budget
from .._secure.keys import Identity, read_earlier, read_peers
from .._secure.ledger import QUORUM
from .._secure.limits import Limits
from .._secure.weights import check_weights
from .._tasks.private import privacy_of
from .._tasks.registry import read_site
from .session import Session
from .snapshot import SessionState, Snapshot

_SECRET = 32


class Client:
    """A site: bytes in, bytes out. It opens no connection.

    Give each message of the coordinator to :meth:`answer`, and send back what it returns.

    Parameters
    ----------
    data : DAG or table
        A DAG, as in :func:`mcbnc.consensus`, for the tasks "consensus" and "vote". The rows of this site, as
        in :func:`mcbnc.learn`, for the task "learning".
    task : {"consensus", "vote", "learning"}
        In what the site takes part. It refuses all other questions.
    identity : bytes or Ed25519PrivateKey
        The site's own Ed25519 key, by which the other sites know it. Without masks: any 32 bytes that no
        other site has. Default without masks: random bytes.
    peers : sequence of bytes or Ed25519PublicKey, or dict of them
        The public keys of the sites that may take part, 32 bytes each. The keys of a dict are the names of
        the sites, for messages. The public keys must come from the sites, and not from the coordinator,
        which could invent sites. Only for masks.
    earlier : sequence of bytes
        If the site had other keys before, what :func:`hand_over` made of each, the oldest first. The site is
        then known to be the one that took part by these keys.
    limits : Limits, optional
        What a coordinator may ask for. Within them and within the session's options, which the coordinator
        chooses, a coordinator that lies can ask for more than an honest run needs. A question that asks for
        too much may fill the memory before it is refused.
    state : path, optional
        A file for what the site has to remember: its part in the present session, and with whom it has taken
        part before. With it, a site goes on after a restart. Without it, a restart ends the session, and the
        site forgets with which sets of sites it has taken part, so that it cannot refuse others. Sums over
        different sets can be combined, and may show the numbers of one site. A file is of one client at a
        time, until :meth:`close` or the end of the process. On a file system without locks, two processes can
        take one file, and neither notices. An older copy of the file is found by the other
        sites, and by the coordinator, if they have seen the site since the copy was made.
    masks : bool
        True refuses sessions without masks. False refuses sessions with masks: the coordinator then sees this
        site's own numbers.
    **options
        About `data`. For a consensus or a vote: `nodes`, the names of the nodes of a DAG without names, and
        `several`. With ``several=True`` and without masks, `data` are several DAGs, as `dags` in
        :func:`mcbnc.consensus`. The site answers with sums over them.
        For learning: `workers`, the threads; `numbers`, which reads columns of numbers as such;
        `codebook`; and `min_cell`. :class:`mcbnc.Rows` set how the rows are read. If they have a recipe, the
        site tells its SHA-256, and all sites must have the same one.
        A `codebook` is a dict of the states, or :class:`Numbers`, of each node. A session with others is
        refused before the rows are looked at, so that no refusal depends on them. With masks a session
        with ranges or quantiles of numbers needs it, unless there is noise: then numbers out of the range
        count as its ends. With ``min_cell=5`` the site sends no table of counts with a cell of 1 to 4 rows,
        and refuses the question. The refusal shows that there is such a cell. Sums with noise are no such
        tables. A session of sites with different columns is refused: cells that a site lacks are filled by
        what the coordinator sends, so a table may show small cells of others.

    Raises
    ------
    InvalidInputError
        A bad argument, or a file that is damaged, of another site, or in use by another client.
    MissingExtraError
        Masks need the library cryptography, mcbnc's extra "federated".
    """

    def __init__(
        self,
        data: Any,
        *,
        task: Any = "consensus",
        identity: Any = None,
        peers: Any = None,
        earlier: Sequence[bytes] = (),
        limits: Limits | None = None,
        state: PathLike | None = None,
        masks: bool = True,
        **options: Any,
    ) -> None:
        masked = check_flag(masks, "masks")
        self._limits = limits or Limits()
        self._limits.check_task(task, masked)
        self._site = read_site(data, task, options, masked)
        self._signer = Identity(identity) if masked else None
        self._peers = read_peers(peers) if masked else {}
        name = self._signer.public if self._signer else _read_name(identity)
        self._earlier = list(earlier)
        past = _read_earlier(self._earlier, self._signer.public) if self._signer else []
        self._snapshot = Snapshot.load(state, name, self._site.digest(), past)
        self._closed = False
        self._session = self._resume()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End this client, and leave `state` to another one. It answers nothing more."""
        self._closed = True
        self._snapshot.close()

    def __repr__(self) -> str:
        return f"<Client {self.identity.hex()[:8]}, {counted(self.rounds, 'round')}>"

    @property
    def identity(self) -> bytes:
        """The 32 bytes by which the others know this site; with masks, its public Ed25519 key."""
        return self._snapshot.identity

    @property
    def rounds(self) -> int:
        """The number of questions that the site has seen in this session."""
        return len(self._snapshot.session.digests) if self._snapshot.session else 0

    @property
    def asked(self) -> str:
        """What the last question that the site answered asked for, in words."""
        return "" if self._session is None else self._session.asked

    @property
    def took_part(self) -> bool:
        """Whether the site remembers other sites with which it took part, with masks."""
        return bool(self._snapshot.sets)

    @property
    def left_out(self) -> bool:
        """Whether the site answers zeros, because its structure is unlike those of the other sites."""
        return self._snapshot.part == "out"

    @property
    def result(self) -> Any:
        """What the coordinator sent at the end of the session: the coordinator's own result.

        Raises
        ------
        Incomplete
            If the session has not ended.
        """
        if self._session is None or not self._session.ended:
            raise Incomplete("the session has not ended")
        return self._session.result()

    def answer(self, message: bytes) -> bytes:
        """Answer one message of the coordinator.

        The same message of a session gets the same answer, also after a restart with `state`, the same data
        and the same version of mcbnc.

        Returns
        -------
        bytes
            What to send back.

        Raises
        ------
        Refused
            The site sends no numbers. Send the error's ``bytes`` back, which hold one word of reason.
        OutOfStep
            The site lacks questions. Send the error's ``bytes`` back: the coordinator then sends them all.
            It is a Refused too.
        InvalidInputError
            If the client is closed.
        """
        if self._closed:
            raise InvalidInputError("the client is closed")
        try:
            return self._answer(bytes(message))
        except Refused as refused:
            refused.bytes = messages.Refusal(refused.reason, digest(message)).pack()
            raise

    def _answer(self, content: bytes) -> bytes:
        message = messages.read(content, self._limits.message)
        if isinstance(message, messages.Hello):
            return self._begin(message, content)
        if self._session is None:
            raise Refused(reason="session")
        if isinstance(message, messages.Roster):
            return self._session.check_roster(message, content)
        if isinstance(message, messages.Question):
            return self._session.answer(message, content)
        if isinstance(message, messages.Log):
            return self._session.catch_up(message, content)
        if isinstance(message, messages.Outcome):
            return self._session.end(message, content)
        raise Refused("the message is not from a coordinator", reason="message")

    def _begin(self, hello: messages.Hello, content: bytes) -> bytes:
        snapshot = self._snapshot
        if snapshot.session is None or snapshot.session.hello != content:
            self._check(hello)
            before = snapshot.session
            snapshot.session = SessionState(
                content, os.urandom(_SECRET), sent=snapshot.told(), past=canonical(snapshot.past)
            )
            try:
                self._session = self._open_session()
            except Refused:
                snapshot.session = before
                raise
            snapshot.used.append(hello.session)
            snapshot.save()
        assert self._session is not None
        return self._session.key()

    def _open_session(self) -> Session:
        """The site's part in the session that it remembers."""
        return Session(self._snapshot, self._site, self._limits, self._signer, self._peers, self._earlier)

    def _resume(self) -> Session | None:
        """The part in the session of the state, if this start of the site would begin the session too.

        The site may have been started with other limits, peers or masks. Then the session is over.
        """
        if self._snapshot.session is None:
            return None
        try:
            kept = self._snapshot.session.hello
            self._check(messages.read_as(messages.Hello, kept, self._limits.message), again=True)
            session = self._open_session()
            session.check_kept()
        except Refused:
            self._snapshot.session = None
            return None
        return session

    def _check(self, hello: messages.Hello, again: bool = False) -> None:
        if hello.version != __version__:
            raise Refused(
                f"the coordinator runs mcbnc {shown(hello.version)}, this site {__version__}",
                reason="version",
            )
        if hello.session in self._snapshot.used and not again:
            raise Refused(reason="replay")
        if hello.masks != (self._signer is not None):
            raise Refused(reason="masks")
        for name, most in self._limits.promise().items():
            if hello.promise[name] > most:
                raise Refused(
                    f"the coordinator may ask for more than the site's limits allow: its max_{name} is "
                    f"{hello.promise[name]:,}, and this site's {most:,}",
                    reason="limits",
                )
        self._limits.check_options(hello.options, hello.masks)
        with refusing("this site does not take part", "limits"):
            check_weights(hello.options, hello.clients, hello.masks, self._limits.same_weight)
        if hello.masks and hello.clients < QUORUM:
            raise Refused(f"masks need at least {QUORUM} sites", reason="roster")
        kept = self._snapshot.session
        if not again or not (kept and kept.digests):  # else what it spends is spent
            self._check_budget(hello)

    def _check_budget(self, hello: messages.Hello) -> None:
        """Refuse a session that would spend too much, before the data are looked at."""
        with refusing("this site does not take part", "limits"):
            privacy = privacy_of(hello.options, hello.nodes, hello.clients)
            numbers, rho = (1, 0.0) if privacy is None else (privacy.numbers, privacy.rho())
            if numbers > hello.promise["numbers"]:
                raise Refused("the coordinator promises too few numbers for its question", reason="limits")
            check_budget(self._limits, self._snapshot.spent, numbers, rho)


def _read_earlier(earlier: list[bytes], identity: bytes) -> list[bytes]:
    """The site's own earlier keys."""
    try:
        return read_earlier(earlier, identity)
    except Refused as error:
        raise InvalidInputError(f"earlier: {error}", argument="earlier") from None


def _read_name(identity: Any) -> bytes | None:
    """The identity of a site that has no keys. None: it may have any."""
    if identity is not None and (not isinstance(identity, bytes) or len(identity) != _SECRET):
        raise InvalidInputError("identity must be 32 bytes", argument="identity")
    return identity
