#!/usr/bin/env python3
"""Make docs/bootstrap.md from its text, bootstrap.md.tmpl, and the results of bootstrap_study.py.

make -C studies bootstrap
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

import calibration
import held_out
import results
from bootstrap_study import (
    AVERAGED,
    CONSENSUS,
    DIALS,
    EMPTY,
    LEARN,
    MEASURES,
    THRESHOLDS,
    at_most,
    averaged,
)
from draws import source
from page import table
from paired import SHD, SMHD, Case, average, groups
from verdict import record

TEMPLATE = Path(__file__).with_name("bootstrap.md.tmpl")
SIZES = ((8, 12), (13, 25), (26, 45), (46, 80))
"""The groups of tables by the number of their columns, the least and the most."""
AVERAGES = (AVERAGED, *(averaged(threshold) for threshold in THRESHOLDS))
DIALLED = tuple(map(at_most, DIALS))

MOSTLY = "mostly determined"

Groups = dict[str, list[Case]]


def few(cases: Sequence[Case]) -> list[Case]:
    """The cases of the usual number of resamples."""
    return [case for case in cases if case["resamples"] == held_out.RESAMPLES]


def by_rows(cases: Sequence[Case]) -> Groups:
    return {f"{rows:,}": its for rows, its in sorted(groups(cases, "rows").items())}


def by_columns(cases: Sequence[Case]) -> Groups:
    return {
        f"{least}–{most}": [case for case in cases if least <= case["nodes"] <= most] for least, most in SIZES
    }


def by_kind(cases: Sequence[Case]) -> Groups:
    return {
        kind: [case for case in cases if case["network"] in names] for kind, names in held_out.KINDS.items()
    }


def labelled(some: Groups, what: str) -> Groups:
    return {f"{name} {what}": its for name, its in some.items()}


def by_determination(cases: Sequence[Case]) -> Groups:
    found: Groups = {MOSTLY: [], "others": []}
    for case in cases:
        found[MOSTLY if case["determined"] >= held_out.MOSTLY else "others"].append(case)
    return found


def truth_table(cases: Sequence[Case]) -> str:
    """The share of true pairs in each bin of strengths, and the errors."""
    some = {"all": list(cases), **labelled(by_rows(cases), "rows"), **labelled(by_columns(cases), "columns")}
    lines = []
    for name, its in {**some, **by_kind(cases), **by_determination(cases)}.items():
        found = calibration.bins(its)
        cells = [f"{each.true / each.pairs:.2f}" if each.pairs else "–" for each in found.values()]
        errors = [f"{calibration.error(its, among):.3f}" for among in calibration.AMONG]
        lines.append([name, *cells, *errors])
    every, blanks = calibration.bins(cases).values(), ["" for _ in calibration.AMONG]
    lines.insert(1, ["their number", *(f"{each.pairs:,}" for each in every), *blanks])
    lines.insert(2, ["their chance_true", *(f"{each.said / each.pairs:.2f}" for each in every), *blanks])
    errors = [f"error, {among}" for among in calibration.AMONG]
    return table(["strength", *calibration.BINS, *errors], lines)


def dial_table(cases: Sequence[Case]) -> str:
    """False shares: the mean, that among all edges, and the means of groups; and recall."""
    some = {**by_kind(cases), **by_determination(cases)}
    lines = []
    for method in (*DIALLED, LEARN, AVERAGED):
        shares = [f"{share:.3f}" for share in calibration.false_share(cases, method)]
        by = [f"{calibration.false_share(its, method)[0]:.3f}" for its in some.values()]
        lines.append([method, *shares, *by, f"{calibration.recall(cases, method):.2f}"])
    return table(["", "mean", "of all edges", *some, "recall"], lines)


def dial_by_rows(cases: Sequence[Case]) -> str:
    """The mean false share, by rows."""
    lines = [
        [method, *(f"{calibration.false_share(its, method)[0]:.3f}" for its in by_rows(cases).values())]
        for method in (*DIALLED, LEARN, AVERAGED)
    ]
    return table(["", *by_rows(cases)], lines)


def distance_table(cases: Sequence[Case]) -> str:
    """Mean SMHD / SHD, by rows."""
    lines = []
    for method in (EMPTY, LEARN, *AVERAGES, CONSENSUS, *DIALLED):
        cells = [
            "/".join(f"{average(its, method, measure):.1f}" for measure in (SMHD, SHD))
            for its in (cases, *by_rows(cases).values())
        ]
        lines.append([method, *cells])
    return table(["", "all", *by_rows(cases)], lines)


def record_table(cases: Sequence[Case]) -> str:
    """Wins, ties and losses against learn, by rows."""
    lines = [
        [method, *(str(record(its, method, LEARN)) for its in (cases, *by_rows(cases).values()))]
        for method in (*AVERAGES, CONSENSUS)
    ]
    return table(["", "all", *by_rows(cases)], lines)


def more_table(cases: Sequence[Case]) -> str:
    """What more resamples buy, on the same tables."""
    some = [case for case in cases if case["rows"] in held_out.ROWS_OF_MORE]
    lines = []
    for resamples, its in sorted(groups(some, "resamples").items()):
        shares = [f"{calibration.false_share(its, method)[0]:.3f}" for method in DIALLED]
        distances = "/".join(f"{average(its, AVERAGED, measure):.1f}" for measure in (SMHD, SHD))
        cells = [f"{calibration.error(its, among):.3f}" for among in calibration.AMONG]
        lines.append([str(resamples), *cells, *shares, distances, str(record(its, AVERAGED, LEARN))])
    errors = [f"error, {among}" for among in calibration.AMONG]
    return table(["resamples", *errors, *DIALLED, AVERAGED, f"against {LEARN}"], lines)


def noise_table(cases: Sequence[Case]) -> str:
    """Shuffled columns: pairs a table of at least some strength, by rows."""
    lines = []
    for least in (0.1, 0.3, 0.5, 0.9):
        cells = [f"{mean(strong(case, least) for case in its):.2f}" for its in by_rows(cases).values()]
        lines.append([f"≥ {least:g}", *cells])
    return table(["strength", *by_rows(cases)], lines)


def strong(case: Case, least: float) -> int:
    """The pairs of shuffled columns of at least this strength."""
    return sum(pairs for often, pairs in case["noise"] if often >= least * case["resamples"] - 1e-9)


def time_table(cases: Sequence[Case]) -> str:
    """Milliseconds of CPU of a bootstrap, and of learning once."""
    lines = [
        [
            f"{name} columns",
            *(
                f"{mean(case['ms'] for case in some):.0f} ({mean(case['learn_ms'] for case in some):.1f})"
                for some in by_rows(its).values()
            ),
        ]
        for name, its in by_columns(cases).items()
    ]
    return table(["", *by_rows(cases)], lines)


def numbers(cases: Sequence[Case]) -> dict[str, str]:
    """Numbers that sentences of the page name."""
    low, high = calibration.interval(cases)
    found = calibration.bins(cases)
    certain, never = found[calibration.ALL], found[calibration.NEVER]
    kinds = {
        name.split(",")[0].split()[0]: str(len(groups(its, "network")))
        for name, its in by_kind(cases).items()
    }
    mostly = by_determination(cases)[MOSTLY]
    shares = [f"{calibration.false_share(mostly, method)[0]:.3f}" for method in (*DIALLED, LEARN)]
    return {
        **kinds,
        "cases": str(len(cases)),
        "networks": str(len(groups(cases, "network"))),
        "sources": str(len(groups([{"source": source(case["network"])} for case in cases], "source"))),
        "rows": f"{min(held_out.ROWS)} to {max(held_out.ROWS):,}",
        "columns": f"{min(case['nodes'] for case in cases)} to {max(case['nodes'] for case in cases)}",
        "error": f"{calibration.error(cases):.3f}",
        "error_all": f"{calibration.error(cases, calibration.EVERY):.3f}",
        "error_mostly": f"{calibration.error(mostly, calibration.STRONG):.3f}",
        "low": f"{low:.3f}",
        "high": f"{high:.3f}",
        "certain": f"{100 * (1 - certain.true / certain.pairs):.1f}",
        "never": f"{100 * never.true / sum(each.true for each in found.values()):.0f}",
        "mostly": str(len(mostly)),
        "mostly_of": ", ".join(sorted({source(case["network"]).upper() for case in mostly})),
        "false_mostly": f"{', '.join(shares[:-2])} and {shares[-2]}",
        "false_mostly_learn": shares[-1],
        "rows_of_more": " and ".join(f"{rows:,}" for rows in held_out.ROWS_OF_MORE),
        "tables_of_more": str(sum(case["rows"] in held_out.ROWS_OF_MORE for case in cases)),
    }


def make(cases: Sequence[Case]) -> str:
    some = few(cases)
    known = {
        **numbers(some),
        "truth": truth_table(some),
        "dial": dial_table(some),
        "dial_by_rows": dial_by_rows(some),
        "distances": distance_table(some),
        "records": record_table(some),
        "more": more_table(cases),
        "noise": noise_table(some),
        "times": time_table(some),
    }
    return re.sub(r"\{\{ (\w+) \}\}", lambda at: known[at[1]], TEMPLATE.read_text())


def load(path: Path) -> list[Case]:
    return results.load(path, MEASURES)


def main() -> None:
    source_of_cases, target = map(Path, sys.argv[1:])
    target.write_text(make(load(source_of_cases)))


if __name__ == "__main__":
    main()
