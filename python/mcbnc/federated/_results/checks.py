"""What a site demands of the result that a coordinator sends, before it keeps and shows it.

A site sees no sums, so it cannot check that the result is the right one. It checks that it is one: arrays of
the right shapes, graphs without cycles, steps that follow from the fusion.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..._plumbing import Arrays, execute
from ...errors import InvalidInputError
from .party import Party

_STATUSES = ("complete", "time_limit", "cancelled")
_TITLE = 100  # characters
_KINDS = (1, 2, 3)  # of steps of a search


def check_consensus(party: Party, options: Mapping[str, Any], info: dict[str, Any], arrays: Arrays) -> None:
    """Refuse what is no result of a consensus with these options, with an McbncError."""
    steps = _length(arrays, "step_edges")
    shapes = {
        "order": ("i4", (party.n,)),
        **dict.fromkeys(("fusion", "adjacency", "cpdag"), ("u1", (party.n, party.n))),
        "step_edges": ("i4", (steps, 3)),
        "score": ("i8", (steps,)),
        **dict.fromkeys(("psi", "step_seconds"), ("f8", (steps,))),
        **dict.fromkeys(("h_ptr", "s_ptr"), ("i8", (steps + 1,))),
        **{name: ("i4", (_length(arrays, name),)) for name in ("h", "s")},
    }
    theta = options["theta"]
    over = options["nodes"] == "union"
    if over:
        shapes["together"] = ("i4", (party.n, party.n))
        if theta is not None:
            shapes["unsure"] = ("i4", (_length(arrays, "unsure"), 2))
        if "step_weight" in arrays:  # some DAG lacks a node
            shapes["step_weight"] = ("i8", (steps,))
    _check_shapes(arrays, shapes)
    _check_fields(info, "forced", *(["theta"] if theta is not None else []), optional=("forced",))
    sent: Any = info.get("theta")
    fits = sent == theta if theta != "auto" else type(sent) in (int, float) and 0 <= sent < np.inf
    _demand(fits, "theta")
    forced = info.get("forced", 0)
    _demand(type(forced) is int and 0 <= forced <= steps, "forced")
    _demand((np.sort(arrays["order"]) == np.arange(party.n)).all(), "order")
    _demand(options["order"] in (None, arrays["order"].tolist()), "order")
    _demand(not np.tril(arrays["fusion"][np.ix_(arrays["order"], arrays["order"])]).any(), "fusion")
    _demand((arrays["score"] >= 0).all() and (arrays["psi"] >= 0).all(), "score")
    if over:
        _check_over_nodes(party, options, arrays)
    _demand(np.isfinite(arrays["psi"]).all() and not arrays["step_seconds"].any(), "psi")
    for name in ("h", "s"):
        _check_ragged(arrays, name, party.n)
    classes = _classes(party, options, arrays["adjacency"][None])
    _demand((arrays["cpdag"] == classes[0]).all(), "cpdag")
    state = _state(party, options, arrays, steps)
    _demand(options["output"] == "refusion" or (arrays["cpdag"] == state).all(), "adjacency")


def _check_over_nodes(party: Party, options: Mapping[str, Any], arrays: Arrays) -> None:
    """What is there besides of DAGs over different nodes."""
    both, most = arrays["together"], sum(options["dags"] or [party.r])
    _demand((both >= 0).all() and (both <= most).all() and (both == both.T).all(), "together")
    _demand((both <= np.diag(both)).all(), "together")
    if "step_weight" in arrays:
        weights = arrays["step_weight"]
        _demand((weights >= 0).all() and not arrays["score"][weights == 0].any(), "step_weight")
    if "unsure" in arrays:
        _check_nodes(arrays["unsure"], party.n, "unsure")
        pairs = arrays["unsure"].tolist()
        joined = arrays["adjacency"] | arrays["adjacency"].T
        _demand(all(i < j or j < i for i, j in pairs) and all(joined[i, j] for i, j in pairs), "unsure")
        _demand(len({frozenset(pair) for pair in pairs}) == len(pairs), "unsure")


def check_vote(party: Party, options: Mapping[str, Any], info: dict[str, Any], arrays: Arrays) -> None:
    """Refuse what is no result of a vote with these options, with an McbncError."""
    n, over = party.n, options["nodes"] == "union"
    shapes: dict[str, tuple[str, tuple[int, ...]]] = {
        **dict.fromkeys(("adjacency", "cpdag"), ("u1", (n, n))),
        "conflicts": ("i4", (_length(arrays, "conflicts"), 3)),
    }
    if over:
        m = _length(arrays, "joined")
        shapes["joined"] = ("i4", (m, 2))
        shapes["plain_shares"] = shapes["shares"] = ("f8", (m,))
        shapes["together"] = ("i4", (n, n))
        shapes["unsure"] = ("i4", (_length(arrays, "unsure"), 2))
    _check_shapes(arrays, shapes)
    _check_fields(info)
    _demand((arrays["cpdag"] == _classes(party, options, arrays["adjacency"][None])[0]).all(), "cpdag")
    _check_nodes(arrays["conflicts"], n, "conflicts")
    if not over:
        return
    _check_nodes(arrays["joined"], n, "joined")
    pairs = [frozenset(pair) for pair in arrays["joined"].tolist()]
    _demand(len(set(pairs)) == len(pairs) and all(len(pair) == 2 for pair in pairs), "joined")
    for name in ("plain_shares", "shares"):
        _demand(((arrays[name] > 0) & (arrays[name] <= 1)).all(), name)
    taken = np.zeros((n, n), np.uint8)
    above = arrays["joined"][arrays["shares"] > options["threshold"]]
    taken[above[:, 0], above[:, 1]] = taken[above[:, 1], above[:, 0]] = 1
    _demand((taken == (arrays["adjacency"] | arrays["adjacency"].T)).all(), "shares")
    _check_over_nodes(party, options, arrays)


def check_learned(party: Party, options: Mapping[str, Any], info: dict[str, Any], arrays: Arrays) -> None:
    """Refuse what is no result of learning with these options, with an McbncError."""
    searches = _length(arrays, "total")
    steps, n = _length(arrays, "step_kind"), party.n
    shapes = {
        **dict.fromkeys(("adjacency", "cpdag"), ("u1", (searches, n, n))),
        **dict.fromkeys(("total", "prior", "learn_seconds"), ("f8", (searches,))),
        "learn_status": ("u1", (searches,)),
        "step_ptr": ("i8", (searches + 1,)),
        "step_kind": ("u1", (steps,)),
        "step_edges": ("i4", (steps, 2)),
        "gain": ("f8", (steps,)),
        "h_ptr": ("i8", (steps + 1,)),
        "h": ("i4", (_length(arrays, "h"),)),
    }
    apart = options["columns"] == "union"
    if apart:
        shapes["together"] = ("i4", (n, n))
    _check_shapes(arrays, shapes)
    if apart:
        both = arrays["together"]
        _demand((both >= 0).all() and (both <= party.r).all() and (both == both.T).all(), "together")
    _check_fields(info, "status", "score_title", "counts", "rows")
    _demand(1 <= searches <= (3 if options["tables"] and options["own"] else 1), "total")
    _demand(info["status"] in _STATUSES, "status")
    title = info["score_title"]
    _demand(isinstance(title, str) and title.isprintable() and len(title) <= _TITLE, "score_title")
    counts = info["counts"]
    _demand(isinstance(counts, dict), "counts")
    _check_fields(counts, "best", "pairs")
    _demand(type(counts["best"]) is int and 0 <= counts["best"] < searches, "best")
    _demand(type(counts["pairs"]) is int and 0 <= counts["pairs"] <= n * (n - 1) // 2, "pairs")
    _demand(type(info["rows"]) is int and info["rows"] >= 0, "rows")
    _demand(np.isfinite(arrays["total"]).all() and np.isfinite(arrays["gain"]).all(), "total")
    _demand(np.allclose(arrays["prior"], _priors(options, arrays["adjacency"])), "prior")
    _demand(not arrays["learn_seconds"].any() and (arrays["learn_status"] <= 1).all(), "learn_status")
    kinds = _KINDS if options["search"] == "xges" else _KINDS[:2]
    _demand(np.isin(arrays["step_kind"], kinds).all(), "step_kind")
    _check_nodes(arrays["step_edges"], n, "step_edges")
    _check_bounds(arrays["step_ptr"], steps, "step_ptr")
    _check_ragged(arrays, "h", n)
    _demand((arrays["cpdag"] == _classes(party, options, arrays["adjacency"])).all(), "cpdag")


def _state(party: Party, options: Mapping[str, Any], arrays: Arrays, steps: int) -> NDArray[np.uint8]:
    """The class after all steps. Steps that do not follow from the fusion are an error of the engine's."""
    names = ("k_max", "cap", "start", "required", "forbidden")
    run = {name: options[name] for name in names if options[name] is not None}
    request = party.request("state", **run, prefix=steps, output="extension")
    given = {name: np.ascontiguousarray(arrays[name]) for name in ("fusion", "step_edges", "h_ptr", "h")}
    cpdag: NDArray[np.uint8] = execute(party.nodes, request, {**party.rank(), **given}).arrays["cpdag"]
    return cpdag


