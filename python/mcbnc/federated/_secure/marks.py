"""Marks: what a site notes of the others, so that a state that was set back to a copy is found.

A site's state says what the site has spent. If the file is set back to a copy, or two machines have one, the
site has forgotten what it spent since then, and cannot see that.

A mark is a note that another site keeps in its own state: "with this state, this site was asked N questions
in session S". It makes the note when the result of S comes. The mark itself is not signed, as it goes to
nobody. It rests on what the site that it is about has signed:

- in the result, its answer to the last question of S. That question names all before it;
- in the roster of each session, which state it has, and how many questions it was asked in which session.

So if the list in a later roster has S with fewer than N questions, or not at all, the state is older than the
site's own signature, and whoever has the mark refuses the roster.

A mark proves that the site answered the last of N questions: nobody else can sign that. It says nothing of

- a session without a result, as one whose result the coordinator keeps back: then the coordinator alone knows
  of the answers, by its journal, from which it makes marks too (`_coordinator/opening.py`);
- a site that has lost its state: it has another one, which is no older one. It is refused in sessions with
  noise alone, if a mark says that it has answered one before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from .._protocol.errors import Refused
from .._protocol.fields import Octets, Positive, read_fields, readers, written
from .._protocol.messages import Member

_FORM = readers({"site": Octets, "state": Octets, "session": Octets, "questions": Positive, "noisy": bool})
_SHORT = 8  # bytes of a session's number
_FORGOTTEN = "The site has forgotten what it spent: put its newest state back"


def short(session: bytes) -> str:
    """What the list of a site's sessions calls a session."""
    return session[:_SHORT].hex()


@dataclass(frozen=True)
class Mark:
    """A note about a site: its last session with one of its states."""

    site: bytes
    state: bytes
    """What stands for the state's file. A site that lost it has another one."""
    session: bytes
    questions: int
    """How many questions the site was asked in that session."""
    noisy: bool
    """Whether the site has answered a question with noise with this state."""

    def record(self) -> dict[str, Any]:
        """The mark as JSON has it."""
        return written(vars(self))


def read_marks(records: Iterable[Any]) -> list[Mark]:
    """Read what :meth:`Mark.record` wrote, or raise Refused."""
    return [Mark(**read_fields(record, _FORM, "state")) for record in records]


def marked(
    marks: Iterable[Mark], members: Iterable[Member], session: bytes, questions: int, noisy: bool
) -> list[Mark]:
    """The marks, with those of the sites of a session in which each has answered so many questions."""
    known = {(mark.site, mark.state): mark for mark in marks}
    for member in members if questions else ():
        place = member.identity, member.state
        asked = noisy or (place in known and known[place].noisy)
        known[place] = Mark(*place, session, questions, asked)
    return list(known.values())


class Older(NamedTuple):
    """A site that has forgotten something, and how that is known: a clause for people."""

    site: bytes
    why: str

    def refusal(self, names: Mapping[bytes, str]) -> Refused:
        """The refusal of a roster with the site."""
        return Refused(f"the state of {names.get(self.site, self.site.hex())} {self.why}", reason="state")


def find_older(
    members: Sequence[Member], marks: Iterable[Mark], present: Mapping[bytes, bytes], noisy: bool
) -> Older | None:
    """A site of a new session that has forgotten something, by these marks. None: they know of none.

    `present` has the present key of each earlier one of these sites. Where a session is `noisy`, a site that
    has answered one with another state has forgotten what it spent. In other sessions it may go on: with whom
    it took part, the lists of the other sites tell it.
    """
    now = {member.identity: member for member in members}
    for mark in marks:
        member = now.get(present.get(mark.site, mark.site))
        if member is None:
            continue
        if mark.state == member.state:
            asked = member.past.get(short(mark.session), 0)
            if type(asked) is not int or asked < mark.questions:
                return Older(
                    member.identity,
                    "is older than what the site has signed: it lacks an answer of an earlier session. It "
                    f"was restored from a copy, or two machines have it. {_FORGOTTEN}",
                )
        elif noisy and mark.noisy:
            return Older(
                member.identity,
                "is another one than that with which the site answered a question with noise before. "
                f"{_FORGOTTEN}",
            )
    return None
