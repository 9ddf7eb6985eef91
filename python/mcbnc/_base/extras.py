"""Optional libraries: import one when it is used, and recognise its objects without an import."""

from __future__ import annotations

import importlib
import sys
from typing import Any

from ..errors import MissingExtraError


def import_extra(module: str) -> Any:
    """Import a module of an optional library, or raise a MissingExtraError with what installs it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        # The message names the library before the extra, because pip looks for extras in a registry.
        package = module.partition(".")[0]
        extra = {"cryptography": "federated", "matplotlib": "plot", "tqdm": "progress", "gadjid": "aid"}.get(
            package, package
        )
        missing = (error.name or package).partition(".")[0]  # may be a dependency of the library
        project = {"sklearn": "scikit-learn"}.get(package, package)
        wanted = project if missing in (package, "mcbnc") else f"{project} {missing}"
        raise MissingExtraError(
            f"this needs an optional library: pip install {wanted} (mcbnc's extra {extra!r}; {error})"
        ) from error


def is_a(thing: Any, module: str, name: str) -> bool:
    """True if `thing` is an instance of ``module.name``. If the module is not loaded, False."""
    loaded = sys.modules.get(module)
    return loaded is not None and isinstance(thing, getattr(loaded, name))


def has_module(thing: Any, package: str) -> bool:
    """True if the class of `thing`, or a base of it, is defined in a package of this name.

    The names of packages are compared without regard to case, as pyAgrum was renamed to pyagrum.
    """
    roots = (str(kind.__module__).partition(".")[0] for kind in type(thing).__mro__)
    return package in map(str.lower, roots)


def lazy_hint(thing: Any) -> str:
    """What to do with a frame whose rows are not there yet, such as a LazyFrame of polars. Else empty."""
    return "; collect() it" if hasattr(type(thing), "collect") else ""
