"""Critical-difference diagrams (Demšar 2006): methods at their mean ranks, joined where they may be level."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import figures_style as style
import numpy as np
from data import LARGER_IS_BETTER, Study, by_network, complete, covering
from matplotlib.figure import Figure
from methods_shown import SHOWN
from stats import nemenyi_difference, ranks
from table2 import METHODS

ALPHA = 0.05
_ROW = 0.17  # inches between two names


class Diagram(NamedTuple):
    title: str
    names: Sequence[str]
    ranks: Sequence[float]
    difference: float
    """Ranks that are closer may be level."""


def diagram(title: str, names: Sequence[str], table: Any, measure: str) -> Diagram:
    """The diagram of values of shape (cases, methods)."""
    means = ranks(table, measure in LARGER_IS_BETTER).mean(0)
    return Diagram(title, names, means.tolist(), nemenyi_difference(len(names), len(table), ALPHA))


def cliques(found: Sequence[float], difference: float) -> list[tuple[float, float]]:
    """The longest stretches of ranks, each at least two methods, no longer than the critical difference."""
    places, stretches = sorted(found), []
    for k, low in enumerate(places):
        last = max(j for j, high in enumerate(places) if high - low <= difference)
        if last > k and (not stretches or stretches[-1][1] < places[last]):
            stretches.append((low, places[last]))
    return stretches


def draw(diagrams: Sequence[Diagram], shade: style.Shade) -> Any:
    heights = [_ROW * (-(-len(each.names) // 2)) + 1.0 for each in diagrams]
    figure = Figure(figsize=(8.2, sum(heights)))
    total, top = sum(heights), sum(heights)
    for each, height in zip(diagrams, heights, strict=True):
        top -= height
        panel = figure.add_axes((0.0, top / total, 1.0, height / total))
        panel.axis("off")
        _draw(panel, each, height, shade)
    return figure


def _draw(panel: Any, each: Diagram, height: float, shade: style.Shade) -> None:
    """All lengths up and down are inches; the scale of ranks takes the middle half of the width."""
    ink, faint, mark = shade.colours.ink, shade.colours.faint, shade.colours.orange
    count = len(each.names)
    span = max(count - 1, 1)
    panel.set_xlim(1 - 0.62 * span, count + 0.62 * span)
    panel.set_ylim(0, height)
    line = height - 0.57
    panel.text(1 - 0.6 * span, height - 0.03, each.title, color=ink, fontsize=9, va="top")
    panel.plot([1, count], [line, line], color=ink, linewidth=0.8)
    for tick in range(1, count + 1):
        panel.plot([tick, tick], [line, line + 0.05], color=ink, linewidth=0.8)
        panel.text(tick, line + 0.07, str(tick), color=ink, fontsize=7, ha="center", va="bottom")
    panel.plot([1, 1 + each.difference], [line + 0.25] * 2, color=mark, linewidth=2)
    panel.text(
        1 + each.difference + 0.02 * span, line + 0.25, f"critical difference {each.difference:.2f}",
        color=mark, fontsize=7, va="center",
    )  # fmt: skip
    joined = cliques(each.ranks, each.difference)
    first = line - 0.12 - 0.035 * max(len(joined), 2)
    order = np.argsort(each.ranks, kind="stable").tolist()
    half = -(-count // 2)
    for place, j in enumerate(order):
        left = place < half
        row = place if left else count - 1 - place
        y, x = first - _ROW * row, 1 - 0.04 * span if left else count + 0.04 * span
        panel.plot([each.ranks[j], each.ranks[j], x], [line, y, y], color=faint, linewidth=0.8)
        text = f"{each.names[j]}  {each.ranks[j]:.2f}" if left else f"{each.ranks[j]:.2f}  {each.names[j]}"
        side = "right" if left else "left"
        panel.text(x + (-0.01 if left else 0.01) * span, y, text, color=ink, fontsize=8, ha=side, va="center")
    for k, (low, high) in enumerate(joined):
        y = line - 0.05 - 0.035 * k
        panel.plot([low - 0.01 * span, high + 0.01 * span], [y, y], color=mark, linewidth=2)


def of_table2(study: Study, shade: style.Shade) -> Any:
    names = ("MCBNC", "mean of the inputs", "fusion G⁺")
    found = []
    for measure, called in (("smhd", "SMHD to gold"), ("bdeu", "BDeu of held-out rows")):
        for some, what in ((complete, "cases"), (by_network, "networks")):
            members, table = some(study.cases, METHODS, measure)
            if len(table):
                found.append(diagram(f"{called}, {len(members)} {what}", names, table, measure))
    return draw(found, shade)


def of_all(study: Study, shade: style.Shade) -> Any:
    """All methods that cover the networks, a network being the mean of the cases that all of them have."""
    found = []
    for measure, called in (("smhd", "SMHD to gold"), ("shd", "SHD to gold"), ("bdeu", "BDeu")):
        names = covering(study.cases, SHOWN, measure)
        members, table = by_network(study.cases, names, measure)
        if len(table) and len(names) > 1:
            found.append(diagram(f"{called}, {len(members)} networks", names, table, measure))
    return draw(found, shade)


def figures(study: Study) -> dict[str, Callable[[style.Shade], Any]]:
    found: dict[str, Callable[[style.Shade], Any]] = {}
    if len(complete(study.cases, METHODS, "smhd")[0]):
        found["ranks"] = lambda shade: of_table2(study, shade)
    if len(covering(study.cases, SHOWN, "smhd")) > 1:
        found["ranks-all"] = lambda shade: of_all(study, shade)
    return found
