"""The results of the study as two small files: results.json and curves.json.

The numbers have 6 significant digits, and seconds have 3 decimals. What has not been run is absent.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import about
import cases
import curves
import kmax
import learning
import numpy as np
import repeats
from networks import Network
from plan import left_out
from stages import Setting, drawn, timing
from store import Params, Stage

POINTS = 50
"""The most points of a curve that are kept."""


def write(setting: Setting, folder: Path) -> None:
    """Write the files of all that has been run."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = {
        "cases": collect_cases(setting),
        "runtime": collect_runtime(setting),
        "repeats": collect_repeats(setting),
        "synthetic": collect_synthetic(setting),
        "k_max": collect_kmax(setting),
    }
    results = {"about": about.describe(setting), **parts}
    (folder / "results.json").write_text(text(results))
    (folder / "curves.json").write_text(text(collect_curves(setting)))


def text(value: dict[str, Any]) -> str:
    """JSON with a line for each entry of each part."""
    parts = []
    for key, part in value.items():
        if isinstance(part, list):
            lines = ",\n".join(_line(one) for one in part)
            parts.append(f"{json.dumps(key)}: [\n{lines}\n]")
        else:
            lines = ",\n".join(f"{json.dumps(name)}: {_line(one)}" for name, one in part.items())
            parts.append(f"{json.dumps(key)}: {{\n{lines}\n}}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _line(value: Any) -> str:
    return json.dumps(rounded(value), separators=(",", ":"))


def rounded(value: Any, key: str = "") -> Any:
    """The value with its numbers rounded."""
    if isinstance(value, dict):
        return {name: rounded(one, name if name == "seconds" else key) for name, one in value.items()}
    if isinstance(value, list):
        return [rounded(one, key) for one in value]
    if not isinstance(value, float):
        return value
    return round(value, 3) if key == "seconds" else float(f"{value:.6g}")


def _found(setting: Setting, stage: Stage, params: Params) -> Any:
    """The result of a case, or None if it has not been run."""
    return setting.store.get(stage, params) if setting.store.has(stage, params) else None


def collect_cases(setting: Setting) -> list[dict[str, Any]]:
    collected = []
    for network, clients in setting.pairs():
        found = {}
        for name, code in setting.methods().items():
            params = cases.params(network, clients, name, setting.plan.rows, code)
            if not left_out(name, network.name, clients) and (one := _found(setting, cases.STAGE, params)):
                found[name] = one
        if mean := mean_input(setting, network, clients):
            found["mean input"] = mean
        if found:
            facts = {"network": network.name, "clients": clients, "nodes": len(network.nodes)}
            collected.append({**facts, "found": found})
    return collected


def mean_input(setting: Setting, network: Network, clients: int) -> dict[str, float] | None:
    """The means of the clients' measures. Its seconds are those of learning one client."""
    plan = setting.plan
    every = _found(setting, cases.INPUTS, cases.input_params(network, max(plan.clients), plan.rows))
    curve = _found(setting, curves.STAGE, curves.params(network, clients, plan.rows))
    if every is None or curve is None:
        return None
    learnt = [learning.params(network, client, plan.rows) for client in range(clients)]
    seconds = [setting.store.get(learning.STAGE, one)["seconds"] for one in learnt]
    means = {key: float(np.mean(values[:clients])) for key, values in every.items()}
    return {**means, "smhd_inputs": curve["within"], "seconds": float(np.mean(seconds))}


def collect_curves(setting: Setting) -> dict[str, dict[str, Any]]:
    collected: dict[str, dict[str, Any]] = {}
    for network, clients in setting.pairs():
        one = _found(setting, curves.STAGE, curves.params(network, clients, setting.plan.rows))
        if one:
            thin = thinned(one["curve"], one["selected"])
            collected.setdefault(network.name, {})[str(clients)] = thin
    return collected


def thinned(curve: dict[str, list[float]], selected: float) -> dict[str, list[float]]:
    """At most POINTS points of a curve, evenly, with the first, the last and the selected ones."""
    size = len(curve["theta"])
    if size <= POINTS:
        return curve
    chosen = {k for k, theta in enumerate(curve["theta"]) if theta == selected}
    even = np.linspace(0, size - 1, POINTS - len(chosen)).round().astype(int).tolist()
    return {key: [column[k] for k in sorted({*even, *chosen})] for key, column in curve.items()}


def collect_runtime(setting: Setting) -> list[dict[str, Any]]:
    """An entry for each network and number of clients. Each of its fields has a value for each method."""
    collected: dict[tuple[str, int], dict[str, Any]] = {}
    stage, _, each = timing(setting)
    for params in each:
        if one := _found(setting, stage, params):
            facts = {name: params[name] for name in ("network", "clients")}
            key, bound = tuple(facts.values()), one.pop("bound")
            entry = collected.setdefault(key, {**facts, "bound": bound})
            for field, value in one.items():
                entry.setdefault(field, {})[params["method"]] = value
    return list(collected.values())


def collect_repeats(setting: Setting) -> list[dict[str, Any]]:
    collected = []
    for network, clients in setting.pairs():
        for reading in repeats.READINGS:
            params = repeats.params(network, clients, setting.plan.rows, reading, setting.plan.times)
            if one := _found(setting, repeats.STAGE, params):
                facts = {"network": network.name, "clients": clients, "reading": reading}
                collected.append({**facts, **one})
    return collected


def collect_synthetic(setting: Setting) -> list[dict[str, Any]]:
    stage, _, each = drawn(setting)
    return [{**params, **one} for params in each if (one := _found(setting, stage, params))]


def collect_kmax(setting: Setting) -> list[dict[str, Any]]:
    plan = setting.plan
    network = setting.network(plan.kmax_network)
    collected = []
    for k_max in plan.kmax_values:
        for clients in plan.clients:
            params = kmax.params(network, clients, plan.rows, k_max)
            if one := _found(setting, kmax.STAGE, params):
                one["curve"] = thinned(one["curve"], one["theta"])
                collected.append({"k_max": k_max, "clients": clients, **one})
    return collected
