"""The site: alt texts, nothing from elsewhere, links to other projects, notebooks that open at a click."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from helpers import ROOT, modules_of

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))
HEAD = b"# Sphinx inventory version 2\n# Project: there\n# Version: 1\n# The rest is compressed using zlib.\n"
INVENTORY = HEAD + zlib.compress(b"pandas.DataFrame py:class 1 frame.html#$ -\n")
SITES = {
    "good": INVENTORY,
    "portal": b"<html>Please log in\n\n\n\n</html>",
    "short": INVENTORY[:-3],
    "empty": b"",
    "other": INVENTORY.replace(b"version 2", b"version 9"),
}


@pytest.fixture(scope="module")
def site():
    with modules_of(DOCS / "_site", "checks") as modules:
        yield modules["checks"]


@pytest.fixture(scope="module")
def there():
    """The address of a server that has the projects of SITES, and nothing else."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            project = self.path.split("/")[1]
            self.send_response(200 if project in SITES else 404)
            self.end_headers()
            self.wfile.write(SITES.get(project, b""))

        def log_message(self, *arguments):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


# --- what a page must hold ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ('<img src="a.png">', "alt"),
        ('<img src="a.png" alt=" ">', "alt"),
        ('<img src="../_images/a.png" alt="../_images/a.png">', "alt"),
        ('<script src="https://cdn.example/a.js"></script>', "loads https://cdn.example/a.js"),
        ('<script src="//cdn.example/a.js"></script>', "loads //cdn.example/a.js"),
        ('<iframe src="HTTP://example.org/"></iframe>', "loads"),
        ('<link rel="Stylesheet" href="https://example.org/a.css">', "loads"),
        ('<link rel="preconnect" href="https://example.org">', "loads"),
        ('<p style="background: url(https://example.org/a.png)">', "loads"),
        ("<style>@import 'https://example.org/a.css';</style>", "loads"),
    ],
)
def test_what_a_page_must_not_have(site, tmp_path, page, fault):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "page.html").write_text(f"<html>{page}</html>")
    (found,) = site.faults(tmp_path)
    assert found.startswith("sub/page.html: ")
    assert fault in found


def test_style_sheets_are_read_too(site, tmp_path):
    (tmp_path / "a.css").write_text("p { color: red } @font-face { src: url('https://example.org/a.woff') }")
    assert site.faults(tmp_path) == ["a.css: loads https://example.org/a.woff"]


def test_what_a_page_may_have(site, tmp_path):
    (tmp_path / "page.html").write_text(
        '<a href="https://example.org">there</a><link rel="canonical" href="https://example.org">'
        '<img src="a.png" alt="A picture."><script src="_static/a.js"></script>'
        "<style>p { background: url(data:image/png;base64,AA) }</style><p>url(https://example.org)</p>"
    )
    assert site.faults(tmp_path) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pictures_of_pages_have_alt_texts(page):
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"^[`:]{3,}\{(?:image|figure)\}.*?^[`:]{3,}$", text, re.DOTALL | re.MULTILINE):
        assert re.search(r"^:alt: \S", block, re.MULTILINE), block
    assert not re.search(r"!\[\s*\]\(|<img(?![^>]*\balt=.\w)", text)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_plots_of_notebooks_have_alt_texts(path):
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        drawn = cell["cell_type"] == "code" and re.search(r"\.plot\(.*\);$", "".join(cell["source"]))
        alt = cell["metadata"].get("mystnb", {}).get("image", {}).get("alt", "")
        assert bool(drawn) == bool(alt.strip()), cell["id"]


def test_no_page_has_the_name_of_one_of_sphinx():
    assert not {page.stem for page in PAGES} & {"search", "genindex", "modindex", "py-modindex"}


