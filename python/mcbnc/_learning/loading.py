"""What was saved, out of its file."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from .._base.files import File, read_file
from .._base.json_text import json_value
from .._base.paths import PathLike
from .._base.scoring import SCORES, linear
from .._consensus.loading import load_run
from .._consensus.results import ConsensusResult, Trajectory
from .._engine.request import Reply
from .._graphs.graph import PDAG, Graph
from .._graphs.json_names import name_from_json, names_from_json
from .._graphs.recognising import check_json
from .._graphs.structures import parse_structures
from .._results.chance import Chance
from .._results.resamples import Resamples
from .record import STEPS
from .structure import Learned

_COUNTS = ("rows", "rows_left_out")
_CHANCE = ("most", "shuffles", "seed")


def load(path: PathLike) -> Trajectory | ConsensusResult | Learned | list[Graph | PDAG]:
    """Read what `save` of a trajectory, a result or a learned structure wrote in JSON, or the command line.

    The answers of what comes back, ``at(theta)`` and all the others, are those of what was saved,
    to the last bit, on any machine. Only the option ``workers`` is not kept: it is all cores.

    Parameters
    ----------
    path : str or os.PathLike

    Returns
    -------
    Trajectory or ConsensusResult or Learned or list of Graph
        A run, a result or a learned structure as it was saved. Of what :func:`mcbnc.learn_jointly` returned
        it is a Learned: structure, class, score, rows and states. Of structures alone, which ``mcbnc learn``
        and ``mcbnc consensus --json`` write, the list of them, however many there are. One with arcs both
        ways is a PDAG.

    Raises
    ------
    InvalidInputError
        If the file is not one of mcbnc's, is damaged, or a newer mcbnc wrote it in a format that is
        unknown to this one; names the case. All of it is checked before anything is returned;
        whoever changes a file by hand takes its "sha256" out.
    OSError
        If the file cannot be read.
    """
    file = read_file(path)
    check_json(file)
    learned = _read_learned(file)
    return load_run(file) if learned is None else learned


def _read_learned(file: File) -> Learned | None:
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
        raise file.refuse(f'"learned", which has how it was learned, is damaged ({error!r})') from error


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
    found._prior = float(told.get("prior", 0.0))  # files of before had none
    chance = told.get("chance")
    found._chance = (
        None if chance is None else Chance(float(chance["edges"]), *(int(chance[name]) for name in _CHANCE))
    )
    resamples = told.get("resamples")  # files of before have none
    found._resamples = None if resamples is None else Resamples.recorded(resamples, len(nodes))
    found._rows, found._rows_left_out = told["rows"], told["rows_left_out"]
    found._columns_left_out = names_from_json(told["columns_left_out"], "columns_left_out")
    found._states = {name_from_json(name): list(states) for name, states in told["states"]}
    found._cells_filled = {name_from_json(name): int(count) for name, count in told["filled"]}
    found._site = name_from_json(told["site"])
    found._made = record.get("provenance")
    found._steps = {name: np.array(told["steps"][name], dtype) for name, dtype in STEPS.items()}
    found._steps["step_edges"] = found._steps["step_edges"].reshape(-1, 2)
    found._stability = None if told["stability"] is None else np.array(told["stability"], np.float64)
    _ = found.steps  # refuses what does not fit together
    return found


def _within(k: Any, nodes: list[Hashable]) -> int:
    if type(k) is not int or not 0 <= k < len(nodes):
        raise ValueError(f"no node has the number {k}")
    return k
