"""Claims about Table 2: its numbers, the order of the methods, what is rejected, and which cases tie."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import printed
from claims import Claim, decided, every, unknown
from claims_gold import label
from data import AUTO, FUSION, MEAN, REFUSION, Study, at, differences, number, value
from markdown import counts, fixed, p_value
from table2 import METHODS, PRINTED, order, rejected, table2

NEAR = 0.1
BAR = 1.45
NAMES = {AUTO: "MCBNC", MEAN: "GES mean", FUSION: "fusion G⁺"}
MEASURES = {"smhd": "SMHD", "bdeu": "BDeu"}


def claims(study: Study) -> Iterator[Claim]:
    for measure in MEASURES:
        yield from numbers(study, measure)
    yield from fair_bar(study)
    yield ties(study)
    yield solved_inputs(study)
    yield solved_fusion(study)
    yield solved_steps(study)


def numbers(study: Study, measure: str) -> Iterator[Claim]:
    """Every number of a measure's rows, printed and ours."""
    paper, ours = PRINTED[measure], table2(study.cases, measure)
    where = f"Table 2, {MEASURES[measure]}"
    rules = (f"within {NEAR}", "the same side of 0.01", "the same method wins more often")
    if ours is None:
        yield unknown(where, "ranks, p-values, wins/ties/losses", "; ".join(rules))
        return
    yield decided(
        where,
        f"Friedman's p is {p_value(paper['p'])}",
        rules[1],
        p_value(ours["p"]),
        (ours["p"] < 0.01) == (paper["p"] < 0.01),
    )
    for j, method in enumerate(METHODS):
        name = NAMES[method]
        rank, found = paper["ranks"][j], ours["ranks"][j]
        near = round(abs(rank - found), 6) <= NEAR
        yield decided(where, f"mean rank of {name}: {rank:.2f}", rules[0], fixed(found, 2), near)
        if paper["adjusted"][j] is None:
            continue
        same_best = ours["adjusted"][paper["adjusted"].index(None)] is None
        p, other = paper["adjusted"][j], ours["adjusted"][j]
        yield decided(
            where,
            f"Holm's p of {name} against the best: {p_value(p)}",
            rules[1],
            p_value(other),
            same_best and other is not None and (other < 0.01) == (p < 0.01),
        )
        won = ours["wins"][j]
        yield decided(
            where,
            f"wins/ties/losses of the best against {name}: {counts(paper['wins'][j])}",
            rules[2],
            counts(won),
            same_best and won is not None and won[0] > won[2],
        )


def fair_bar(study: Study) -> Iterator[Claim]:
    """What may be expected of other clients and another GES: the order, the decisions, and a rank.

    The paper's figures are of refusions. So both results of the consensus are tried.
    """
    for ours, how in ((AUTO, ""), (REFUSION, ", with refusion")):
        for measure in MEASURES:
            yield from _same_decisions(table2(study.cases, measure, ours), measure, how)
    found = table2(study.cases, "smhd")
    text, rule = "MCBNC's mean rank is about 1.40", f"at most {BAR}"
    if found is None:
        yield unknown("Table 2, SMHD", text, rule)
    else:
        yield decided("Table 2, SMHD", text, rule, fixed(found["ranks"][0], 2), found["ranks"][0] <= BAR)


def _same_decisions(found: dict[str, Any] | None, measure: str, how: str) -> Iterator[Claim]:
    where, paper = f"Table 2, {MEASURES[measure]}{how}", PRINTED[measure]
    texts = ("the order of the three methods", "which methods differ from the best at α = 0.01")
    rules = ("the same order of mean ranks", "the same decisions")
    if found is None:
        yield from (unknown(where, *pair) for pair in zip(texts, rules, strict=True))
        return
    told = " < ".join(NAMES[METHODS[j]] for j in order(found))
    yield decided(where, texts[0], rules[0], told, order(found) == order(paper))
    names = [NAMES[METHODS[j]] for j in range(len(METHODS)) if rejected(found)[j]]
    yield decided(where, texts[1], rules[1], ", ".join(names) or "none", rejected(found) == rejected(paper))


def ties(study: Study) -> Claim:
    where, text = (
        "Table 2, SMHD",
        "12 of the 13 ties of MCBNC and the GES mean are SACHS and PIGS, the rest small",
    )
    rule = "all cases of SACHS and PIGS tie, and all other ties have fewer than 50 nodes"
    tied, solved = [], []
    for case in study.cases:
        gap = differences([case], AUTO, MEAN, "smhd")
        if gap and case["network"] in printed.SOLVED:
            solved.append(gap == [0])
        elif gap == [0]:
            tied.append(case)
    if not solved:
        return unknown(where, text, rule)
    ours = f"{sum(solved)} of {len(solved)} on SACHS and PIGS; {len(tied)} others"
    if tied:
        ours += ": " + ", ".join(dict.fromkeys(case["network"].upper() for case in tied))
    small = all(case["nodes"] < printed.MEDIUM for case in tied)
    return decided(where, text, rule, ours, all(solved) and small)


def solved_inputs(study: Study) -> Claim:
    flags = [
        (label(case), found == 0)
        for case in _solved(study)
        if (found := value(case, MEAN, "shd")) is not None
    ]
    return every(
        "main text", "GES recovers the class of SACHS and PIGS", "mean SHD of the inputs is 0", flags
    )


def solved_fusion(study: Study) -> Claim:
    flags = [
        (label(case), found == 0)
        for case in _solved(study)
        if (found := value(case, FUSION, "smhd")) is not None
    ]
    return every("main text", "G⁺ is optimal on SACHS and PIGS", "SMHD of G⁺ to gold is 0", flags)


def solved_steps(study: Study) -> Claim:
    flags = []
    for case in _solved(study):
        curve = study.curve(case)
        if curve:
            flags.append((label(case), at(curve, 0.999, "edges") == number(curve["edges"][0])))
    return every(
        "main text",
        "on SACHS and PIGS nothing is deleted for θ < 1",
        "G*(0.999) has the edges of G⁺",
        flags,
    )


def _solved(study: Study) -> list[dict]:
    return [case for case in study.cases if case["network"] in printed.SOLVED]
