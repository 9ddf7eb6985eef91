"""The side of the server: a consensus of the sites' DAGs, or learning from their rows, by sums alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from flwr.app import Context
from flwr.serverapp import Grid, ServerApp

import mcbnc
from mcbnc.federated import ConsensusTask, Coordinator, CountsTask, ProductsTask

from .exchange import Sites

app = ServerApp()


@app.main()
def main(grid: Grid, context: Context) -> None:
    config = context.run_config
    task = TASKS.get(str(config["task"]))
    if task is None:
        raise ValueError(f"task must be one of {', '.join(TASKS)}, not {config['task']!r}")
    states = _read_states(str(config["names"]))
    sites = Sites(grid, int(config["sites"]), float(config["timeout"]))
    coordinator = Coordinator(
        list(states), sites.nodes, task=task(states, config), journal=str(config["journal"]) or None
    )
    with coordinator:
        _carry(coordinator, sites, str(config["task"]))
        result = coordinator.result
    answer = {"edges": result.edges, "rounds": coordinator.rounds}
    print(answer)
    if config["output"]:
        Path(str(config["output"])).write_text(json.dumps(answer), encoding="utf-8")


def _carry(coordinator: Coordinator, sites: Sites, task: str) -> None:
    for message in coordinator:
        replies = sites.ask(message.to, task=task, bytes=message.bytes)
        if not replies:
            raise RuntimeError(f"no reply from the nodes {message.to}; their logs say why")
        coordinator.feed({node: reply["bytes"] for node, reply in replies.items()})


def _consensus(states: dict[str, list[Any]], config: dict[str, Any]) -> ConsensusTask:
    return ConsensusTask(theta=float(config["theta"]), draft=int(config["draft"]))


def _learning(states: dict[str, list[Any]], config: dict[str, Any]) -> CountsTask | ProductsTask:
    if config["rounds"] == "one":
        return ProductsTask(states=states, rounds="one")
    return CountsTask(states=states, draft=int(config["draft"]))


def _read_states(path: str) -> dict[str, list[Any]]:
    """The nodes and the states of each, on which all sites must have agreed."""
    if path:
        return dict(json.loads(Path(path).read_text(encoding="utf-8")))
    return mcbnc.datasets.load_rows("alarm").states


TASKS = {"consensus": _consensus, "learning": _learning}
