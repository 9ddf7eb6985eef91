"""Names that a module imports at their first use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def at_first_use(
    module: dict[str, Any], homes: Mapping[str, Sequence[str]], modules: Sequence[str] = ()
) -> Callable[[str], Any]:
    """The ``__getattr__`` of a module with these globals.

    `homes` maps a module, as the package names it, to those of its names that are imported so. `modules` are
    modules of the package that are imported themselves.
    """
    home_of = {name: home for home, names in homes.items() for name in names}

    def __getattr__(name: str) -> Any:
        """Import a public name at its first use."""
        if name in modules:
            return import_module(f".{name}", module["__package__"])
        if name not in home_of:
            raise AttributeError(f"module {module['__name__']!r} has no attribute {name!r}")
        home = __import__(home_of[name], module, None, (name,), 1)  # as `from .home import name` does
        module[name] = getattr(home, name)
        return module[name]

    return __getattr__
