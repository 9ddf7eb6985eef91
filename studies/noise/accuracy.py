#!/usr/bin/env python3
"""What own scores with noise are worth: the study of studies/together, with noise that the sites add.

    make -C studies noise

The program is that of this folder (`go build ./studies/noise`). The cases are those of studies/together, its
first repetitions.
"""

from __future__ import annotations

import base64
import json
import subprocess
import zlib
from pathlib import Path
from typing import Any

import networks
import numpy as np
import results
import study
from regimes import REGIMES
from resume import arguments, collect

import mcbnc

FACTS = ("repetition", "network", "regime", "sites")
MEASURES = ("smhd", "shd")
LEVELS = (1, 3, 10, 30)  # nats: the standard deviation of what a site adds to one own score
MARGIN = 3.0  # standard deviations of a family's noise, where a coordinator is careful
MAX_PARENTS = 6  # of the rules with noise: noise invents families of any size

VOTE = "vote"
DEFAULT = "no own scores"
VOTES = "votes"
CAREFUL = "votes, careful"
UNION = "union"


def named(rule: str, level: int) -> str:
    """The name of a rule by own scores with so much noise."""
    return f"{rule}, {level} nat{'s' * (level > 1)}" if level else rule


def variants() -> dict[str, dict[str, Any]]:
    """The rules that take own scores, by name, as the program takes them."""
    found = {}
    for rule, penalised in ((VOTES, True), (CAREFUL, True), (UNION, False)):
        for level in (0, *LEVELS):
            if rule == CAREFUL and not level:
                continue  # without noise there is nothing to be careful about
            found[named(rule, level)] = {
                "penalised": penalised,
                "noise": level,
                "margin": MARGIN if rule == CAREFUL else 0,
                "maxParents": MAX_PARENTS if level else -1,
            }
    return found


METHODS = (VOTE, DEFAULT, *variants())


def seed_of(key: study.Key) -> list[int]:
    """The seed of all that is drawn for a case, as studies/together has it."""
    repetition, name, regime = key
    return [repetition, zlib.crc32(name.encode()), zlib.crc32(regime.encode())]


def draw(key: study.Key) -> tuple[networks.Network, list[np.ndarray[Any, Any]]]:
    """The network and the sites' rows of a case of studies/together."""
    rng = np.random.default_rng(seed_of(key))
    sites = int(rng.choice(study.SITES))
    network = networks.draw(networks.structure(key[1]), rng)
    return network, REGIMES[key[2]](network, sites, rng)


def run(program: Path, key: study.Key) -> dict[str, Any]:
    """Run one case. All that is drawn depends on its key alone."""
    repetition, name, regime = key
    network, tables = draw(key)
    sites = len(tables)
    states = network.arities.tolist()
    together = mcbnc.learn_jointly(
        mcbnc.Rows(tables, states=states), score="bdeu", search="ges", prior=None, workers=1
    )
    dags = [np.asarray(dag) for dag in together.sites]
    kept = [k for k in range(sites) if k not in together.dropped]
    noise = int(np.random.SeedSequence(seed_of(key)).generate_state(1)[0])
    graphs = {VOTE: mcbnc.baselines.vote(dags, kind="skeleton", outliers="drop", workers=1)}
    graphs |= solve(program, [tables[k] for k in kept], [dags[k] for k in kept], states, noise)
    found = {
        method: [measure(graphs[method], network.dag) for measure in (mcbnc.metrics.smhd, mcbnc.metrics.shd)]
        for method in METHODS
    }
    return {"repetition": repetition, "network": name, "regime": regime, "sites": sites, "found": found}


def solve(
    program: Path, tables: list[Any], dags: list[Any], states: list[int], seed: int
) -> dict[str, np.ndarray[Any, Any]]:
    """The structures that the rules find, and that of the pooled search with the votes' penalties."""
    sites = [
        {"rows": base64.b64encode(table.tobytes()).decode(), "arcs": np.argwhere(dag).tolist()}
        for table, dag in zip(tables, dags, strict=True)
    ]
    problem = {"arity": states, "sites": sites, "seed": seed, "variants": list(variants().values())}
    done = subprocess.run([program], input=json.dumps(problem), stdout=subprocess.PIPE, text=True, check=True)
    answers = dict(zip(variants(), json.loads(done.stdout), strict=True))
    found = {name: adjacency(len(states), answer["Arcs"]) for name, answer in answers.items()}
    return {DEFAULT: adjacency(len(states), answers[VOTES]["Pooled"]), **found}


def adjacency(n: int, arcs: list[list[int]]) -> np.ndarray[Any, Any]:
    matrix = np.zeros((n, n), np.uint8)
    for x, y in arcs:
        matrix[x, y] = 1
    return matrix


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("program", type=Path)
    parser.add_argument("--repetitions", type=int, default=3)
    args = parser.parse_args()
    keys = [*study.keys(args.repetitions)]
    cases = collect(args.lines, keys, lambda key: run(args.program, key))
    results.save(args.json, cases, FACTS, MEASURES)


if __name__ == "__main__":
    main()