def _classes(party: Party, options: Mapping[str, Any], dags: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The classes of DAGs under what is known. A cycle is a CycleError."""
    _demand((dags <= 1).all() and not (dags & dags.transpose(0, 2, 1)).any(), "adjacency")
    known: dict[str, Any] = {name: options.get(name) for name in ("required", "forbidden")}
    request = Party(party.nodes, len(dags)).request("cpdag", **known)
    given = {"graphs": np.ascontiguousarray(dags), **party.rank()}
    classes: NDArray[np.uint8] = execute(party.nodes, request, given).arrays["graphs"]
    return classes


def _priors(options: Mapping[str, Any], dags: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The prior of structures for each DAG. A pair that is required has no weight."""
    free = dags | dags.transpose(0, 2, 1)
    for x, y, _ in options["required"] or ():
        free[:, [x, y], [y, x]] = 0
    each = np.log(dags.shape[1]) if options["prior"] == "edges" else 0.0
    return np.asarray(-each * free.sum((1, 2)) / 2, np.float64)


def _length(arrays: Arrays, name: str) -> int:
    _demand(name in arrays and arrays[name].ndim > 0, name)
    return len(arrays[name])


def _check_shapes(arrays: Arrays, shapes: Mapping[str, tuple[str, tuple[int, ...]]]) -> None:
    _demand(set(arrays) == set(shapes), "arrays")
    for name, (dtype, shape) in shapes.items():
        _demand(arrays[name].dtype == dtype and arrays[name].shape == shape, name)


def _check_fields(info: Mapping[str, Any], *names: str, optional: tuple[str, ...] = ()) -> None:
    _demand(set(names) - set(optional) <= set(info) <= set(names), "info")


def _check_ragged(arrays: Arrays, name: str, n: int) -> None:
    """Sets of nodes, one after the other."""
    _check_bounds(arrays[f"{name}_ptr"], len(arrays[name]), name)
    _check_nodes(arrays[name], n, name)


def _check_bounds(bounds: NDArray[np.int64], end: int, name: str) -> None:
    _demand(bounds[0] == 0 and bounds[-1] == end and (np.diff(bounds) >= 0).all(), name)


def _check_nodes(nodes: NDArray[np.int32], n: int, name: str) -> None:
    _demand((nodes >= 0).all() and (nodes < n).all(), name)


def _demand(holds: Any, name: str) -> None:
    if not holds:
        raise InvalidInputError(f"the result's {name} cannot be", argument=name)
