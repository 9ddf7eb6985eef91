"""Claims about curves over θ: treewidth, Pathfinder, over-pruning, and where the selected θ lies."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from claims import Claim, almost_all, every, most
from claims_gold import TEXT, label
from data import AUTO, GOLD, Case, Curve, Study, at, number, value

FLAT = [0.2 + 0.05 * k for k in range(13)]
"""θ from 0.2 to 0.8."""


def claims(study: Study) -> Iterator[Claim]:
    yield flat_treewidth(study)
    yield last_fall(study)
    yield over_pruning(study)
    yield pathfinder(study)
    yield pathfinder_end(study)
    yield rising_inputs(study)
    yield coinciding(study)


def curves(study: Study, network: str | None = None) -> list[tuple[Case, Curve]]:
    found = [(case, study.curve(case)) for case in study.cases if network in (None, case["network"])]
    return [(case, curve) for case, curve in found if curve]


def flat_treewidth(study: Study) -> Claim:
    flags = []
    for case, curve in curves(study):
        widths = [at(curve, theta + 1e-9, "treewidth") for theta in FLAT]
        start = number(curve["treewidth"][0])
        if None not in (start, *widths):
            flags.append((label(case), max(widths) - min(widths) <= max(1.0, 0.1 * start)))
    return almost_all(
        "Figure 3",
        "treewidth is flat for θ from 0.2 to 0.8",
        "it varies by at most 1, or by 10 % of that of G⁺",
        flags,
    )


def last_fall(study: Study) -> Claim:
    flags = []
    for case, curve in curves(study):
        before, after = at(curve, 0.9, "treewidth"), at(curve, 1.0, "treewidth")
        if before is not None and after is not None:
            flags.append((label(case), after < before))
    return most(
        "Figure 3", "treewidth falls again beyond θ of about 0.9", "it is lower at 1 than at 0.9", flags
    )


def over_pruning(study: Study) -> Claim:
    flags = []
    for case, curve in curves(study):
        last, own = at(curve, 1.0, "smhd"), value(case, AUTO, "smhd")
        if last is not None and own is not None:
            flags.append((label(case), last > own))
    return almost_all(
        TEXT, "near θ = 1 too much is pruned", "SMHD to gold at θ = 1 above that at the selected θ", flags
    )


def pathfinder(study: Study) -> Claim:
    flags = []
    for case, curve in curves(study, "pathfinder"):
        smhd = curve["smhd"]
        falls = smhd[: smhd.index(min(smhd)) + 1]
        rise = sum(max(b - a, 0) for a, b in itertools.pairwise(falls))
        flags.append((label(case), rise <= 0.05 * (falls[0] - falls[-1])))
    return every(
        TEXT,
        "on PATHFINDER, SMHD to gold improves monotonically",
        "up to the least SMHD, rises add up to at most 5 % of the fall",
        flags,
        "numbers of clients",
    )


def pathfinder_end(study: Study) -> Claim:
    flags = []
    for case, curve in curves(study, "pathfinder"):
        least, gold = curve["smhd"].index(min(curve["smhd"])), value(case, GOLD, "edges")
        edges = number(curve["edges"][least])
        if gold is not None and edges is not None:
            flags.append((label(case), edges < gold / 2))
    return every(
        TEXT,
        "on PATHFINDER, SMHD to gold improves nearly to the empty DAG",
        "the graph of least SMHD has fewer than half of gold's arcs",
        flags,
        "numbers of clients",
    )


def rising_inputs(study: Study) -> Claim:
    flags = []
    for case, curve in curves(study):
        smhd = curve["smhd_inputs"]
        flags.append((label(case), all(a <= b for a, b in itertools.pairwise(smhd))))
    return almost_all(
        "Appendix C.1", "SMHD to the inputs increases with pruning", "it never falls along the run", flags
    )


def coinciding(study: Study) -> Claim:
    flags = []
    for case, curve in curves(study):
        own = value(case, AUTO, "smhd")
        if own is not None:
            flags.append((label(case), own <= min(curve["smhd"])))
    return most(
        "Appendix C.1",
        "the least SMHD to the inputs often coincides with the least SMHD to gold",
        "SMHD to gold at the selected θ is the least of the curve",
        flags,
    )
