"""Paths of files, as arguments."""

from __future__ import annotations

import os
from typing import Any

__all__ = ["PathLike", "is_text"]

PathLike = str | os.PathLike[str]


def is_text(graph: Any) -> bool:
    """True if the input may be a path or a model string."""
    return isinstance(graph, (str, os.PathLike))
