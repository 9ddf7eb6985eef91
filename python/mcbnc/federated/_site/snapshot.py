"""What a site keeps of its sessions, so that a restart changes no byte of an answer."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from ..._plumbing import Arrays, Lock, PathLike, __version__, write_whole
from ...errors import InvalidInputError
from .._protocol.errors import Refused
from .._protocol.fields import Octets, Whole, read_fields, readers, written
from .._protocol.frame import digest, pack, unpack
from .._secure.budget import Spent
from .._secure.ledger import SiteSet, read_sets
from .._secure.marks import Mark, read_marks
from .shown import Shown

_KIND = 100  # of the frame in the file; messages have smaller ones
_NAME = b"mcbnc federated: a state"
_MOST = 1 << 31  # bytes of the file
_DIGEST = 32
_MESSAGES = ("hello", "secret", "roster", "outcome", "sent", "past")
_OCTETS = (*_MESSAGES, "called", "digests", "salt", "used")
_FORM = readers(
    {
        "data": Octets,
        "identity": Octets,
        "marks": list,
        "numbers": Whole,
        "part": str,
        "past": dict,
        "sets": list,
        "spent": dict,
        "version": str,
    }
)


@dataclass
class SessionState:
    """One session of a site."""

    hello: bytes
    """The message. So are `roster` and `outcome`, which are empty until they come."""
    secret: bytes
    """The private half of the session's key. It is forgotten when the outcome comes."""
    roster: bytes = b""
    outcome: bytes = b""
    sent: bytes = b"[]"
    """With whom the site had taken part when the session began, as it has told the others: a list in JSON."""
    past: bytes = b"{}"
    """In which sessions the site was asked how many questions before, as it has told the others, in JSON."""
    digests: list[bytes] = field(default_factory=list)
    """The digest of each question, the first one first."""
    numbers: int = 0
    """How many numbers all answers have together."""
    answered: set[int] = field(default_factory=set)
    """The rounds that were answered. A site that took over a log has not answered all of them."""
    shown: Shown = field(default_factory=Shown)


