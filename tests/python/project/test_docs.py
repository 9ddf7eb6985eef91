"""What the site shows runs as it stands there, and it leaves no public name out."""

from __future__ import annotations

import json
import re

import pytest
from helpers import ROOT
from libraries import slow_ones
from readme import requires

import mcbnc

DOCS = ROOT / "docs"
BLOCK = re.compile(r"^```python\n(.*?)^```$(?:\n\n^```text\n(.*?)^```$)?", re.DOTALL | re.MULTILINE)
"""A block of Python, and what it prints if the page shows that."""
PAGES = {page.stem: BLOCK.findall(page.read_text(encoding="utf-8")) for page in sorted(DOCS.glob("*.md"))}


OF_LARGE_LIBRARIES = {"conventions": "pgmpy", "formats": "pgmpy", "scikit-learn": "sklearn"}


@pytest.mark.parametrize(
    "page", slow_ones([name for name, blocks in PAGES.items() if blocks], *OF_LARGE_LIBRARIES)
)
def test_the_python_blocks_of_a_page_print_what_it_shows(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    pytest.importorskip(OF_LARGE_LIBRARIES.get(page, "numpy"))
    names: dict = {}
    for code, output in PAGES[page]:
        exec(compile(code, f"docs/{page}.md", "exec"), names)
        printed = capsys.readouterr().out
        if output:
            requires(printed, output)


def test_the_code_of_the_first_notebook_runs(tmp_path, monkeypatch):
    """The kernels of `make test-notebooks` run all of them."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    notebook = json.loads((ROOT / "examples" / "first_consensus.ipynb").read_text(encoding="utf-8"))
    names: dict = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), "first_consensus.ipynb", "exec"), names)
    assert len(names["best"]) > 0


def test_every_public_name_is_documented():
    pages = "\n".join(page.read_text(encoding="utf-8") for page in (DOCS / "api").glob("*.rst"))
    documented = set(re.findall(r"^\.\. (?:auto\w+|data):: mcbnc\.(\w+)", pages, re.MULTILINE))
    assert set(mcbnc.__all__) <= documented


def test_links_to_pages_lead_to_files():
    """A code host shows the pages as they lie there, without those that only the site has."""
    pages = [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "api").glob("*.md")]
    links = [(page, link) for page in pages for link in re.findall(r"\]\(([^):#]+\.md)", page.read_text())]
    assert len(links) > 100
    assert [(page.name, link) for page, link in links if not (page.parent / link).exists()] == []
