"""The figures of the first page and of the pages on the method and on baselines.

Each build draws the figures anew from mcbnc's answers. Each figure is drawn twice, for a light page and for
a dark page. README's picture is a file of the repository, and this command draws it:

    python docs/_site/figures.py docs/images
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import matplotlib
import networkx as nx

import mcbnc

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.patches import FancyBboxPatch

matplotlib.rcParams["svg.hashsalt"] = "mcbnc"  # the same figure has the same bytes

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
    """Write every figure into the folder, as NAME-light.svg and as NAME-dark.svg."""
    folder.mkdir(parents=True, exist_ok=True)
    clients = mcbnc.datasets.load("hepar2")
    compared = mcbnc.compare(clients.dags, clients.gold, nodes=clients.nodes)
    for shade, style in (("light", "default"), ("dark", "dark_background")):
        with plt.style.context(style):
            figure = compared.plot().figure
            figure.savefig(folder / f"comparison-{shade}.svg", transparent=True)
            plt.close(figure)
    for draw in (overview, inputs, fusion, cut, consensus):
        write(draw, folder)


def write(draw: Any, folder: Path) -> None:
    """Write one figure of the example into the folder, for both pages."""
    dags = hospitals()
    run = mcbnc.trajectory(dags)
    for shade, colours in PALETTES.items():
        figure = draw(dags, run, colours)
        path = folder / f"{draw.__name__}-{shade}.svg"
        figure.savefig(path, transparent=True, metadata={"Date": None})
        plt.close(figure)


def overview(dags: list[nx.DiGraph], run: mcbnc.Trajectory, colours: dict[str, str]) -> Any:
    """Three DAGs, and the one that mcbnc makes of them. The arcs that it does not have are orange."""
    kept = run.at(0.5).edges
    figure, shown = panels([*(f"Hospital {k}" for k in (1, 2, 3)), "", "Consensus"], colours)
    for panel, dag in zip(shown, dags, strict=False):
        arrows(panel, [arc for arc in dag.edges if arc in kept], colours, "arc")
        arrows(panel, [arc for arc in dag.edges if arc not in kept], colours, "mark")
    for thing in [*shown[3].texts, *shown[3].patches]:
        thing.remove()
    arrow = {"arrowstyle": "-|>", "color": colours["ink"], "linewidth": 3, "mutation_scale": 30}
    shown[3].annotate("", xy=(2.2, 0.8), xytext=(-0.2, 0.8), arrowprops=arrow)
    shown[3].text(1, 1.05, "mcbnc", ha="center", color=colours["ink"], fontsize=15, family="monospace")
    arrows(shown[4], kept, colours, "arc")
    figure.set_size_inches(11.5, 2.6)
    return figure


def inputs(dags: list[nx.DiGraph], run: mcbnc.Trajectory, colours: dict[str, str]) -> Any:
    figure, shown = panels([f"Hospital {k}" for k in (1, 2, 3)], colours)
    for panel, dag in zip(shown, dags, strict=True):
        arrows(panel, dag.edges, colours, "arc")
    return figure


def fusion(dags: list[nx.DiGraph], run: mcbnc.Trajectory, colours: dict[str, str]) -> Any:
    fused = mcbnc.fusion(dags)
    figure, shown = panels([f"Hospital {k}, I-map" for k in (1, 2, 3)] + ["Fusion"], colours)
    for panel, imap, dag in zip(
        shown, [*fused.imaps, fused.adjacency], [*dags, nx.compose_all(dags)], strict=True
    ):
        arcs = [(u, v) for u in AT for v in AT if imap[fused.nodes.index(u), fused.nodes.index(v)]]
        arrows(panel, [arc for arc in arcs if dag.has_edge(*arc)], colours, "arc")
        arrows(panel, [arc for arc in arcs if not dag.has_edge(*arc)], colours, "mark")
    return figure


def cut(dags: list[nx.DiGraph], run: mcbnc.Trajectory, colours: dict[str, str]) -> Any:
    first = run[0]
    evidence = mcbnc.criticality(dags, first.u, first.v, first.S)
    titles = [f"Hospital {k}: {size}" for k, size in enumerate(evidence.per_dag.tolist(), 1)]
    figure, shown = panels(titles, colours)
    for panel, dag, removed in zip(shown, dags, evidence.cuts, strict=True):
        ancestral = dag.subgraph(
            set().union({first.u, first.v}, *(nx.ancestors(dag, v) for v in (first.u, first.v)))
        )
        moral = nx.moral_graph(ancestral)
        moral.remove_edges_from(removed)
        _lines(panel, moral.edges, colours, "arc", "-")
        _lines(panel, removed, colours, "mark", "--")
        fade(panel, set(AT) - set(moral))
    return figure


def consensus(dags: list[nx.DiGraph], run: mcbnc.Trajectory, colours: dict[str, str]) -> Any:
    result = run.at(0.5)
    figure, shown = panels(["Deleted at Ψ ≤ 0.5", "Consensus"], colours)
    for step in result.trajectory:
        arrows(shown[0], [(step.u, step.v)], colours, "mark", label=f"Ψ = {step.psi:.2f}")
    arrows(shown[0], result.edges, colours, "faint")
    arrows(shown[1], result.edges, colours, "arc")
    return figure


def panels(
    titles: list[str], colours: dict[str, str], at: dict[str, tuple[float, float]] = AT
) -> tuple[Any, list[Any]]:
    """A panel for each title, with all nodes."""
    figure, each = plt.subplots(
        1, len(titles), figsize=(3.1 * len(titles), 3.2), squeeze=False, layout="constrained"
    )
    for panel, title in zip(each[0], titles, strict=True):
        panel.set(xlim=(-0.5, 2.5), ylim=(-0.7, 2.3))
        panel.set_title(title, color=colours["ink"], fontsize=12)
        panel.axis("off")
        for name, (x, y) in at.items():
            panel.add_patch(_box(name, (x, y), facecolor=colours["node"], edgecolor=colours["arc"], zorder=3))
            panel.text(x, y, name, ha="center", va="center", color=colours["ink"], zorder=4, gid=name)
    return figure, list(each[0])


def _box(name: str, at: tuple[float, float], **style: Any) -> FancyBboxPatch:
    (x, y), width, height = at, 0.3 + 0.085 * len(name), 0.3
    corner = (x - width / 2, y - height / 2)
    return FancyBboxPatch(corner, width, height, boxstyle="round,pad=0,rounding_size=0.08", gid=name, **style)


def arrows(
    panel: Any,
    arcs: Iterable[Arc],
    colours: dict[str, str],
    colour: str,
    label: str = "",
    at: dict[str, tuple[float, float]] = AT,
    style: str = "-",
) -> None:
    boxes = {patch.get_gid(): patch for patch in panel.patches}
    for u, v in arcs:
        arrow = {
            "arrowstyle": "-|>",
            "color": colours[colour],
            "linewidth": 1.6,
            "mutation_scale": 14,
            "linestyle": style,
        }
        ends = {"patchA": boxes[u], "patchB": boxes[v], "shrinkA": 0, "shrinkB": 1}
        panel.annotate("", xy=at[v], xytext=at[u], arrowprops={**arrow, **ends}, zorder=1)
        if label:
            x, y = (0.4 * a + 0.6 * b for a, b in zip(at[u], at[v], strict=True))
            ground = {"boxstyle": "round,pad=0.1", "facecolor": colours["node"], "edgecolor": "none"}
            panel.text(
                x,
                y,
                label,
                ha="center",
                va="center",
                fontsize=8,
                color=colours["mark"],
                bbox=ground,
                zorder=2,
            )


def _lines(panel: Any, edges: Iterable[Arc], colours: dict[str, str], colour: str, style: str) -> None:
    for u, v in edges:
        (x0, y0), (x1, y1) = AT[u], AT[v]
        panel.plot([x0, x1], [y0, y1], style, color=colours[colour], linewidth=1.8, zorder=1)


def fade(panel: Any, names: set[str]) -> None:
    for thing in [*panel.texts, *panel.patches]:
        if thing.get_gid() in names:
            thing.set_alpha(0.3)


if __name__ == "__main__":
    write(overview, Path(sys.argv[1]))
