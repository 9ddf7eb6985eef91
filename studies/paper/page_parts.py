"""Tables of the page: networks, claims, WIN95PTS, repeats, synthetic networks, k_max, runtime."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean, median
from typing import Any

from claims import FAILS, HOLDS, UNDEFINED, Claim
from claims_runtime import OURS, ratios
from data import Study, complete, groups, number
from markdown import DASH, counts, fixed, percent, short, table


def tally(found: Sequence[Claim]) -> dict[str, int]:
    number_of = Counter(each.verdict for each in found)
    return {verdict: number_of[verdict] for verdict in (HOLDS, FAILS, UNDEFINED)}


def repeats(study: Study) -> str:
    """How far ten repeats differ, by reading."""
    rows = []
    for reading, some in groups(study.part("repeats"), "reading").items():
        graphs = [x for row in some if (x := number(row.get("graphs"))) is not None]
        cells = [f"{sum(x == 1 for x in graphs)} of {len(graphs)}"]
        cells += _spread([row.get("smhd") or [] for row in some])
        rows.append([reading, *cells])
    return table(["what differs", "one graph", *_SPREAD], rows)


_SPREAD = ("one SMHD to gold", "median spread", "largest spread", "largest, of the mean")


def _spread(runs: Sequence[Sequence[Any]]) -> list[str]:
    """How many cases have ten equal values, and how far the values of a case are apart."""
    known = [[x for x in map(number, values) if x is not None] for values in runs]
    known = [values for values in known if values]
    if not known:
        return [DASH] * len(_SPREAD)
    spreads = [max(values) - min(values) for values in known]
    shares = [s / fmean(values) if s else 0.0 for s, values in zip(spreads, known, strict=True)]
    same = f"{sum(s < 1e-9 for s in spreads)} of {len(spreads)}"
    return [same, fixed(median(spreads), 1), fixed(max(spreads), 1), percent(max(shares), 0)]


def runtime(study: Study) -> str:
    """Each rival beside the consensus: how much longer it takes, and how good its result is."""
    rows = []
    names = dict.fromkeys(name for row in study.part("runtime") for name in row["seconds"])
    for name in names:
        if name == OURS:
            continue
        found = ratios(study, name)
        cells = [str(len(found)), *(short(f(found), 2) if found else DASH for f in (min, median, max))]
        cells += [_runtime_wins(study.part("runtime"), name, measure) for measure in ("smhd_inputs", "smhd")]
        rows.append([name, *cells])
    heads = [
        "cases",
        "times longer: least",
        "median",
        "most",
        "SMHD to the inputs: W/T/L",
        "SMHD to gold: W/T/L",
    ]
    return table(["mcbnc against", *heads], rows)


def _runtime_wins(rows: Sequence[dict[str, Any]], name: str, measure: str) -> str:
    found = [0, 0, 0]
    for row in rows:
        own, other = (number((row.get(measure) or {}).get(key)) for key in (OURS, name))
        if own is not None and other is not None:
            found[0 if own < other else 1 if own == other else 2] += 1
    return counts(found) if any(found) else DASH


def method_gap(study: Study, method: str, other: str, measure: str) -> str:
    """Means of two methods over the cases that have both."""
    _, found = complete(study.cases, (method, other), measure)
    return " and ".join(fixed(x, 1) for x in found.mean(0).tolist()) if len(found) else DASH
