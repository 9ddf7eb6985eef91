"""Optional libraries: imported when they are used, and told apart from others without an import."""

from __future__ import annotations

import importlib
import sys
from typing import Any

from ..errors import MissingExtraError

__all__ = ["import_extra", "is_a"]


def import_extra(module: str) -> Any:
    """Import an optional library when it is used, or say how to get it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        # First the library itself: pip looks for an extra of mcbnc's in a registry.
        package = module.partition(".")[0]
        extra = {"matplotlib": "plot", "tqdm": "progress", "pydot": "dot"}.get(package, package)
        lacking = (error.name or package).partition(".")[0]  # which may be what the library itself needs
        wanted = package if lacking in (package, "mcbnc") else f"{package} {lacking}"
        raise MissingExtraError(
            f"this needs an optional library: pip install {wanted} (mcbnc's extra {extra!r}; {error})"
        ) from error


def is_a(thing: Any, module: str, name: str) -> bool:
    """Is it an instance of a library's class? No, if the library is not loaded."""
    loaded = sys.modules.get(module)
    return loaded is not None and isinstance(thing, getattr(loaded, name))
