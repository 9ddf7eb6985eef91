"""What was learned, in a file of JSON beside the structure: score, rows, states, class and steps."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from .._base.files import File
from .._base.json_text import json_value
from .._base.scoring import SCORES, linear
from .._engine.request import Reply
from .._graphs.json_names import is_name, name_as_json, name_from_json, names_from_json
from .._graphs.structures import parse_structures
from .learned import Learned

_TYPES = {"step_kind": np.uint8, "step_edges": np.int32, "gain": np.float64, "h": np.int32, "h_ptr": np.int64}
_COUNTS = ("rows", "rows_left_out")


def read_learned(file: File) -> Learned | None:
    """What :meth:`mcbnc.Learned.save` wrote. None: it is a structure alone, or there are several."""
    if b'"learned"' not in file.content:
        return None
    sources = parse_structures(file)
    if sources is None or len(sources) != 1:
        return None
    record = json_value(file.content)
    if not isinstance(record.get("learned"), dict):
        return None
    try:
        return _learned(record, sources[0].array)
    except (KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
        raise file.refuse(f'"learned", which tells how it was learned, is damaged ({error!r})') from error


def _learned(record: dict[str, Any], adjacency: Any) -> Learned:
    nodes, told = names_from_json(record["nodes"], "nodes"), record["learned"]
    cpdag = np.zeros_like(adjacency)
    for i, j in told["cpdag"]:
        cpdag[_within(i, nodes), _within(j, nodes)] = 1
    if ((cpdag | cpdag.T) != (adjacency | adjacency.T)).any() or (adjacency > cpdag).any():
        raise ValueError("the class is that of another structure")
    if told["criterion"] not in SCORES or any(
        type(told[name]) is not int or told[name] < 0 for name in _COUNTS
    ):
        raise ValueError("the score or the number of rows")
    found = object.__new__(Learned)
    reply = Reply({"seconds": float(told["seconds"])}, {"adjacency": adjacency, "cpdag": cpdag})
    super(Learned, found).__init__(
        nodes, bool(told["named"]), reply, str(told["status"]), linear(told["criterion"])
    )
    found._criterion, found._score_title = told["criterion"], str(told["score_title"])
    found._score = float("nan") if told["score"] is None else float(told["score"])
    found._rows, found._rows_left_out = told["rows"], told["rows_left_out"]
    found._columns_left_out = names_from_json(told["columns_left_out"], "columns_left_out")
    found._states = {name_from_json(name): list(states) for name, states in told["states"]}
    found._cells_filled = {name_from_json(name): int(count) for name, count in told["filled"]}
    found._site = name_from_json(told["site"])
    found._steps = {name: np.array(told["steps"][name], dtype) for name, dtype in _TYPES.items()}
    found._steps["step_edges"] = found._steps["step_edges"].reshape(-1, 2)
    found._stability = None if told["stability"] is None else np.array(told["stability"], np.float64)
    _ = found.steps  # refuses what does not fit together
    return found


def _within(k: Any, nodes: list[Hashable]) -> int:
    if type(k) is not int or not 0 <= k < len(nodes):
        raise ValueError(f"no node has the number {k}")
    return k


def record_of(found: Learned) -> dict[str, Any]:
    """What a file of JSON tells of it, beside its nodes and edges."""
    return {
        "criterion": found._criterion,
        "score_title": found._score_title,
        "score": None if np.isnan(found._score) else found._score,
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
        "steps": {name: np.asarray(found._steps[name]).tolist() for name in _TYPES},
        "stability": None if found._stability is None else found._stability.tolist(),
    }


def _name(name: Hashable) -> Any:
    """The name of what is no node. One that JSON cannot hold is its text."""
    return name_as_json(name) if is_name(name) else str(name)


def _plain(state: Hashable) -> Any:
    """A state as JSON has it. One that is no text, number or truth value is its text."""
    value = state.item() if isinstance(state, np.generic) else state
    return value if isinstance(value, (str, int, float, bool)) else str(value)
