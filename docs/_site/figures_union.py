"""The figures of the page on DAGs over different variables: three hospitals, and two votes on their DAGs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx
from figures import PALETTES, arrows, fade, panels, plt

import mcbnc

AT = {
    "Age": (0, 2), "Smoking": (2, 2), "Weight": (0.5, 1), "Plaque": (1.5, 1),
    "Pressure": (0, 0), "Stroke": (2, 0),
}  # fmt: skip
HOSPITALS = {
    "A": "Age>Pressure Pressure>Stroke Smoking>Stroke",
    "B": "Age>Weight Weight>Pressure Smoking>Plaque",
    "C": "Age>Pressure Pressure>Stroke Plaque>Stroke",
}
DOTS = ":"


def hospitals() -> dict[str, nx.DiGraph]:
    """The DAGs of the page. Each is over the variables that its arcs name."""
    return {
        name: nx.DiGraph(tuple(arc.split(">")) for arc in text.split()) for name, text in HOSPITALS.items()
    }


def draw_all(folder: Path) -> None:
    """Write both figures into the folder, as NAME-light.svg and as NAME-dark.svg."""
    figures: dict[str, Callable[[dict[str, str]], Any]] = {"union-inputs": _inputs, "union-votes": _votes}
    for name, draw in figures.items():
        for shade, colours in PALETTES.items():
            figure = draw(colours)
            figure.savefig(folder / f"{name}-{shade}.svg", transparent=True, metadata={"Date": None})
            plt.close(figure)


def _inputs(colours: dict[str, str]) -> Any:
    """The hospitals' DAGs. What a hospital lacks is pale."""
    dags = hospitals()
    figure, shown = panels([f"Hospital {name}" for name in dags], colours, AT)
    for panel, dag in zip(shown, dags.values(), strict=True):
        arrows(panel, dag.edges, colours, "arc", at=AT)
        fade(panel, set(AT) - set(dag))
    return figure


def _votes(colours: dict[str, str]) -> Any:
    """A vote in one round, and the explained vote. What the second one drops is orange."""
    plain, explained = (
        mcbnc.baselines.vote(hospitals(), kind="skeleton", nodes="union", explained=times) for times in (1, 8)
    )
    figure, shown = panels(["Each join in full", "Explained joins count ⅛"], colours, AT)
    kept = {frozenset(edge) for edge in explained.edges}
    for edge in plain.edges:
        arrows(shown[0], [edge], colours, "arc" if frozenset(edge) in kept else "mark", at=AT)
    for edge in explained.edges:
        arrows(shown[1], [edge], colours, "arc", at=AT, style=DOTS if edge in explained.unsure else "-")
    return figure
