"""The card of a notebook: a summary, and the picture below it.

The card is light, and dark in a notebook or on a page with a dark theme. A reader that drops
the style sheet shows the light one. The picture is an image of its own: a page may hold many without their
ids getting mixed up. Since an image cannot see the page's theme, the dark card inverts it and keeps its hues.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

from .._base.extras import import_extra
from ..errors import MissingExtraError
from .style import NewAxes, bare_axes

MOST_NODES = 120
MOST_EDGES = 300
"""What a notebook draws unasked: more takes seconds, and cannot be read there."""

# How the themes of JupyterLab and Notebook 7, VS Code, Colab, marimo and Sphinx mark a dark theme. The
# reader's system does not matter: in a light notebook a card is light.
_DARK_PAGES = (
    'body[data-jp-theme-light="false"]',
    "body.vscode-dark",
    'html[theme="dark"]',
    'html[data-theme="dark"]',
    'body[data-theme="dark"]',
    "html.dark",
    "body.dark",
)
_DARK = (
    ".mcbnc-card{--mcbnc-ground:#141414;--mcbnc-ink:#eceff2;--mcbnc-faint:#a3adb8;--mcbnc-line:#3a424c;"
    "--mcbnc-filter:invert(0.92) hue-rotate(180deg)}"
)
_STYLE = (
    f":is({','.join(_DARK_PAGES)}) {_DARK}"
    f'@media (prefers-color-scheme:dark){{body[data-theme="auto"] {_DARK}}}'  # this theme follows the system
)
_INK, _FAINT = "color:var(--mcbnc-ink,#1b1f24)", "color:var(--mcbnc-faint,#57606a)"
_CARD = (
    f"background:var(--mcbnc-ground,#ffffff);{_INK};border:1px solid var(--mcbnc-line,#d0d7de);"
    "border-radius:6px;padding:10px 14px;display:inline-block;max-width:100%;box-sizing:border-box;"
    "overflow-x:auto;font-family:sans-serif;font-size:13px"
)
_TERM = f"{_FAINT};background:none;text-align:left;font-weight:normal;padding:1px 12px 1px 0"
_NUMBER = f"{_INK};background:none;text-align:right;font-weight:normal;padding:1px 0 1px 14px"
_VALUE = f"{_INK};background:none;text-align:left;padding:1px 0"
_PICTURE = "max-width:100%;filter:var(--mcbnc-filter,none)"


def card(
    title: str,
    facts: Mapping[str, Any],
    draw: Callable[[NewAxes], Any] | None = None,
    table: tuple[Sequence[str], Sequence[Sequence[str]]] | None = None,
) -> str:
    """A summary as HTML, with what `draw` draws on the axes that it makes by the function it is given.

    Without `draw`, and without matplotlib, the summary alone. `table` is heads and rows, to stand
    between the two; the first column holds names, the others numbers.
    """
    rows = "".join(
        f'<tr style="background:none"><th style="{_TERM}">{escape(name)}</th>'
        f'<td style="{_VALUE}">{escape(str(value))}</td></tr>'
        for name, value in facts.items()
    )
    picture = "" if draw is None else _image(title, draw)
    return (
        f'<div class="mcbnc-card" style="{_CARD}"><style>{_STYLE}</style>'
        f'<div style="font-weight:bold;margin-bottom:4px">{escape(title)}</div>'
        f'<table style="border-collapse:collapse;margin:0 0 6px 0">{rows}</table>'
        f"{_table(*table) if table else ''}{picture}</div>"
    )


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ""
    for cell, (first, *others) in [("th", heads), *(("td", row) for row in rows)]:
        numbers = "".join(f'<{cell} style="{_NUMBER}">{escape(text)}</{cell}>' for text in others)
        name = f'<th style="{_TERM}">{escape(first)}</th>'
        lines += f'<tr style="background:none">{name}{numbers}</tr>'
    return f'<table style="border-collapse:collapse;margin:0 0 6px 0">{lines}</table>'


def _image(title: str, draw: Callable[[NewAxes], Any]) -> str:
    try:
        style = import_extra("matplotlib.style")
        settings = import_extra("matplotlib").rc_context
    except MissingExtraError:
        return ""
    out = io.BytesIO()
    # Restored at the end; the salt and the missing date make equal pictures equal bytes.
    with style.context("default"), settings({"svg.hashsalt": "mcbnc"}):
        figure = draw(bare_axes).figure
        figure.savefig(out, format="svg", metadata={"Date": None})
    source = base64.b64encode(out.getvalue()).decode("ascii")
    return f'<img alt="{escape(title)}" style="{_PICTURE}" src="data:image/svg+xml;base64,{source}"/>'
