"""The explorer in Chromium: what it shows, how it is used, and what it must not do."""

from __future__ import annotations

import json
import re
from html import escape

import numpy as np
import pytest
from browser import MARKS, ActionChains, By, Keys, Page, chromium
from exploring import HOSTILE, lacking_nodes, look_at
from helpers import noisy_copies, random_dags

import mcbnc

WebDriverWait = pytest.importorskip("selenium.webdriver.support.wait").WebDriverWait

pytestmark = MARKS


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    with chromium(tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.fixture(scope="module")
def alarm():
    clients = mcbnc.datasets.load("alarm")
    return mcbnc.trajectory(clients.dags, nodes=clients.nodes)


@pytest.fixture
def page(driver, alarm, tmp_path):
    """ALARM's explorer. After each test, nothing is to have gone wrong in it."""
    opened = Page(driver).open(alarm.explore(), tmp_path / "alarm.html")
    yield opened
    assert opened.problems() == ([], [])


def expected(data, state):
    """The edges that a state has, with the classes of their looks."""
    classes = {0: ["forward"], 1: ["backward"], 2: ["forward", "reversible"], 3: ["backward", "reversible"]}
    looks = {k: look_at(data, edge, state) for k, edge in enumerate(data["edges"])}
    return {k: classes[look] for k, look in looks.items() if look is not None}


def test_slider_moves_the_state(page):
    positions = "return document.getElementById('network')._cyreg.cy.nodes().map((n) => n.position())"
    places = page.run(positions)
    for state in range(len(page.data["states"]["theta"])):
        page.go_to(state)
        assert page.edges() == expected(page.data, state)
        assert page.text("theta") == f"θ = {page.data['states']['texts'][state]}"
        assert page.text("summary").startswith(f"{page.data['states']['edges'][state]} edge")
        assert f"{page.data['states']['edges'][state]} edge" in page.at("slider").get_attribute(
            "aria-valuetext"
        )
    assert page.run(positions) == places


def test_edges_fade_where_motion_is_welcome(driver, alarm, tmp_path):
    page = Page(driver).open(alarm.explore(), tmp_path / "alarm.html", still=False)
    last = len(page.data["states"]["theta"]) - 1
    for state in (0, last, 3, 0, 8):  # faster than the edges fade
        page.go_to(state)
    WebDriverWait(driver, 20).until(lambda _: page.edges() == expected(page.data, 8))
    assert page.problems() == ([], [])


def test_curve_is_clickable(page):
    box = page.run("return document.querySelector('#chart svg').getBoundingClientRect().toJSON()")
    svg = page.driver.find_element(By.CSS_SELECTOR, "#chart svg")
    before = page.run("return document.querySelector('#chart .now').getAttribute('d')")
    ActionChains(page.driver).move_to_element_with_offset(
        svg, round(-0.45 * box["width"]), 0
    ).click().perform()
    page.settle()
    assert page.text("theta") == "θ = 0"
    assert page.run("return document.querySelector('#chart .now').getAttribute('d')") != before
    page.at("nearest").click()
    page.settle()
    assert page.text("theta") == "θ = 0.6"
    assert not page.at("nearest").is_enabled()


def test_click_on_an_edge_shows_its_evidence(page, alarm):
    edge, x, y = page.run(
        "const edge = document.getElementById('network')._cyreg.cy.edges('.backward, .forward')[5];"
        "const { x, y } = edge.renderedMidpoint(); return [edge.data('edge'), x, y]"
    )
    page.click_at(x, y)
    i, j = (alarm.nodes[page.data["edges"][edge][end]] for end in "ij")
    assert set(re.split(" [→–] ", page.driver.find_element(By.CSS_SELECTOR, "#evidence .pair").text)) == {
        i,
        j,
    }
    assert i in page.text("live")
    assert "chosen" in page.edges()[edge]
    page.click_at(5, 5)
    assert "Click an edge" in page.text("evidence-body")
    assert not [k for k, classes in page.edges().items() if "chosen" in classes]


TOLD = """
const done = [];
for (const list of ["list-present", "list-deleted"]) {
  document.getElementById(list).click();
  await new Promise(requestAnimationFrame);
  for (const k of [...document.querySelectorAll("#edges-body [data-edge]")].map((b) => b.dataset.edge)) {
    document.querySelector(`#edges-body [data-edge="${k}"]`).click();
    await new Promise(requestAnimationFrame);
    const found = (selector) => [...document.querySelectorAll(`#evidence-body ${selector}`)];
    const texts = (selector) => found(selector).map((e) => e.textContent);
    done.push([texts(".pair")[0], texts(".words"), texts("tbody tr td:first-child")]);
  }
}
return done;
"""
CLASS = np.array([[0, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1], [0, 0, 0, 0]], np.uint8)  # 0 - 1 - 2 -> 3
RUNS = {
    "plain": {"dags": random_dags(1, 4, 7, 0.5)},
    "weighted": {"dags": noisy_copies(4, 4, 8), "weights": [0.5, 0.25, 1.5, 3]},
    "capped": {"dags": random_dags(12, 6, 8, 0.3), "cap": 1},
    "no H": {"dags": random_dags(8, 4, 7, 0.5), "k_max": 0},
    "dropped": {"dags": [*noisy_copies(4, 7, 8, flips=1), random_dags(3, 1, 8)[0]], "outliers": "drop"},
    "extended": {"dags": [CLASS, CLASS, *random_dags(2, 2, 4)]},
    "of sites": {"dags": {"north": CLASS, "<b>": CLASS, "1": CLASS, 2.5: random_dags(2, 1, 4)[0]}},
    "of sites, dropped": {
        "dags": dict(
            zip("ABCDEFGH", [*noisy_copies(4, 7, 8, flips=1), random_dags(3, 1, 8)[0]], strict=True)
        ),
        "outliers": "drop",
    },
    "over different nodes": {"dags": lacking_nodes(3), "nodes": "union", "weights": [1, 2, 1, 0, 1]},
    "constrained": {
        "dags": random_dags(10, 4, 7, 0.4),
        "knowledge": {"required": [(0, 1)], "forbidden": [(2, 3), (3, 2)]},
    },
}


@pytest.mark.parametrize("case", RUNS)
@pytest.mark.parametrize("theta", [0.0, 0.5])
def test_words_are_those_of_explain(driver, tmp_path, case, theta):
    """Of all edges at the end of a run to theta."""
    result = mcbnc.trajectory(**RUNS[case]).at(theta)
    page = Page(driver).open(result.explore(), tmp_path / "run.html")
    page.go_to(len(page.data["states"]["theta"]) - 1)
    result = result.trajectory.at(page.data["states"]["theta"][-1])
    told = page.run(f"return (async () => {{{TOLD}}})()")
    assert len(told) == np.count_nonzero(result.fusion)
    for pair, words, rows in told:
        u, v = (int(end) if end.isdigit() else end for end in re.split(" (?:→|–|and) ", pair))
        explanation = result.explain(u, v)
        plain = re.sub(r"'([a-z])'", r"\1", explanation.words)  # the page has names without quotes
        assert words == plain.replace("->", "→").replace("--", "–").split("\n")
        has = (explanation.directions != "") | explanation.imaps | (explanation.per_dag > 0)
        assert rows == [str(result.trajectory.sites[k]) for k in np.flatnonzero(has)]
    assert page.problems() == ([], [])


def test_of_different_nodes_unsure_edges_are_dotted(driver, tmp_path):
    dags = {"x": "[a][c|a]", "y": "[a][c|a]", "z": "[a][b|a][c|b]", "w": "[b][d|b]"}
    result = mcbnc.consensus(dags, 0, nodes="union")
    assert {frozenset(edge) for edge in result.unsure} == {frozenset("ac")}
    page = Page(driver).open(result.explore(), tmp_path / "union.html")
    (unsure,) = (k for k, classes in page.edges().items() if "unsure" in classes)
    ends = [page.data["nodes"]["name"][page.data["edges"][unsure][end]] for end in "ij"]
    assert sorted(ends) == ["a", "c"]
    styles = page.run(
        "const cy = document.getElementById('network')._cyreg.cy;"
        "return cy.edges().map((e) => [e.data('edge'), e.style('line-style')])"
    )
    assert {k for k, style in styles if style == "dotted"} == {unsure}
    assert "2 pairs not seen together" in page.text("facts")
    assert page.text("summary").startswith("4 edges: 0 directed, 4 reversible, 1 unsure")
    assert page.at("legend-unsure").is_displayed()
    page.at("search").send_keys("d", Keys.ENTER)
    page.settle()
    assert (
        page.text("evidence").count("Not seen together with d, so nothing is known of the pairs: a, c.") == 1
    )
    page.at("all-nodes").click()
    page.settle()
    assert "reversible, unsure" in page.text("edges-body")
    assert "Not seen together" not in page.text("evidence")
    assert page.problems() == ([], [])


def test_an_edge_that_a_later_step_deletes_says_when(page):
    page.go_to(0)
    page.run("document.querySelector('#edges-body [data-edge]').click()")
    page.settle()
    (k,) = (k for k, classes in page.edges().items() if "chosen" in classes)
    edge, states = page.data["edges"][k], page.data["states"]
    goes = next(
        text for text, steps in zip(states["texts"], states["steps"], strict=True) if steps > edge["step"]
    )
    words = page.driver.find_elements(By.CSS_SELECTOR, "#evidence .words")[-1].text
    assert words.startswith(
        f"It stays here. Step {edge['step']} (of {page.data['run']['steps']}, from 0) deletes it at"
    )
    assert f"at theta {goes}, psi {edge['psiText']}: the mean size" in words
    page.go_to(len(states["theta"]) - 1)
    words = page.driver.find_elements(By.CSS_SELECTOR, "#evidence .words")[-1].text
    assert f"deleted it, psi {edge['psiText']} <= theta" in words
    assert page.edges()[k] == ["chosen", "ghost"]


@pytest.mark.filterwarnings("ignore:.*agree no more than chance")
def test_chance_is_told(driver, tmp_path):
    """Of the inputs in the facts, and of the first state beside its number of edges."""
    result = mcbnc.consensus(random_dags(2, 3, 15, 0.2), 0.4)
    line = str(result.chance)
    page = Page(driver).open(result.explore(), tmp_path / "chance.html")
    assert "the DAGs agree no more than chance" in page.text("facts")
    assert page.text("summary").startswith(f"{len(result)} edge")
    assert page.text("summary").endswith(f"; {line}")
    assert f"; {line}; mean distance" in page.at("slider").get_attribute("aria-valuetext")
    page.at("previous").click()
    page.settle()
    assert "alone" not in page.text("summary")


def test_search_marks_and_centres_a_node(page):
    page.at("search").send_keys("catech", Keys.ENTER)
    page.settle()
    cy = "const cy = document.getElementById('network')._cyreg.cy;"
    place, width, height = page.run(
        f"{cy} return [cy.nodes('.chosen')[0].renderedPosition(), cy.width(), cy.height()]"
    )
    assert page.run(f"{cy} return cy.nodes('.chosen').map((n) => n.data('label'))") == ["CATECHOL"]
    assert abs(place["x"] - width / 2) < 2
    assert abs(place["y"] - height / 2) < 2
    assert page.run(f"{cy} return cy.elements('.dim').length") > 0
    assert page.text("edges-title") == "Edges of CATECHOL"
    listed = page.driver.find_elements(By.CSS_SELECTOR, "#edges-body td button")
    assert listed
    assert all("CATECHOL" in button.text for button in listed)
    page.at("search").clear()
    page.at("search").send_keys("no such node", Keys.ENTER)
    page.settle()
    assert page.text("live") == "No node is called no such node"
    page.press(Keys.ESCAPE)
    assert page.text("edges-title") == "Edges"
    assert page.run(f"{cy} return cy.elements('.dim').length") == 0


def test_deleted_edges_can_be_drawn(page):
    there = page.edges()
    page.at("ghosts").click()
    page.settle()
    drawn = page.edges()
    assert {k: classes for k, classes in drawn.items() if classes != ["ghost"]} == there
    assert len(drawn) == len(page.data["edges"])


@pytest.mark.parametrize("dark", [False, True])
def test_theme_follows_the_system_and_the_button(driver, alarm, tmp_path, dark):
    page = Page(driver).open(alarm.explore(), tmp_path / "alarm.html", dark=dark)
    look = (
        "const cy = document.getElementById('network')._cyreg.cy;"
        "return [getComputedStyle(document.body).backgroundColor, cy.nodes()[0].style('background-color')]"
    )

    def lightness():
        return [sum(map(int, re.findall(r"\d+", colour)[:3])) / 765 for colour in page.run(look)]

    first = lightness()
    assert all((value < 0.5) == dark for value in first)
    page.at("theme").click()
    assert all((value < 0.5) != dark for value in lightness())
    page.at("theme").click()
    assert lightness() == first
    assert page.problems() == ([], [])


def test_keyboard_alone(page):
    """Every control comes in turn, shows that it has the focus, and works."""
    page.run("document.activeElement.blur()")
    order = []
    for _ in range(14):
        page.press(Keys.TAB)
        order.append(page.run("return document.activeElement.id || document.activeElement.textContent"))
        shown = page.run("return getComputedStyle(document.activeElement).outlineStyle")
        assert shown != "none", order[-1]
    assert order[:3] == ["search", "theme", "network"]
    assert {"ghosts", "zoom-in", "zoom-out", "fit", "previous", "slider", "next"} <= set(order)
    page.run("document.getElementById('slider').focus()")
    page.press(Keys.HOME)
    assert page.text("theta") == "θ = 0"
    page.press(Keys.ARROW_RIGHT)
    assert page.text("theta") == "θ = 0.1"
    assert page.text("live").startswith("theta 0.1: ")
    page.run("document.querySelector('#edges-body [data-edge]').focus()")
    page.press(Keys.ENTER)
    assert page.driver.find_elements(By.CSS_SELECTOR, "#evidence .words")
    assert page.run("return document.activeElement.dataset.edge !== undefined"), "the focus is lost"
    page.press(Keys.ESCAPE)
    assert not page.driver.find_elements(By.CSS_SELECTOR, "#evidence .words")
    page.run("document.getElementById('network').focus()")
    view = "const cy = document.getElementById('network')._cyreg.cy; return [cy.pan(), cy.zoom()]"
    before = page.run(view)
    page.press(Keys.ARROW_LEFT, "+")
    moved = page.run(view)
    assert moved[0] != before[0]
    assert moved[1] > before[1]
    page.press("0")
    assert page.run(view) == before


def test_controls_have_names(page):
    """What a screen reader gets: no control without a name, one live region, landmarks."""
    nodes = page.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    told = [(n["role"]["value"], n.get("name", {}).get("value", "")) for n in nodes if not n["ignored"]]
    controls = {"button", "slider", "searchbox", "combobox", "checkbox", "application", "table", "region"}
    assert [role for role, name in told if role in controls and not name] == []
    assert {"main", "banner", "search", "status", "slider", "application"} <= {role for role, _ in told}


def test_table_can_be_sorted(page):
    def column(at):
        cells = f"[...document.querySelectorAll('#edges-body tr td:nth-child({at})')]"
        return page.run(f"return {cells}.map((cell) => cell.textContent)")

    shares = [int(text.split()[0]) for text in column(3)]
    assert shares == sorted(shares, reverse=True)
    page.driver.find_elements(By.CSS_SELECTOR, "#edges-body th button")[1].click()
    assert column(2) == sorted(column(2))
    assert page.run("return document.activeElement.textContent") == "kind"


def test_narrow_screens_need_no_sideways_scrolling(page):
    size = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        page.driver.refresh()
        page.settle()
        assert page.run("return document.documentElement.scrollWidth") <= 360
    finally:
        page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_the_whole_network_stays_in_view_when_the_screen_turns(page):
    inside = """
const box = document.getElementById("network")._cyreg.cy.nodes().renderedBoundingBox();
const { width, height } = document.getElementById("network").getBoundingClientRect();
return box.x1 >= 0 && box.y1 >= 0 && box.x2 <= width && box.y2 <= height;
"""
    size = page.driver.get_window_size()
    try:
        for width, height in ((390, 844), (844, 390), (1200, 860)):
            page.driver.set_window_size(width, height)
            WebDriverWait(page.driver, 5).until(lambda driver: driver.execute_script(inside))
        page.at("zoom-in").click()
        seen = "return document.getElementById('network')._cyreg.cy.zoom()"
        zoomed = page.run(seen)
        page.driver.set_window_size(390, 844)
        page.settle()
        assert page.run(seen) == zoomed  # a view that was moved stays
    finally:
        page.driver.set_window_size(size["width"], size["height"])


def test_hostile_names_are_text(driver, tmp_path):
    run = mcbnc.trajectory(noisy_copies(5, 4, len(HOSTILE), density=0.5), nodes=HOSTILE)
    page = Page(driver).open(run.explore(), tmp_path / "hostile.html")
    page.go_to(0)
    names = "[...document.querySelectorAll('#node-names option')].map((option) => option.value)"
    assert json.loads(page.run(f"return JSON.stringify({names})")) == HOSTILE  # JSON carries half characters
    assert page.run("return document.images.length + document.querySelectorAll('body script').length") == 3
    ends = "[...document.querySelectorAll('#edges-body td button bdi')].map((name) => name.textContent)"
    assert HOSTILE[0] in json.loads(page.run(f"return JSON.stringify({ends})"))
    for name in HOSTILE[:6]:
        page.run("document.getElementById('search').value = arguments[0]", name)
        page.run("document.getElementById('search-form').requestSubmit()")
        page.settle()
        assert page.text("edges-title") == f"Edges of {name}"
    page.run("document.querySelector('#edges-body [data-edge]').click()")
    page.settle()
    assert page.problems() == ([], [])


def test_the_frame_of_a_notebook_is_isolated(driver, alarm, tmp_path):
    page = Page(driver)
    explorer = alarm.explore()
    page.open(explorer, tmp_path / "alone.html")
    (tmp_path / "notebook.html").write_text(
        f"<!doctype html><title>{escape('a notebook')}</title>{explorer._repr_html_()}", encoding="utf-8"
    )
    driver.get((tmp_path / "notebook.html").as_uri())
    driver.switch_to.frame(0)
    try:
        assert page.text("theta") == "θ = 0.6"
        assert page.edges() == expected(page.data, page.data["selected"])
        reach = "try { return window.parent.document.title } catch (error) { return error.name }"
        assert page.run(reach) == "SecurityError"
    finally:
        driver.switch_to.default_content()
    assert page.problems() == ([], [])
