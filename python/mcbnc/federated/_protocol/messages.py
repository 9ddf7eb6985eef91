"""The messages of a session. Each is a value that packs itself into bytes; `read` makes it of bytes again.

coordinator                       site
Hello    the session, the task    Key       its keys, signed
Roster   all sites' keys          Ready     it has checked them
Question one for each round       Answer    numbers, masked or plain
Log      to a site out of step    Ready
Outcome  the result               Ready
                                  Refusal   in place of any of these, one word
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..._plumbing import Arrays
from .errors import REASONS, Refused
from .fields import Digest, Form, Octets, Positive, Signature, Sites, form_of, read_fields, readers, written
from .frame import Frame, canonical, digest, pack, unpack

_KINDS: dict[int, type[Message]] = {}
_PROMISE = readers(dict.fromkeys(("rounds", "numbers", "draft"), Positive))
_SIGNATURE = 64  # bytes
_PROOF = "proof"
"""The name of the array that has the proof of a question."""


class Message:
    """What all messages have. `kind` is the number of the kind in a frame.

    `blocks` are the fields that are arrays. None: the field `arrays` has any arrays by their names.
    """

    kind: ClassVar[int]
    form: ClassVar[Form]
    blocks: ClassVar[tuple[str, ...] | None]

    def __init_subclass__(cls, kind: int, blocks: tuple[str, ...] | None = ()) -> None:
        cls.kind, cls.blocks = kind, blocks
        cls.form = cls.__dict__.get("form") or form_of(cls, ("arrays",) if blocks is None else blocks)
        _KINDS[kind] = cls

    def pack(self) -> bytes:
        fields, arrays = self._parts()
        return pack(self.kind, written(fields), arrays)

    def _parts(self) -> tuple[dict[str, Any], Arrays]:
        """The fields and the arrays."""
        values = dict(vars(self))
        if self.blocks is None:
            return values, values.pop("arrays")
        return values, {name: values.pop(name) for name in self.blocks}

    @classmethod
    def read(cls, frame: Frame) -> Message:
        """Make a message of its frame, or raise Refused."""
        if cls.blocks is not None and set(frame.arrays) != set(cls.blocks):
            raise cls.wrong("it has other arrays")
        fields = read_fields(frame.fields, cls.form, cls.__name__.lower())
        return cls._made(fields, {"arrays": frame.arrays} if cls.blocks is None else frame.arrays)

    @classmethod
    def _made(cls, fields: dict[str, Any], arrays: dict[str, Any]) -> Message:
        return cls(**fields, **arrays)

    @classmethod
    def wrong(cls, problem: str) -> Refused:
        return Refused(f"a message {cls.__name__.lower()} is refused: {problem}", reason="message")


@dataclass(frozen=True)
class Hello(Message, kind=1):
    """What the session is about. Its digest is in every signature."""

    session: Octets
    version: str
    nodes: list[Any]
    """Names: strings or whole numbers."""
    clients: Sites
    task: str
    options: dict[str, Any]
    promise: dict[str, int]
    masks: bool
    recipe: Digest = b""
    """The SHA-256 of the coordinator's recipe. Empty: it has none, and takes that of the sites."""

    @classmethod
    def _made(cls, fields: dict[str, Any], arrays: dict[str, Any]) -> Hello:
        read_fields(fields["promise"], _PROMISE, "hello")
        nodes = fields["nodes"]
        if not all(type(name) in (str, int) for name in nodes) or len(set(nodes)) < len(nodes):
            raise cls.wrong("its nodes are no names")
        return cls(**fields)


@dataclass(frozen=True)
class Member:
    """One site of a session. Without masks it has no key and no signature."""

    identity: Octets
    key: Annotated[bytes, 0, 32]
    signature: Signature
    may_leave: bool = False
    """Whether the others may go on without it."""
    sets: list[Any] = field(default_factory=list)
    """With whom it has taken part."""
    earlier: list[Any] = field(default_factory=list)
    """What proves which keys it had before, in hexadecimal."""
    recipe: Digest = b""
    """The SHA-256 of the recipe by which it reads its table. Empty: there is none."""
    state: Digest = b""
    """What stands for the file of its state, with masks."""
    past: dict[str, Any] = field(default_factory=dict)
    """By session: how many questions it was asked, as its state has it (`short` in `_secure/marks.py`)."""

    def claims(self) -> bytes:
        """The site's statement about itself, which it signs along with its key."""
        state = [self.state.hex(), self.past]
        return canonical([self.may_leave, self.sets, self.earlier, self.recipe.hex(), *state])


