"""Tables of the parts of the page: networks, Table 2, claims, repeats, synthetic networks, k_max, runtime."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from statistics import fmean, median
from typing import Any

import printed
from claims import FAILS, HOLDS, UNDEFINED, Claim
from claims_gold import gains, of
from claims_runtime import OURS, ratios
from claims_synthetic import NAMES as READINGS
from claims_synthetic import zero_share
from data import AUTO, EMPTY, FUSION, GOLD, MEAN, REFUSION, Study, complete, groups, mean, number, value
from markdown import DASH, counts, fixed, p_value, percent, short, table
from table2 import METHODS, PRINTED, order, rejected, table2, table2_by_mean_ranks, table2_by_network

NAMES = {AUTO: "MCBNC", MEAN: "mean of the inputs", FUSION: "fusion G⁺"}
MEASURES = {"smhd": "SMHD to gold", "bdeu": "BDeu, held-out rows"}
MORE = {
    "smhd_inputs": "SMHD to the inputs",
    "shd": "SHD to gold",
    "bdeu_paper": "BDeu, rows of client 0",
}


def networks(study: Study) -> str:
    cases = {network: some[0] for network, some in groups(study.cases, "network").items()}
    rows = []
    for name, (nodes, arcs) in printed.NETWORKS.items():
        case = cases.get(name)
        own = [str(case["nodes"]), fixed(value(case, GOLD, "edges"), 0)] if case else [DASH, DASH]
        rows.append([name.upper(), str(nodes), str(arcs), *own])
    return table(["network", "nodes, printed", "arcs, printed", "nodes, ours", "arcs, ours"], rows)


def printed_and_ours(study: Study) -> str:
    """Table 2 as printed and as found, one below the other."""
    found: dict[str, Callable[[str], dict[str, Any] | None]] = {
        "printed": lambda measure: PRINTED[measure],
        "ours": lambda measure: table2(study.cases, measure),
        "ours, with refusion": lambda measure: table2(study.cases, measure, REFUSION),
        "ours, by network": lambda measure: table2_by_network(study.cases, measure),
        "ours, by network's mean ranks": lambda measure: table2_by_mean_ranks(study.cases, measure),
    }
    rows = []
    for what, make in found.items():
        tests = [make(measure) for measure in MEASURES]
        for j, method in enumerate(METHODS):
            rows.append([what, NAMES[method], *(cell for each in tests for cell in _of_method(each, j))])
        ps = [p_value(each["p"]) if each else DASH for each in tests]
        rows.append([what, "*all, by Friedman's test*", *(cell for p in ps for cell in ("", p, ""))])
    heads = [f"{name}: {head}" for name in MEASURES.values() for head in ("rank", "p", "W/T/L")]
    return table(["", "method", *heads], rows, words=2)


def more_of_table2(study: Study) -> str:
    """The same test of measures that the paper's table does not have."""
    rows = []
    for measure, name in MORE.items():
        tests = [table2(study.cases, measure), table2_by_network(study.cases, measure)]
        for j, method in enumerate(METHODS):
            rows.append([name, NAMES[method], *(cell for each in tests for cell in _of_method(each, j))])
    heads = [f"{head}{what}" for what in ("", ", by network") for head in ("rank", "p", "W/T/L")]
    return table(["measure", "method", *heads], rows, words=2)


def _of_method(found: dict[str, Any] | None, j: int) -> list[str]:
    if not found:
        return [DASH] * 3
    return [fixed(found["ranks"][j], 2), p_value(found["adjusted"][j]), counts(found["wins"][j])]


def readings(study: Study) -> str:
    """Whether Table 2's decisions come back, by the result of the consensus and by the rows of BDeu."""
    rows = []
    for ours, result in ((AUTO, "extension"), (REFUSION, "refusion")):
        for measure, name in (*MEASURES.items(), ("bdeu_paper", MORE["bdeu_paper"])):
            found, paper = table2(study.cases, measure, ours), PRINTED[measure.removesuffix("_paper")]
            if found is None:
                continue
            told = " < ".join(f"{NAMES[METHODS[j]]} {found['ranks'][j]:.2f}" for j in order(found))
            same = [order(found) == order(paper), rejected(found) == rejected(paper)]
            rows.append([result, name, told, *("as printed" if each else "**not**" for each in same)])
    return table(["result", "measure", "mean ranks", "order", "what differs at 0.01"], rows, words=5)


def decisions(study: Study, measure: str) -> str:
    """Whether the order of Table 2's methods, and which differ from the best, are as printed."""
    told = []
    for ours, how in ((AUTO, ""), (REFUSION, "; with refusion ")):
        found, paper = table2(study.cases, measure, ours), PRINTED[measure]
        if found is not None:
            same = order(found) == order(paper) and rejected(found) == rejected(paper)
            told.append(f"{how}{'as printed' if same else 'not as printed'}")
    return "".join(told) or DASH


def differing(study: Study, measure: str) -> str:
    """Which methods differ from the best one at the paper's level, with a case a network."""
    found = table2_by_network(study.cases, measure)
    if found is None:
        return DASH
    names = [NAMES[METHODS[j]] for j in range(len(METHODS)) if rejected(found)[j]]
    return f"{NAMES[METHODS[order(found)[0]]]} is best; of the others {' and '.join(names) or 'none'} differs"


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
        statuses = [(row.get("status") or {}).get(name) for row in study.part("runtime")]
        cells.append(str(sum(status not in (None, "complete") for status in statuses)))
        rows.append([name, *cells])
    heads = [
        "cases",
        "times longer: least",
        "median",
        "most",
        "SMHD to the inputs: W/T/L",
        "SMHD to gold: W/T/L",
        "stopped by the limit",
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
