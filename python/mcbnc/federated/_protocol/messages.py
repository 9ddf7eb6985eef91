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

from typing import Any

from .errors import Refused
from .frame import unpack
from .handshake import SESSION, Hello, Key, Member, Ready, Refusal, Roster
from .rounds import Answer, Log, Outcome, Question

__all__ = [
    "SESSION",
    "Answer",
    "Hello",
    "Key",
    "Log",
    "Member",
    "Message",
    "Outcome",
    "Question",
    "Ready",
    "Refusal",
    "Roster",
    "read",
]

Message = Hello | Key | Roster | Ready | Question | Answer | Log | Outcome | Refusal
_READERS: dict[int, Any] = {
    each.kind: each for each in (Hello, Key, Roster, Ready, Question, Answer, Log, Outcome, Refusal)
}


def read(message: bytes, most: int) -> Message:
    """Read a message of at most `most` bytes, or raise Refused."""
    frame = unpack(message, most)
    if frame.kind not in _READERS:
        raise Refused(f"a message is refused: there is no kind {frame.kind}", reason="message")
    value: Message = _READERS[frame.kind].read(frame)
    return value
