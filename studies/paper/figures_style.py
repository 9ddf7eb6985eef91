"""What all figures share: colours on a light and on a dark page, panels, and legends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import matplotlib
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator, NullLocator, SymmetricalLogLocator

from mcbnc._plots.style import Colours, colours_on

GROUNDS = {"light": "#ffffff", "dark": "#131416"}
"""The pages' own grounds. Figures are transparent; the ground decides the colours of ink and curves."""
COLUMNS = 4
_LEFT, _BOTTOM, _TOP, _GAP = 0.2, 0.22, 0.45, 0.42  # inches; the gap has the numbers of an axis
_SCALE = {"light": (0.0, 0.86), "dark": (0.22, 1.0)}  # the part of the colour map that shows on the ground


class Shade(NamedTuple):
    name: str
    colours: Colours

    def series(self, count: int) -> list[Any]:
        """Colours of an ordered series, such as the numbers of clients; they differ in lightness too."""
        low, high = _SCALE[self.name]
        scale = matplotlib.colormaps["viridis"]
        return [scale(low + (high - low) * k / max(count - 1, 1)) for k in range(count)]

    @property
    def kinds(self) -> list[str]:
        """Colours of things without an order."""
        c = self.colours
        return [c.blue, c.orange, c.green, c.purple, c.faint, c.deep, c.ink]


def shade(name: str) -> Shade:
    figure = Figure(facecolor=GROUNDS[name])
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_facecolor(GROUNDS[name])
    return Shade(name, colours_on(axes))


def grid(
    count: int,
    look: Shade,
    columns: int = COLUMNS,
    size: tuple[float, float] = (2.05, 1.6),
    right: float = 0.1,
) -> Any:
    """A figure with `count` panels of a size in inches; the last row may have fewer."""
    columns = min(columns, count)
    rows = -(-count // columns)
    width, height = size[0] * columns + _LEFT, size[1] * rows + _BOTTOM + _TOP
    figure = Figure(figsize=(width, height))
    panels = []
    for k in range(count):
        row, column = divmod(k, columns)
        left = _LEFT + column * size[0] + _GAP
        bottom = _BOTTOM + (rows - 1 - row) * size[1] + _GAP / 2
        box = (left / width, bottom / height, (size[0] - _GAP - right) / width, (size[1] - _GAP) / height)
        panels.append(figure.add_axes(box))
    for panel in panels:
        dress(panel, look)
    return figure, panels


def dress(panel: Any, look: Shade) -> None:
    colours = look.colours
    panel.tick_params(colors=colours.faint, labelcolor=colours.ink, width=0.6, length=2.5)
    panel.grid(color=colours.faint, alpha=0.2, linewidth=0.5)
    panel.set_axisbelow(True)
    for side, spine in panel.spines.items():
        spine.set_color(colours.faint)
        spine.set_visible(side in ("left", "bottom"))


def titled(panel: Any, look: Shade, title: str) -> None:
    panel.set_title(title, color=look.colours.ink, pad=3)


def labels(figure: Any, look: Shade, x: str, y: str) -> None:
    width, height = figure.get_size_inches()
    ink = {"color": look.colours.ink, "fontsize": 9}
    figure.text(0.5, 0.05 / height, x, ha="center", va="bottom", **ink)
    figure.text(0.05 / width, 0.5, y, ha="left", va="center", rotation=90, **ink)


def legend(figure: Any, look: Shade, lines: Sequence[tuple[str, dict[str, Any]]]) -> None:
    """One legend above all panels: a name and the look of a line each."""
    handles = [Line2D([], [], label=name, **drawn) for name, drawn in lines]
    needed = sum(0.5 + 0.07 * len(name) for name, _ in lines)  # inches, about
    rows = 1 if needed < figure.get_size_inches()[0] else 2
    figure.legend(
        handles=handles, loc="upper center", borderaxespad=0.2, ncols=-(-len(handles) // rows), frameon=False,
        labelcolor=look.colours.ink, fontsize=8, handlelength=1.8, columnspacing=1.3,
    )  # fmt: skip


def log_axis(panel: Any) -> None:
    """A logarithmic axis of y with plain numbers. If a curve of the panel reaches 0, it is linear below 1."""
    values = [y for line in panel.lines if len(line.get_ydata()) > 2 for y in line.get_ydata()]
    if not values or min(values) <= 0:
        panel.set_yscale("symlog", linthresh=1)
        highest = max((y for line in panel.lines for y in line.get_ydata()), default=1)
        panel.set_ylim(0, 1.4 * max(highest, 1))
        if highest < 100:
            panel.yaxis.set_major_locator(SymmetricalLogLocator(base=10, linthresh=1, subs=(1, 2, 5)))
    else:
        panel.set_yscale("log")
        width = max(values) / min(values)
        if width < 100:
            panel.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if width > 10 else (1, 1.5, 2, 3, 5, 7)))
    panel.yaxis.set_major_formatter(lambda y, _: f"{y / 1000:g}k" if y >= 1000 else f"{y:g}")
    panel.yaxis.set_minor_locator(NullLocator())
