"""Names with characters that no font has: boxes, and one warning. And every picture is one Axes."""

from __future__ import annotations

import warnings

import matplotlib
import numpy as np
import pytest
from helpers import random_dags

import mcbnc
from mcbnc._plots import glyphs
from mcbnc._plots.style import labels_of

matplotlib.use("Agg")
plt = pytest.importorskip("matplotlib.pyplot")

NAMES = ["年齢", "血压", "몸무게", "age", "Größe"]
DAGS = random_dags(1, 3, 5, 0.9)
RESULT = mcbnc.consensus(DAGS, nodes=NAMES)
PLOTS = {
    "consensus": RESULT.plot,
    "agreement": mcbnc.agreement(DAGS, clients=NAMES[:3]).plot,
    "stability": mcbnc.stability(DAGS, 3, nodes=NAMES).plot,
    "comparison": mcbnc.compare(DAGS, methods={"投票": "vote arcs"}).plot,
    "trajectory": RESULT.trajectory.plot,
    "bootstrap": mcbnc.bootstrap({name: [0, 1, 1, 0] for name in NAMES}, 3).plot,
}


@pytest.fixture
def no_cjk_font(monkeypatch):
    """matplotlib's own font alone, which has no character of these scripts."""
    monkeypatch.setattr(glyphs, "_cjk_fonts", list)
    with plt.rc_context({"font.family": ["DejaVu Sans"]}):
        yield
    plt.close("all")


def drawn(draw) -> tuple[list[str], list[warnings.WarningMessage]]:
    """The texts of a picture, and the warnings of making and drawing it."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        axes = draw()
        axes.figure.canvas.draw()
    return [text.get_text() for text in axes.figure.findobj(matplotlib.text.Text)], told


@pytest.mark.parametrize("name", [name for name in PLOTS if name != "trajectory"])
def test_one_warning_tells_of_all_characters(name, no_cjk_font):
    texts, (told,) = drawn(PLOTS[name])
    assert told.category is mcbnc.DataWarning
    assert "matplotlib finds no font for" in str(told.message)
    assert "install a font that has them" in str(told.message)
    assert any("□□" in text for text in texts)
    assert not any("年" in text or "投" in text for text in texts)


def test_the_warning_counts_the_characters_and_other_names_stay(no_cjk_font):
    texts, (told,) = drawn(RESULT.plot)
    assert "no font for 7 characters of the names (年, 齢, 血, 压, 몸 and 2 more)" in str(told.message)
    assert {"age", "Größe", "□□□"} <= set(texts)
    assert {"□□ (1)", "□□ (2)"} <= set(texts)  # 年齢 and 血压 are not one name
    assert told.filename == __file__


def test_names_that_the_font_has_are_drawn_without_a_word(no_cjk_font):
    names = ["α → β", "Größe", "naïve", "температура", "a…z"]
    texts, told = drawn(mcbnc.consensus(DAGS, nodes=names).plot)
    assert set(names) <= set(texts)
    assert told == []


def test_a_font_that_has_the_characters_is_used(monkeypatch):
    """A stand-in for a font of CJK: all characters are in it."""
    monkeypatch.setattr(glyphs, "_cjk_fonts", lambda: ["some CJK font"])
    real = glyphs._characters
    monkeypatch.setattr(
        glyphs, "_characters", lambda name: range(0x110000) if name == "some CJK font" else real(name)
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert glyphs.drawable(NAMES) == NAMES
    assert glyphs.fonts_for(["年齢"]) == [*plt.rcParams["font.family"], "some CJK font"]


def test_a_font_without_the_box(monkeypatch):
    monkeypatch.setattr(glyphs, "_characters", lambda name: frozenset(map(ord, "ab?")))
    with pytest.warns(mcbnc.DataWarning, match="no font for 1 character of the names"):
        assert glyphs.drawable(["aé", "b"]) == ["a?", "b"]


def test_a_browser_has_fonts_of_its_own(no_cjk_font):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        page = RESULT.explore().html
    assert "□" not in page
    assert all(labels_of([name])[0] == name for name in NAMES)


@pytest.mark.parametrize("draw", PLOTS.values(), ids=PLOTS)
@pytest.mark.filterwarnings("ignore:matplotlib finds no font")
def test_every_picture_is_one_axes(draw):
    axes = draw()
    assert isinstance(axes, matplotlib.axes.Axes)
    assert axes is axes.figure.axes[0]
    plt.close("all")


def test_two_axes_of_the_caller(no_cjk_font):
    _, pair = plt.subplots(1, 2)
    compared = mcbnc.compare(DAGS, methods=["climb"])
    assert compared.plot(pair) is compared.plot(tuple(pair)) is pair[0]
    assert [axes.get_title("left") for axes in np.ravel(pair)] == ["SMHD", "SHD"]
