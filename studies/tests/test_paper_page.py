"""The pages on the study of the paper: they are what the committed results say, and nothing is left out."""

from __future__ import annotations

import json
import re
import sys
from xml.etree import ElementTree

import pytest
from helpers import ROOT
from paper_data import made_up
from studied import DOCS, STUDIES, study_modules

FOLDER = STUDIES / "paper"
FIGURES = DOCS / "paper"
PAGES = ("paper", "paper-figures", "reproduce")


@pytest.fixture(scope="module")
def modules():
    with study_modules(
        "paper",
        "causes",
        "data",
        "figures",
        "figures_ranks",
        "figures_style",
        "figures_svg",
        "page",
        "printed",
    ) as found:
        yield found


@pytest.fixture(scope="module")
def made(modules):
    return modules.data.Study(*made_up(modules.printed.NETWORKS))


@pytest.fixture(scope="module")
def committed(modules):
    return modules.data.load(FOLDER)


@pytest.mark.parametrize("name", PAGES)
def test_the_pages_are_made_of_the_committed_results(modules, committed, name):
    assert modules.page.page(committed, name) == (DOCS / f"{name}.md").read_text(encoding="utf-8")


def test_the_list_of_claims_is_made_of_the_committed_results(modules, committed):
    assert modules.page.claims_text(committed) == (FOLDER / "claims.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("which", ["made", "committed"])
def test_each_claim_that_fails_has_one_cause_and_no_other_has_one(modules, which, request):
    listing = modules.causes.listing(request.getfixturevalue(which))
    assert len(listing) >= 60
    for claim in listing:
        assert (claim["cause"] in modules.causes.CAUSES) == (claim["verdict"] == "does not")
        assert (claim["cause"] is None) == (claim["verdict"] != "does not")


def test_what_is_said_of_a_cause_is_so(modules, committed):
    """With refusion Table 2's decisions come back, and with attempts the synthetic claims hold."""
    listing = modules.causes.listing(committed)
    refused = [claim["verdict"] for claim in listing if claim["where"].endswith("with refusion")]
    assert refused == ["holds"] * 4
    failed = {claim["text"] for claim in listing if claim["cause"] == "reading"}
    attempts = {
        claim["text"]
        for claim in listing
        if claim["where"].endswith("attempts") and claim["verdict"] == "holds"
    }
    assert failed
    assert failed <= attempts


def test_table_2_is_in_the_committed_results(modules):
    text = (FOLDER / "results.json").read_text(encoding="utf-8")
    assert modules.page.with_table2(text) == text
    assert {key: len(found["ranks"]) for key, found in json.loads(text)["table2"].items()} == {
        "smhd": 3,
        "bdeu": 3,
    }


def test_no_case_is_missing(committed, modules):
    keys = [(case["network"], case["clients"]) for case in committed.cases]
    assert keys == [(network, r) for network in modules.printed.NETWORKS for r in modules.printed.CLIENTS]


def test_every_figure_of_the_pages_is_there_and_no_other(modules, committed):
    text = "".join((DOCS / f"{name}.md").read_text(encoding="utf-8") for name in PAGES)
    named = re.findall(r"\{image\} paper/(\S+)", text)
    drawn = [
        f"{name}-{shade}.svg" for name in modules.figures.figures(committed) for shade in ("light", "dark")
    ]
    assert sorted(named) == sorted(drawn) == sorted(path.name for path in FIGURES.glob("*.svg"))
    for path in FIGURES.glob("*.svg"):
        ElementTree.parse(path)
    assert sum(path.stat().st_size for path in FIGURES.iterdir()) < 5.4e6


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_made_up_results_has_no_gap(modules, made, name):
    text = modules.page.page(made, name)
    assert "{{" not in text
    assert text == modules.page.page(made, name)
    for line in text.splitlines():
        if line.startswith("|"):
            assert "None" not in line
            assert "nan" not in line


def without(study, drop, modules):
    """The results without a part, a method, a measure, or nearly everything."""
    results, curves = json.loads(json.dumps(study.results)), study.curves
    kind, name = drop
    if kind == "part":
        results.pop(name)
    elif kind == "method":
        for case in results["cases"][::2]:
            case["found"].pop(name)
    elif kind == "measure":
        for case in results["cases"]:
            for found in case["found"].values():
                found[name] = None
    elif kind == "cases":
        results["cases"] = results["cases"][:name]
    elif kind == "rival":
        for row in results["runtime"]:
            for numbers in (row["seconds"], row["smhd"], row["smhd_inputs"]):
                numbers.pop(name)
    elif kind == "curves":
        curves = {}
    return modules.data.Study(results, curves)


DROPS = [
    ("part", "repeats"),
    ("part", "synthetic"),
    ("part", "k_max"),
    ("part", "runtime"),
    ("method", "mean input"),
    ("method", "mcbnc auto"),
    ("method", "gold"),
    ("method", "pooled"),
    ("measure", "bdeu"),
    ("measure", "smhd_inputs"),
    ("measure", "theta"),
    ("cases", 0),
    ("cases", 1),
    ("cases", 7),
    ("rival", "genetic arcs"),
    ("curves", ""),
]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_a_quick_study_says_so(modules, made, name):
    quick = modules.data.Study(
        {**made.results, "about": {**made.results["about"], "quick": True}}, made.curves
    )
    title, note, *_ = modules.page.page(quick, name).split("\n\n")
    assert title.startswith("# ")
    assert "QUICK=1" in note
    assert note not in modules.page.page(made, name)


@pytest.mark.parametrize("drop", DROPS, ids=lambda drop: " ".join(map(str, drop)))
def test_what_is_missing_is_a_dash(modules, made, drop):
    partial = without(made, drop, modules)
    for name in PAGES:
        assert "{{" not in modules.page.page(partial, name)


@pytest.mark.slow
@pytest.mark.parametrize(
    "drop", [drop for drop in DROPS if drop[0] in ("method", "measure", "cases", "rival")]
)
def test_figures_of_what_there_is(modules, made, drop):
    partial, look = without(few(made, modules), drop, modules), modules.figures_style.shade("light")
    for draw in modules.figures.figures(partial).values():
        draw(look)


def few(study, modules):
    """The results of two networks, with few sizes."""
    results = {**study.results, "cases": study.cases[:12], "synthetic": study.results["synthetic"][:4]}
    return modules.data.Study(results, study.curves)


@pytest.mark.slow
def test_the_report_is_made_by_one_command(modules, made, tmp_path, monkeypatch):
    figures = tmp_path / "docs" / "paper"
    figures.mkdir(parents=True)
    (tmp_path / "results.json").write_text(json.dumps(few(made, modules).results))
    (tmp_path / "curves.json").write_text(json.dumps(made.curves))
    (figures / "old-light.svg").write_text("")
    monkeypatch.setattr(sys, "argv", ["page.py", str(tmp_path), str(tmp_path / "docs")])
    modules.page.main()
    first = {path.name: path.read_bytes() for path in tmp_path.rglob("*.*")}
    assert "old-light.svg" not in first
    assert {"paper.md", "reproduce.md", "smhd-light.svg", "smhd-dark.svg", "ranks-all-dark.svg"} <= set(first)
    modules.page.main()
    assert {path.name: path.read_bytes() for path in tmp_path.rglob("*.*")} == first
    for name, text in first.items():
        if name.endswith(".svg"):
            ElementTree.fromstring(text)
            assert b"Date" not in text
            assert b"date" not in text


def test_a_curve_is_the_same_in_few_bytes(modules):
    path = '<path id="x" d="M 1.04 2 \nL 3.05 2 \nL 3.05 4.5 \nL 3.05 4.5 \nL 6 7.26 \n" style="a: b"/>'
    told = modules.figures_svg.compact(f"<svg><style></style>{path}</svg>")
    assert 'd="M1 2h2v2.5l3 2.8"' in told
    assert "id=" not in told


def test_cliques_are_the_longest_stretches(modules):
    cliques = modules.figures_ranks.cliques
    assert cliques([1.0, 1.5, 2.2, 4.0], 1.0) == [(1.0, 1.5), (1.5, 2.2)]
    assert cliques([1.0, 1.5, 1.9, 4.0], 1.0) == [(1.0, 1.9)]
    assert cliques([1.0, 3.0], 1.0) == []


def fields(value, path=""):
    """The paths of all values. A word in capitals stands for any method or measure."""
    of_methods = ("seconds", "smhd", "smhd_inputs", "treewidth", "status", "generations")
    wild = {f"runtime[].{field}": "METHOD" for field in of_methods}
    wild |= {"cases[].found": "METHOD", "table2": "MEASURE"}
    if isinstance(value, dict) and path.count(".") < 3 and not re.fullmatch(r"about\.\w+", path):
        for key, inner in value.items():
            yield from fields(inner, f"{path}.{wild.get(path, key)}".lstrip("."))
    elif isinstance(value, list) and value and isinstance(value[0], dict) and not path.startswith("about"):
        for inner in value:
            yield from fields(inner, f"{path}[]")
    else:
        yield path


@pytest.mark.parametrize("which", ["made", "committed"])
def test_every_field_of_the_results_is_documented(modules, which, request):
    study = request.getfixturevalue(which)
    text = modules.page.page(study, "reproduce")
    documented = set(re.findall(r"`([\w.\[\]]+)`", text))
    results = {
        **study.results,
        "table2": json.loads(modules.page.with_table2(json.dumps(study.results)))["table2"],
    }
    used = set(fields(results))
    for by_clients in study.curves.values():
        for curve in by_clients.values():
            used |= {f"curves.NETWORK.R.{key}" for key in curve}
    assert used <= documented


def test_the_files_that_the_page_names_are_there():
    text = (DOCS / "reproduce.md").read_text(encoding="utf-8")
    for name in re.findall(r"`(studies/[\w/]+\.py)`", text):
        assert (ROOT / name).exists(), name
    assert all((FOLDER / name).exists() for name in re.findall(r"`(\w+\.py)`", text))


def test_the_citation_names_the_paper_and_the_authors():
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert "The mcbnc authors" in text
    assert "2504.00467" in text
    for name in ("Torrijos", "Puerta", "Aledo", "Gámez"):
        assert f"family-names: {name}" in text
