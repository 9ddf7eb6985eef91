#!/usr/bin/env python3
"""Study learning together: draw the sites' rows, run all methods, and measure the distances to the truth.

    python bench/together/study.py build/together.jsonl --json docs/jointly.json --bhd build/bhd

The program of --bhd is that of bench/together/bhd (`go build -o build/bhd ./bench/together/bhd`). It is slow,
and runs in the first repetition alone. Each case is a line of the first file. A case that is there already is
not run again: a stopped study goes on where it stopped. The second file is written when all cases are there.
page.py makes docs/jointly.md from it.
"""

from __future__ import annotations

import argparse
import json
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import methods
import networks
import numpy as np
import results
from regimes import REGIMES

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


def done(path: Path) -> dict[Key, dict[str, Any]]:
    """The cases of a file of lines. A line that was cut off when the study was stopped does not count."""
    cases = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        try:
            case = json.loads(line)
        except ValueError:
            continue
        cases[case["repetition"], case["network"], case["regime"]] = case
    return cases


def keys_of(regimes: Iterable[str], repetitions: Iterable[int]) -> Iterator[Key]:
    """The cases of a study: each network meets each regime in each repetition."""
    for repetition in repetitions:
        for network in networks.NAMES:
            for regime in regimes:
                yield repetition, network, regime


def collect(
    lines: Path,
    keys: Sequence[Key],
    run: Callable[[Key, dict[str, Any] | None], dict[str, Any]],
    complete: Callable[[dict[str, Any]], bool] = lambda case: True,
) -> list[dict[str, Any]]:
    """The cases of these keys. A complete case of a file of lines is not run again. Others are added to it.

    `run` gets a key, and the case of it that is there.
    """
    lines.parent.mkdir(parents=True, exist_ok=True)
    cases = done(lines)
    for key in keys:
        if key in cases and complete(cases[key]):
            continue
        begin = time.perf_counter()
        cases[key] = run(key, cases.get(key))
        with lines.open("a") as file:
            file.write(f"\n{json.dumps(cases[key])}\n")
        print(*key, f"{time.perf_counter() - begin:.1f} s", flush=True)
    return [cases[key] for key in keys]


def save(path: Path, cases: Sequence[dict[str, Any]]) -> None:
    """Write the cases, a line each."""
    lines = [json.dumps(case, separators=(",", ":")) for case in cases]
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("lines", type=Path)
    parser.add_argument("--json", type=Path, required=True)
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--bhd", type=Path)
    args = parser.parse_args()
    cases = collect(
        args.lines, [*keys(args.repetitions)], lambda key, _: run(key, args.bhd if key[0] == 0 else None)
    )
    results.save(args.json, cases)


if __name__ == "__main__":
    main()
