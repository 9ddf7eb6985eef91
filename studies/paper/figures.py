"""All figures of the report, each for a light and for a dark page: NAME-light.svg and NAME-dark.svg."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import figures_more
import figures_ranks
import figures_style as style
import figures_svg as svg
import figures_theta
from data import Study

Draw = Callable[[style.Shade], Any]


def figures(study: Study) -> dict[str, Draw]:
    """The figures that there are data for."""
    return {
        **figures_theta.figures(study),
        **figures_more.figures(study),
        **figures_ranks.figures(study),
    }


def write(study: Study, folder: Path) -> None:
    """Draw every figure anew, and remove those that are no longer drawn."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn = figures(study)
    names = {f"{name}-{shade}.svg" for name in drawn for shade in style.GROUNDS}
    for path in folder.glob("*.svg"):
        if path.name not in names:
            path.unlink()
    with svg.settings():
        for shade in map(style.shade, style.GROUNDS):
            for name, draw in drawn.items():
                svg.write(draw(shade), folder / f"{name}-{shade.name}.svg")
