"""Values in messages: a message must not fail, or flood the screen, over what it is about."""

from __future__ import annotations

from typing import Any

__all__ = ["shorten", "shown"]

_LONGEST = 100  # characters


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
