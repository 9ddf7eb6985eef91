"""Calls of functions that take tables, with the options of `mcbnc.Rows` among those of the function."""

from __future__ import annotations

import mcbnc

OF_ROWS = ("names", "states", "missing", "missing_values", "accept", "decimal", "columns")


def with_rows(function, data, *more, **options):
    """Call the function with Rows of the data, if some options are theirs, else with the data."""
    told = {name: options.pop(name) for name in OF_ROWS if name in options}
    return function(mcbnc.Rows(data, **told) if told else data, *more, **options)
