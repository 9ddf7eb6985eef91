"""Claims of the paper's text about the selected consensus: against G⁺, the empty DAG, the inputs and gold."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import printed
from claims import Claim, almost_all, decided, every, most, unknown
from data import AUTO, EMPTY, FUSION, GOLD, MEAN, Case, Study, mean, value, values
from markdown import fixed, percent, short

TEXT = "main text"
PRINTED_GAIN = 0.587
NEAR_GAIN = 0.05


def claims(study: Study) -> Iterator[Claim]:
    yield fusion_and_empty(study)
    yield two_orders(study)
    yield density(study)
    yield sparser(study)
    yield win95pts_treewidth(study)
    yield win95pts_gain(study)
    yield over(study, "pathfinder", AUTO, GOLD, "on PATHFINDER, MCBNC has a higher BDeu than gold")
    for network in ("barley", "mildew"):
        text = f"on {network.upper()}, the inputs have a higher BDeu than gold"
        yield over(study, network, MEAN, GOLD, text)
    yield unrecovered(study)
    yield complexity(study)


def compared(cases: list[Case], first: str, second: str, measure: str) -> list[tuple[str, bool]]:
    """The cases that have both methods, and whether the first one's value is the larger one."""
    flags = []
    for case in cases:
        a, b = value(case, first, measure), value(case, second, measure)
        if a is not None and b is not None:
            flags.append((label(case), a > b))
    return flags


def of(study: Study, network: str) -> list[Case]:
    return [case for case in study.cases if case["network"] == network]


def label(case: Case) -> str:
    return f"{case['network'].upper()} r={case['clients']}"


def fusion_and_empty(study: Study) -> Claim:
    """The text is on the networks of the figures, which leave out those that the inputs recover."""
    shown = [case for case in study.cases if case["network"] not in printed.SOLVED]
    return almost_all(
        TEXT,
        "G⁺ is farther from gold than the empty DAG in almost all cases",
        "SMHD of G⁺ above that of the empty DAG, without SACHS and PIGS",
        compared(shown, FUSION, EMPTY, "smhd"),
    )


def two_orders(study: Study) -> Claim:
    text = "the improvement over G⁺ reaches two orders of magnitude on ANDES and DIABETES"
    rule = "SMHD of G⁺ at least 100 times that of MCBNC at some r, on both"
    best = {}
    for case in study.cases:
        a, b = value(case, FUSION, "smhd"), value(case, AUTO, "smhd")
        if case["network"] in ("andes", "diabetes") and a is not None and b is not None:
            ratio = a / b if b else math.inf
            best[case["network"]] = max(best.get(case["network"], 0.0), ratio)
    if not best:
        return unknown(TEXT, text, rule)
    ours = ", ".join(f"{name.upper()} up to {short(ratio)} times" for name, ratio in best.items())
    return decided(TEXT, text, rule, ours, len(best) == 2 and min(best.values()) >= 100)


def _edges(study: Study, beats: Any) -> list[tuple[str, bool]]:
    flags = []
    for case in study.cases:
        own, gold, inputs = (value(case, method, "edges") for method in (AUTO, GOLD, MEAN))
        if own is not None and gold is not None and inputs is not None:
            flags.append((label(case), beats(own, gold, inputs)))
    return flags


def density(study: Study) -> Claim:
    found = every(
        TEXT,
        "at the selected θ the consensus is never denser than gold and than the inputs",
        "no more arcs than gold, and no more than the mean of the inputs",
        _edges(study, lambda own, gold, inputs: own <= gold and own <= inputs),
    )
    above = [more for _, more in _edges(study, lambda own, gold, inputs: own - min(gold, inputs))]
    most_above = max(above, default=0)
    return (
        found._replace(ours=f"{found.ours}; at most {short(most_above)} arcs above")
        if most_above > 0
        else found
    )


def sparser(study: Study) -> Claim:
    return most(
        TEXT,
        "at the selected θ the consensus is frequently sparser than both",
        "fewer arcs than gold, and fewer than the mean of the inputs",
        _edges(study, lambda own, gold, inputs: own < gold and own < inputs),
    )


def win95pts_treewidth(study: Study) -> Claim:
    text = "on WIN95PTS, treewidth falls from about 20 to about 10"
    rule = "means over r: 20 ± 4 of the inputs or of G⁺, 10 ± 2 of the selected"
    found = {m: mean(values(of(study, "win95pts"), m, "treewidth")) for m in (MEAN, FUSION, AUTO)}
    if None in found.values():
        return unknown(TEXT, text, rule)
    ours = f"inputs {fixed(found[MEAN])}, G⁺ {fixed(found[FUSION])}, selected {fixed(found[AUTO])}"
    start = any(abs(found[method] - 20) <= 4 for method in (MEAN, FUSION))
    return decided(TEXT, text, rule, ours, start and abs(found[AUTO] - 10) <= 2)


def gains(study: Study) -> dict[str, dict[int, float]]:
    """By how much MCBNC's SMHD to gold on WIN95PTS is below that of a reference, for each r."""
    found: dict[str, dict[int, float]] = {FUSION: {}, MEAN: {}}
    for case in of(study, "win95pts"):
        own = value(case, AUTO, "smhd")
        for reference, by_r in found.items():
            other = value(case, reference, "smhd")
            if own is not None and other:
                by_r[case["clients"]] = 1 - own / other
    return found


def win95pts_gain(study: Study) -> Claim:
    """The paper does not say what the improvement refers to, so either reference will do, as a mean over
    r."""
    text = "on WIN95PTS, SMHD to gold improves by 58.7 %"
    rule = "mean over r against G⁺ or against the inputs within 5 points"
    means = {reference: mean(by_r.values()) for reference, by_r in gains(study).items()}
    if None in means.values():
        return unknown(TEXT, text, rule)
    ours = f"against G⁺ {percent(means[FUSION])}, against the inputs {percent(means[MEAN])}"
    near = any(abs(gain - PRINTED_GAIN) <= NEAR_GAIN for gain in means.values())
    return decided(TEXT, text, rule, ours, near)


def over(study: Study, network: str, first: str, second: str, text: str) -> Claim:
    rule = "so on the held-out rows"
    return every(TEXT, text, rule, compared(of(study, network), first, second, "bdeu"), "numbers of clients")


def unrecovered(study: Study) -> Claim:
    return every(
        TEXT,
        "GES cannot recover the structure of PATHFINDER",
        "the inputs' mean SMHD to gold is above that of the empty DAG",
        compared(of(study, "pathfinder"), MEAN, EMPTY, "smhd"),
        "numbers of clients",
    )


def complexity(study: Study) -> Claim:
    """A bound on the worst case is not decided by times. The exponent of the times is told besides."""
    text, rule = "the run takes O(r m³ 2^k_max)", "a bound; times cannot decide it"
    points = []
    for case in study.cases:
        seconds, edges = value(case, AUTO, "seconds"), value(case, FUSION, "edges")
        if seconds and edges:
            points.append((math.log(edges), math.log(seconds / case["clients"])))
    if len({x for x, _ in points}) < 2:
        return unknown("complexity", text, rule)
    mx, my = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    slope = sum((x - mx) * (y - my) for x, y in points) / sum((x - mx) ** 2 for x, _ in points)
    return decided("complexity", text, rule, f"seconds / r grow as m to the power of {slope:.1f}", None)
