"""Values in messages: a message must not fail, or flood the screen, over what it is about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

__all__ = ["listed", "shorten", "shown"]

_LONGEST = 100  # characters
_LISTED = 6  # things in a row, at most


def shown(value: Any) -> str:
    """The value's ``repr``, shortened; its type, where it has none.

    A caller's own class may raise anything there, and so does Python's int beyond 4300 digits.
    """
    try:
        return shorten(repr(value))
    except Exception:
        return f"<{type(value).__name__} that cannot be shown>"


def shorten(text: str, longest: int = _LONGEST) -> str:
    """The text, its middle left out where it is long."""
    if len(text) <= longest:
        return text
    half = longest // 2
    return f"{text[:half]}[{len(text) - 2 * half} characters]{text[-half:]}"


def listed(things: Iterable[Any]) -> str:
    """The first of them, by their ``str``, and how many more there are."""
    names = list(map(str, things))
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return ", ".join(names[:_LISTED]) + more
