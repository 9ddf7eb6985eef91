"""All claims, in the order of the page."""

from __future__ import annotations

import claims_gold
import claims_kmax
import claims_runtime
import claims_synthetic
import claims_table2
import claims_theta
from claims import Claim
from data import Study

PARTS = {
    "table2": claims_table2.claims,
    "gold": claims_gold.claims,
    "theta": claims_theta.claims,
    "synthetic": claims_synthetic.claims,
    "k_max": claims_kmax.claims,
    "runtime": claims_runtime.claims,
}


def claims_of(study: Study) -> dict[str, list[Claim]]:
    return {part: list(make(study)) for part, make in PARTS.items()}
