"""What was learned, for a file of JSON beside the structure: score, rows, states, class and steps."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from .._graphs.json_names import is_name, name_as_json

STEPS = {"step_kind": np.uint8, "step_edges": np.int32, "gain": np.float64, "h": np.int32, "h_ptr": np.int64}
"""The arrays of the steps of a search."""


def record_of(found: Any) -> dict[str, Any]:
    """What a file of JSON has of a Learned, beside its nodes and edges."""
    return {
        "criterion": found._criterion,
        "score_title": found._score_title,
        "score": None if np.isnan(found._score) else found._score,
        "prior": found._prior,
        "chance": None if found._chance is None else found._chance._asdict(),
        "resamples": None if found._resamples is None else found._resamples.record(),
        "rows": int(found._rows),
        "rows_left_out": int(found._rows_left_out),
        "columns_left_out": list(map(_name, found._columns_left_out)),
        "states": [[name_as_json(name), list(map(_plain, own))] for name, own in found._states.items()],
        "filled": [[name_as_json(name), int(count)] for name, count in found._cells_filled.items()],
        "site": None if found._site is None else _name(found._site),
        "status": str(found._status),
        "seconds": found._seconds,
        "named": bool(found._named),
        "cpdag": np.argwhere(found._class.matrix).tolist(),
        "steps": {name: np.asarray(found._steps[name]).tolist() for name in STEPS},
        "stability": None if found._stability is None else found._stability.tolist(),
    }


def _name(name: Hashable) -> Any:
    """The name of what is no node. One that JSON cannot hold is its text."""
    return name_as_json(name) if is_name(name) else str(name)


def _plain(state: Hashable) -> Any:
    """A state as JSON has it. One that is no text, number or truth value is its text."""
    value = state.item() if isinstance(state, np.generic) else state
    return value if isinstance(value, (str, int, float, bool)) else str(value)
