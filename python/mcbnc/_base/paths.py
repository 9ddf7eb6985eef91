"""Paths of files, as arguments."""

from __future__ import annotations

import os
from typing import Any

from ..errors import InvalidInputError
from .show import shown

__all__ = ["PathLike", "check_path", "is_text"]

PathLike = str | os.PathLike[str]


def is_text(graph: Any) -> bool:
    """True if the input may be a path or a model string."""
    return isinstance(graph, (str, os.PathLike))


def check_path(path: Any) -> None:
    """Refuse an argument `path` that is neither a path nor None."""
    if not (path is None or is_text(path)):
        raise InvalidInputError(f"path must be a str or an os.PathLike, not {shown(path)}", argument="path")
