"""The figures of the page on the method: drawn anew at each build, from what mcbnc answers at that moment.

Each is drawn twice, for a light page and for a dark one.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import matplotlib
import networkx as nx

import mcbnc

matplotlib.use("Agg")
import matplotlib.pyplot as plt

Arc = tuple[str, str]

AT = {"Age": (0, 2), "Diet": (2, 2), "Weight": (1.3, 1.1), "Pressure": (1.3, 0), "Stroke": (0, -0.4)}
HOSPITALS = [
    "Age>Weight Diet>Weight Weight>Pressure Pressure>Stroke",
    "Age>Weight Diet>Weight Weight>Pressure Age>Pressure Pressure>Stroke",
    "Age>Weight Weight>Diet Weight>Pressure Age>Stroke Pressure>Stroke",
]
PALETTES = {
    "light": {"ink": "#20303f", "node": "#eef3f8", "arc": "#35577d", "mark": "#c2571a", "faint": "#9aa7b4"},
    "dark": {"ink": "#e6edf3", "node": "#22303d", "arc": "#8ab4de", "mark": "#f0945a", "faint": "#5f6f7e"},
}


def hospitals() -> list[nx.DiGraph]:
    """The three DAGs of the example."""
    dags = []
    for text in HOSPITALS:
        dag = nx.DiGraph(tuple(arc.split(">")) for arc in text.split())
        dags.append(dag)
    return dags


def draw_all(folder: Path) -> None:
    """Write every figure into the folder, as NAME-light.svg and NAME-dark.svg."""
    folder.mkdir(parents=True, exist_ok=True)
    dags = hospitals()
    run = mcbnc.trajectory(dags)
    for shade, colours in PALETTES.items():
        for name, draw in (("inputs", _inputs), ("fusion", _fusion), ("cut", _cut), ("consensus", _consensus)):
            figure = draw(dags, run, colours)
            figure.savefig(folder / f"{name}-{shade}.svg", transparent=True, bbox_inches="tight")
            plt.close(figure)


def _inputs(dags: list[nx.DiGraph], run: mcbnc.Trajectory, colours: dict[str, str]) -> Any:
    figure, panels = _panels([f"Hospital {k}" for k in (1, 2, 3)], colours)
    for panel, dag in zip(panels, dags):
        _arrows(panel, dag.edges, colours, "arc")
    return figure


def _fusion(dags: list[nx.DiGraph], run: mcbnc.Trajectory, colours: dict[str, str]) -> Any:
    fusion = mcbnc.fusion(dags)
    figure, panels = _panels([f"Hospital {k}, I-map" for k in (1, 2, 3)] + ["Fusion"], colours)
    for panel, imap, dag in zip(panels, [*fusion.imaps, fusion.adjacency], [*dags, nx.compose_all(dags)]):
        arcs = [(u, v) for u in AT for v in AT if imap[fusion.nodes.index(u), fusion.nodes.index(v)]]
        _arrows(panel, [arc for arc in arcs if dag.has_edge(*arc)], colours, "arc")
        _arrows(panel, [arc for arc in arcs if not dag.has_edge(*arc)], colours, "mark")
    return figure


def _cut(dags: list[nx.DiGraph], run: mcbnc.Trajectory, colours: dict[str, str]) -> Any:
    first = run[0]
    evidence = mcbnc.criticality(dags, first.u, first.v, first.S)
    titles = [f"Hospital {k}: {size}" for k, size in enumerate(evidence.per_dag.tolist(), 1)]
    figure, panels = _panels(titles, colours)
    for panel, dag, cut in zip(panels, dags, evidence.cuts):
        ancestral = dag.subgraph(set().union({first.u, first.v}, *(nx.ancestors(dag, v) for v in (first.u, first.v))))
        moral = nx.moral_graph(ancestral)
        removed = {frozenset(edge) for edge in cut}
        _lines(panel, [e for e in moral.edges if frozenset(e) not in removed], colours, "arc", "-")
        _lines(panel, cut, colours, "mark", "--")
        _fade(panel, set(AT) - set(moral), colours)
    return figure


def _consensus(dags: list[nx.DiGraph], run: mcbnc.Trajectory, colours: dict[str, str]) -> Any:
    result = run.at(0.5)
    figure, panels = _panels(["Deleted at Ψ ≤ 0.5", "Consensus"], colours)
    for step in result.trajectory:
        _arrows(panels[0], [(step.u, step.v)], colours, "mark", label=f"Ψ = {step.psi:.2f}")
    _arrows(panels[0], result.edges, colours, "faint")
    _arrows(panels[1], result.edges, colours, "arc")
    return figure


def _panels(titles: list[str], colours: dict[str, str]) -> tuple[Any, list[Any]]:
    figure, panels = plt.subplots(1, len(titles), figsize=(3.1 * len(titles), 3.2), squeeze=False)
    for panel, title in zip(panels[0], titles):
        panel.set(xlim=(-0.6, 2.6), ylim=(-0.75, 2.35))
        panel.set_title(title, color=colours["ink"], fontsize=12)
        panel.axis("off")
        for name, (x, y) in AT.items():
            box = {"boxstyle": "round,pad=0.35", "facecolor": colours["node"], "edgecolor": colours["arc"]}
            panel.text(x, y, name, ha="center", va="center", color=colours["ink"], bbox=box, zorder=3, gid=name)
    return figure, list(panels[0])


def _arrows(panel: Any, arcs: Iterable[Arc], colours: dict[str, str], colour: str, label: str = "") -> None:
    boxes = {text.get_gid(): text.get_bbox_patch() for text in panel.texts if text.get_gid()}
    for u, v in arcs:
        arrow = {"arrowstyle": "-|>", "color": colours[colour], "linewidth": 1.6, "mutation_scale": 14}
        ends = {"patchA": boxes[u], "patchB": boxes[v], "shrinkA": 0, "shrinkB": 1}
        panel.annotate("", xy=AT[v], xytext=AT[u], arrowprops={**arrow, **ends}, zorder=1)
        if label:
            x, y = ((a + b) / 2 for a, b in zip(AT[u], AT[v]))
            box = {"boxstyle": "round,pad=0.1", "facecolor": colours["node"], "edgecolor": "none"}
            panel.text(x, y, label, ha="center", va="center", fontsize=8, color=colours["mark"], bbox=box, zorder=2)


def _lines(panel: Any, edges: Iterable[Arc], colours: dict[str, str], colour: str, style: str) -> None:
    for u, v in edges:
        (x0, y0), (x1, y1) = AT[u], AT[v]
        panel.plot([x0, x1], [y0, y1], style, color=colours[colour], linewidth=1.8, zorder=1)


def _fade(panel: Any, names: set[str], colours: dict[str, str]) -> None:
    for text in panel.texts:
        if text.get_gid() in names:
            text.set_alpha(0.3)
            text.get_bbox_patch().set_alpha(0.3)
