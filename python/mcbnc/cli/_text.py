"""The command line's output for other programs: CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

__all__ = ["csv_text", "json_text"]


def csv_text(header: Sequence[Any], rows: Iterable[Sequence[Any]]) -> str:
    """Format rows as CSV. Floats have all their digits."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


def json_text(record: Mapping[str, Any]) -> str:
    """Format a record as one line of JSON."""
    return json.dumps(record, ensure_ascii=False) + "\n"
