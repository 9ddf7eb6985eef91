"""Figures of the synthetic networks (App. B), of k_max (App. C.4) and of the runtime (figure 4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import figures_style as style
from claims_runtime import GENETIC
from claims_synthetic import NAMES, READINGS, mean_curve
from data import Study, groups, number

RIVALS = (*GENETIC, "bounded fusion", "bounded inputs", "bounded arcs")


def synthetic(study: Study, measure: str, shade: style.Shade) -> Any:
    """A panel for each reading and size, a curve for each number of inputs."""
    rows = groups(study.part("synthetic"), lambda row: (row["reading"], row["nodes"]))
    keys = sorted(rows, key=lambda key: (READINGS.index(key[0]), key[1]))
    clients = sorted({row["clients"] for row in study.part("synthetic")})
    colour = dict(zip(clients, shade.series(len(clients)), strict=True))
    columns = len({nodes for _, nodes in keys})
    figure, panels = style.grid(len(keys), shade, columns, (2.4, 1.8))
    for panel, (reading, nodes) in zip(panels, keys, strict=True):
        style.titled(panel, shade, f"{NAMES[reading]}, n = {nodes}")
        for r, some in groups(rows[reading, nodes], "clients").items():
            panel.plot(*zip(*mean_curve(some, measure), strict=True), color=colour[r], linewidth=1.2)
        style.log_axis(panel)
    style.labels(figure, shade, "θ", "SMHD to G₀" if measure == "smhd" else "mean SMHD to the inputs")
    style.legend(figure, shade, [(f"r = {r}", {"color": c, "linewidth": 1.6}) for r, c in colour.items()])
    return figure


def k_max_curves(study: Study, shade: style.Shade) -> Any:
    """SMHD to gold over θ, a panel for each number of clients, a curve for each k_max."""
    by_r = groups(study.part("k_max"), "clients")
    values = k_values(study)
    colour = dict(zip(values, shade.series(len(values)), strict=True))
    figure, panels = style.grid(len(by_r), shade, 3, (2.9, 2.0))
    for panel, (r, rows) in zip(panels, by_r.items(), strict=True):
        style.titled(panel, shade, f"r = {r}")
        for row in rows:
            curve = row["curve"]
            panel.step(curve["theta"], curve["smhd"], where="post", color=colour[row["k_max"]], linewidth=1.1)
        panel.axhline(rows[0]["mean_input"], color=shade.colours.ink, linewidth=0.9, linestyle=":")
        style.log_axis(panel)
    style.labels(figure, shade, "θ", "SMHD to gold")
    named = [(_named(k, values), {"color": c, "linewidth": 1.6}) for k, c in colour.items()]
    named.append(("mean of the inputs", {"color": shade.colours.ink, "linestyle": ":", "linewidth": 0.9}))
    style.legend(figure, shade, named)
    return figure


def k_max_bars(study: Study, key: str, label: str, shade: style.Shade) -> Any:
    """A group of bars for each number of clients, a bar for each k_max."""
    by_r = groups(study.part("k_max"), "clients")
    values = k_values(study)
    figure, (panel,) = style.grid(1, shade, 1, (8.2, 2.4))
    width = 0.8 / len(values)
    for k, colour in zip(values, shade.series(len(values)), strict=True):
        place = values.index(k)
        for x, rows in enumerate(by_r.values()):
            height = [number(row[key]) for row in rows if row["k_max"] == k]
            if height and height[0] is not None:
                panel.bar(x - 0.4 + (place + 0.5) * width, height[0], 0.9 * width, color=colour)
    if key == "smhd":
        for x, rows in enumerate(by_r.values()):
            panel.plot(
                [x - 0.42, x + 0.42], [rows[0]["mean_input"]] * 2, color=shade.colours.ink, linestyle=":"
            )
    panel.set_xticks(range(len(by_r)), [f"r = {r}" for r in by_r])
    panel.set_xlim(-0.5, len(by_r) - 0.5)
    panel.grid(visible=False, axis="x")
    style.labels(figure, shade, "", label)
    named = [
        (_named(k, values), {"color": c, "linewidth": 4})
        for k, c in zip(values, shade.series(len(values)), strict=True)
    ]
    style.legend(figure, shade, named)
    return figure


def k_values(study: Study) -> list[int | None]:
    """The values of k_max in their order; None, which is no limit, comes last."""
    return sorted({row["k_max"] for row in study.part("k_max")}, key=lambda k: (k is None, k))


def _named(k: int | None, values: list[int | None]) -> str:
    told = "none" if k is None else str(k)
    return f"k_max: {told}" if k == values[0] else told


def runtime(study: Study, shade: style.Shade) -> Any:
    """Seconds over the number of inputs, a panel for each network."""
    networks = groups(study.part("runtime"), "network")
    figure, panels = style.grid(len(networks), shade)
    blue, orange, green, purple, *_ = shade.kinds
    look = {"mcbnc": {"color": blue, "linewidth": 1.8}}
    for method, colour in zip(RIVALS, (orange, green, purple) * 2, strict=True):
        dash = {} if method in GENETIC else {"linestyle": (0, (3, 2))}
        look[method] = {"color": colour, "linewidth": 1.1, **dash}
    for panel, (network, rows) in zip(panels, networks.items(), strict=True):
        style.titled(panel, shade, network.upper())
        for method, drawn in look.items():
            known = [(row["clients"], number(row["seconds"].get(method))) for row in rows]
            points = [(r, y) for r, y in sorted(known) if y]
            if points:
                panel.plot(*zip(*points, strict=True), marker="o", markersize=2, **drawn)
        style.log_axis(panel)
    style.labels(figure, shade, "number of inputs", "seconds")
    style.legend(figure, shade, [("MCBNC" if m == "mcbnc" else m, drawn) for m, drawn in look.items()])
    return figure


def figures(study: Study) -> dict[str, Callable[[style.Shade], Any]]:
    found: dict[str, Callable[[style.Shade], Any]] = {}
    if study.part("runtime"):
        found["runtime"] = lambda shade: runtime(study, shade)
    if study.part("synthetic"):
        found["synthetic-inputs"] = lambda shade: synthetic(study, "smhd_inputs", shade)
        found["synthetic-gold"] = lambda shade: synthetic(study, "smhd", shade)
    if study.part("k_max"):
        found["kmax-curves"] = lambda shade: k_max_curves(study, shade)
        found["kmax-selected"] = lambda shade: k_max_bars(study, "smhd", "SMHD to gold", shade)
        found["kmax-seconds"] = lambda shade: k_max_bars(study, "seconds", "seconds", shade)
    return found
