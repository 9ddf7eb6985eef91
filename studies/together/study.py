#!/usr/bin/env python3
"""Study learning together: draw the sites' rows, run all methods, and measure the distances to the truth.

    make -C studies together

The program of --bhd is that of studies/together/bhd (`go build ./studies/together/bhd`). It is slow, and runs
in the first repetition alone. page.py makes docs/jointly.md from the results.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import methods
import networks
import numpy as np
import results
from regimes import REGIMES
from resume import arguments, collect

SITES = (5, 10, 20)

Key = tuple[int, str, str]
"""The repetition, the network and the regime of a case."""


def keys(repetitions: int) -> Iterator[Key]:
    return keys_of(REGIMES, range(repetitions))


def run(key: Key, bhd: Path | None = None) -> dict[str, Any]:
    """Run one case, without BHD if its program is not given. All that is drawn depends on its key alone."""
    repetition, name, regime = key
    rng = np.random.default_rng([repetition, zlib.crc32(name.encode()), zlib.crc32(regime.encode())])
    sites = int(rng.choice(SITES))
    network = networks.draw(networks.structure(name), rng)
    tables = REGIMES[regime](network, sites, rng)
    found, about = methods.run(tables, network.arities.tolist(), network.dag, bhd)
    return {
        "repetition": repetition,
        "network": name,
        "regime": regime,
        "sites": sites,
        "rows": sum(map(len, tables)),
        **about,
        "found": {name: [smhd, shd, round(seconds, 3)] for name, (smhd, shd, seconds) in found.items()},
    }


def keys_of(regimes: Iterable[str], repetitions: Iterable[int]) -> Iterator[Key]:
    """The cases of a study: each network meets each regime in each repetition."""
    for repetition in repetitions:
        for network in networks.NAMES:
            for regime in regimes:
                yield repetition, network, regime


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--bhd", type=Path)
    args = parser.parse_args()
    cases = collect(
        args.lines, [*keys(args.repetitions)], lambda key: run(key, args.bhd if key[0] == 0 else None)
    )
    results.save(args.json, cases)


if __name__ == "__main__":
    main()
