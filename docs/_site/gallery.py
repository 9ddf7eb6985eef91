"""Makes the gallery of the library's own pictures from the scripts of examples/gallery.

A script's docstring is the question that its picture answers, the picture's alt text, and the page that has
more. The rest of the script is run to draw the picture, and the page shows it.
"""

from __future__ import annotations

import ast
import runpy
from dataclasses import dataclass
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "gallery"
ORDER = (
    "agreed",
    "threshold",
    "agreement",
    "stability",
    "strength",
    "methods",
    "reference",
    "neighbours",
    "columns",
    "federation",
)
STYLES = {"light": "default", "dark": "dark_background"}
_HEAD = """\
# Gallery

The code below a picture made it, from bundled data, when this page was built. In a notebook a picture shows
itself; elsewhere `matplotlib.pyplot.show()` opens it.
"""


@dataclass(frozen=True)
class Example:
    """A script of the gallery."""

    name: str
    question: str
    alt: str
    more: str
    """The page of docs/ that tells more."""
    code: str
    """The script without its docstring."""


def read(name: str) -> Example:
    source = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    docstring, first, *_ = ast.parse(source).body
    assert isinstance(docstring, ast.Expr)
    question, alt, more = ast.literal_eval(docstring.value).strip().split("\n\n")
    code = "\n".join(source.splitlines()[first.lineno - 1 :])
    return Example(name, question, " ".join(alt.split()), more, code)


def draw(name: str, folder: Path) -> None:
    """Run a script once for each style, and write the picture that it leaves as NAME-STYLE.svg."""
    for shade, style in STYLES.items():
        with plt.style.context(style):
            before = plt.get_fignums()
            runpy.run_path(str(EXAMPLES / f"{name}.py"))
            (number,) = set(plt.get_fignums()).difference(before)
            figure = plt.figure(number)
            path = folder / f"{name}-{shade}.svg"
            figure.savefig(path, transparent=True, metadata={"Date": None})
            plt.close(figure)


def draw_all(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in ORDER:
        draw(name, folder)


def page() -> str:
    """The page in MyST Markdown: small pictures that lead to their code, then each picture above its code."""
    examples = [read(name) for name in ORDER]
    cards = "\n\n".join(f"[{_images(one)} {one.question}](#code-{one.name})" for one in examples)
    sections = "\n".join(
        f"## {one.question}\n\n[{_images(one)}](#code-{one.name})\n\n"
        f"```{{code-block}} python\n:name: code-{one.name}\n\n{one.code}\n```\n\nMore: [](/{one.more}).\n"
        for one in examples
    )
    return f"{_HEAD}\n::::{{container}} gallery\n{cards}\n::::\n\n{sections}"


def _images(one: Example) -> str:
    """The picture for light pages and that for dark ones, of which a reader sees one."""
    return "".join(f"![{one.alt}](gallery/{one.name}-{shade}.svg){{.only-{shade}}}" for shade in STYLES)