_MEMBER = form_of(Member)


@dataclass(frozen=True)
class Key(Message, kind=2):
    """A site's part in the session that `hello`, a digest, stands for.

    `commitment` stands for the site's data: it changes if they change. It is made with a secret of the site,
    so that data cannot be inferred from it. `committed` is its signature, which there is with masks.
    """

    form: ClassVar[Form] = {
        **readers({"hello": Octets, "commitment": Octets, "committed": Signature}),
        **_MEMBER,
    }
    hello: Octets
    member: Member
    commitment: Octets
    committed: Signature = b""

    def _parts(self) -> tuple[dict[str, Any], Arrays]:
        fields = dict(vars(self))
        member = vars(fields.pop("member"))
        return {**fields, **member}, {}

    @classmethod
    def _made(cls, fields: dict[str, Any], arrays: dict[str, Any]) -> Key:
        hello, commitment, committed = (fields.pop(name) for name in ("hello", "commitment", "committed"))
        return cls(hello, Member(**fields), commitment, committed)


@dataclass(frozen=True)
class Roster(Message, kind=3):
    """All sites of a session, in the order of their identities. The place in it is a site's number.

    `places` are the sites' places among the coordinator's clients, if the session's options have a value for
    each client. Otherwise it is empty.
    """

    hello: Octets
    members: list[Member]
    places: list[int] = field(default_factory=list)

    def identities(self) -> tuple[bytes, ...]:
        return tuple(member.identity for member in self.members)

    def _parts(self) -> tuple[dict[str, Any], Arrays]:
        return {**vars(self), "members": [written(vars(member)) for member in self.members]}, {}

    @classmethod
    def _made(cls, fields: dict[str, Any], arrays: dict[str, Any]) -> Roster:
        listed, places = fields["members"], fields["places"]
        if not all(isinstance(each, dict) for each in listed):
            raise cls.wrong("a member is no member")
        members = [Member(**read_fields(each, _MEMBER, "roster")) for each in listed]
        if not all(type(place) is int for place in places) or len(places) not in (0, len(members)):
            raise cls.wrong("its places are invalid")
        return cls(fields["hello"], members, places)


@dataclass(frozen=True)
class Ready(Message, kind=4):
    """A site has checked and kept a message, which `digest` stands for."""

    identity: Octets
    digest: Octets


@dataclass(frozen=True)
class SignedAnswers:
    """The masked answers of all sites to one question, each with its site's signature.

    `numbers` (sites, length) has a row for each site, in the order of the roster, as `signatures` do.
    """

    numbers: NDArray[np.uint64]
    signatures: list[bytes]

    def written(self) -> list[str]:
        """The signatures as JSON has them."""
        return [signature.hex() for signature in self.signatures]

    @classmethod
    def read(cls, numbers: Any, signatures: Any) -> SignedAnswers:
        """Raise ValueError unless there is a signature for each row."""
        rows = numbers.dtype == np.uint64 and numbers.ndim == 2 and isinstance(signatures, list)
        if not rows or len(numbers) != len(signatures):
            raise ValueError("there is not one signature for each answer")
        read = [bytes.fromhex(signature) for signature in map(str, signatures)]
        if any(len(signature) != _SIGNATURE for signature in read):
            raise ValueError("a signature has another length")
        return cls(numbers, read)


@dataclass(frozen=True)
class Question(Message, kind=5, blocks=None):
    """Question `t` of a session, from 1. `info` and `arrays` are the task's own.

    `before` is the digest of the question before, or of the roster. So the digest of a question stands for
    the whole log up to it. If the question is `shown`, the next one has all sites' answers to it as its
    `proof`: what it tells the sites may rest on their sum.
    """

    form: ClassVar[Form] = readers(
        {
            "session": Octets,
            "t": Positive,
            "before": Octets,
            "info": dict,
            "shown": bool,
            "signatures": list,
        }
    )
    session: Octets
    t: Positive
    before: Octets
    info: dict[str, Any]
    arrays: Arrays = field(default_factory=dict)
    shown: bool = False
    proof: SignedAnswers | None = None

    def _parts(self) -> tuple[dict[str, Any], Arrays]:
        values = dict(vars(self))
        arrays, proof = values.pop("arrays"), values.pop("proof")
        values["signatures"] = [] if proof is None else proof.written()
        return values, arrays if proof is None else {**arrays, _PROOF: proof.numbers}

    @classmethod
    def _made(cls, fields: dict[str, Any], arrays: dict[str, Any]) -> Question:
        signatures, own = fields.pop("signatures"), dict(arrays["arrays"])
        if _PROOF not in own and not signatures:
            return cls(**fields, arrays=own)
        try:
            proof = SignedAnswers.read(own.pop(_PROOF, np.empty(0)), signatures)
        except ValueError as error:
            raise cls.wrong(f"of the answers that prove what it tells, {error}") from None
        return cls(**fields, arrays=own, proof=proof)


