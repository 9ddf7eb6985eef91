"""The cards of notebooks in Chromium: they can be read on light pages and on dark ones."""

from __future__ import annotations

import io
import re
import shutil

import numpy as np
import pytest
from helpers import random_dags

import mcbnc

webdriver = pytest.importorskip("selenium.webdriver")
By = pytest.importorskip("selenium.webdriver.common.by").By
image = pytest.importorskip("matplotlib.image")

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="chromium or chromedriver is not installed"),
]

DAGS = random_dags(1, 3, 5, 0.5)
CARDS = {
    "consensus": mcbnc.consensus(DAGS)._repr_html_(),
    "comparison": mcbnc.compare(DAGS, methods=["climb"])._repr_html_(),
}
# The attributes of <html> and <body>, and whether the page is dark: None where the system decides.
PAGES = {
    "plain": ("", "", False),
    "JupyterLab, dark": ("", 'data-jp-theme-light="false"', True),
    "JupyterLab, light": ("", 'data-jp-theme-light="true"', False),
    "VS Code, dark": ("", 'class="vscode-dark"', True),
    "VS Code, light": ("", 'class="vscode-light"', False),
    "Colab, dark": ('theme="dark"', "", True),
    "marimo, dark": ('class="dark"', "", True),
    "site, dark": ("", 'data-theme="dark"', True),
    "site, light": ("", 'data-theme="light"', False),
    "site, auto": ("", 'data-theme="auto"', None),
}


@pytest.fixture(scope="module")
def driver():
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"):
        options.add_argument(flag)
    with webdriver.Chrome(options, webdriver.ChromeService(DRIVER)) as opened:
        yield opened


def luminance(colour: str) -> float:
    """Of a colour as the browser gives it, rgb(r, g, b); the contrast of WCAG is made of it."""
    channels = np.array([int(value) / 255 for value in re.findall(r"\d+", colour)[:3]])
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


@pytest.mark.parametrize("system", ["light", "dark"])
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("name", CARDS)
def test_a_card_has_the_shade_of_its_page(driver, tmp_path, name, page, system):
    html, body, dark = PAGES[page]
    dark = system == "dark" if dark is None else dark
    path = tmp_path / "page.html"
    path.write_text(f"<!doctype html><html {html}><body {body}>{CARDS[name]}</body></html>", "utf-8")
    media = [{"name": "prefers-color-scheme", "value": system}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})
    driver.get(path.as_uri())
    card = driver.find_element(By.CLASS_NAME, "mcbnc-card")
    ground = luminance(card.value_of_css_property("background-color"))
    assert (ground < 0.1) == dark
    for cell in card.find_elements(By.CSS_SELECTOR, "th, td, div"):
        ink = luminance(cell.value_of_css_property("color"))
        assert (max(ink, ground) + 0.05) / (min(ink, ground) + 0.05) > 4.5
    picture = image.imread(io.BytesIO(card.find_element(By.TAG_NAME, "img").screenshot_as_png))[..., :3]
    shade = np.median(picture)
    assert shade < 0.15 if dark else shade > 0.95
    assert picture.std() > 0.02  # something is drawn there


def test_a_reader_that_drops_the_style_sheet_shows_the_light_card(driver, tmp_path):
    path = tmp_path / "page.html"
    stripped = re.sub("<style>.*?</style>", "", CARDS["consensus"])
    assert stripped != CARDS["consensus"]
    path.write_text(f'<!doctype html><body data-jp-theme-light="false">{stripped}</body>', "utf-8")
    driver.get(path.as_uri())
    card = driver.find_element(By.CLASS_NAME, "mcbnc-card")
    assert luminance(card.value_of_css_property("background-color")) == pytest.approx(1)
    assert luminance(card.value_of_css_property("color")) < 0.02