@dataclass
class Snapshot:
    """All that a site keeps: the present session, and what it must not do again.

    Parameters
    ----------
    path : path or None
        The file. Its owner alone may read it, because it holds the session's secret key.
    identity, data : bytes
        Whose snapshot it is, and the digest of the site's data.
    """

    path: PathLike | None
    identity: bytes
    data: bytes
    used: list[bytes] = field(default_factory=list)
    """The numbers of all sessions that were begun."""
    sets: list[SiteSet] = field(default_factory=list)
    """The sets of sites with which this site has taken part in sessions with masks."""
    called: dict[bytes, str] = field(default_factory=dict)
    """By identity: what each site of these sets was called, also if it has left."""
    part: str = ""
    """Whether the site's numbers counted in the sums of learning under masks, "in", or not, "out"."""
    spent: Spent = field(default_factory=Spent)
    past: dict[str, int] = field(default_factory=dict)
    """By session: how many questions the site was asked."""
    marks: list[Mark] = field(default_factory=list)
    """The last sessions of the other sites, as these have signed."""
    session: SessionState | None = None
    salt: bytes = field(default_factory=lambda: os.urandom(_DIGEST))
    """A secret that stays the same as long as the file is there."""
    lock: Lock | None = None
    """Of the file: two sites with one file could answer one question in two ways."""

    @classmethod
    def load(
        cls, path: PathLike | None, identity: bytes | None, data: bytes, earlier: Sequence[bytes] = ()
    ) -> Snapshot:
        """Read the file if there is one. Without `identity` it is the file's, else random bytes.

        The file may also be of an identity that the site had `earlier`. Its session is over then.
        Raises InvalidInputError if the file is damaged, of another site, or in use.
        """
        snapshot = cls(path, identity or b"", data, lock=None if path is None else Lock(path, "state"))
        try:
            if path is not None and Path(path).exists():
                snapshot._read(Path(path).read_bytes(), earlier)
        except InvalidInputError:
            snapshot.close()
            raise
        snapshot.identity = snapshot.identity or os.urandom(_DIGEST)
        return snapshot

    def name(self) -> bytes:
        """What stands for the file, and for none that the site had before or may have later."""
        return digest(_NAME + self.salt)

    def told(self) -> bytes:
        """The sets as the site sends them to the others: a list in JSON."""
        return json.dumps([each.record() for each in self.sets]).encode()

    def close(self) -> None:
        """Leave the file to others."""
        if self.lock is not None:
            self.lock.release()

    def save(self) -> None:
        """Write the file, whole or not at all. When this returns, a loss of power does not lose it."""
        if self.path is None:
            return
        write_whole(self.path, self._write(), private=True)
        folder = os.open(Path(os.path.realpath(self.path)).parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def _write(self) -> bytes:
        session = self.session or SessionState(b"", b"")
        sets = {"sets": [each.record() for each in self.sets]}
        owner = {"data": self.data, "identity": self.identity, "version": __version__}
        told = {"spent": self.spent.record(), "past": self.past}
        marks = {"marks": [mark.record() for mark in self.marks]}
        octets = {name: getattr(session, name) for name in _MESSAGES}
        octets["called"] = json.dumps({site.hex(): name for site, name in self.called.items()}).encode()
        octets |= {"salt": self.salt, "digests": b"".join(session.digests), "used": b"".join(self.used)}
        arrays: Arrays = {name: np.frombuffer(content, np.uint8) for name, content in octets.items()}
        arrays["answered"] = np.array(sorted(session.answered), np.int64)
        arrays |= session.shown.arrays()
        return pack(
            _KIND,
            {**sets, **written(owner), **told, **marks, "numbers": session.numbers, "part": self.part},
            arrays,
        )

    def _read(self, content: bytes, earlier: Sequence[bytes]) -> None:
        if not content:
            raise self._refuse(
                "is empty, so it is damaged: mcbnc writes no empty one. The site has forgotten with whom it "
                "took part. Put back a copy that was made after its last session; remove the file only if "
                "the site has never taken part"
            )
        try:
            frame = unpack(content, _MOST)
            fields = read_fields(frame.fields, _FORM, "state")
            self.sets, self.spent = read_sets(fields["sets"]), Spent.read(fields["spent"])
            self.marks = read_marks(fields["marks"])
            arrays = {name: frame.arrays[name].tobytes() for name in _OCTETS}
            session = SessionState(
                **{name: arrays[name] for name in _MESSAGES},
                digests=_split(arrays["digests"]),
                numbers=fields["numbers"],
                answered=set(frame.arrays["answered"].tolist()),
                shown=Shown.read(frame.arrays),
            )
        except (Refused, LookupError, TypeError, ValueError) as error:
            raise self._refuse("is damaged") from error
        self.identity = self.identity or fields["identity"]
        if fields["identity"] not in (self.identity, *earlier):
            raise self._refuse("is another site's")
        self.used, self.salt = _split(arrays["used"]), arrays["salt"]
        self.called = _read_called(arrays["called"])
        self.part, self.past = fields["part"], fields["past"]
        # Other data, or another engine, may answer a repeated question otherwise, under the same masks.
        # So the session is over, but what must not be done again stays known.
        now = (self.data, self.identity, __version__)
        if session.hello and (fields["data"], fields["identity"], fields["version"]) == now:
            self.session = session

    def _refuse(self, problem: str) -> InvalidInputError:
        return InvalidInputError(f"state: the file {os.fspath(self.path or '')} {problem}", argument="state")


def _read_called(content: bytes) -> dict[bytes, str]:
    """The names of sites. They are for messages alone, so damaged ones are dropped."""
    try:
        return {bytes.fromhex(site): str(name) for site, name in json.loads(content).items()}
    except (ValueError, AttributeError):
        return {}


def _split(content: bytes) -> list[bytes]:
    return [content[i : i + _DIGEST] for i in range(0, len(content), _DIGEST)]
