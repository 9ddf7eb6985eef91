"""Tables of the page: networks, claims, WIN95PTS, repeats, synthetic networks, k_max, runtime."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean, median
from typing import Any

import printed
from claims import FAILS, HOLDS, UNDEFINED, Claim
from claims_gold import gains, of
from claims_runtime import OURS, ratios
from claims_synthetic import NAMES as READINGS
from claims_synthetic import zero_share
from data import EMPTY, FUSION, GOLD, Study, complete, groups, mean, number, value
from markdown import DASH, counts, fixed, percent, short, table
from page_table2 import NAMES


def networks(study: Study) -> str:
    cases = {network: some[0] for network, some in groups(study.cases, "network").items()}
    rows = []
    for name, (nodes, arcs) in printed.NETWORKS.items():
        case = cases.get(name)
        own = [str(case["nodes"]), fixed(value(case, GOLD, "edges"), 0)] if case else [DASH, DASH]
        rows.append([name.upper(), str(nodes), str(arcs), *own])
    return table(["network", "nodes, printed", "arcs, printed", "nodes, ours", "arcs, ours"], rows)


def fusions(study: Study) -> str:
    """How dense G⁺ is, and how far from gold, beside the empty DAG."""
    rows = []
    for network, cases in groups(study.cases, "network").items():
        first, last = cases[0], cases[-1]
        cells = [fixed(value(first, EMPTY, "smhd"), 0), fixed(value(first, GOLD, "edges"), 0)]
        for measure in ("smhd", "edges"):
            cells += [fixed(value(case, FUSION, measure), 0) for case in (first, last)]
        rows.append([network.upper(), *cells])
    r = [str(case["clients"]) for case in (study.cases[0], study.cases[-1])] if study.cases else [DASH] * 2
    heads = [f"G⁺, r = {each}: {what}" for what in ("SMHD", "arcs") for each in r]
    return table(["", "empty: SMHD", "gold: arcs", *heads], rows)


def claims(found: Sequence[Claim]) -> str:
    marks = {HOLDS: "holds", FAILS: "**does not**", UNDEFINED: "*undefined*"}
    rows = [[each.where, each.text, each.ours, each.rule, marks[each.verdict]] for each in found]
    return table(["where", "claim", "ours", "it holds if", "verdict"], rows, words=5)


def tally(found: Sequence[Claim]) -> dict[str, int]:
    number_of = Counter(each.verdict for each in found)
    return {verdict: number_of[verdict] for verdict in (HOLDS, FAILS, UNDEFINED)}


def gain(study: Study) -> str:
    """The improvement on WIN95PTS against either reference, by number of clients."""
    found = gains(study)
    sizes = sorted({r for by_r in found.values() for r in by_r})
    rows = [
        [NAMES[reference], *(percent(by_r.get(r)) for r in sizes), percent(mean(by_r.values()))]
        for reference, by_r in found.items()
    ]
    return table(["against", *(f"r = {r}" for r in sizes), "mean"], rows)


def win95pts_widths(study: Study) -> str:
    cases = of(study, "win95pts")
    rows = [
        [name, *(fixed(value(case, method, "treewidth"), 1) for case in cases)]
        for method, name in {**NAMES, GOLD: "gold"}.items()
    ]
    return table(["treewidth", *(f"r = {case['clients']}" for case in cases)], rows)


def repeats(study: Study) -> str:
    """How far ten repeats differ, by reading."""
    rows = []
    for reading, some in groups(study.part("repeats"), "reading").items():
        graphs = [x for row in some if (x := number(row.get("graphs"))) is not None]
        cells = [f"{sum(x == 1 for x in graphs)} of {len(graphs)}"]
        for measure in ("smhd", "smhd_inputs"):
            cells += _spread([row.get(measure) or [] for row in some])
        rows.append([reading, *cells])
    heads = [f"{name}: {head}" for name in ("SMHD to gold", "SMHD to the inputs") for head in _SPREAD]
    return table(["what differs", "one graph", *heads], rows)


_SPREAD = ("all alike", "median spread", "largest spread", "largest, of the mean")


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


def synthetic(study: Study) -> str:
    """How often the graph before the perturbations comes back, and the mean SMHD to it at θ = auto."""
    sizes = groups(study.part("synthetic"), lambda row: (row["reading"], row["nodes"], row["clients"]))
    rows = []
    for (reading, nodes, clients), some in sorted(sizes.items()):
        cells = [percent(zero_share(some, theta, theta), 0) for theta in (0.25, 0.5, 0.75)]
        autos = [x for row in some if (x := number((row.get("auto") or {}).get("smhd"))) is not None]
        found = [percent(mean(float(x == 0) for x in autos), 0), fixed(mean(autos), 1)]
        inputs = fixed(mean(x for row in some if (x := number(row.get("mean_input"))) is not None), 1)
        rows.append([READINGS[reading], str(nodes), str(clients), str(len(some)), *cells, *found, inputs])
    heads = ["θ = 0.25", "θ = 0.5", "θ = 0.75", "θ = auto", "mean SMHD, auto", "mean SMHD, inputs"]
    return table(["reading", "n", "r", "runs", *heads], rows)


def k_max(study: Study, key: str, decimals: int) -> str:
    by_k = groups(study.part("k_max"), "k_max")
    sizes = sorted({row["clients"] for row in study.part("k_max")})
    rows = []
    for k, some in by_k.items():
        cells = {row["clients"]: number(row.get(key)) for row in some}
        rows.append(["none" if k is None else str(k), *(fixed(cells.get(r), decimals) for r in sizes)])
    if key == "smhd" and rows:
        inputs = {row["clients"]: number(row.get("mean_input")) for row in study.part("k_max")}
        rows.append(["*mean of the inputs*", *(fixed(inputs.get(r), decimals) for r in sizes)])
    return table(["k_max", *(f"r = {r}" for r in sizes)], rows)


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


def runtime_by_network(study: Study) -> str:
    names = list(dict.fromkeys(name for row in study.part("runtime") for name in row["seconds"]))
    rows = []
    for network, some in groups(study.part("runtime"), "network").items():
        largest = max(row["clients"] for row in some)
        for row in some:
            if row["clients"] in (5, largest):
                cells = [short(number(row["seconds"].get(name)), 2) for name in names]
                rows.append([f"{network.upper()}, r = {row['clients']}", *cells])
    return table(["seconds", *names], rows)


def method_gap(study: Study, method: str, other: str, measure: str) -> str:
    """Means of two methods over the cases that have both."""
    _, found = complete(study.cases, (method, other), measure)
    return " and ".join(fixed(x, 1) for x in found.mean(0).tolist()) if len(found) else DASH
