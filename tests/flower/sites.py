"""Three sites with rows of their own, as files, and the paths that a SuperNode gets."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

import mcbnc

SITES = 3
STATES = {"age": ["old", "young"], "dyspnoea": ["no", "yes"], "smoker": ["no", "yes"], "x-ray": [*"abc"]}
NAMES = "names.json"


def make_rows(seed: int) -> dict[str, np.ndarray]:
    """Rows in which smoking and age lead to dyspnoea, which the X-ray shows."""
    rng = np.random.default_rng(seed)
    count = 200 + 50 * seed
    age, smoker = rng.integers(2, size=count), rng.integers(2, size=count)
    dyspnoea = (rng.random(count) < 0.1 + 0.5 * smoker + 0.3 * (1 - age)).astype(int)
    shown = np.where(rng.random(count) < 0.8, 2 * dyspnoea, rng.integers(3, size=count))
    codes = {"age": age, "dyspnoea": dyspnoea, "smoker": smoker, "x-ray": shown}
    return {name: np.array(STATES[name])[column] for name, column in codes.items()}


TABLES = [make_rows(seed) for seed in range(SITES)]


def expect_joint() -> mcbnc.JointlyLearned:
    """What learning from sums must find."""
    return mcbnc.learn_jointly(mcbnc.Rows(TABLES, states=STATES), own=False, search="ges", outliers="keep")


def expect_consensus() -> mcbnc.Consensus:
    """What the consensus of the sites' own structures must be."""
    return mcbnc.consensus(list(map(mcbnc.learn, TABLES)))


def write_sites(folder: Path) -> list[dict[str, str]]:
    """Write all files, and return the node configuration of each site."""
    (folder / NAMES).write_text(json.dumps(STATES), encoding="utf-8")
    peers = folder / "peers"
    peers.mkdir()
    configs = []
    for k, table in enumerate(TABLES):
        data, identity = folder / f"site{k}.csv", folder / f"site{k}.key"
        write_rows(data, table)
        write_keys(identity, peers / f"site{k}.pub")
        paths = {"data": data, "identity": identity, "peers": peers, "state": folder / f"site{k}.state"}
        configs.append({name: str(path) for name, path in paths.items()})
    return configs


def write_rows(path: Path, table: dict[str, np.ndarray]) -> None:
    lines = [",".join(table), *map(",".join, zip(*table.values(), strict=True))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_keys(private: Path, public: Path) -> None:
    key = Ed25519PrivateKey.generate()
    private.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    public.write_bytes(key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
