"""The messages before the first round: who takes part, and in what."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from .errors import REASONS, Refused
from .fields import Fields, fields_of
from .frame import Frame, pack

__all__ = ["SESSION", "Hello", "Key", "Member", "Ready", "Refusal", "Roster"]

SESSION = 32
_DIGEST = 32
_IDENTITY = 32
_KEY = 32
_SIGNATURE = 64


@dataclass(frozen=True)
class Hello:
    """What the session is about. Its digest is in every signature."""

    kind: ClassVar[int] = 1
    session: bytes
    version: str
    nodes: list[Any]
    """Names: strings or whole numbers."""
    clients: int
    task: str
    options: dict[str, Any]
    promise: dict[str, int]
    masks: bool

    def pack(self) -> bytes:
        return pack(self.kind, {**vars(self), "session": self.session.hex()})

    @classmethod
    def read(cls, frame: Frame) -> Hello:
        fields = fields_of(frame, "hello")
        promise = Fields(fields.mapping("promise"), "hello")
        hello = cls(
            session=fields.octets("session", SESSION),
            version=fields.text("version"),
            nodes=fields.sequence("nodes"),
            clients=fields.whole("clients", 1),
            task=fields.text("task"),
            options=fields.mapping("options"),
            promise={name: promise.whole(name, 1) for name in ("rounds", "numbers", "draft")},
            masks=fields.flag("masks"),
        )
        promise.end()
        fields.end()
        if not all(type(name) in (str, int) for name in hello.nodes) or len(set(hello.nodes)) < len(
            hello.nodes
        ):
            raise Refused("a message hello is refused: its nodes are no names", reason="message")
        return hello


@dataclass(frozen=True)
class Member:
    """One site of a session. Without masks it has no key and no signature."""

    identity: bytes
    key: bytes
    signature: bytes

    def fields(self) -> dict[str, str]:
        return {name: value.hex() for name, value in vars(self).items()}

    @classmethod
    def take(cls, fields: Fields) -> Member:
        return cls(
            identity=fields.octets("identity", _IDENTITY),
            key=fields.octets("key", 0, _KEY),
            signature=fields.octets("signature", 0, _SIGNATURE),
        )


@dataclass(frozen=True)
class Key:
    """A site's part in the session that `hello`, a digest, stands for.

    `commitment` stands for the site's data: it changes if they change. It is made with a secret of the site,
    so that nobody can infer data from it.
    """

    kind: ClassVar[int] = 2
    hello: bytes
    member: Member
    commitment: bytes

    def pack(self) -> bytes:
        fields = {"hello": self.hello.hex(), "commitment": self.commitment.hex(), **self.member.fields()}
        return pack(self.kind, fields)

    @classmethod
    def read(cls, frame: Frame) -> Key:
        fields = fields_of(frame, "key")
        hello, commitment = fields.octets("hello", _DIGEST), fields.octets("commitment", _DIGEST)
        key = cls(hello, Member.take(fields), commitment)
        fields.end()
        return key


@dataclass(frozen=True)
class Roster:
    """All sites of a session, in the order of their identities. The place in it is a site's number.

    `places` are the sites' places among the coordinator's clients, if the session's options have a value for
    each client. Otherwise it is empty.
    """

    kind: ClassVar[int] = 3
    hello: bytes
    members: list[Member]
    places: list[int] = field(default_factory=list)

    def pack(self) -> bytes:
        members = [member.fields() for member in self.members]
        return pack(self.kind, {"hello": self.hello.hex(), "members": members, "places": self.places})

    @classmethod
    def read(cls, frame: Frame) -> Roster:
        fields = fields_of(frame, "roster")
        hello, members = fields.octets("hello", _DIGEST), []
        for each in fields.sequence("members"):
            if not isinstance(each, dict):
                raise Refused("a message roster is refused: a member is no member", reason="message")
            described = Fields(each, "roster")
            members.append(Member.take(described))
            described.end()
        places = fields.sequence("places")
        fields.end()
        if not all(type(place) is int for place in places) or len(places) not in (0, len(members)):
            raise Refused("a message roster is refused: its places are none", reason="message")
        return cls(hello, members, places)


@dataclass(frozen=True)
class Ready:
    """A site has checked and kept a message, which `digest` stands for."""

    kind: ClassVar[int] = 4
    identity: bytes
    digest: bytes

    def pack(self) -> bytes:
        return pack(self.kind, {"digest": self.digest.hex(), "identity": self.identity.hex()})

    @classmethod
    def read(cls, frame: Frame) -> Ready:
        fields = fields_of(frame, "ready")
        ready = cls(fields.octets("identity", _IDENTITY), fields.octets("digest", _DIGEST))
        fields.end()
        return ready


@dataclass(frozen=True)
class Refusal:
    """A site refuses the message that `digest` stands for."""

    kind: ClassVar[int] = 9
    reason: str
    digest: bytes

    def pack(self) -> bytes:
        return pack(self.kind, {"digest": self.digest.hex(), "reason": self.reason})

    @classmethod
    def read(cls, frame: Frame) -> Refusal:
        fields = fields_of(frame, "refusal")
        refusal = cls(fields.text("reason"), fields.octets("digest", _DIGEST))
        fields.end()
        if refusal.reason not in REASONS:
            raise Refused("a message refusal is refused: its reason is none", reason="message")
        return refusal
