"""One message to all clients and their replies, and the log for clients who lack questions."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from ..._plumbing import counted, shown
from .._protocol import messages
from .._protocol.errors import OutOfStep, Refused
from .._protocol.frame import digest
from .._protocol.messages import SignedAnswers
from .._secure.keys import check_key, verify_answer, verify_commitment
from .._secure.roster import check_member

_PART = 1 << 20  # bytes of a part of the log: sites may take shorter messages than the coordinator does


class Exchange:
    """A message that waits for a Ready of each client."""

    def __init__(self, content: bytes, clients: Sequence[Hashable]) -> None:
        self.content = content
        self.digest = digest(content)
        self.waiting = list(clients)
        self.identities: dict[Hashable, bytes] = {}

    def take(self, client: Hashable, reply: messages.Message, identity: bytes | None) -> None:
        """Take the reply of a client, or raise Refused. `identity` is the client's, if it is known."""
        if not isinstance(reply, messages.Ready) or reply.digest != self.digest:
            raise _unexpected()
        self._note(client, reply.identity, identity)

    def _check(self, identity: bytes, known: bytes | None) -> None:
        if identity in self.identities.values() or known not in (None, identity):
            raise Refused("a client is another site than before, or two clients are one", reason="key")

    def _note(self, client: Hashable, identity: bytes, known: bytes | None) -> None:
        self._check(identity, known)
        self.identities[client] = identity
        self.waiting.remove(client)


class Greeting(Exchange):
    """The first message of a session, which waits for keys.

    If they are `masked`, the coordinator checks them as the sites do. Else all other sites would refuse the
    roster that has a wrong one, and the blame would be theirs.
    """

    def __init__(self, content: bytes, clients: Sequence[Hashable], masked: bool) -> None:
        super().__init__(content, clients)
        self._masked = masked
        self._members: list[messages.Member] = []
        self.commitments: dict[bytes, tuple[bytes, bytes]] = {}
        """To its data, of each site by its identity, with its signature if there are masks."""
        self.recipes: dict[Hashable, bytes] = {}
        """The SHA-256 of the recipe of each client."""

    def take(self, client: Hashable, reply: messages.Message, identity: bytes | None) -> None:
        if not isinstance(reply, messages.Key) or reply.hello != self.digest:
            raise _unexpected()
        if self._masked:
            member = reply.member
            check_member(self.digest, member)
            check_key(member.key)
            verify_commitment(self.digest, member.identity, reply.commitment, reply.committed)
            others = (other for other in self._members if other.identity != member.identity)
            if any(member.key == other.key for other in others):
                raise Refused("its key is that of another client", reason="key")
        self._note(client, reply.member.identity, identity)
        self._members.append(reply.member)
        self.commitments[reply.member.identity] = reply.commitment, reply.committed
        self.recipes[client] = reply.member.recipe

    def roster(self, clients: Sequence[Hashable] = ()) -> bytes:
        """The message with all sites' keys, in the order of the sites' identities.

        With `clients` it has the place of each site among these too.
        """
        members = sorted(self._members, key=lambda member: member.identity)
        place = {self.identities[client]: k for k, client in enumerate(clients)}
        places = [place[member.identity] for member in members] if clients else []
        return messages.Roster(self.digest, members, places).pack()


class Round(Exchange):
    """A question, which waits for answers of `length` numbers. Without masks it keeps their sum alone.

    If `length` is None, it is unknown which answer is wrong where two have different lengths. So no client is
    blamed for it.
    """

    def __init__(self, content: bytes, clients: Sequence[Hashable], length: int | None, masked: bool) -> None:
        super().__init__(content, clients)
        self.length = length
        self._masked = masked
        self._answers: dict[bytes, messages.Answer] = {}  # with masks, of each site by its identity
        self._unequal = False
        self._sum: NDArray[np.uint64] = np.empty(0, np.uint64)

    def take(self, client: Hashable, reply: messages.Message, identity: bytes | None) -> None:
        if not isinstance(reply, messages.Answer) or reply.question != self.digest:
            raise _unexpected()
        if self.length not in (None, len(reply.numbers)):
            has = counted(len(reply.numbers), "number")
            raise Refused(f"an answer has {has}, and the question asks for {self.length}", reason="data")
        self._check(reply.identity, identity)
        if self._masked:
            verify_answer(self.digest, reply.identity, reply.digest(), reply.signature)
            self._answers[reply.identity] = reply
        first = not self.identities
        self._note(client, reply.identity, identity)
        if first:
            self._sum = reply.numbers
        elif len(reply.numbers) != len(self._sum):
            self._unequal = True
        elif not self._masked:
            self._sum = self._sum + reply.numbers

    def answers(self) -> SignedAnswers | NDArray[np.uint64]:
        """All answers, in the order of the roster. Without masks their sum.

        Raise Refused if they have different lengths. It blames no site by name.
        """
        if self._unequal:
            raise Refused("the sites' answers have different numbers of numbers", reason="data")
        if not self._masked:
            return self._sum
        ordered = [self._answers[identity] for identity in sorted(self._answers)]
        numbers = np.stack([answer.numbers for answer in ordered])
        return SignedAnswers(numbers, [answer.signature for answer in ordered])


class CatchUp:
    """The clients who were out of step with the present message. Each is sent the log once, part by part."""

    def __init__(self) -> None:
        self._next: dict[Hashable, int] = {}  # the part of the log that a client is sent next
        self._parts: list[bytes] = []
        self._sent: list[Hashable] = []  # the clients that got the log for the present message

    def __bool__(self) -> bool:
        return bool(self._next)

    def __contains__(self, client: object) -> bool:
        return client in self._next

    def forget(self) -> None:
        """Begin with a new message, which may find any client out of step again."""
        self._sent.clear()

    def begin(self, client: Hashable, questions: Sequence[bytes], most: int) -> None:
        """Send a client the log of these questions, in messages of at most `most` bytes."""
        if client in self._sent:
            raise OutOfStep(
                f"client {shown(client)} is out of step even with the whole log", reason="step", client=client
            )
        self._sent.append(client)
        self._next[client] = 0
        size = min(most, _PART) // 2
        self._parts = [log.pack() for log in messages.Log.parts(list(questions), size)]

    def message(self) -> tuple[tuple[Hashable, ...], bytes]:
        """The clients who are furthest behind, and the part that they are sent."""
        part = min(self._next.values())
        return tuple(client for client, at in self._next.items() if at == part), self._parts[part]

    def digest(self, client: Hashable) -> bytes:
        """What stands for the part that a client was sent last."""
        return digest(self._parts[self._next[client]])

    def take(self, client: Hashable, reply: messages.Message) -> None:
        """Take a client's reply to its part of the log."""
        if not isinstance(reply, messages.Ready) or reply.digest != self.digest(client):
            raise Refused("a reply is not to the log that was sent", reason="step")
        self._next[client] += 1
        if self._next[client] == len(self._parts):
            del self._next[client]


def _unexpected() -> Refused:
    return Refused("a reply is not to the message that was sent last", reason="step")
