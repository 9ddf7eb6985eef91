"""The command line's ``federate verify`` and ``federate report``: what a run's journal shows."""

from __future__ import annotations

import argparse

from .._https import certificates
from ..errors import InvalidInputError
from ..federated import disclosure, verify
from ._federate_result import summed_record
from ._files import show, suffix, write, write_text
from ._streams import say
from ._text import json_text


def _verify(given: argparse.Namespace) -> None:
    peers = None if given.peers is None else certificates.read_peers_folder(given.peers)
    found = verify(given.journal, peers=peers)
    for path in given.out:
        if found.result is None:
            raise InvalidInputError(f"{path}: the run has not ended, so there is no result")
        write(found.result, path, lambda: summed_record(found.result), given.digits)
    lines = [str(found), *(f"{leak.numbers:>10,} {leak.what}" for leak in found.leaks)]
    say("all that is there follows from the answers that the sites signed")
    for each in found.unchecked:
        say(f"not checked: {each}")
    record = {
        "rounds": found.rounds,
        "signed": found.signed,
        "recipe": found.recipe or None,
        "unchecked": found.unchecked,
    }
    show(given, lambda: record, lambda: "\n".join(lines) + "\n")


def _report(given: argparse.Namespace) -> None:
    peers = None if given.peers is None else certificates.read_peers_folder(given.peers)
    found = disclosure(given.journal, peers=peers, attack=given.attack, seed=given.seed)
    for path in given.out:
        write_text(path, json_text(found.record()) if suffix(path) == ".json" else found.page())
    show(given, found.record, lambda: f"{found}\n")


PARTS = {"verify": _verify, "report": _report}
