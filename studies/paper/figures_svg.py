"""SVG files of figures: small, and the same bytes for the same figure."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import matplotlib

SETTINGS = {
    "svg.hashsalt": "mcbnc",
    "svg.fonttype": "none",  # text stays text
    "font.size": 8,
    "axes.titlesize": 9,
    "axes.linewidth": 0.6,
    "path.simplify": False,
    "axes.unicode_minus": False,
}
FONT = "text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif}"
_PATH = re.compile(r'd="(M [-\d. ML\n]+?)\s*"')
_POINT = re.compile(r"([ML]) ([-\d.]+) ([-\d.]+)")
_STYLE = re.compile(r'style="([^"]*)"')


def write(figure: Any, path: Path) -> None:
    figure.savefig(path, transparent=True, metadata={"Date": None, "Creator": None})
    path.write_text(compact(path.read_text(encoding="utf-8")), encoding="utf-8")


def compact(text: str) -> str:
    """The same picture in fewer bytes.

    Curves of straight lines get one decimal and relative steps. A style that occurs often becomes a class.
    Names that nothing refers to, comments and the description of the file go.
    """
    text = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r"font-family: [^;\"]*;? ?", "", text)
    text = _PATH.sub(lambda at: f'd="{_lines(at[1])}"', text)
    text = re.sub(r'(?<= )([xy])="([-\d.]+)"', lambda at: f'{at[1]}="{_tenth(_tenths(at[2]))}"', text)
    used = set(re.findall(r"#(\w+)", text))
    text = re.sub(r' id="([^"]*)"', lambda at: at[0] if at[1] in used else "", text)
    text = _classes(text)
    while (shorter := re.sub(r"<g>\s*</g>", "", text)) != text:
        text = shorter
    return re.sub(r"\n\s*", "\n", text)


def _classes(text: str) -> str:
    count = Counter(_STYLE.findall(text))
    often = {style: f"s{k}" for k, style in enumerate(s for s, times in count.items() if times > 2)}
    text = _STYLE.sub(lambda at: f'class="{often[at[1]]}"' if at[1] in often else at[0], text)
    rules = "".join(f".{name}{{{style}}}" for style, name in often.items())
    return text.replace("</style>", f"{FONT}{rules}</style>", 1)


def _lines(path: str) -> str:
    told, x, y = [], 0, 0
    for kind, *point in _POINT.findall(path):
        a, b = map(_tenths, point)
        if kind == "M":
            told.append(f"M{_tenth(a)} {_tenth(b)}")
        elif b == y and a != x:
            told.append(f"h{_tenth(a - x)}")
        elif a == x and b != y:
            told.append(f"v{_tenth(b - y)}")
        elif (a, b) != (x, y):
            told.append(f"l{_tenth(a - x)} {_tenth(b - y)}")
        x, y = a, b
    return "".join(told)


def _tenths(number: str) -> int:
    return round(10 * float(number))


def _tenth(tenths: int) -> str:
    return f"{tenths / 10:.1f}".removesuffix(".0")


def settings() -> Any:
    """A context in which all figures are drawn."""
    return matplotlib.rc_context(SETTINGS)