def test_the_sidebar_has_six_parts():
    captions = re.findall(r"^:caption: (.*)$", (DOCS / "index.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert captions == ["Start", "Do", "Federate", "Understand", "Evidence", "Look up"]


# --- links to other projects --------------------------------------------------------------------------------


def test_projects_that_do_not_answer_are_left_out(there, tmp_path):
    with modules_of(DOCS / "_site", "inventories") as modules:
        names = ["good", "portal", "short", "empty", "other", "missing"]
        homes = {name: f"{there}/{name}/" for name in names} | {"nobody": "http://127.0.0.1:1/"}
        found = modules["inventories"].reached(homes, tmp_path / "kept")
    assert found == {"good": (f"{there}/good/", str(tmp_path / "kept" / "good.inv"))}
    assert (tmp_path / "kept" / "good.inv").read_bytes() == INVENTORY


# --- builds -------------------------------------------------------------------------------------------------

API = """\
API
===

.. py:function:: mcbnc.f(data)

   :param data: Cells.
   :type data: table or :class:`pandas.DataFrame`
   :returns: See :func:`pandas.cut`.

.. py:attribute:: mcbnc.C.table
"""
CELL = {"cell_type": "code", "execution_count": 1, "id": "a", "metadata": {}, "source": "print(1)"}
PRINTED = {"name": "stdout", "output_type": "stream", "text": "1\n"}
NOTEBOOK = {
    "cells": [
        {"cell_type": "markdown", "id": "t", "metadata": {}, "source": "# A title"},
        {**CELL, "outputs": [PRINTED]},
    ],
    "metadata": {"language_info": {"name": "python"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}


def build(folder, home, *options):
    """Build a small site with the settings of the real one, whose other projects are below `home`."""
    pytest.importorskip("sphinx")
    pytest.importorskip("sphinx_copybutton")
    source = folder / "source"
    (source / "_site").mkdir(parents=True)
    (source / "_static").mkdir()
    (source / "notebooks").mkdir()
    for path in [DOCS / "conf.py", DOCS / "_static" / "site.css", *(DOCS / "_site").glob("*.py")]:
        copy = source / path.relative_to(DOCS)
        copy.write_text(re.sub(r'"https://([a-z.]+)/.*/"', rf'"{home}\1/"', path.read_text(encoding="utf-8")))
    (source / "index.md").write_text("# Index\n\n```{toctree}\napi\nnotebooks/one\n```\n")
    (source / "api.rst").write_text(API)
    (source / "notebooks" / "one.ipynb").write_text(json.dumps(NOTEBOOK))
    command = [sys.executable, "-m", "sphinx", "-W", "-n", "-q", *options, source, folder / "built"]
    subprocess.run(command, check=True, timeout=300)
    return {name: (folder / "built" / f"{name}.html").read_text() for name in ("api", "notebooks/one")}


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """Pages that were built without a network and without a repository."""
    return build(tmp_path_factory.mktemp("alone"), "http://127.0.0.1:1/")


@pytest.fixture(scope="module")
def linked(tmp_path_factory, there):
    repository = "notebooks_repository=https://github.com/owner/name"
    return build(tmp_path_factory.mktemp("linked"), f"{there}/good/", "-D", repository)


@pytest.mark.slow
def test_a_name_of_another_project_is_a_link_if_the_project_answers(alone, linked, there):
    assert re.search(rf'href="{there}/good/[a-z.]+/frame.html#pandas.DataFrame"', linked["api"])
    assert "frame.html" not in alone["api"]
    assert "pandas.DataFrame" in alone["api"]


@pytest.mark.slow
def test_a_plain_word_in_a_type_is_no_link(alone):
    assert "table or" in re.sub("<[^>]+>", "", alone["api"])
    assert 'title="mcbnc.C.table"' not in alone["api"]


@pytest.mark.slow
def test_notebooks_open_at_a_click_once_there_is_a_repository(alone, linked):
    notebook = "owner/name/blob/main/examples/one.ipynb"
    title, _, rest = linked["notebooks/one"].partition("</h1>")
    assert "mybinder" not in title
    assert rest.startswith(
        '<p class="launch"><a class="reference external" '
        'href="https://mybinder.org/v2/gh/owner/name/main?labpath=examples/one.ipynb">'
    )
    assert f'href="https://colab.research.google.com/github/{notebook}"' in rest
    assert "launch" not in linked["api"]
    for page in alone.values():
        assert "mybinder" not in page
        assert "colab" not in page


@pytest.mark.slow
def test_code_has_a_copy_button_and_output_has_none(alone):
    page = alone["notebooks/one"]
    assert "copybutton.js" in page
    assert '<div class="highlight-ipython3' in page or '<div class="highlight-python' in page
    assert '<div class="output stream' in page  # what the selector of conf.py leaves out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("https://github.com/owner/name", "owner/name/blob/main/"),
        ("https://github.com/owner/name/", "owner/name/blob/main/"),
        ("https://github.com/owner/name.js/tree/some/branch", "owner/name.js/blob/some/branch/"),
    ],
)
def test_a_repository_may_have_a_branch(address, place):
    pytest.importorskip("sphinx")
    with modules_of(DOCS / "_site", "launch") as modules:
        links = modules["launch"].links(address, "one.ipynb")
    assert f"https://colab.research.google.com/github/{place}examples/one.ipynb" in links


@pytest.mark.slow
@pytest.mark.parametrize("address", ["owner/name", "https://example.org/a/b", "https://github.com/owner"])
def test_what_is_no_address_of_a_repository_is_refused(address):
    errors = pytest.importorskip("sphinx.errors")
    with (
        modules_of(DOCS / "_site", "launch") as modules,
        pytest.raises(errors.ConfigError, match=re.escape(repr(address))),
    ):
        modules["launch"].links(address, "one.ipynb")


def test_binder_installs_what_the_notebooks_need():
    wanted = (ROOT / ".binder" / "requirements.txt").read_text(encoding="utf-8").splitlines()[-1]
    assert wanted == ".[notebooks]"
    assert re.search(r"^notebooks = ", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
