"""The command line's ``federate names``: what all sites must agree on."""

from __future__ import annotations

import argparse

from .._base.show import counted
from .._https import names
from ..errors import InvalidInputError
from ._federate_data import names_of
from ._federate_quantiles import quantiles_of_run
from ._federate_recipe import agreed_names, are_lists, write_site_list
from ._streams import say, warnings_are_lines
from ._wording import files_named


def _names(given: argparse.Namespace) -> None:
    if given.states is None and not given.files and given.counts is None:
        raise InvalidInputError("files: give at least one, or for learning a code book by --states")
    if given.for_recipe:
        write_site_list(given)
        return
    if given.counts is not None:
        book = quantiles_of_run(given)
    elif are_lists(given):
        agreed = agreed_names(given)
        if agreed is None:
            return
        book = agreed
    elif given.states is None:
        every = [names_of(given, file) for file in given.files]
        with files_named(), warnings_are_lines():
            book = names.merge(given.files, every, given.columns == "union", given.accept)
    else:
        book = _states(given)
    names.write_names_file(given.out, book)
    say(f"wrote {given.out}: {counted(len(book.nodes), 'node')}")


def _states(given: argparse.Namespace) -> names.Names:
    """The code book alone. No file adds to it, so it does not depend on any rows."""
    if given.task != "learning":
        raise InvalidInputError("--states: only learning has states")
    book = names.read_codebook(given.states)
    for file in given.files:
        own = names_of(given, file, book, given.states)
        names.check(file, own, book, given.states, given.columns == "union")
    return book


PARTS = {"names": _names}
