"""The page of the comparison: its tables, from what compare.py measured."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import fmean, geometric_mean
from typing import Any

TEMPLATE = Path(__file__).with_name("search.md.tmpl")
ROUNDING = 1e-9
"""The share of a score by which two scores may differ and be the same."""
OURS = ("our ges", "our xges")

Measured = dict[str, Any]

GROUPS: dict[str, Callable[[Measured], bool]] = {
    "linear, drawn": lambda m: m["name"].startswith("linear-"),
    "linear, of the repository": lambda m: m["score"] == "bic-g" and not m["name"].startswith("linear-"),
    "discrete, of the repository, BDeu": lambda m: "-bdeu-" in m["name"],
    "discrete, of the repository, BIC": lambda m: "-bic-" in m["name"],
    "discrete, drawn, BDeu": lambda m: m["name"].startswith("tables-"),
    "all": lambda m: True,
}


def render(peers: dict[str, str], measured: list[Measured], wide: list[Measured]) -> str:
    groups = {title: [m for m in measured if belongs(m)] for title, belongs in GROUPS.items()}

    def rows(cells: Callable[[list[Measured]], list[str]]) -> list[list[str]]:
        return [[title, *cells(some)] for title, some in groups.items()]

    return TEMPLATE.read_text().format(
        sets=len(measured),
        peers=", ".join(f"*{name}*: {program}" for name, program in peers.items()),
        scores=table(
            ["", "sets", "over our ges", *(f"over {peer}" for peer in peers)],
            rows(lambda some: [str(len(some)), *(led(some, other) for other in (OURS[0], *peers))]),
        ),
        shd=table(
            ["", "sets", *OURS, "xges"],
            rows(lambda some: distances(some, [*OURS, "xges"])),
        ),
        cpu=table(
            ["", "our ges, s", "our xges, s", *(f"{peer}: times ours" for peer in peers)],
            rows(lambda some: costs(some, list(peers))),
        ),
        wide=table(
            [
                "columns",
                "rows",
                "empty",
                "ges",
                "xges",
                "nearer, level, farther",
                "score",
                "ges, s",
                "xges, s",
                "ratio",
            ],
            [wide_line(n, rows, wide) for n, rows in dict.fromkeys((m["nodes"], m["rows"]) for m in wide)],
        ),
        tables=len(wide),
    )


def lead(m: Measured, other: str) -> float:
    """Our score minus the other one; 0 if they are the same but for rounding."""
    ours, theirs = m["found"]["our xges"]["score"], m["found"][other]["score"]
    return 0.0 if abs(ours - theirs) <= ROUNDING * abs(theirs) else float(ours - theirs)


def led(some: list[Measured], other: str) -> str:
    """The mean lead in score, and on how many sets we are higher, the same and lower."""
    leads = [lead(m, other) for m in some if other in m["found"]]
    if not leads:
        return "–"
    higher, lower = sum(x > 0 for x in leads), sum(x < 0 for x in leads)
    return f"{fmean(leads):+.2f} ({higher}/{len(leads) - higher - lower}/{lower})"


def distances(some: list[Measured], searches: list[str]) -> list[str]:
    """The summed SHD to the truth, over the sets that all these searches did."""
    done = [m["found"] for m in some if all(search in m["found"] for search in searches)]
    return [str(len(done)), *(str(sum(found[search]["shd"] for found in done)) for search in searches)]


def costs(some: list[Measured], peers: list[str]) -> list[str]:
    """Our CPU seconds over all sets, and the ratios of the others: geometric mean, least and most."""
    cells = [f"{sum(m['found'][ours]['cpu'] for m in some):.2f}" for ours in OURS]
    for peer in peers:
        its = [m["found"] for m in some if peer in m["found"]]
        ratios = [found[peer]["cpu"] / found["our xges"]["cpu"] for found in its]
        spread = f"{min(ratios):.0f} to {max(ratios):.0f}" if ratios else ""
        cells.append(f"{geometric_mean(ratios):.0f} ({spread})" if ratios else "–")
    return cells


def wide_line(n: int, rows: int, wide: list[Measured]) -> list[str]:
    """The two searches on the tables of so many columns and rows."""
    some = [m for m in wide if (m["nodes"], m["rows"]) == (n, rows)]
    ges, xges = ([m["found"][search] for m in some] for search in ("ges", "xges"))

    def far(graphs: list[Any]) -> str:
        return " / ".join(f"{fmean(graph[name] for graph in graphs):,.1f}" for name in ("smhd", "shd"))

    def total(graph: dict[str, int]) -> int:
        return graph["smhd"] + graph["shd"]

    gains = [total(a) - total(b) for a, b in zip(ges, xges, strict=True)]
    counts = sum(x > 0 for x in gains), gains.count(0), sum(x < 0 for x in gains)
    lead = fmean(b["score"] - a["score"] for a, b in zip(ges, xges, strict=True))
    cpu = [fmean(graph["cpu"] for graph in graphs) for graphs in (ges, xges)]
    ratio = geometric_mean(b["cpu"] / a["cpu"] for a, b in zip(ges, xges, strict=True))
    return [
        f"{n:,}",
        f"{rows:,}",
        far([m["empty"] for m in some]),
        far(ges),
        far(xges),
        "/".join(map(str, counts)),
        f"{lead:+.1f}",
        *(f"{seconds:.2f}" for seconds in cpu),
        f"{ratio:.1f}",
    ]


def table(heads: list[str], lines: list[list[str]]) -> str:
    rule = ["---", *("---:" for _ in heads[1:])]
    return "\n".join(f"|{'|'.join(line)}|" for line in (heads, rule, *lines))
