"""What the tests share: random DAGs, and the definitions written out in networkx."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType

import networkx as nx
import numpy as np

HELPERS = Path(__file__).resolve().parent
ROOT = HELPERS.parents[1]
LONGER = int(os.environ.get("TIMES_AS_LONG", "1"))
"""How many times as many cases by chance as in `make test-all`. `make faults` sets it."""
SHARED = Path(os.environ.get("MCBNC_SHARED") or ROOT.parent / "shared") / "data"


def importable(test: str) -> dict[str, str]:
    """The environment of a process that can import a file of tests, and what it imports."""
    folders = [str(Path(test).parent), str(HELPERS), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, folders))}


def case_name(value: object) -> str:
    """A value in the name of a test: its repr without an address, which differs from process to process."""
    return re.sub(r" at 0x[0-9a-f]+", "", repr(value))


def random_dag(rng: np.random.Generator, n: int, density: float = 0.35) -> np.ndarray:
    """A DAG along a random order of its nodes."""
    upper = np.triu(rng.random((n, n)) < density, 1).astype(np.uint8)
    shuffle = rng.permutation(n)
    return np.ascontiguousarray(upper[np.ix_(shuffle, shuffle)])


def random_dags(seed: int, r: int, n: int, density: float = 0.35) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.stack([random_dag(rng, n, density) for _ in range(r)])


def noisy_copies(seed: int, r: int, n: int, density: float = 0.2, flips: int = 4) -> np.ndarray:
    """Copies of one DAG, each with a few arcs more or less: what clients of one truth look like."""
    rng = np.random.default_rng(seed)
    truth = np.triu(rng.random((n, n)) < density, 1).astype(np.uint8)
    copies = np.repeat(truth[None], r, axis=0)
    rows, columns = np.triu_indices(n, 1)
    for copy in copies:
        at = rng.choice(len(rows), flips, replace=False)
        copy[rows[at], columns[at]] ^= 1
    shuffle = rng.permutation(n)
    return np.ascontiguousarray(copies[:, shuffle][:, :, shuffle])


def names(n: int) -> list[str]:
    """Names whose order is neither alphabetical nor reversed."""
    return [f"{'qwertyuiop'[i % 10]}{i}" for i in range(n)]


def matrix(arcs, n: int) -> np.ndarray:
    out = np.zeros((n, n), np.uint8)
    for a, b in arcs:
        out[a, b] = 1
    return out


def pdag(described: dict, n: int) -> np.ndarray:
    """A CPDAG as the golden files write it; undirected edges have both bits."""
    both = [*described["undirected"], *([b, a] for a, b in described["undirected"])]
    return matrix([*described["directed"], *both], n)


def digraph(adjacency, nodes=None) -> nx.DiGraph:
    graph = nx.DiGraph()
    nodes = list(range(len(adjacency))) if nodes is None else nodes
    graph.add_nodes_from(nodes)
    graph.add_edges_from((nodes[i], nodes[j]) for i, j in np.argwhere(adjacency))
    return graph


def moral_graph(dag: nx.DiGraph) -> nx.Graph:
    moral = nx.Graph()
    moral.add_nodes_from(dag)
    moral.add_edges_from(dag.edges)
    for v in dag:
        parents = list(dag.predecessors(v))
        moral.add_edges_from((a, b) for i, a in enumerate(parents) for b in parents[i + 1 :])
    return moral


def separation_graph(dag: nx.DiGraph, u, v, given) -> nx.Graph:
    """The moral graph of the ancestors of {u, v} and S, without S: u, v apart in it iff d-separated."""
    kept = {u, v, *given}
    for node in list(kept):
        kept |= nx.ancestors(dag, node)
    moral = moral_graph(dag.subgraph(kept))
    moral.remove_nodes_from(given)
    return moral


def minimum_cut(dag: nx.DiGraph, u, v, given) -> set[frozenset]:
    """The minimum cut nearest v: networkx parts the nodes by whether they still reach v."""
    graph = separation_graph(dag, u, v, given)
    nx.set_edge_attributes(graph, 1, "capacity")
    size, (_, near_v) = nx.minimum_cut(graph, u, v)
    cut = {frozenset(edge) for edge in graph.edges if len(near_v & set(edge)) == 1}
    assert len(cut) == size
    return cut


def cpdag_of(adjacency) -> np.ndarray:
    """The CPDAG by its definition, from all DAGs of the class: for small n only."""
    n = len(adjacency)
    skeleton = adjacency | adjacency.T
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n) if skeleton[i, j]]
    union = np.zeros_like(adjacency)
    for code in range(2 ** len(pairs)):
        member = np.zeros_like(adjacency)
        for bit, (i, j) in enumerate(pairs):
            a, b = (i, j) if code >> bit & 1 else (j, i)
            member[a, b] = 1
        if colliders(member) == colliders(adjacency) and nx.is_directed_acyclic_graph(digraph(member)):
            union |= member
    return union


def colliders(adjacency) -> set[tuple[int, int, int]]:
    """The v-structures a -> c <- b of a DAG, a and b not joined."""
    found = set()
    for c in range(len(adjacency)):
        parents = np.flatnonzero(adjacency[:, c])
        found |= {
            (int(a), int(b), c)
            for a in parents
            for b in parents
            if a < b and not (adjacency[a, b] or adjacency[b, a])
        }
    return found


def equivalent(a, b) -> bool:
    """Verma and Pearl: the same skeleton and the same v-structures."""
    return bool(((a | a.T) == (b | b.T)).all()) and colliders(a) == colliders(b)


def is_dag(adjacency) -> bool:
    return nx.is_directed_acyclic_graph(digraph(adjacency))


def load_json(path: Path) -> dict:
    return json.loads(path.read_text(encoding="utf-8"))


def load_clients(name: str, r: int) -> tuple[np.ndarray, list[str], np.ndarray]:
    """DAGs, nodes and gold of one of the shared client sets, in the file's own order of nodes."""
    data = load_json(SHARED / "clients" / name)
    nodes = data["nodes"]
    index = {node: i for i, node in enumerate(nodes)}

    def dag(arcs) -> np.ndarray:
        return matrix([(index[a], index[b]) for a, b in arcs], len(nodes))

    return np.stack([dag(arcs) for arcs in data["clients"][:r]]), nodes, dag(data["gold"])


def arcs(dag, nodes) -> list[list[str]]:
    """The arcs of a DAG by names."""
    return [[nodes[i], nodes[j]] for i, j in np.argwhere(dag)]


def write_clients(path: Path, dags, nodes) -> Path:
    """A file of DAGs, as the command line reads them."""
    path.write_text(json.dumps({"nodes": nodes, "clients": [arcs(dag, nodes) for dag in dags]}))
    return path


@contextmanager
def modules_of(folder: Path, *names: str) -> Iterator[dict[str, ModuleType]]:
    """Modules of a folder that is no package. They are forgotten afterwards: others have like names."""
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    try:
        yield {name: import_module(name) for name in names}
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            if str(getattr(sys.modules[name], "__file__", "") or "").startswith(str(folder)):
                del sys.modules[name]


def but_chance(messages):
    """The messages that are not about few rows, nor about chance. Small tables have those too."""
    about = ("is few for ", "are few for ", " may be chance")
    return [message for message in messages if not any(words in message for words in about)]
