"""The command line's arguments, command by command."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from types import ModuleType

from .._base.files import STDIN
from .._version import __version__
from ._help import EXAMPLES, EXITS, FILES, OVERVIEW
from ._parser import Parser, add_command

COMMANDS = {
    "check": "list every problem of data files at once",
    "tidy": "change data files as a recipe says",
    "discretize": "cut the continuous columns of data files into bins",
    "learn": "learn a structure from each data file",
    "bootstrap": "draw the rows of a data file again, and count how often the learned structures "
    "have each edge",
    "pool": "make one network of what several sources say, and of rows",
    "consensus": "fuse DAGs, and delete the edges that few of them need",
    "trajectory": "delete down to the last edge: every threshold at once",
    "compare": "measure the distance of two graphs, or compare the consensus of many DAGs with simpler "
    "methods",
    "provenance": "tell how a result was made, and whether its inputs have changed since",
    "federate": "one answer from many sites by sums alone, over HTTPS",
    "demo": "learn from the rows of bundled clients, fuse, and compare",
}
"""What each command is for."""


def command_module(name: str) -> ModuleType:
    """The module of a command. It has `add`, which adds the command's arguments, and `run`.

    No other command's module is loaded.
    """
    return import_module(f"._{name}", __package__)


def read_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The arguments, or an exit with code 2. The attribute ``command`` is the subcommand's name."""
    parser = _parser()
    given = parser.parse_args(arguments)
    if given.command is None:
        parser.print_help()
        parser.exit()
    inputs = [
        *getattr(given, "files", ()),
        *(getattr(given, name, None) for name in ("file", "gold", "bins")),
    ]
    if inputs.count(STDIN) > 1:
        parser.error("- is given twice, and standard input can be read once")
    return given


def _parser() -> argparse.ArgumentParser:
    top = Parser(
        prog="mcbnc",
        description=OVERVIEW,
        epilog=f"{EXAMPLES['mcbnc']}\n{FILES}\n{EXITS}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"mcbnc {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for name, purpose in COMMANDS.items():
        add_command(commands, name, purpose, partial(_add_arguments, name), EXAMPLES[name])
    return top


def _add_arguments(name: str, command: argparse.ArgumentParser) -> None:
    command_module(name).add(command)
