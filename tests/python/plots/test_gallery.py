"""The gallery: each script of examples/gallery draws the picture that the page shows above its code."""

from __future__ import annotations

import ast
import re

import pytest
from helpers import ROOT, modules_of

FOLDER = ROOT / "examples" / "gallery"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py"))
FIRST_AND_SLOW = [
    name if name == "threshold" else pytest.param(name, marks=pytest.mark.slow) for name in NAMES
]


@pytest.fixture(scope="module")
def gallery():
    with modules_of(ROOT / "docs" / "_site", "gallery") as modules:
        yield modules["gallery"]


def test_the_page_shows_each_script_once(gallery):
    assert sorted(gallery.ORDER) == NAMES
    assert 8 <= len(NAMES) <= 12


@pytest.mark.parametrize("name", NAMES)
def test_a_script_says_what_its_picture_is(gallery, name):
    example = gallery.read(name)
    assert re.fullmatch(r"[A-Z][^.?\n]*\?", example.question)
    assert len(example.alt.split()) >= 12
    assert not re.search(r"[][\n]", example.alt), "it stands between the brackets of an image"
    assert (ROOT / "docs" / example.more).exists()


@pytest.mark.parametrize("name", NAMES)
def test_pictures_lead_to_the_code_that_draws_them(gallery, name):
    page, example = gallery.page(), gallery.read(name)
    (code,) = re.findall(rf"^```{{code-block}} python\n:name: code-{name}\n\n(.*?)^```$", page, re.S | re.M)
    script = ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8"))
    assert ast.dump(ast.parse(code)) == ast.dump(ast.Module(script.body[1:], []))
    links = re.findall(rf"^\[(.*)\]\(#code-{name}\)$", page, re.MULTILINE)
    assert len(links) == 2, "one at the top of the page, one above the code"
    for link in links:
        for shade in ("light", "dark"):
            assert f"![{example.alt}](gallery/{name}-{shade}.svg){{.only-{shade}}}" in link


@pytest.mark.parametrize("name", FIRST_AND_SLOW)
def test_a_script_draws_one_picture_for_each_ground(gallery, name, tmp_path):
    pytest.importorskip("matplotlib")
    before = gallery.plt.get_fignums()  # which other tests left open
    gallery.draw(name, tmp_path)
    light, dark = ((tmp_path / f"{name}-{shade}.svg").read_text() for shade in ("light", "dark"))
    assert light.count("<path") > 20
    assert light != dark
    assert gallery.plt.get_fignums() == before
