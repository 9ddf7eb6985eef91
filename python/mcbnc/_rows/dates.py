"""Dates in a column. They are neither states nor numbers, so messages say what to make of them."""

from __future__ import annotations

import datetime
import re
from typing import Any

__all__ = ["AS_NUMBERS", "AS_STATES", "is_date"]

AS_STATES = (
    "leave the column out, or put the dates into few classes, such as years, as strings or whole numbers"
)
AS_NUMBERS = "leave the column out, or make numbers of the dates, such as the days since the first one"
_TEXT = re.compile(r"\s*(\d{4}([-/.])\d{1,2}\2\d{1,2}|\d{1,2}([-/.])\d{1,2}\3\d{4})(?!\d)")


def is_date(cell: Any) -> bool:
    """Whether a cell is a date, or a text that begins as dates do: 2024-05-31, 31.5.2024 or 5/31/2024."""
    return isinstance(cell, datetime.date) or (isinstance(cell, str) and _TEXT.match(cell) is not None)
