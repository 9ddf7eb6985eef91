"""The side of the server: a consensus in one round, or learning from sums."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from flwr.app import Context
from flwr.serverapp import Grid, ServerApp

import mcbnc
from mcbnc.federated import Coordinator

from .exchange import Sites

app = ServerApp()


@app.main()
def main(grid: Grid, context: Context) -> None:
    config = context.run_config
    task = TASKS.get(str(config["task"]))
    if task is None:
        raise ValueError(f"task must be one of {', '.join(TASKS)}, not {config['task']!r}")
    sites = Sites(grid, int(config["sites"]), float(config["timeout"]))
    answer = task(sites, config)
    print(answer)
    if config["output"]:
        Path(str(config["output"])).write_text(json.dumps(answer), encoding="utf-8")


def find_consensus(sites: Sites, config: dict[str, Any]) -> dict[str, Any]:
    """Ask each site for its DAG, fuse them, and ask how well the consensus fits each site's rows."""
    dags = [reply["dag"] for reply in sites.ask_all("train")]
    result = mcbnc.consensus(dags, float(config["theta"]))
    scores = [reply["bdeu"] for reply in sites.ask_all("evaluate", dag=result.to_bnlearn())]
    return {"edges": result.edges, "bdeu": sorted(scores)}


def learn(sites: Sites, config: dict[str, Any]) -> dict[str, Any]:
    """Learn one structure of all sites' rows. The server sees sums over the sites alone."""
    states = _read_states(str(config["names"]))
    coordinator = Coordinator(
        list(states),
        sites.nodes,
        task="learning",
        states=states,
        draft=int(config["draft"]),
        rounds=str(config["rounds"]),
        journal=str(config["journal"]) or None,
    )
    for message in coordinator:
        replies = sites.ask(message.to, "query", bytes=message.bytes)
        if not replies:
            raise RuntimeError(f"no reply from the nodes {message.to}; their logs say why")
        coordinator.feed({node: reply["bytes"] for node, reply in replies.items()})
    result = coordinator.result
    return {"edges": result.edges, "score": result.score, "rounds": coordinator.rounds}


def _read_states(path: str) -> dict[str, list[Any]]:
    """The nodes and the states of each, on which all sites must have agreed."""
    if path:
        return dict(json.loads(Path(path).read_text(encoding="utf-8")))
    return mcbnc.datasets.load_rows("alarm").states


TASKS = {"consensus": find_consensus, "learning": learn}
