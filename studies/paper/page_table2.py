"""Table 2 of the page: as printed and as found, and which of its decisions come back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from data import AUTO, FUSION, LARGER_IS_BETTER, MEAN, REFUSION, Study, differences
from markdown import DASH, counts, fixed, listed, p_value, table
from paired import record
from table2 import METHODS, PRINTED, order, rejected, table2, table2_by_network

NAMES = {AUTO: "MCBNC", MEAN: "mean of the inputs", FUSION: "fusion G⁺"}
MEASURES = {"smhd": "SMHD to gold", "bdeu": "BDeu, held-out rows"}
MORE = {
    "smhd_inputs": "SMHD to the inputs",
    "shd": "SHD to gold",
    "bdeu_paper": "BDeu, rows of client 0",
}


def printed_and_ours(study: Study) -> str:
    """Table 2 as printed and as found, one below the other."""
    found: dict[str, Callable[[str], dict[str, Any] | None]] = {
        "printed": lambda measure: PRINTED[measure],
        "ours": lambda measure: table2(study.cases, measure),
        "ours, with refusion": lambda measure: table2(study.cases, measure, REFUSION),
        "ours, by network": lambda measure: table2_by_network(study.cases, measure),
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


def _of_method(found: dict[str, Any] | None, j: int) -> list[str]:
    if not found:
        return [DASH] * 3
    return [fixed(found["ranks"][j], 2), p_value(found["adjusted"][j]), counts(found["wins"][j])]


def reason(study: Study) -> str:
    """Which measures the choice of the result decides, and how often each of the two is the better one."""
    found = []
    for measure, name in (*MEASURES.items(), ("bdeu_paper", MORE["bdeu_paper"])):
        paper = PRINTED[measure.removesuffix("_paper")]
        both = [table2(study.cases, measure, ours) for ours in (AUTO, REFUSION)]
        same = [each and order(each) == order(paper) and rejected(each) == rejected(paper) for each in both]
        if same == [False, True]:
            gaps = differences(study.cases, AUTO, REFUSION, measure)
            won = record(gaps, measure in LARGER_IS_BETTER)
            found.append(f"{name} ({won})")
    if not found:
        return "The choice of the result decides nothing that the other choice leaves undecided."
    told = f"The refusion gives what is printed, and the extension does not, for {listed(found)}."
    return f"{told} In brackets are wins, ties and losses of the extension against the refusion."


def decisions(study: Study, measure: str) -> str:
    """Whether the order of Table 2's methods, and which differ from the best, are as printed."""
    told = []
    for ours, how in ((AUTO, ""), (REFUSION, "; with refusion ")):
        found, paper = table2(study.cases, measure, ours), PRINTED[measure]
        if found is not None:
            same = order(found) == order(paper) and rejected(found) == rejected(paper)
            told.append(f"{how}{'as printed' if same else 'not as printed'}")
    return "".join(told) or DASH
