#!/usr/bin/env python3
"""Make the report from the results of the study: pages, figures, and Table 2 in the results.

    python bench/paper/page.py docs

The folder has paper/results.json and paper/curves.json. Its pages paper.md and reproduce.md are made of the
texts paper.md.tmpl and reproduce.md.tmpl. In a text, ``{{ name | argument | … }}`` stands for the answer of a
function of :data:`PARTS`, called with the study and the arguments.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import collect
import figures
import page_about
import page_methods as methods
import page_parts as parts
import page_table2
import table2
from claims import HOLDS
from claims_all import PARTS as CLAIMS
from claims_all import claims_of
from data import Study, load

PAGES = ("paper", "reproduce")
HERE = Path(__file__).parent


def standing(study: Study, method: str, other: str, measure: str) -> str:
    """In words whether a method wins more often than it loses."""
    found = methods.wins(study.cases, method, other, measure)
    if found is None:
        return "not compared"
    return f"{('level', 'ahead', 'behind')[found.ahead]} ({found})"


def claims(study: Study, part: str) -> str:
    return parts.claims(list(CLAIMS[part](study)))


def tally(study: Study, verdict: str) -> str:
    every = [claim for some in claims_of(study).values() for claim in some]
    return str(len(every) if verdict == "all" else parts.tally(every)[verdict])


def tally_of(study: Study, part: str, where: str) -> str:
    """How many claims of a part hold that are about a place in the paper."""
    found = [claim for claim in CLAIMS[part](study) if claim.where.endswith(where)]
    return f"{parts.tally(found)[HOLDS]} of {len(found)}"


def figure(study: Study, name: str, alt: str) -> str:
    """A figure for light and for dark pages."""
    if name not in figures.figures(study):
        return parts.DASH
    shades = (
        f"```{{image}} paper/{name}-{shade}.svg\n:alt: {alt}\n:class: only-{shade}\n```"
        for shade in ("light", "dark")
    )
    return "\n".join(shades)


def trades(study: Study) -> str:
    """The figures of appendix C.2, one for each number of clients."""
    found = []
    for clients in sorted({case["clients"] for case in study.cases}):
        alt = f"SMHD to the inputs and to gold, and normalised BDeu, over theta, with {clients} clients."
        found.append(f"**r = {clients}**\n\n{figure(study, f'trade-{clients}', alt)}")
    return "\n\n".join(found)


PARTS: dict[str, Callable[..., str]] = {
    "against": methods.against,
    "bdeu_means": methods.bdeu_means,
    "by": methods.by,
    "cases": lambda study: str(len(study.cases)),
    "claims": claims,
    "decisions": page_table2.decisions,
    "differing": page_table2.differing,
    "figure": figure,
    "fusions": parts.fusions,
    "gain": parts.gain,
    "k_max": lambda study, key, decimals: parts.k_max(study, key, int(decimals)),
    "mean_ranks": methods.mean_ranks,
    "meanings": methods.meanings,
    "means": methods.means,
    "method_gap": parts.method_gap,
    "more_of_table2": page_table2.more_of_table2,
    "networks": parts.networks,
    "ranked": methods.ranked,
    "readings": page_table2.readings,
    "reason": page_table2.reason,
    "repeats": parts.repeats,
    "runtime": parts.runtime,
    "runtime_by_network": parts.runtime_by_network,
    "seconds": methods.seconds,
    "standing": standing,
    "synthetic": parts.synthetic,
    "table2": page_table2.printed_and_ours,
    "tally": tally,
    "tally_of": tally_of,
    "tests": methods.tests,
    "trades": trades,
    "where": methods.where,
    "widths": parts.win95pts_widths,
    **page_about.PARTS,
}


def page(study: Study, name: str) -> str:
    """The text of a page."""

    def filled(at: re.Match[str]) -> str:
        part, *arguments = at[1].split(" | ")
        return PARTS[part](study, *arguments)

    text = (HERE / f"{name}.md.tmpl").read_text(encoding="utf-8")
    return re.sub(r"\{\{ (.+?) \}\}", filled, text)


def with_table2(text: str) -> str:
    """The results with their Table 2, in the layout that the study gives them."""
    results = json.loads(text)
    return collect.text({**results, "table2": table2.summary(results["cases"])})


def main() -> None:
    folder = Path(sys.argv[1])
    results = folder / "paper" / "results.json"
    results.write_text(with_table2(results.read_text(encoding="utf-8")), encoding="utf-8")
    study = load(folder / "paper")
    figures.write(study, folder / "paper")
    for name in PAGES:
        (folder / f"{name}.md").write_text(page(study, name), encoding="utf-8")


if __name__ == "__main__":
    main()
