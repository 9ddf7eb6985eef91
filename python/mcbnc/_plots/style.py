"""Helpers of all pictures: axes, colours on a light or dark ground, sizes of texts.

Needs matplotlib, and imports it when used. Nothing here or in the pictures changes its settings.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, NamedTuple

from .._base.extras import import_extra
from .._base.show import printed, shown
from ..errors import InvalidInputError
from .glyphs import fonts_for

NewAxes = Callable[[float, float], Any]
"""Makes axes that fill a new figure of the given width and height in inches."""

_POINTS = 72  # an inch
_LONGEST = 32  # characters of a name


class Colours(NamedTuple):
    """Colours for one ground; the four of data differ for colour-blind people too (Okabe and Ito 2008)."""

    ground: Any
    ink: str
    faint: str
    box: str
    blue: str
    orange: str
    purple: str
    green: str
    deep: str
    """Farther from the ground than blue."""


_LIGHT = ("#1b1f24", "#6a737d", "#f1f4f8", "#0072b2", "#d55e00", "#a2478b", "#007a5a", "#00233f")
_DARK = ("#f0f3f6", "#9aa4af", "#242a31", "#56b4e9", "#f0a030", "#e08fc0", "#2fc79a", "#e3f4ff")


def pyplot_axes(width: float, height: float) -> Any:
    """Axes of a new pyplot figure, which a notebook shows and ``pyplot.show()`` opens."""
    figure = import_extra("matplotlib.pyplot").figure(figsize=(width, height))
    return figure.add_axes((0, 0, 1, 1))


def bare_axes(width: float, height: float) -> Any:
    """Axes of a figure that pyplot does not know. Such a figure need not be closed."""
    figure = import_extra("matplotlib.figure").Figure(figsize=(width, height))
    return figure.add_axes((0, 0, 1, 1))


def axes_for(ax: Any, new: NewAxes) -> NewAxes:
    """What makes axes: the caller's own, of any size, or `new` if there are none."""
    kind = import_extra("matplotlib.axes").Axes
    if ax is None:
        return new
    if not isinstance(ax, kind):
        raise InvalidInputError(f"ax must be a matplotlib Axes or None, not {shown(ax)}", argument="ax")
    return lambda width, height: ax


def inches(ax: Any) -> tuple[float, float]:
    """How wide and high axes are."""
    box = ax.get_window_extent()
    return box.width / ax.figure.dpi, box.height / ax.figure.dpi


def colours_on(ax: Any) -> Colours:
    """The colours that show on these axes, light or dark."""
    to_rgba = import_extra("matplotlib.colors").to_rgba
    grounds = [to_rgba(ax.get_facecolor()), to_rgba(ax.figure.get_facecolor()), (1.0, 1.0, 1.0, 1.0)]
    ground = next(colour[:3] for colour in grounds if colour[3] > 0)
    light = 0.2126 * ground[0] + 0.7152 * ground[1] + 0.0722 * ground[2] > 0.5
    return Colours(ground, *(_LIGHT if light else _DARK))


def labels_of(names: Iterable[Hashable]) -> list[str]:
    """Names on one line each. Of a long one a part is left out, where it does not differ from the others.

    A lone surrogate has no glyph.
    """
    texts = [" ".join(printed(name).encode("utf-8", "replace").decode().split()) for name in names]
    alike: dict[str, list[str]] = {}
    for text in dict.fromkeys(texts):
        alike.setdefault(_shortened(text), []).append(text)
    label: dict[str, str] = {}
    for short, group in alike.items():
        label.update(_told_apart(short, group))
    return [label[text] for text in texts]


def _shortened(text: str, differs: int = 0) -> str:
    """The beginning of a long text and its end, or what is around the place where it differs from others."""
    half = _LONGEST // 2
    if len(text) <= _LONGEST:
        return text
    start = max(half, differs - half // 2)
    if not differs or start >= len(text) - half:
        return f"{text[:half]}…{text[1 - half :]}"
    return f"{text[: half - 1]}…{text[start : start + half - 1]}…"


def _told_apart(short: str, group: list[str]) -> dict[str, str]:
    """The labels of texts that would have the same one. Whole texts, if a part does not distinguish them."""
    if len(group) == 1:
        return {group[0]: short}
    different = (k for k, characters in enumerate(zip(*group, strict=False)) if len(set(characters)) > 1)
    differs = next(different, 0)
    found = {text: _shortened(text, differs) for text in group}
    return found if len(set(found.values())) == len(group) else {text: text for text in group}


def text_size(text: str, points: float) -> tuple[float, float]:
    """The width and height in inches of a text in the fonts of glyphs.py, without drawing it."""
    properties = import_extra("matplotlib.font_manager").FontProperties
    font = properties(family=fonts_for([text]), size=points)
    measure = import_extra("matplotlib.textpath").text_to_path.get_text_width_height_descent
    width, height, _ = measure(text, font, ismath=False)
    return width / _POINTS, height / _POINTS
