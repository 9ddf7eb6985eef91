"""Rows that seem to be repeated, once the columns are left out that no variable is."""

from __future__ import annotations

from dataclasses import replace

from ..._base.show import counted
from ...errors import InvalidInputError
from ..align import align_states
from ..repeats import repeated
from .finding import Finding


def find_repeats(f: Finding) -> None:
    """Look for repeated rows in each table. Its cells count as they are, before bins are made."""
    options = replace(f.options, names=None, states=None, missing="state", accept=True, columns="same")
    for k, table in f.now.items():
        try:
            found = repeated(align_states([table], options))
        except InvalidInputError:  # another line, or a note, is about what is wrong
            continue
        for count in found.values():
            why = f"{counted(count, 'row')} at {f.name(k)} repeat another row"
            f.add(None, ("rows",), "repeats", "distinct", why)
