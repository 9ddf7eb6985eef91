#!/usr/bin/env python3
"""Make the report from the results of the study: pages, figures, and Table 2 in the results.

    python studies/paper/page.py studies/paper docs

The first folder has results.json and curves.json, and gets claims.json. The second gets the pages paper.md,
paper-figures.md and reproduce.md, and the figures in paper/. Each page is made of a text, such as
paper.md.tmpl. In a text, ``{{ name | argument | … }}`` stands for the answer of a function of :data:`PARTS`,
called with the study and the arguments.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import causes
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
from markdown import table

PAGES = ("paper", "paper-figures", "reproduce")
HERE = Path(__file__).parent


def standing(study: Study, method: str, other: str, measure: str) -> str:
    """In words whether a method wins more often than it loses."""
    found = methods.wins(study.cases, method, other, measure)
    if found is None:
        return "not compared"
    return f"{('level', 'ahead', 'behind')[found.ahead]} ({found})"


def failed(study: Study) -> str:
    """The claims that do not hold, by cause."""
    found = Counter(entry["cause"] for entry in causes.listing(study))
    rows = [[each.what, str(found[name]), each.known] for name, each in causes.CAUSES.items() if found[name]]
    return table(["cause", "claims", "how far it is shown"], rows, words=3)


def tally_part(study: Study, part: str) -> str:
    found = list(CLAIMS[part](study))
    return f"{parts.tally(found)[HOLDS]} of {len(found)}"


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
        alt = f"SMHD and normalised BDeu over theta, r = {clients}."
        found.append(f"**r = {clients}**\n\n{figure(study, f'trade-{clients}', alt)}")
    return "\n\n".join(found)


PARTS: dict[str, Callable[..., str]] = {
    "against": methods.against,
    "cases": lambda study: str(len(study.cases)),
    "causes": lambda study: str(len({entry["cause"] for entry in causes.listing(study)} - {None})),
    "decisions": page_table2.decisions,
    "failed": failed,
    "figure": figure,
    "mean_ranks": methods.mean_ranks,
    "meanings": methods.meanings,
    "method_gap": parts.method_gap,
    "ranked": methods.ranked,
    "reason": page_table2.reason,
    "repeats": parts.repeats,
    "runtime": parts.runtime,
    "standing": standing,
    "table2": page_table2.printed_and_ours,
    "tally": tally,
    "tally_of": tally_of,
    "tally_part": tally_part,
    "trades": trades,
    "where": methods.where,
    **page_about.PARTS,
}


def page(study: Study, name: str) -> str:
    """The text of a page."""

    def filled(at: re.Match[str]) -> str:
        part, *arguments = at[1].split(" | ")
        return PARTS[part](study, *arguments)

    title, rest = (HERE / f"{name}.md.tmpl").read_text(encoding="utf-8").split("\n", 1)
    return f"{title}\n{page_about.quick(study)}" + re.sub(r"\{\{ (.+?) \}\}", filled, rest)


def claims_text(study: Study) -> str:
    """The file of all claims, one a line."""
    lines = (json.dumps(entry, ensure_ascii=False) for entry in causes.listing(study))
    return "[\n" + ",\n".join(lines) + "\n]\n"


def with_table2(text: str) -> str:
    """The results with their Table 2, in the layout that the study gives them."""
    results = json.loads(text)
    return collect.text({**results, "table2": table2.summary(results["cases"])})


def main() -> None:
    folder, docs = map(Path, sys.argv[1:])
    results = folder / "results.json"
    results.write_text(with_table2(results.read_text(encoding="utf-8")), encoding="utf-8")
    study = load(folder)
    (folder / "claims.json").write_text(claims_text(study), encoding="utf-8")
    figures.write(study, docs / "paper")
    for name in PAGES:
        (docs / f"{name}.md").write_text(page(study, name), encoding="utf-8")


if __name__ == "__main__":
    main()
