"""Figures over θ: a panel for each network, a curve for each number of clients.

They are the paper's figures 1, 2 and 3 with the panels of its appendix C.3, and those of C.1 and C.2.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import figures_style as style
from data import AUTO, EMPTY, GOLD, MEAN, Case, Curve, Study, groups, number, value


class Look(NamedTuple):
    """What a figure over θ shows."""

    measure: str
    label: str
    logarithmic: bool = False
    inputs: bool = False
    """A horizontal line: the mean of the inputs, at the largest number of clients."""
    gold: bool = False
    """A horizontal line: the value of gold."""
    selected: bool = False
    """A vertical line at the selected θ of each number of clients."""
    floor: bool = False
    """Whether panels end below the value of the empty DAG."""


THETA = {
    "smhd": Look("smhd", "SMHD to gold", logarithmic=True, inputs=True),
    "bdeu": Look("bdeu", "BDeu of held-out rows, per row", inputs=True, gold=True, floor=True),
    "treewidth": Look("treewidth", "treewidth", logarithmic=True, inputs=True, gold=True, selected=True),
    "inputs": Look("smhd_inputs", "mean SMHD to the inputs", logarithmic=True),
    "edges": Look("edges", "arcs", logarithmic=True, inputs=True, gold=True, selected=True),
    "seconds": Look("seconds", "milliseconds so far"),
}
"""By the names of their files."""


def over_theta(study: Study, look: Look, shade: style.Shade) -> Any:
    networks = groups([case for case in study.cases if study.curve(case)], "network")
    clients = sorted({case["clients"] for case in study.cases})
    colour = dict(zip(clients, shade.series(len(clients)), strict=True))
    figure, panels = style.grid(len(networks), shade)
    for panel, (network, cases) in zip(panels, networks.items(), strict=True):
        style.titled(panel, shade, network.upper())
        for case in cases:
            _curve(panel, study.curve(case), look.measure, _factor(study, look), colour[case["clients"]])
            theta = value(case, AUTO, "theta")
            if look.selected and theta is not None:
                panel.axvline(theta, color=colour[case["clients"]], linewidth=0.8, linestyle=(0, (2, 2)))
        _horizontals(panel, cases[-1], look, _factor(study, look), shade)
        _axes(panel, cases, look, _factor(study, look))
    style.labels(figure, shade, "θ", look.label)
    style.legend(figure, shade, _names(look, colour, shade))
    return figure


def trade(study: Study, clients: int, shade: style.Shade) -> Any:
    """SMHD to the inputs and to gold, and BDeu between the empty DAG (0) and gold (1), of one number."""
    cases = [case for case in study.cases if case["clients"] == clients and study.curve(case)]
    figure, panels = style.grid(len(cases), shade, right=0.25)
    blue, orange, green, *_ = shade.kinds
    for panel, case in zip(panels, cases, strict=True):
        curve = study.curve(case)
        style.titled(panel, shade, case["network"].upper())
        _curve(panel, curve, "smhd_inputs", 1.0, orange)
        _curve(panel, curve, "smhd", 1.0, blue)
        style.log_axis(panel)
        low, high = value(case, EMPTY, "bdeu"), value(case, GOLD, "bdeu")
        if low is not None and high is not None and low != high:
            other = panel.twinx()
            style.dress(other, shade)
            other.grid(visible=False)
            other.spines["right"].set_visible(True)
            share = [(y - low) / (high - low) for y in curve["bdeu"]]
            other.step(curve["theta"], share, where="post", color=green, linewidth=1.1)
            other.set_ylim(-0.25, max(1.25, max(share) + 0.1))
        theta = value(case, AUTO, "theta")
        if theta is not None:
            panel.axvline(theta, color=shade.colours.faint, linewidth=0.8, linestyle=(0, (2, 2)))
    style.labels(figure, shade, "θ", "SMHD (left), normalised BDeu (right)")
    line = {"linewidth": 1.1}
    named = [
        ("SMHD to the inputs", {"color": orange, **line}),
        ("SMHD to gold", {"color": blue, **line}),
        ("BDeu: empty DAG 0, gold 1", {"color": green, **line}),
        ("selected θ", {"color": shade.colours.faint, "linestyle": "--", "linewidth": 0.8}),
    ]
    style.legend(figure, shade, named)
    return figure


def _curve(panel: Any, curve: Curve, measure: str, scale: float, colour: Any) -> None:
    """The measure of G*(θ), which is constant between two breakpoints."""
    known = [
        (theta, scale * y)
        for theta, y in zip(curve["theta"], curve.get(measure, []), strict=False)
        if number(y) is not None
    ]
    if known:
        panel.step(*zip(*known, strict=True), where="post", color=colour, linewidth=1.1)


def _horizontals(panel: Any, case: Case, look: Look, scale: float, shade: style.Shade) -> None:
    for shown, method, colour in (
        (look.inputs, MEAN, shade.colours.ink),
        (look.gold, GOLD, shade.colours.purple),
    ):
        y = value(case, method, look.measure)
        if shown and y is not None:
            panel.axhline(scale * y, color=colour, linewidth=0.9, linestyle=(0, (4, 2)))


def _axes(panel: Any, cases: list[Case], look: Look, scale: float) -> None:
    if look.logarithmic:
        style.log_axis(panel)
    elif look.measure == "seconds":  # a run may be over within half a millisecond
        panel.set_ylim(0, 1.1 * max([1.0, *(y for line in panel.lines for y in line.get_ydata())]))
    floors = [value(case, EMPTY, look.measure) for case in cases]
    if look.floor and None not in floors:
        bottom, (_, top) = scale * min(floors), panel.get_ylim()
        best = max(
            scale * y
            for case in cases
            for method in (MEAN, GOLD, AUTO)
            if (y := value(case, method, look.measure)) is not None
        )
        top = min(top, best + 0.2 * (best - bottom))
        panel.set_ylim(bottom - 0.15 * (top - bottom), top)


def _factor(study: Study, look: Look) -> float:
    """The unit of a figure: BDeu is told per row, and time in milliseconds."""
    if look.measure.startswith("bdeu"):
        return 1 / study.results["about"]["rows"]
    return 1000.0 if look.measure == "seconds" else 1.0


def _names(look: Look, colour: dict[int, Any], shade: style.Shade) -> list[tuple[str, dict[str, Any]]]:
    found = [(f"r = {clients}", {"color": c, "linewidth": 1.6}) for clients, c in colour.items()]
    dashed = {"linestyle": "--", "linewidth": 0.9}
    if look.inputs:
        found.append(("mean of the inputs", {"color": shade.colours.ink, **dashed}))
    if look.gold:
        found.append(("gold", {"color": shade.colours.purple, **dashed}))
    if look.selected:
        found.append(("selected θ", {"color": shade.colours.faint, "linestyle": ":", "linewidth": 0.9}))
    return found


def figures(study: Study) -> dict[str, Callable[[style.Shade], Any]]:
    """The figures that there are data for, by the names of their files."""
    if not any(study.curve(case) for case in study.cases):
        return {}
    found: dict[str, Callable[[style.Shade], Any]] = {
        name: lambda shade, look=look: over_theta(study, look, shade) for name, look in THETA.items()
    }
    for clients in sorted({case["clients"] for case in study.cases if study.curve(case)}):
        found[f"trade-{clients}"] = lambda shade, clients=clients: trade(study, clients, shade)
    return found
