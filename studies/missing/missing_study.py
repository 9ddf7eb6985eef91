#!/usr/bin/env python3
"""Study cells without a value: draw rows and holes, run all methods, and measure distances to the truth.

    make -C studies missing

The networks are those of studies/together. missing_page.py makes docs/missing.md from the results. --bnlearn
is a Python that has studies/missing/requirements.txt.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import missing_methods
import networks
import numpy as np
from holes import REGIMES, SITES
from resume import arguments, collect, save
from study import Key, keys_of

ROWS = (300, 2000)  # of a table, or of each site: uniform between these, in all
FIRST = 200  # the number of the first repetition: no other study has drawn by it


def keys(repetitions: int) -> Iterator[Key]:
    return keys_of(REGIMES, range(FIRST, FIRST + repetitions))


def run(key: Key, bnlearn: Path) -> dict[str, Any]:
    """Run one case. All that is drawn depends on its key alone."""
    repetition, name, regime = key
    rng = np.random.default_rng([repetition, zlib.crc32(name.encode()), zlib.crc32(regime.encode())])
    network = networks.draw(np.asarray(networks.structure(name)), rng)
    rows = network.sample(int(rng.integers(ROWS[0], ROWS[1] + 1)), rng)
    holes = REGIMES[regime](rows, rng)
    parts = np.array_split(np.arange(len(rows)), SITES.get(regime, 1))
    tables = [missing_methods.columns_of(rows[part], holes[part]) for part in parts]
    whole = [missing_methods.columns_of(rows[part]) for part in parts]
    found = missing_methods.run(
        tables, whole, network.arities.tolist(), np.asarray(network.dag), repetition, bnlearn
    )
    holed = round(float(holes.mean()), 3)
    return {
        "repetition": repetition,
        "network": name,
        "regime": regime,
        "rows": len(rows),
        "holes": holed,
        "found": found,
    }


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--bnlearn", type=Path, required=True)
    parser.add_argument("--repetitions", type=int, default=2)
    args = parser.parse_args()
    cases = collect(args.lines, [*keys(args.repetitions)], lambda key: run(key, args.bnlearn))
    save(args.json, cases)


if __name__ == "__main__":
    main()
