"""Paths of files, as arguments."""

from __future__ import annotations

import os
import re
from typing import Any

from ..errors import InvalidInputError
from .show import shown

__all__ = ["PathLike", "is_text", "path_text", "pattern_hint"]

PathLike = str | os.PathLike[str]


def is_text(graph: Any) -> bool:
    """True if the input may be a path or a model string."""
    return isinstance(graph, (str, os.PathLike))


def pattern_hint(path: Any) -> str:
    """The end of a message about a path that no file has, if the path may be a pattern of files."""
    if not is_text(path) or not re.search(r"[*?]|\[[^\]]+\]\.", os.fspath(path)):
        return ""
    return f"; patterns are not expanded: give glob.glob({shown(os.fspath(path))})"


def path_text(path: Any, argument: str = "path") -> str:
    """The path as a str. What is no path, or can be the path of no file, is an InvalidInputError."""
    text = _as_str(path)
    if text is None:
        raise InvalidInputError(
            f"{argument} must be a str or an os.PathLike of str, not {shown(path)}", argument=argument
        )
    problem = _impossible(text)
    if problem:
        raise InvalidInputError(f"{shown(text)}: {problem}, so no file has this path", argument=argument)
    return text


def _as_str(path: Any) -> str | None:
    if isinstance(path, (bytes, int)):  # open() would take them; an int is a descriptor there
        return None
    try:
        text = os.fspath(path)
    except Exception:  # no path, or a class whose __fspath__ raises
        return None
    return text if isinstance(text, str) else None


def _impossible(path: str) -> str | None:
    """Why the system takes no such path. None: it may take the path."""
    try:
        return "embedded null character" if b"\0" in os.fsencode(path) else None
    except UnicodeEncodeError:
        return "lone surrogate"
