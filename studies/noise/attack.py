#!/usr/bin/env python3
"""What sums of own scores with noise still tell of each site's counts.

make -C studies noise
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import networks
import numpy as np
import posterior
from numpy.typing import NDArray
from resume import arguments, collect, save

NONE = 10**9  # nats: so much noise that scores tell nothing
LEVELS = (0, 0.03, 0.1, 0.3, 1, 3, 10, 30, NONE)  # nats a site, or what averaging leaves of them
JOINT_LEVELS = (1, 3, 10, 30, NONE)
SIZES = {
    sites: [round(rows * (1 + 0.1 * k)) for k in range(sites)] for sites, rows in ((3, 200), (4, 80), (5, 30))
}
VARIABLES, ARCS = 6, 7  # of the network, all with two states
DRAWS, JOINT_DRAWS = 4, 1
STEPS = 4000  # of each random walk
PLACES = 1e-11  # nats: sums without noise are told about as exactly
GUESS = "guess"

Key = tuple[str, int, bool, str, int]
"""What is used ("one set" or "21 sets"), the sites, whether they are alike, the score, and the draw."""


def keys(draws: int, joint_draws: int) -> Iterator[Key]:
    for sites, alike, score, draw in itertools.product(SIZES, (True, False), posterior.SCORES, range(draws)):
        yield "one set", sites, alike, score, draw
    for sites, alike, draw in itertools.product((3, 4), (True, False), range(joint_draws)):
        yield "21 sets", sites, alike, "bdeu", draw


def rows(sites: int, alike: bool, rng: np.random.Generator) -> list[NDArray[np.int64]]:
    """The sites' rows. Sites that are not alike have probabilities of their own."""
    dag = networks.random_dag(VARIABLES, ARCS, rng)
    network = networks.with_arities(dag, np.full(VARIABLES, 2), rng)
    own = [network if alike else network.redraw(range(VARIABLES), rng) for _ in range(sites)]
    return [each.sample(size, rng).astype(np.int64) for each, size in zip(own, SIZES[sites], strict=True)]


def run(key: Key) -> dict[str, list[int]]:
    """How many counts are found, how many nearly, and how many there are: by the level of the noise."""
    used, sites, alike, score, draw = key
    rng = np.random.default_rng([sites, alike, draw])
    tables = rows(sites, alike, rng)
    counts = np.array([table.sum(0) for table in tables]).T.tolist()  # by variable
    attack = one_set if used == "one set" else many_sets
    found = attack(tables, counts, alike, score, rng)
    sizes = SIZES[sites]
    found[GUESS] = [posterior.proportional(sum(each), sizes) for each in counts]
    total = sites * VARIABLES
    return {
        level: [
            *np.sum([posterior.found(m, c) for m, c in zip(all_, counts, strict=True)], 0).tolist(),
            total,
        ]
        for level, all_ in found.items()
    }


def one_set(tables: Any, counts: Any, alike: bool, score: str, rng: np.random.Generator) -> dict[str, Any]:
    """From the own score of each variable."""
    found: dict[str, Any] = {str(level): [] for level in LEVELS}
    sizes = [len(table) for table in tables]
    for own in counts:
        ways = posterior.splits(sum(own), sizes, score, alike)
        told = ways.score(own)
        draw = rng.normal()
        for level in LEVELS:
            deviation = max(level * len(sizes) ** 0.5, PLACES)
            found[str(level)].append(ways.marginals(told + bool(level) * deviation * draw, deviation))
    return found


def many_sets(tables: Any, counts: Any, alike: bool, score: str, rng: np.random.Generator) -> dict[str, Any]:
    """From the own scores of all variables and pairs together."""
    joint = posterior.Joint(tables, posterior.sets_up_to(VARIABLES, 2), score, alike)
    told = joint.scores(joint.true)
    draw = rng.normal(size=len(told))
    found = {}
    for level in JOINT_LEVELS:
        deviation = level * len(tables) ** 0.5
        found[str(level)] = joint.marginals(told + deviation * draw, deviation, STEPS, rng)
    return found


def main() -> None:
    args = arguments(__doc__).parse_args()
    parts = collect(
        args.lines,
        [*keys(DRAWS, JOINT_DRAWS)],
        lambda key: [key, run(key)],
        key_of=lambda part: tuple(part[0]),
    )
    save(args.json, parts)


if __name__ == "__main__":
    main()