@dataclass(frozen=True)
class Answer(Message, kind=6, blocks=("numbers",)):
    """A site's numbers for the question that `question`, a digest, stands for. With masks they are signed."""

    identity: Octets
    question: Octets
    numbers: NDArray[np.uint64]
    signature: Signature = b""

    def digest(self) -> bytes:
        """What stands for the numbers."""
        return digest(np.ascontiguousarray(self.numbers, "<u8").tobytes())

    @classmethod
    def _made(cls, fields: dict[str, Any], arrays: dict[str, Any]) -> Answer:
        if arrays["numbers"].dtype != np.uint64 or arrays["numbers"].ndim != 1:
            raise cls.wrong("its numbers are no vector of uint64")
        return cls(**fields, **arrays)


@dataclass(frozen=True)
class Log(Message, kind=7, blocks=("lengths", "questions")):
    """Questions of a session, as they were sent, from number `first` on."""

    questions: list[bytes]
    first: Positive = 1

    @classmethod
    def parts(cls, questions: list[bytes], most: int) -> list[Log]:
        """All questions in logs of about `most` bytes at most, but with one question at least."""
        parts, size = [cls([])], 0
        for t, question in enumerate(questions, 1):
            if parts[-1].questions and size + len(question) > most:
                parts.append(cls([], t))
                size = 0
            parts[-1].questions.append(question)
            size += len(question)
        return parts

    def _parts(self) -> tuple[dict[str, Any], Arrays]:
        lengths = np.array([len(question) for question in self.questions], np.int64)
        joined = np.frombuffer(b"".join(self.questions), np.uint8)
        return {"first": self.first}, {"lengths": lengths, "questions": joined}

    @classmethod
    def _made(cls, fields: dict[str, Any], arrays: dict[str, Any]) -> Log:
        lengths, joined = arrays["lengths"], arrays["questions"]
        wrong = lengths.dtype != np.int64 or joined.dtype != np.uint8 or lengths.ndim != 1 or joined.ndim != 1
        if wrong or (lengths < 0).any() or sum(lengths.tolist()) != len(joined):
            raise cls.wrong("its lengths are wrong")
        content, questions, start = joined.tobytes(), [], 0
        for length in lengths.tolist():
            questions.append(content[start : start + length])
            start += length
        return cls(questions, **fields)


@dataclass(frozen=True)
class Outcome(Message, kind=8, blocks=None):
    """The result of a session after the question that `last`, a digest, stands for.

    With masks, `signed` has of each site, by its identity, what stands for its answer to that question, and
    its signature, in hexadecimal. They prove how far the site has come.
    """

    session: Octets
    last: Octets
    info: dict[str, Any]
    arrays: Arrays = field(default_factory=dict)
    signed: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Refusal(Message, kind=9):
    """A site refuses the message that `digest` stands for."""

    reason: str
    digest: Octets

    @classmethod
    def _made(cls, fields: dict[str, Any], arrays: dict[str, Any]) -> Refusal:
        if fields["reason"] not in REASONS:
            raise cls.wrong("its reason is invalid")
        return cls(**fields)


def read(message: bytes, most: int) -> Message:
    """Read a message of at most `most` bytes, or raise Refused."""
    frame = unpack(message, most)
    if frame.kind not in _KINDS:
        raise Refused(f"a message is refused: there is no kind {frame.kind}", reason="message")
    return _KINDS[frame.kind].read(frame)


Kind = TypeVar("Kind", bound=Message)


def read_as(kind: type[Kind], message: bytes, most: int) -> Kind:
    """Read a message that was kept, and whose kind is known."""
    value = read(message, most)
    assert isinstance(value, kind)
    return value
