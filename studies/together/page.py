#!/usr/bin/env python3
"""Make docs/jointly.md from its text, jointly.md.tmpl, and the results of study.py.

make -C studies together
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import networks
import results
from methods import AVERAGED, BHD, CONSENSUS, MEAN, ONE_TABLE, ONE_TABLE_KEPT, OWN, UNION, VOTE, VOTES
from paired import SECONDS, SHD, SMHD, Case, average, gaps, groups, mean_gap, record

TEMPLATE = Path(__file__).with_name("jointly.md.tmpl")
MAIN = (MEAN, VOTE, CONSENSUS, ONE_TABLE, VOTES)
OTHERS = (MEAN, VOTE, CONSENSUS, AVERAGED, ONE_TABLE, ONE_TABLE_KEPT, OWN, UNION, *BHD)
WORST = 3  # cases that the page lists
BHD_ROW = (
    f"\n| {', '.join(BHD)} | a search by the hierarchical score [BHD](#prior-art): its variational bound, "
    "with s = 1 a joint state of a family and α₀ = 1 (`studies/together/bhd`) |"
)


def between(begin: str, end: str, made: str, text: str) -> str:
    """The text with what is made between two marks, which stand there once."""
    changed, count = re.subn(
        f"{re.escape(begin)}.*{re.escape(end)}", lambda _: f"{begin}\n{made}\n{end}", text, flags=re.DOTALL
    )
    assert count == 1
    return changed


def table(heads: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """A table whose first column is left-aligned."""
    rule = ["---", *("---:" for _ in heads[1:])]
    return "\n".join(f"|{'|'.join(line)}|" for line in (heads, rule, *lines))


def label(value: object) -> str:
    return value.upper() if value in networks.BUNDLED else str(value)


def means(cases: Sequence[Case]) -> str:
    """Mean SMHD/SHD of each method, by regime and for all cases."""
    lines = []
    for name, some in [*groups(cases, "regime").items(), ("all", cases)]:
        pairs = [[average(some, method, measure) for measure in (SMHD, SHD)] for method in MAIN]
        best = [min(column) for column in zip(*([round(x, 1) for x in pair] for pair in pairs), strict=True)]
        cells = []
        for pair in pairs:
            told = [
                f"**{x:.1f}**" if round(x, 1) == low else f"{x:.1f}"
                for x, low in zip(pair, best, strict=True)
            ]
            cells.append("/".join(told))
        lines.append([name, *cells])
    return table(["", *MAIN], lines)


def records(cases: Sequence[Case]) -> str:
    """Wins, ties, losses and mean gaps of the rule against the vote, by regime."""
    lines = []
    for name, some in [*groups(cases, "regime").items(), ("all", cases)]:
        cells = [str(record(some, VOTES, VOTE, measure)) for measure in (SMHD, SHD)]
        for measure in (SMHD, SHD):
            middle, error = mean_gap(some, VOTES, VOTE, measure)
            cells.append(f"{middle:.1f} ± {error:.1f}")
        lines.append([name, *cells])
    return table(["", "SMHD: W/T/L", "SHD: W/T/L", "SMHD less the vote's", "SHD less the vote's"], lines)


def against_all(cases: Sequence[Case]) -> str:
    """Wins, ties and losses against each other method, where it was run, and its means and seconds."""
    lines = []
    for other in OTHERS:
        if some := [case for case in cases if other in case["found"]]:
            lines.append(
                [
                    other if len(some) == len(cases) else f"{other} ({len(some)} cases)",
                    *(str(record(some, VOTES, other, measure)) for measure in (SMHD, SHD)),
                    "/".join(f"{average(some, other, measure):.1f}" for measure in (SMHD, SHD)),
                    f"{average(some, other, SECONDS):.2f}",
                ]
            )
    return table([f"{VOTES} against", "SMHD: W/T/L", "SHD: W/T/L", "its SMHD/SHD", "its CPU s"], lines)


def searches(cases: Sequence[Case]) -> dict[str, str]:
    """How often each search won, and how often the mixed search did where sites have tables of their own."""
    won = Counter(case["search"] for case in cases)
    unlike = ("shifted roots", "10 % of the tables redrawn")
    mixed = sum(case["search"] == "mixed" and case["regime"] in unlike for case in cases)
    return {
        "pooled": str(won["pooled"]),
        "own_search": str(won["own"]),
        "mixed": str(won["mixed"]),
        "mixed_unlike": str(mixed),
    }


def worst(cases: Sequence[Case]) -> str:
    """The cases in which the rule was behind the vote by most, in SMHD and SHD together."""

    def behind(case: Case) -> float:
        return sum(gaps([case], VOTES, VOTE, measure)[0] for measure in (SMHD, SHD))

    lines = [
        [
            label(case["network"]),
            case["regime"],
            str(case["sites"]),
            case["search"],
            *(f"{case['found'][method][SMHD]}/{case['found'][method][SHD]}" for method in (VOTE, VOTES)),
        ]
        for case in sorted(cases, key=behind, reverse=True)[:WORST]
    ]
    return table(["network", "regime", "sites", "search", VOTE, VOTES], lines)


def numbers(cases: Sequence[Case]) -> dict[str, str]:
    """Numbers that sentences of the page name."""
    found = {"cases": str(len(cases)), "repetitions": str(len(groups(cases, "repetition")))}
    for name, measure in (("smhd", SMHD), ("shd", SHD)):
        against = record(cases, VOTES, VOTE, measure)
        found |= {f"{key}_{name}": str(value) for key, value in against._asdict().items()}
        found[f"level_{name}"] = "; ".join(level(cases, measure)) or "no regime"
    found["bhd"] = BHD_ROW if all(method in cases[0]["found"] for method in BHD) else ""
    return found


def level(cases: Sequence[Case], measure: int) -> list[str]:
    """The regimes in which the rule's mean is not below the vote's by more than two standard errors."""
    found = []
    for regime, some in groups(cases, "regime").items():
        middle, error = mean_gap(some, VOTES, VOTE, measure)
        if middle > -2 * error:
            found.append(regime)
    return found


TABLES: dict[str, Callable[[Sequence[Case]], str]] = {
    "means": means,
    "records_by_regime": records,
    "against_all": against_all,
    "worst": worst,
}


def page(cases: Sequence[Case]) -> str:
    known = numbers(cases) | searches(cases) | {name: make(cases) for name, make in TABLES.items()}
    return re.sub(r"\{\{ (\w+) \}\}", lambda at: known[at[1]], TEMPLATE.read_text())


def main() -> None:
    source, target = map(Path, sys.argv[1:])
    target.write_text(page(results.load(source)))


if __name__ == "__main__":
    main()
