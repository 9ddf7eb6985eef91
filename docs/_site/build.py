"""Build the site. ``make docs`` runs this file after the notebooks have been executed.

Sphinx reads one folder. This file assembles the folder in build/docs, so that no generated file lies among
the sources. The folder holds the pages of docs/, that on security, that of examples/flower, the figures, the
gallery, an explorer, a page for a meeting, the command line's help, the page on the C interface, and the
notebooks that the tests executed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import c_header
import checks
import figures
import figures_union
import gallery
import live_pages
from sphinx.cmd.build import build_main

ROOT = Path(__file__).resolve().parents[2]
SOURCE, SITE = ROOT / "build" / "docs", ROOT / "build" / "site"


PAGES = {
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "examples/flower/README.md": "flower.md",
}
"""What is not in docs/, and the pages of the site that are made of it."""


def main() -> int:
    shutil.rmtree(SOURCE, ignore_errors=True)
    shutil.copytree(ROOT / "docs", SOURCE, ignore=shutil.ignore_patterns("__pycache__"))
    for path, page in PAGES.items():
        shutil.copy(ROOT / path, SOURCE / page)
    for page in SOURCE.glob("*.md"):
        page.write_text(_with_links(page.read_text(encoding="utf-8")), encoding="utf-8")
    (SOURCE / "notebooks").mkdir()
    for notebook in sorted((ROOT / "examples").glob("*.ipynb")):
        shutil.copy(ROOT / "build" / "notebooks" / notebook.name, SOURCE / "notebooks")
    (SOURCE / "help").mkdir()
    commands = (
        "check",
        "tidy",
        "discretize",
        "learn",
        "bootstrap",
        "pool",
        "consensus",
        "trajectory",
        "compare",
        "provenance",
        "federate",
        "demo",
    )
    for command in ("", *commands):
        (SOURCE / "help" / f"{command or 'mcbnc'}.txt").write_text(_help(command), encoding="utf-8")
    header = (ROOT / "include" / "mcbnc.h").read_text(encoding="utf-8")
    (SOURCE / "c-interface.md").write_text(c_header.page(header), encoding="utf-8")
    figures.draw_all(SOURCE / "figures")
    figures_union.draw_all(SOURCE / "figures")
    gallery.draw_all(SOURCE / "gallery")
    (SOURCE / "gallery.md").write_text(gallery.page(), encoding="utf-8")
    for name, page in live_pages.pages().items():
        page.save(SOURCE / "_static" / f"{name}.html")
    # -n makes a dead link a warning, and -W makes every warning an error.
    options = ["-W", "--keep-going", "-n", "-q", "-E", "-d", str(ROOT / "build" / "doctrees")]
    shutil.rmtree(SITE, ignore_errors=True)
    failed = build_main([*options, "-b", "html", str(SOURCE), str(SITE)])
    faults = checks.faults(SITE)
    print(*faults, sep="\n", end="\n" if faults else "", file=sys.stderr)
    return failed or bool(faults)


def _with_links(text: str) -> str:
    """A page whose links to files of the repository lead to the site's pages of them."""
    for path, page in PAGES.items():
        text = text.replace(f"](../{path}", f"]({page}")
    return text


def _help(command: str) -> str:
    """The help text of a command; of the whole command line if `command` is empty."""
    words = [sys.executable, "-m", "mcbnc", *command.split(), "--help"]
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1"}
    return subprocess.run(words, env=environment, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    sys.exit(main())
