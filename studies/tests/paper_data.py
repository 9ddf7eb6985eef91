"""Made-up results of the study of the paper, in the shape of results.json and curves.json.

The numbers mean nothing. They are whole, drawn with a fixed seed, and of the size that real ones have.
"""

from __future__ import annotations

from typing import Any

import numpy as np

CLIENTS = (5, 10, 20, 30, 50, 100)
METHODS = (
    "mcbnc auto", "mcbnc 0.5", "mcbnc refusion", "mcbnc cap 1", "mean input", "fusion", "vote arcs",
    "vote skeleton", "averaged", "climb", "dsep vote", "jointly", "pooled", "bounded fusion",
    "bounded inputs", "bounded arcs", "empty", "gold",
)  # fmt: skip
ORDER = {"gold": 0, "pooled": 1, "jointly": 2, "mcbnc auto": 3, "mean input": 5, "empty": 20, "fusion": 60}
RUNTIME = (
    "genetic fusion",
    "genetic inputs",
    "genetic arcs",
    "bounded fusion",
    "bounded inputs",
    "bounded arcs",
)


def made_up(printed: dict[str, tuple[int, int]], seed: int = 1) -> tuple[dict[str, Any], dict[str, Any]]:
    """Results and curves of all networks and all parts of the study."""
    rng = np.random.default_rng(seed)
    cases, curves = [], {}
    for network, (nodes, arcs) in printed.items():
        for clients in CLIENTS:
            found = {name: measures(rng, name, nodes, arcs) for name in METHODS}
            cases.append({"network": network, "clients": clients, "nodes": nodes, "found": found})
            curves.setdefault(network, {})[str(clients)] = curve(rng, found)
    results = {
        "about": about(printed),
        "cases": cases,
        "runtime": [
            runtime(rng, network, clients) for network in ("asia", "alarm") for clients in CLIENTS[:-1]
        ],
        "repeats": [
            repeats(rng, network, clients, reading)
            for network in ("asia", "alarm")
            for clients in CLIENTS
            for reading in ("ties", "nodes", "clients", "k_max")
        ],
        "synthetic": [
            synthetic(rng, nodes, clients, reading, repetition)
            for nodes in (10, 30, 50, 100)
            for clients in (10, 30, 50, 100)
            for reading in ("attempts", "successes")
            for repetition in range(2)
        ],
        "k_max": [k_max(rng, k, clients) for k in (0, 1, 2, 3, 4, 5, 10, 15, 20) for clients in CLIENTS],
    }
    return results, curves


def about(printed: dict[str, tuple[int, int]]) -> dict[str, Any]:
    return {
        "rows": 5000,
        "networks": list(printed),
        "clients": list(CLIENTS),
        "held_out": 1_000_000,
        "seconds_are": "made-up",
        "machine": {"processor": "none", "cores": 2, "system": "none"},
        "versions": {"mcbnc": "0.0", "numpy": "2"},
        "hours": {"learn": 0.5, "methods": 3.0, "all": 3.5},
        "missing": {},
        "left_out": [{"methods": ["pooled"], "networks": ["pigs"], "from_clients": 50, "why": "made-up"}],
    }


def measures(rng: np.random.Generator, name: str, nodes: int, arcs: int) -> dict[str, float]:
    level = ORDER.get(name, 4)
    smhd = 0 if name == "gold" else int(rng.integers(level, 2 * level + 2)) * arcs // 20
    edges = {"empty": 0, "gold": arcs, "fusion": 4 * arcs}.get(name, arcs - int(rng.integers(0, 5)))
    return {
        "smhd": smhd,
        "shd": smhd // 2,
        "bdeu": -1000.0 * nodes - 10 * smhd - int(rng.integers(0, 9)),
        "bdeu_paper": -1000.0 * nodes - 9 * smhd,
        "smhd_inputs": smhd + 1.5,
        "treewidth": {"empty": 0, "fusion": 20}.get(name, 4),
        "edges": edges,
        "seconds": 0.001 * level * nodes,
        **({"theta": 0.5} if name.startswith("mcbnc") else {}),
    }


def curve(rng: np.random.Generator, found: dict[str, dict[str, float]]) -> dict[str, list[float]]:
    first, last, own = found["fusion"], found["empty"], found["mcbnc auto"]
    theta = [0.0, *sorted(np.round(rng.uniform(0.02, 0.48, 8), 6).tolist()), 0.5, 0.9, 1.0, 1.5]
    steps = {}
    for key in ("smhd", "shd", "smhd_inputs", "bdeu", "bdeu_paper", "treewidth", "edges"):
        down = np.linspace(first[key], own[key], 10)
        steps[key] = [*down.round(3).tolist(), *np.linspace(own[key], last[key], 4)[1:].round(3).tolist()]
    return {"theta": theta, **steps, "seconds": np.linspace(0.01, 1, 13).round(3).tolist()}


def runtime(rng: np.random.Generator, network: str, clients: int) -> dict[str, Any]:
    seconds = {"mcbnc": 0.01 * clients, **dict.fromkeys(RUNTIME, 10.0 * clients)}
    smhd = {name: int(rng.integers(2, 20)) for name in seconds}
    inputs = {name: x + 0.5 for name, x in smhd.items()}
    status = {name: "complete" if name != "genetic arcs" else "time_limit" for name in smhd}
    return {
        "network": network, "clients": clients, "bound": 4, "seconds": seconds, "smhd": smhd,
        "smhd_inputs": inputs, "treewidth": dict.fromkeys(smhd, 3), "status": status,
        "generations": dict.fromkeys(smhd, 100),
    }  # fmt: skip


def repeats(rng: np.random.Generator, network: str, clients: int, reading: str) -> dict[str, Any]:
    smhd = rng.integers(3, 3 + (1 if reading == "clients" else 3), 10).tolist()
    inputs = [x + 0.5 for x in smhd]
    return {
        "network": network, "clients": clients, "reading": reading, "smhd": smhd, "smhd_inputs": inputs,
        "theta": [0.5] * 10, "graphs": 2,
    }  # fmt: skip


def synthetic(
    rng: np.random.Generator, nodes: int, clients: int, reading: str, repetition: int
) -> dict[str, Any]:
    theta = [k / 20 for k in range(21)]
    shape = np.where(np.array(theta) < 0.25, 4 - 12 * np.array(theta), 1.0)
    shape = np.where(np.array(theta) > 0.75, 12 * np.array(theta) - 8, shape) * nodes
    return {
        "nodes": nodes, "clients": clients, "reading": reading, "repetition": repetition, "theta": theta,
        "smhd_inputs": shape.round(6).tolist(), "smhd": (shape - nodes).round(6).tolist(),
        "auto": {"theta": 0.5, "smhd": int(rng.integers(0, 2))}, "mean_input": 7.5, "arcs": 2 * nodes,
    }  # fmt: skip


def k_max(rng: np.random.Generator, k: int, clients: int) -> dict[str, Any]:
    smhd = {"theta": [0.0, 0.25, 0.5, 1.0], "smhd": [900, 400, 200, 600]}
    return {
        "k_max": k, "clients": clients, "smhd": 200, "theta": 0.5, "seconds": 1.0 + k, "mean_input": 320.5,
        "curve": smhd,
    }  # fmt: skip
