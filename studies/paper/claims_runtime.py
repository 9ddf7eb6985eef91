"""Claims about time: the consensus against genetic searches for a fusion of bounded treewidth."""

from __future__ import annotations

import math
from collections.abc import Iterator
from statistics import fmean, median

from claims import Claim, decided, unknown
from data import Study, number
from markdown import fixed, short

WHERE = "Figure 4"
OURS = "mcbnc"
GENETIC = {"genetic fusion": "E_G⁺", "genetic inputs": "E_𝔾", "genetic arcs": "E*_𝔾"}
SEVERAL = 100
SIMILAR = 2
RESOLUTION = 0.001
"""Seconds; a shorter time counts as this one, so ratios of short times are too near to 1."""


def claims(study: Study) -> Iterator[Claim]:
    for method in GENETIC:
        yield faster(study, method)
    yield similar(study)


def ratios(study: Study, method: str) -> list[float]:
    """How many times longer than ours a method took, case by case. Times are counted in milliseconds."""
    found = []
    for row in study.part("runtime"):
        own, other = (number(row["seconds"].get(name)) for name in (OURS, method))
        if own is not None and other is not None:
            found.append(max(other, RESOLUTION) / max(own, RESOLUTION))
    return found


def faster(study: Study, method: str) -> Claim:
    text = f"MCBNC is several orders of magnitude faster than {GENETIC[method]}"
    rule = f"the median ratio of times is at least {SEVERAL}"
    found = ratios(study, method)
    if not found:
        return unknown(WHERE, text, rule)
    low, middle, high = (short(x, 2) for x in (min(found), median(found), max(found)))
    ours = f"median {middle} times, from {low} to {high}, in {len(found)} cases"
    return decided(WHERE, text, rule, ours, median(found) >= SEVERAL)


def growth(study: Study, method: str) -> float | None:
    """Geometric mean over networks of the time at the most inputs over that at the fewest."""
    logs = []
    for network in dict.fromkeys(row["network"] for row in study.part("runtime")):
        times = {
            row["clients"]: seconds
            for row in study.part("runtime")
            if row["network"] == network and (seconds := number(row["seconds"].get(method)))
        }
        if len(times) > 1:
            logs.append(math.log(times[max(times)] / times[min(times)]))
    return math.exp(fmean(logs)) if logs else None


def similar(study: Study) -> Claim:
    text = "all genetic variants scale alike with the number of inputs"
    rule = f"growth from the fewest to the most inputs within a factor of {SIMILAR}"
    found = {name: growth(study, method) for method, name in GENETIC.items()}
    known = [x for x in found.values() if x is not None]
    if len(known) < 2:
        return unknown(WHERE, text, rule)
    ours = ", ".join(f"{name} {fixed(x)} times" for name, x in found.items())
    return decided(WHERE, text, rule, ours, max(known) <= SIMILAR * min(known))
