"""The command line's ``federate``: its own commands, which are loaded one by one."""

from __future__ import annotations

import argparse
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

from ._config import ConfiguredParser
from ._end import Exit
from ._parser import add_command

_PARTIES = ("coordinator", "site", "check")
"""The commands that a service manager starts."""


class _Part(NamedTuple):
    """A command of ``federate``."""

    module: str
    """The module whose `PARTS` has what runs it."""
    purpose: str
    examples: str = ""

    def run(self, given: argparse.Namespace) -> None:
        import_module(f"._federate_{self.module}", __package__).PARTS[given.part](given)


_PARTS = {
    "keys": _Part("keys", "make the key by which other sites know a site"),
    "certificates": _Part(
        "keys",
        "make an authority and its certificates, for tests and small federations",
        "An organisation with an authority of its own takes certificates from there.\n",
    ),
    "names": _Part("names", "list the nodes, and for learning the states, that all sites must agree on"),
    "coordinator": _Part("coordinator", "ask the sites, and add up their answers"),
    "site": _Part("site", "answer the coordinator's questions about the data of this site"),
    "check": _Part(
        "site", "try the data, keys, certificates, clock, state and connection of a site, and take no part"
    ),
    "status": _Part("status", "ask the coordinator how far its run is, and for which sites it waits"),
    "simulate": _Part(
        "simulate", "run a whole federation in this process, and report what it answers, costs and shows"
    ),
    "verify": _Part(
        "journal",
        "check a run's journal: its bytes, the sites' signatures, and all that follows from the sums",
    ),
    "report": _Part("journal", "show what the coordinator of a run has learned, computed from its journal"),
    "curve": _Part("simulate", "simulate what differential privacy costs, on data that may be used"),
}


def add(command: argparse.ArgumentParser) -> None:
    """Add the command's own commands."""
    own = command.add_subparsers(dest="part", required=True, metavar="COMMAND", parser_class=ConfiguredParser)
    for name, part in _PARTS.items():
        add_command(own, name, part.purpose, partial(_add_arguments, name), part.examples)
    for each in own.choices.values():
        each.parties = [own.choices[name] for name in _PARTIES]


def _add_arguments(name: str, command: Any) -> None:
    from ._federate_arguments import ADDED_BY  # it loads the tasks, which the list of commands does not need

    ADDED_BY[name](command)


def run(given: argparse.Namespace) -> Exit:
    """Run one of the commands."""
    _PARTS[given.part].run(given)
    return Exit.FINE
