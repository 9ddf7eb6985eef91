"""Clients who lack questions, and the log that they are sent before the present message."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ..._base.show import shown
from .._protocol import messages
from .._protocol.errors import OutOfStep, Refused
from .._protocol.frame import digest

__all__ = ["CatchUp"]

_PART = 1 << 20  # bytes of a part of the log: sites may take shorter messages than the coordinator does


class CatchUp:
    """The clients who were out of step with the present message. Each is sent the log once, part by part."""

    def __init__(self) -> None:
        self._next: dict[Hashable, int] = {}  # the part of the log that a client is sent next
        self._parts: list[bytes] = []
        self._sent: list[Hashable] = []  # who got the log for the present message

    def __bool__(self) -> bool:
        return bool(self._next)

    def __contains__(self, client: object) -> bool:
        return client in self._next

    def forget(self) -> None:
        """Begin with a new message, which may find anybody out of step again."""
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
