"""The words that options about rows may be."""

from __future__ import annotations

import math
from typing import Literal, get_args

MissingName = Literal["error", "drop", "state", "fill"]
RepeatsName = Literal["keep", "distinct"]
ColumnsName = Literal["same", "common", "union"]
DecimalSign = Literal[".", ","]
MISSING: tuple[str, ...] = get_args(MissingName)
REPEATS: tuple[str, ...] = get_args(RepeatsName)
COLUMNS: tuple[str, ...] = get_args(ColumnsName)
DECIMALS: tuple[str, ...] = get_args(DecimalSign)
BASES = {"e": math.e, "2": 2.0, "10": 10.0}
"""Of logarithms, by what a recipe calls them."""
