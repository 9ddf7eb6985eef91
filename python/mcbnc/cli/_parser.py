"""The parsers of the command line, and how a command is added to them."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from .._base.show import nearest


class Parser(argparse.ArgumentParser):
    """A parser that takes whole names of options alone. An abbreviation is an error at the next new option.

    It refuses unknown options by itself, and names the nearest option. `add` adds its arguments, when it is
    asked for the first time: most commands are not.
    """

    def __init__(self, *, add: Callable[[Any], None] | None = None, **given: Any) -> None:
        super().__init__(**given, allow_abbrev=False)
        self._add = add

    def complete(self) -> None:
        """Have the arguments."""
        add, self._add = self._add, None
        if add is not None:
            add(self)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self.complete()
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            name = unknown[0].split("=")[0]
            near = nearest(name, self._option_string_actions) if name.startswith("--") else None
            hint = f": do you mean {near}?" if near else ""
            self.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
        return found, unknown


def add_command(
    commands: Any, name: str, purpose: str, add: Callable[[Any], None], examples: str = ""
) -> None:
    """Add a command, which `add` gives its arguments."""
    commands.add_parser(
        name,
        add=add,
        help=purpose,
        description=f"{purpose[0].upper()}{purpose[1:]}.",
        epilog=examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
