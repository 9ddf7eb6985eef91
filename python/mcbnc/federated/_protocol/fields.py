"""The fields of a message: each is read by its annotation, and none may be missing or left over.

Bytes are written in lower-case hexadecimal. ``Annotated`` has their lengths, or the least whole number.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Any, ClassVar, get_args, get_origin, get_type_hints

from .errors import Refused

Octets = Annotated[bytes, 32]
Signature = Annotated[bytes, 0, 64]
Digest = Annotated[bytes, 0, 32]
"""A SHA-256, or nothing."""
Whole = Annotated[int, 0]
Positive = Annotated[int, 1]
Form = Mapping[str, Any]
"""The annotation of each field."""

_WHOLE = 2**63


def form_of(kind: type, without: Collection[str] = ()) -> Form:
    """The fields of a dataclass, except those that are no fields of its message."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        name: hint for name, hint in hints.items() if get_origin(hint) is not ClassVar and name not in without
    }


def read_fields(fields: Mapping[str, Any], form: Form, message: str) -> dict[str, Any]:
    """The values of the fields, or Refused. `message` is what the error calls the message."""
    wrong = sorted(fields.keys() ^ form.keys())
    values = {}
    for name, hint in () if wrong else form.items():
        try:
            values[name] = _read(fields[name], hint)
        except (TypeError, ValueError):
            wrong.append(name)
    if wrong:
        raise Refused(f"a message {message} is refused: its field {wrong[0]!r} is wrong", reason="message")
    return values


def written(values: Mapping[str, Any]) -> dict[str, Any]:
    """The fields as JSON has them."""
    return {name: value.hex() if isinstance(value, bytes) else value for name, value in values.items()}


def _read(value: Any, hint: Any) -> Any:
    kind, *bounds = get_args(hint) if get_origin(hint) is Annotated else [get_origin(hint) or hint]
    if kind is bytes:
        octets = bytes.fromhex(value)
        if octets.hex() != value or len(octets) not in bounds:
            raise ValueError
        return octets
    if type(value) is not kind or (kind is int and not bounds[0] <= value < _WHOLE):
        raise ValueError
    return value
