"""The fields of a message: each is read by its annotation, and none may be missing or left over.

Bytes are written in lower-case hexadecimal. ``Annotated`` has their lengths, or the least whole number and
the greatest, if that is not the one of 64 bits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Annotated, Any, ClassVar, get_args, get_origin, get_type_hints

from .errors import Refused

Octets = Annotated[bytes, 32]
Signature = Annotated[bytes, 0, 64]
Digest = Annotated[bytes, 0, 32]
"""A SHA-256, or nothing."""
Whole = Annotated[int, 0]
Positive = Annotated[int, 1]
MOST_SITES = 1 << 20
"""The most sites of a session. What a site computes of their number alone ends at once."""
Sites = Annotated[int, 1, MOST_SITES]
Form = Mapping[str, Callable[[Any], Any]]
"""What reads each field, or raises TypeError or ValueError."""

_WHOLE = 2**63 - 1


def form_of(kind: type, without: Collection[str] = ()) -> Form:
    """The fields of a dataclass, except those that are no fields of its message."""
    hints = get_type_hints(kind, include_extras=True)
    return readers(
        {name: h for name, h in hints.items() if get_origin(h) is not ClassVar and name not in without}
    )


def readers(hints: Mapping[str, Any]) -> Form:
    """What reads fields of these annotations: they are looked at here, and not for each message."""
    return {name: _reader(hint) for name, hint in hints.items()}


def read_fields(fields: Mapping[str, Any], form: Form, message: str) -> dict[str, Any]:
    """The values of the fields, or Refused. `message` is what the error calls the message."""
    wrong = sorted(fields.keys() ^ form.keys())
    values = {}
    for name, reader in () if wrong else form.items():
        try:
            values[name] = reader(fields[name])
        except (TypeError, ValueError):
            wrong.append(name)
    if wrong:
        raise Refused(f"a message {message} is refused: its field {wrong[0]!r} is wrong", reason="message")
    return values


def written(values: Mapping[str, Any]) -> dict[str, Any]:
    """The fields as JSON has them."""
    return {name: value.hex() if isinstance(value, bytes) else value for name, value in values.items()}


def _reader(hint: Any) -> Callable[[Any], Any]:
    kind, *bounds = get_args(hint) if get_origin(hint) is Annotated else [get_origin(hint) or hint]

    def octets(value: Any) -> bytes:
        read = bytes.fromhex(value)
        if read.hex() != value or len(read) not in bounds:
            raise ValueError
        return read

    def whole(value: Any) -> int:
        least, most = (*bounds, _WHOLE)[:2]
        if type(value) is not int or not least <= value <= most:
            raise ValueError
        return value

    def other(value: Any) -> Any:
        if type(value) is not kind:
            raise ValueError
        return value

    return octets if kind is bytes else whole if kind is int else other
