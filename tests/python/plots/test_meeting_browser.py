"""The page for a meeting in Chromium: after each answer it shows what Pooled.answer() finds."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from browser import MARKS, By, Keys, Page, chromium
from exploring import HOSTILE
from helpers import random_dag

import mcbnc

pytestmark = [*MARKS, pytest.mark.filterwarnings("ignore::mcbnc.DataWarning")]

EXACT = 1e-9
TOLD = """
const all = (selector) => [...document.querySelectorAll(selector)];
const values = (row) => [...row.querySelectorAll("data")].map((found) => Number(found.value));
const names = (row) => [...row.querySelectorAll("bdi")].map((name) => name.textContent);
const cy = document.getElementById("network")._cyreg.cy;
const drawn = cy.edges(".forward, .backward").map((e) => {
  const ends = [e.source().data("label"), e.target().data("label")];
  return [...(e.hasClass("forward") ? ends : ends.reverse()), e.data("sure"), Number(e.style("opacity"))];
});
const of = (body) => all(`#${body}-body tbody tr`).map((row) => [names(row), values(row)]);
const nodes = [...Array(cy.nodes().length).keys()];
const asked = arguments[0] ?? nodes.flatMap((i) => nodes.slice(i + 1).map((j) => [i, j]));
const pairs = asked.map(([i, j]) => {
  document.getElementById("pair-a").value = i;
  document.getElementById("pair-b").value = j;
  document.getElementById("pair-show").click();
  const rows = all("#evidence-body tbody tr").map((row) => [row.cells[0].textContent, ...values(row)]);
  return [i, j, ...values(document.querySelector("#evidence-body .words")), rows];
});
return { drawn, contested: of("contested"), edges: of("edges"), sources: of("sources"), pairs };
"""


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    with chromium(tmp_path_factory.mktemp("profile")) as started:
        yield started


def experts(network, names, own=(), numbers=False, seed=None):
    """What five experts say of one network. Each misses and invents edges. `own`: who has which."""
    true = random_dag(np.random.default_rng(network), len(names), min(0.3, 3 / len(names)))
    rng = np.random.default_rng(network if seed is None else seed)
    wrong = 0.6 / len(names)
    found = {}
    for k, who in enumerate(["Zoe", "Ann", "Bob", "Eve", "Dan"]):
        said = np.where(rng.random(true.shape) < 0.75, true, 0)
        said |= np.triu(rng.random(true.shape) < wrong, 1) & ~(said.T == 1)
        turned = (rng.random(true.shape) < 0.2) & (said == 1)
        said = np.where(turned, 0, said) | turned.T
        said = np.where((said == 1) & (said.T == 1), np.triu(said), said)
        sure = np.round(rng.uniform(0.3, 1, true.shape), 2) if numbers else 1
        frame = pd.DataFrame(said * sure, names, names)
        found[who] = frame.loc[own[k], own[k]] if own and own[k] else frame
    return found


def table(seed, names, rows=200):
    """Rows of a chain with noise."""
    rng = np.random.default_rng(seed)
    columns = [rng.integers(0, 2, rows)]
    while len(columns) < len(names):
        columns.append(np.where(rng.random(rows) < 0.85, columns[-1], 1 - columns[-1]))
    return pd.DataFrame(dict(zip(names, columns, strict=True)))


NAMES = list("hgfedcba")  # not sorted
PARTS = [list("abcdefg"), list("cdefgh"), None, list("abgh"), list("bcdefgh")]
TWINS = {**experts(5, NAMES), "Twin": experts(5, NAMES)["Ann"], "Third": experts(5, NAMES)["Ann"]}


def cases():
    sites = [table(7, NAMES, 150), table(8, NAMES, 250)]
    return {
        "rows": lambda: mcbnc.pool(experts(1, NAMES), table(1, NAMES), resamples=20),
        "no rows": lambda: mcbnc.pool(experts(2, NAMES)),
        "parts": lambda: mcbnc.pool(experts(3, NAMES, PARTS), table(3, NAMES[:6]), nodes=NAMES, resamples=20),
        "parts without rows": lambda: mcbnc.pool(experts(3, NAMES, [PARTS[1]] * 5), nodes=NAMES),
        "numbers": lambda: mcbnc.pool(experts(4, NAMES, numbers=True), table(4, NAMES), resamples=20),
        "knowledge": lambda: mcbnc.pool(
            experts(5, NAMES),
            table(5, NAMES),
            knowledge={"required": [("a", "b")], "forbidden": [("c", "d"), ("e", "c"), ("d", "e")]},
            answers={("h", "a"): "->"},
            resamples=20,
        ),
        "tiers": lambda: mcbnc.pool(
            experts(6, NAMES), knowledge={"tiers": [["a", "b", "c"], ["d", "e"], ["f", "g", "h"]]}
        ),
        "copies": lambda: mcbnc.pool(TWINS, table(5, NAMES), resamples=20),
        "groups and weights": lambda: mcbnc.pool(
            TWINS, groups=[["Ann", "Twin", "Third"]], weights=[1, 0.5, 2, 1, 0, 1, 1.5]
        ),
        "several tables": lambda: mcbnc.pool(experts(7, NAMES), sites),
        "heavy": lambda: mcbnc.pool(experts(8, NAMES), table(8, NAMES), weights=[30, 40, 50, 20, 30]),
        "dropped": lambda: mcbnc.pool(
            [random_dag(np.random.default_rng(k), 8, 0.3) for k in range(4)], chance="drop"
        ),
    }


CASES = cases()


def check(told, pooled):
    """What the page shows is what Python has."""
    names = sorted(pooled.nodes)
    index = {name: pooled.nodes.index(name) for name in names}
    text = {str(name): name for name in names}
    edges = sorted((text[tail], text[head]) for tail, head, *_ in told["drawn"])
    assert edges == sorted(pooled.edges)
    assert sorted((text[a], text[b]) for (a, b), _ in told["edges"]) == edges
    for tail, head, sure, opacity in told["drawn"]:
        want = pooled.probability[index[text[tail]], index[text[head]]]
        assert sure == pytest.approx(want, abs=EXACT)
        assert opacity == pytest.approx(want, abs=1e-3)
    for i, j, probability, direction, rows in told["pairs"]:
        a, b = names[i], names[j]
        assert probability == pytest.approx(pooled.probability[index[a], index[b]], abs=EXACT)
        assert direction == pytest.approx(pooled.direction[index[a], index[b]], abs=EXACT)
        explained = pooled.explain(a, b)
        parts = rows[1 : len(explained.parts)]
        assert [name for name, *_ in parts] == [str(part.source) for part in explained.parts[1:]]
        for (_, edge, *way), part in zip([rows[0], *parts], explained.parts, strict=True):
            assert edge == pytest.approx(part.edge, abs=1e-7)
            assert sum(way) == pytest.approx(part.direction, abs=1e-7)
        assert rows[-1][1] == pytest.approx(explained.log_odds, abs=1e-7)
    contested = pooled.contested(10)
    assert [tuple(shown[:2]) for shown, _ in told["contested"]] == [(str(p.a), str(p.b)) for p in contested]
    for (_, values), pair in zip(told["contested"], contested, strict=True):
        assert values == pytest.approx([pair.probability, pair.direction], abs=EXACT)
    sources = pooled.sources
    for (shown, values), (name, worth) in zip(told["sources"], sources.items(), strict=False):
        assert shown == [str(name), *map(str, sorted(worth.alike, key=list(sources).index))]
        assert values == pytest.approx(list(worth[:5]), abs=1e-7)


def press(page, a, b, word):
    """Answer a pair, whichever its order on the page."""
    names = page.data["nodes"]["name"]
    i, j = names.index(str(a)), names.index(str(b))
    if i > j:
        i, j, word = j, i, {"->": "<-", "<-": "->"}.get(word, word)
    page.run(
        "document.getElementById('pair-a').value = arguments[0];"
        "document.getElementById('pair-b').value = arguments[1];"
        "document.getElementById('pair-show').click();"
        "[...document.querySelectorAll('#evidence-body [data-answer]')]"
        ".find((b) => b.dataset.answer.endsWith(` ${arguments[2]}`)).click()",
        i,
        j,
        word,
    )


def test_the_cases_are_what_they_are_called():
    """Copies count less, noise is dropped, parts leave pairs unseen, and several tables are one structure."""
    assert {"Twin", "Third"} <= set(CASES["copies"]().sources["Ann"].alike)
    assert {worth.weight for worth in CASES["dropped"]().sources.values()} == {0}
    assert CASES["parts without rows"]().unseen
    assert "2 tables" in repr(CASES["several tables"]())


@pytest.mark.parametrize("case", CASES)
def test_ten_answers_give_the_graph_of_answer(driver, tmp_path, case):
    """The most contested pair is answered ten times. What the page refuses, Python refuses too."""
    first = CASES[case]()
    page = Page(driver).open(first.explore(), tmp_path / "meeting.html")
    rng, pooled, taken, given, refused = np.random.default_rng(1), first, 0, {}, 0
    check(page.run(TOLD), first)
    while taken < 10 and refused < 50:
        open_pairs = [p for p in pooled.contested(28) if (p.a, p.b) not in first.answers]
        pair = open_pairs[0] if rng.random() < 0.7 else open_pairs[rng.integers(len(open_pairs))]
        word = str(rng.choice(["->", "<-", "--", "none"]))
        if given.get((pair.a, pair.b)) == word:
            continue
        press(page, pair.a, pair.b, word)
        try:
            pooled = first.answer({**given, (pair.a, pair.b): word})
        except mcbnc.InvalidInputError:
            refused += 1
            assert "not taken" in page.text("refused")
            continue
        given[pair.a, pair.b] = word
        taken += 1
        assert page.text("refused") == ""
        check(page.run(TOLD), pooled)
    assert taken == 10
    space = {"pooled": first}
    exec(page.at("handed").get_property("value"), space)
    assert space["pooled"].answers == pooled.answers
    assert space["pooled"].edges == pooled.edges
    page.at("take-all").click()
    assert page.at("handed").get_property("value") == ""
    check(page.run(TOLD), first)
    assert page.problems() == ([], [])


def test_a_large_network(driver, tmp_path):
    """Of 56 nodes and ten sources. The answers change the graph, and copies among the sources."""
    names = [f"v{k:02d}" for k in range(56)]
    sources = {f"{who} {k}": said for k in (1, 2) for who, said in experts(3, names, seed=k).items()}
    first = mcbnc.pool(sources, table(3, names), resamples=5)
    page = Page(driver).open(first.explore(), tmp_path / "meeting.html")
    rng, pooled, given = np.random.default_rng(2), first, {}
    for _ in range(10):
        open_pairs = pooled.contested(10)
        pair = open_pairs[rng.integers(10)]
        word = str(rng.choice(["--", "none"]))
        press(page, pair.a, pair.b, word)
        given[pair.a, pair.b] = word
        pooled = first.answer(given)
        shown = [sorted(map(names.index, (p.a, p.b))) for p in open_pairs]
        check(page.run(TOLD, shown), pooled)
    assert len(given) == 10
    assert page.problems() == ([], [])


def test_of_unseen_pairs_no_edge_is_claimed(driver, tmp_path):
    """Also where most pairs are joined, so that the prior is above one half."""
    complete = pd.DataFrame(np.triu(np.ones((3, 3), int), 1), list("abc"), list("abc"))
    first = mcbnc.pool([complete] * 3, nodes=list("abcd"))
    assert first.probability[0, 3] > 0.5
    page = Page(driver).open(first.explore(), tmp_path / "meeting.html")
    check(page.run(TOLD), first)
    page.run(TOLD, [[0, 3]])
    assert "no edge is claimed" in page.text("evidence-body")
    press(page, "a", "d", "->")
    check(page.run(TOLD), first.answer({("a", "d"): "->"}))
    assert page.problems() == ([], [])


REFUSED = {
    "cycle": ([("a", "b", "->"), ("b", "c", "->")], ("c", "a", "->"), {}),
    "cycle with knowledge": ([("b", "c", "->")], ("c", "a", "->"), {"required": [("a", "b")]}),
    "required": ([], ("a", "b", "none"), {"required": [("a", "b")]}),
    "forbidden": ([], ("a", "b", "--"), {"forbidden": [("a", "b"), ("b", "a")]}),
    "other direction": ([], ("a", "b", "<-"), {"required": [("a", "b")]}),
    "forbidden arc": ([], ("a", "b", "->"), {"forbidden": [("a", "b")]}),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_kept_is_refused(driver, tmp_path, case):
    """The page keeps the answers before it, and says why. Python refuses it too."""
    answers, refused, knowledge = REFUSED[case]
    first = mcbnc.pool(experts(2, NAMES), knowledge=knowledge)
    page = Page(driver).open(first.explore(), tmp_path / "meeting.html")
    for answer in [*answers, refused]:
        press(page, *answer)
    kept = {(a, b): word for a, b, word in answers}
    with pytest.raises(mcbnc.InvalidInputError):
        first.answer({**kept, refused[:2]: refused[2]})
    assert ("cycle" if "cycle" in case else "Knowledge ") in page.text("refused")
    assert page.at("refused").is_displayed()
    check(page.run(TOLD), first.answer(kept))
    assert page.problems() == ([], [])


def test_an_answer_outweighs_heavy_sources(driver, tmp_path):
    """Its arrow is placed before theirs, though theirs have larger log-odds. So theirs are turned."""
    first = mcbnc.pool(["[b][c|b][a|c][d|a][e|d]"] * 4, weights=[100] * 4)
    page = Page(driver).open(first.explore(), tmp_path / "meeting.html")
    press(page, "a", "b", "->")
    pooled = first.answer({("a", "b"): "->"})
    assert ("a", "b") in pooled.edges
    assert len(pooled) == 5
    check(page.run(TOLD), pooled)
    assert page.problems() == ([], [])


def test_two_nodes(driver, tmp_path):
    first = mcbnc.pool(["[a][b|a]", "[a][b|a]", "[a][b]"])
    page = Page(driver).open(first.explore(), tmp_path / "meeting.html")
    for word in ("->", "<-", "none"):
        press(page, "a", "b", word)
        check(page.run(TOLD), first.answer({("a", "b"): word}))
    assert page.problems() == ([], [])


def test_known_cycles_of_directions_are_ordered_as_the_engine_does(driver, tmp_path):
    """Forbidden directions may leave a cycle. Answers change which order of the nodes keeps most."""
    barred = [("b", "a"), ("c", "b"), ("d", "c"), ("a", "d"), ("e", "d"), ("f", "e"), ("c", "f")]
    first = mcbnc.pool(experts(9, NAMES), table(9, NAMES), knowledge={"forbidden": barred}, resamples=20)
    page = Page(driver).open(first.explore(), tmp_path / "meeting.html")
    check(page.run(TOLD), first)
    given = {}
    for pair, word in ((("b", "c"), "->"), (("a", "d"), "--"), (("d", "e"), "->"), (("f", "c"), "--")):
        press(page, *pair, word)
        try:
            pooled = first.answer({**given, pair: word})
        except mcbnc.InvalidInputError:
            assert "not taken" in page.text("refused")
            continue
        given[pair] = word
        check(page.run(TOLD), pooled)
    assert len(given) >= 2
    assert page.problems() == ([], [])


@pytest.fixture
def meeting(driver, tmp_path):
    pooled = CASES["rows"]()
    page = Page(driver).open(pooled.explore(), tmp_path / "meeting.html")
    yield page, pooled
    assert page.problems() == ([], [])


def test_an_answer_is_taken_back(meeting):
    page, pooled = meeting
    answers = page.driver.find_elements(By.CSS_SELECTOR, "#contested-body [data-answer]")
    place = answers[3].get_dom_attribute("data-answer")
    answers[3].click()
    pair = pooled.contested(1)[0]
    assert f"{pair.a} and {pair.b}: no edge" in page.text("answers-body")
    check(page.run(TOLD), pooled.answer({(pair.a, pair.b): "none"}))
    page.driver.find_element(By.CSS_SELECTOR, "#answers-body [data-back]").click()
    assert "None yet" in page.text("answers-body")
    check(page.run(TOLD), pooled)
    press(page, pair.a, pair.b, "none")
    press(page, pair.a, pair.b, "none")  # a second time takes it back
    assert "None yet" in page.text("answers-body")
    page.driver.find_element(By.CSS_SELECTOR, f'[data-answer="{place}"]').click()
    assert "no edge" in page.text("answers-body")


def test_earlier_answers_can_be_changed_and_not_lost(driver, tmp_path):
    pooled = CASES["rows"]().answer({("b", "a"): "->"})
    page = Page(driver).open(pooled.explore(), tmp_path / "meeting.html")
    assert "given before" in page.text("answers-body")
    press(page, "b", "a", "->")  # it holds already
    assert page.at("handed").get_property("value") == ""
    press(page, "a", "b", "none")
    assert "given before" not in page.text("answers-body")
    check(page.run(TOLD), pooled.answer({("a", "b"): "none"}))
    press(page, "b", "a", "->")
    assert "given before" in page.text("answers-body")
    check(page.run(TOLD), pooled)


def test_answers_are_handed_back(meeting):
    page, pooled = meeting
    for pair, word in ((("a", "c"), "none"), (("h", "b"), "->")):
        press(page, *pair, word)
    want = pooled.answer({("a", "c"): "none", ("h", "b"): "->"})
    page.at("copy-json").click()
    assert page.text("handed-told") == "Copied."
    page.run("document.getElementById('search').value = ''")
    page.at("search").send_keys(Keys.CONTROL, "v")
    read = json.loads(page.at("search").get_property("value"))
    assert pooled.answer({(a, b): word for a, b, word in read}).edges == want.edges
    page.run(
        "URL.createObjectURL = (blob) => "
        "{ blob.text().then((text) => { document.title = text; }); return '#'; }"
    )
    page.at("save-json").click()
    page.settle()
    assert json.loads(page.driver.title) == read


def test_the_keyboard_answers(meeting):
    page, _ = meeting
    page.driver.find_element(By.CSS_SELECTOR, "#contested-body [data-answer]").send_keys(Keys.ENTER)
    assert page.text("live").startswith("Answered: ")
    inside = "return document.getElementById('contested-body').contains(document.activeElement)"
    assert page.run(inside), "the focus stays in the list"
    page.press(Keys.ESCAPE)
    assert "Click an edge" in page.text("evidence-body")
    nameless = page.run(
        "return [...document.querySelectorAll('button, input, select, textarea')].filter((e) => "
        "!(e.ariaLabel || e.textContent.trim() || e.labels?.length)).map((e) => e.outerHTML)"
    )
    assert nameless == []


def test_the_search_marks_a_node_and_the_network_is_clicked(meeting):
    page, _ = meeting
    page.at("search").send_keys("h", Keys.ENTER)
    marked = (
        "return document.getElementById('network')._cyreg.cy.nodes('.chosen').map((n) => n.data('label'))"
    )
    assert page.run(marked) == ["h"]
    tail, head, x, y = page.run(
        "const edge = document.getElementById('network')._cyreg.cy.edges('.forward, .backward')[2];"
        "const { x, y } = edge.renderedMidpoint();"
        "return [edge.source().data('label'), edge.target().data('label'), x, y]"
    )
    page.click_at(x, y)
    shown = page.driver.find_element(By.CSS_SELECTOR, "#evidence .pair").text
    assert set(shown.split(" – ")) == {tail, head}
    page.click_at(5, 5)
    assert page.run(marked) == []
    assert "Click an edge" in page.text("evidence-body")


def test_a_browser_that_finds_otherwise_shows_nothing(driver, tmp_path):
    explorer = CASES["no rows"]().explore()
    page = Page(driver).open(explorer, tmp_path / "meeting.html")
    assert page.at("network").is_displayed()
    share = repr(page.data["found"]["probability"][3])
    told, found, after = explorer.html.partition('"found":{')
    changed = told + found + after.replace(share, repr(float(share) + 1e-5), 1)
    assert changed != explorer.html
    (tmp_path / "changed.html").write_text(changed, encoding="utf-8")
    driver.get((tmp_path / "changed.html").as_uri())
    assert not page.at("network").is_displayed()
    assert "shows nothing" in page.text("refused")


def test_it_works_in_the_frame_of_a_notebook(driver, tmp_path):
    pooled = CASES["no rows"]()
    page = Page(driver).open(pooled.explore(), tmp_path / "alone.html")
    assert page.at("save-json").is_displayed()
    text = f"<!doctype html><title>a notebook</title>{pooled.explore()._repr_html_()}"
    (tmp_path / "notebook.html").write_text(text, encoding="utf-8")
    driver.get((tmp_path / "notebook.html").as_uri())
    driver.switch_to.frame(0)
    try:
        press(page, "a", "b", "none")
        check(page.run(TOLD), pooled.answer({("a", "b"): "none"}))
        assert not page.at("save-json").is_displayed()
    finally:
        driver.switch_to.default_content()
    assert page.problems() == ([], [])


def test_hostile_names_are_text(driver, tmp_path):
    n = len(HOSTILE)
    dags = [pd.DataFrame(random_dag(np.random.default_rng(k), n, 0.3), HOSTILE, HOSTILE) for k in range(3)]
    pooled = mcbnc.pool(dict(zip(HOSTILE, dags, strict=False)))
    page = Page(driver).open(pooled.explore(), tmp_path / "meeting.html")
    elements = "return document.images.length + document.querySelectorAll('body script').length"
    for _ in range(3):
        page.driver.find_elements(By.CSS_SELECTOR, "#contested-body [data-choose]")[1].click()
        page.driver.find_element(By.CSS_SELECTOR, "#contested-body [data-answer$=none]").click()
    assert page.run(elements) == 3
    space = {"pooled": pooled}
    exec(page.at("handed").get_property("value"), space)
    assert len(space["pooled"].answers) == 3
    assert page.problems() == ([], [])
