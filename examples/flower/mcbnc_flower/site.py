"""What a site has: its rows, the keys by which the sites know each other, and its memory of a session.

A SuperNode gets the paths of its files by ``--node-config``. In a simulation there are none: site k has the
rows of the k-th client of the bundled network ALARM. Its keys hide nothing, since they can be computed by
all.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_pem_public_key
from flwr.app import Context

import mcbnc
from mcbnc.federated import Client

__all__ = ["opened_client"]


def _read_rows(context: Context) -> mcbnc.Rows:
    """The site's rows, and how mcbnc reads them."""
    if "data" in context.node_config:
        return mcbnc.Rows(str(context.node_config["data"]))
    rows = mcbnc.datasets.load_rows("alarm")
    return mcbnc.Rows(rows.data[_number(context)], names=rows.nodes, states=rows.states)


@contextmanager
def opened_client(context: Context, task: str) -> Iterator[Client]:
    """The site's part in a session, as its last process left it. In a consensus it has the DAG of its rows.

    Flower starts a process for each message. What a site must remember is in the file `state`. A process
    waits until no other one has the file: two at once could answer two questions of one round.
    """
    rows = _read_rows(context)
    data = mcbnc.learn(rows) if task == "consensus" else rows
    if "data" in context.node_config:
        state, keys = Path(str(context.node_config["state"])), _read_keys(context)
    else:
        state, keys = _simulated_state(context), _make_keys(context)
    with open(f"{state}.turn", "wb") as turn:  # a Client does not wait for another one's state
        fcntl.flock(turn, fcntl.LOCK_EX)
        with Client(data, task=task, state=state, **keys) as client:
            yield client


def _read_keys(context: Context) -> dict[str, Any]:
    """The site's own private key, and the public keys of all sites: the files ``*.pub`` of a folder."""
    folder = Path(str(context.node_config["peers"]))
    return {
        "identity": load_pem_private_key(Path(str(context.node_config["identity"])).read_bytes(), None),
        "peers": [load_pem_public_key(path.read_bytes()) for path in sorted(folder.glob("*.pub"))],
    }


def _make_keys(context: Context) -> dict[str, Any]:
    keys = [
        Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"simulated site %d" % k).digest())
        for k in range(int(context.node_config["num-partitions"]))
    ]
    return {"identity": keys[_number(context)], "peers": [key.public_key() for key in keys]}


def _simulated_state(context: Context) -> Path:
    folder = Path(os.environ.get("FLWR_HOME", Path.home() / ".flwr")) / "mcbnc"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{context.run_id}-{_number(context)}"


def _number(context: Context) -> int:
    return int(context.node_config["partition-id"])
