"""The fields of a message: each is read once, as what it must be, and none may be left over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from .errors import Refused
from .frame import Frame

__all__ = ["Fields", "fields_of"]

_WHOLE = 2**63


class Fields:
    """The fields of one message. Every method takes a field out, and raises Refused if it is wrong."""

    def __init__(self, fields: dict[str, Any], message: str) -> None:
        self._fields = dict(fields)
        self._message = message

    def octets(self, name: str, *lengths: int) -> bytes:
        """Bytes in lower-case hexadecimal, of one of these lengths."""
        value = self._take(name, lambda value: isinstance(value, str))
        try:
            octets = bytes.fromhex(value)
        except ValueError:
            self._refuse(name)
        if octets.hex() != value or len(octets) not in lengths:
            self._refuse(name)
        return octets

    def whole(self, name: str, least: int = 0) -> int:
        return int(self._take(name, lambda value: type(value) is int and least <= value < _WHOLE))

    def flag(self, name: str) -> bool:
        return bool(self._take(name, lambda value: type(value) is bool))

    def text(self, name: str) -> str:
        return str(self._take(name, lambda value: isinstance(value, str)))

    def mapping(self, name: str) -> dict[str, Any]:
        return dict(self._take(name, lambda value: isinstance(value, dict)))

    def sequence(self, name: str) -> list[Any]:
        return list(self._take(name, lambda value: isinstance(value, list)))

    def end(self) -> None:
        """Refuse fields that nobody has read."""
        for name in self._fields:
            self._refuse(name)

    def _take(self, name: str, fits: Callable[[Any], bool]) -> Any:
        if name not in self._fields or not fits(self._fields[name]):
            self._refuse(name)
        return self._fields.pop(name)

    def _refuse(self, name: str) -> NoReturn:
        raise Refused(f"a message {self._message} is refused: its field {name!r} is wrong", reason="message")


def fields_of(frame: Frame, message: str, *arrays: str) -> Fields:
    """The fields of a frame that has these arrays and no others. `message` names it in errors."""
    if set(frame.arrays) != set(arrays):
        raise Refused(f"a message {message} is refused: it has other arrays", reason="message")
    return Fields(frame.fields, message)
