#!/usr/bin/env python3
"""Study sites with different columns: draw rows and columns, run all methods, measure distances to the truth.

    make -C studies columns

The networks are those of studies/together. No method is run again on a case that is there. columns_page.py
makes docs/columns.md from the results.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

import columns_methods
import networks
import numpy as np
from masks import REGIMES, Mask
from numpy.typing import NDArray
from resume import arguments, collect, done, save
from study import Key, keys_of

SITES = range(3, 9)
ROWS = (200, 1000)  # of a site: uniform between these
FIRST = 100  # the number of the first repetition: no other study has drawn by it


def keys(repetitions: int) -> Iterator[Key]:
    return keys_of(REGIMES, range(FIRST, FIRST + repetitions))


def drawn(key: Key) -> tuple[networks.Network, Mask, list[NDArray[np.uint8]]]:
    """The network of a case, the columns of its sites, and their rows over all columns.

    All that is drawn depends on the key alone.
    """
    repetition, name, regime = key
    rng = np.random.default_rng([repetition, zlib.crc32(name.encode()), zlib.crc32(regime.encode())])
    network = networks.draw(np.asarray(networks.structure(name)), rng)
    sites = int(rng.choice(SITES))
    mask = REGIMES[regime](sites, len(network.dag), rng)
    rows = [network.sample(int(rng.integers(ROWS[0], ROWS[1] + 1)), rng) for _ in range(sites)]
    return network, mask, rows


def run(key: Key, known: dict[str, Any] | None = None) -> dict[str, Any]:
    """Run one case, without the methods that are known."""
    repetition, name, regime = key
    network, mask, rows = drawn(key)
    gold, states = np.asarray(network.dag), network.arities.tolist()
    case = columns_methods.run(rows, mask, states, gold, repetition, known or {})
    return {"repetition": repetition, "network": name, "regime": regime, "sites": len(mask), **case}


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--repetitions", type=int, default=4)
    args = parser.parse_args()
    known = done(args.lines)
    cases = collect(
        args.lines,
        [*keys(args.repetitions)],
        lambda key: run(key, known.get(key)),
        complete=lambda case: tuple(case["found"]) == columns_methods.METHODS,
    )
    save(args.json, cases)


if __name__ == "__main__":
    main()
