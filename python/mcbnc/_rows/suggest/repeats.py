"""Rows that seem to be repeated, once the columns are left out that no variable is."""

from __future__ import annotations

from dataclasses import replace

from ..._base.show import counted, listed, shown
from ...errors import InvalidInputError
from ..align import align_states
from ..opened import Opened
from ..repeats import repeated
from ..steps import without_columns
from .finding import Finding


def find_repeats(f: Finding) -> None:
    """Look for repeated rows in each table. Its cells count as they are, before bins are made.

    Dates are left out at a second look: the visits of a patient have different ones.
    """
    dates = {one.key for one in f.found.values() if one.section == ("date",)}
    for k, table in f.now.items():
        count, besides = _repeats(f, table), ""
        undated = without_columns(table, dates)
        if not count and 0 < undated.n < table.n:
            count, besides = _repeats(f, undated), f", if {listed(sorted(dates), shown)} is left out"
        if count:
            why = f"{counted(count, 'row')} at {f.name(k)} repeat another row{besides}"
            f.add(None, ("rows",), "repeats", "distinct", why)


def _repeats(f: Finding, table: Opened) -> int:
    """The rows of a table that seem to be repeated."""
    options = replace(f.options, names=None, states=None, missing="state", accept=True, columns="same")
    try:
        found = repeated(align_states([table], options))
    except InvalidInputError:  # another line, or a note, is about what is wrong
        return 0
    return sum(found.values())
