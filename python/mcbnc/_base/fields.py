"""Requests to the engine, and its replies. "make interface" writes this file by the engine's own structs."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

Op = Literal[
    "agreement",
    "averaged",
    "batch",
    "bootstrap",
    "bounded",
    "cells",
    "chance",
    "climb",
    "cpdag",
    "criticalities",
    "criticality",
    "deletion",
    "dsep_vote",
    "evidence",
    "exact_treewidth",
    "explained",
    "facts",
    "federated_answer",
    "federated_next",
    "federated_told",
    "fusion",
    "genetic",
    "learn",
    "learn_jointly",
    "learn_union",
    "load",
    "log_likelihood",
    "mean_smhd",
    "measure",
    "members",
    "memory",
    "moral",
    "pool",
    "profile",
    "run",
    "save",
    "scores",
    "selftest_panic",
    "shd",
    "smhd",
    "stability",
    "state",
    "states",
    "treewidth",
    "triangulation",
    "vote",
]

Options = TypedDict(
    "Options",
    {
        "alpha_mu": float | None,
        "alpha_w": float | None,
        "arcs": int,
        "as_arcs": bool,
        "blanks": list[str] | None,
        "budget": int | None,
        "bytes": int,
        "canonical": bool,
        "cap": int | None,
        "chains": int | None,
        "chance": str,
        "columns": str | int | None,
        "cpdag": bool,
        "distance": str,
        "draft": int | None,
        "ended": str,
        "ess": float | None,
        "explained": int | None,
        "first": int,
        "fitness": str,
        "forbidden": list[list[int]] | None,
        "from": str,
        "gaps": bool,
        "generations": int,
        "genes": str,
        "graphs": int,
        "history": list[Any] | None,
        "jointly": bool,
        "k_max": int | None,
        "kind": str,
        "last": bool,
        "lines": int,
        "longest": int,
        "markers": list[str] | None,
        "masks": bool,
        "matrix": bool,
        "max_parents": int | None,
        "max_treewidth": int,
        "max_variables": int | None,
        "member": str,
        "method": str,
        "min_cell": int,
        "most": int | None,
        "most_rows": int,
        "nodes": str,
        "noise": float,
        "numbers": bool,
        "of": str,
        "open_above": int | None,
        "outliers": str,
        "output": str,
        "own": bool,
        "pairs": str,
        "penalty": float | None,
        "pieces": int,
        "place": int,
        "population": int,
        "prefix": int,
        "prior": str,
        "question": Any,
        "record": Any,
        "required": list[list[int]] | None,
        "rounds": int | None,
        "row_count": int | None,
        "rows": list[int] | None,
        "runs": int,
        "s": list[int] | None,
        "same_columns": int,
        "score": str,
        "search": str,
        "searches": int,
        "seed": int | None,
        "share": float,
        "sign": str,
        "site": int,
        "slice": float | None,
        "sorted": bool,
        "start": str,
        "surplus": float | None,
        "tables": bool,
        "task": str,
        "theta": str | float | None,
        "threshold": float | None,
        "time_limit": float | None,
        "u": int,
        "union": str,
        "v": int,
        "values": str | None,
        "where": str,
        "width": int,
        "workers": int,
        "written": list[str] | None,
    },
    total=False,
)
"""The fields of all operations. The engine refuses one that an operation does not have."""


class Request(Options, total=False):
    """A whole request."""

    memory_limit: int
    n: int
    names: list[str]
    op: Op
    r: int


class Info(TypedDict, total=False):
    """The values of a reply, beside its arrays."""

    counts: dict[str, int]
    explained: int
    extended: list[int]
    fitness: float
    forced: int
    generations: int
    phases: dict[str, float]
    psi: float
    question: Any
    record: Any
    score: int
    score_title: str
    seconds: float
    share: float
    status: str
    theta: float
    threshold: float
    total_weight: int
    treewidth: int
