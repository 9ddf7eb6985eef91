"""Why claims do not hold. A claim that fails has one cause, so no cause is counted twice."""

from __future__ import annotations

from typing import NamedTuple

from claims import FAILS, Claim
from claims_all import claims_of
from data import Study


class Cause(NamedTuple):
    what: str
    """What differs, or what is wrong."""
    known: str
    """How far the cause is shown."""


CAUSES = {
    "result": Cause(
        "The printed numbers are those of a new fusion of the cut inputs (*refusion*). The paper's "
        "algorithm, and this study, end with a DAG of the class (*extension*)",
        "shown: with refusion, the printed order and decisions come back",
    ),
    "inputs": Cause(
        "The clients' DAGs are others: the rows are drawn anew, and GES is written anew",
        "not shown: the authors' learned DAGs are not at hand",
    ),
    "selection": Cause(
        "The claim contradicts the selection: if SMHD to the inputs only increased, θ = 0 would be selected",
        "shown: by definition",
    ),
    "reading": Cause(
        "The paper's *0.75 n perturbations* are read as changes that were made, not as attempts",
        "shown: with attempts, as in the authors' code, these claims hold",
    ),
    "small": Cause(
        "With 10 nodes the original graph comes back as often as with more",
        "not shown: the paper does not say how often it does not",
    ),
    "draws": Cause(
        "The authors' code looks at neighbours that are drawn at random. The exact engine looks at all",
        "likely: exact runs have no such exceptions",
    ),
    "time": Cause(
        "Times are those of other programs: all methods here are native, and runs take milliseconds",
        "likely: the paper prints neither its rivals' options nor its hardware",
    ),
}


def cause(part: str, claim: Claim) -> str | None:
    """The cause of a claim that fails, None of one that does not."""
    if claim.verdict != FAILS:
        return None
    if part == "table2" and claim.where.startswith("Table 2, BDeu"):
        return "result"
    if part == "synthetic":
        small = claim.text.startswith("n = 10")
        return "small" if small else "reading" if claim.where.endswith("changes") else "inputs"
    if part == "k_max":
        return "draws" if claim.text.startswith("the exceptions") else "time"
    if part == "runtime":
        return "time"
    return "selection" if claim.text == "SMHD to the inputs increases with pruning" else "inputs"


def listing(study: Study) -> list[dict[str, str | None]]:
    """All claims, as studies/paper/claims.json has them."""
    return [
        {"part": part, **claim._asdict(), "cause": cause(part, claim)}
        for part, claims in claims_of(study).items()
        for claim in claims
    ]
