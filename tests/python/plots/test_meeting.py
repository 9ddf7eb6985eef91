"""The document of the page for a meeting: it has what the engine was told, and nothing in it can do harm."""

from __future__ import annotations

import datetime
import json
import re

import numpy as np
import pandas as pd
import pytest
from exploring import HOSTILE, Elements, data_of
from helpers import random_dag, random_dags

import mcbnc

pytestmark = pytest.mark.filterwarnings("ignore::mcbnc.DataWarning")

NAMES = list("dbac")
ANN = pd.DataFrame([[0, 1, 0, 0], [0, 0, 0.5, 0], [0, 0.25, 0, 0], [0, 0, 0, 0]], NAMES, NAMES)
BOB = pd.DataFrame([[0, 1], [1, 0]], ["a", "c"], ["a", "c"])


def test_it_holds_what_sources_say_in_sorted_order():
    pooled = mcbnc.pool({"Ann": ANN, "Bob": BOB}, weights=[1, 0.5], answers={("d", "a"): "->"})
    data = data_of(pooled.explore())
    assert data["nodes"]["name"] == list("abcd")
    assert data["sourceNames"] == ["Ann", "Bob"]
    sources = {data["sourceNames"][source["place"]]: source for source in data["sources"]}
    said = [sources["Ann"][key] for key in ("nodes", "i", "j", "forward", "backward", "v")]
    assert said == [[0, 1, 2, 3], [0, 1], [1, 3], [0.25, 0], [0.5, 1], [0.75, 1]]
    assert sources["Ann"]["t"] == pytest.approx([-1 / 3, -1])
    assert [sources["Bob"][key] for key in ("nodes", "v", "t", "weight")] == [[0, 2], [1], [0], 0.5]
    assert data["answers"] == [[0, 3, "<-"]]
    assert data["rows"] is None
    found = {(data["nodes"]["name"][u], data["nodes"]["name"][v]) for u, v in data["found"]["arcs"]}
    assert found == set(pooled.edges)


def test_knowledge_is_there_apart_from_answers():
    knowledge = {"required": [("a", "b")], "forbidden": [("c", "d")]}
    pooled = mcbnc.pool([ANN], knowledge=knowledge, answers={("a", "c"): "none"})
    for known in (pooled, pooled.answer({("b", "d"): "--"})):
        told = data_of(known.explore())["knowledge"]
        assert told == {"required": [[0, 1, 0]], "forbidden": [[2, 3, 0]]}


def test_rows_are_those_of_the_bootstrap():
    rng = np.random.default_rng(1)
    boot = mcbnc.bootstrap(pd.DataFrame(rng.integers(0, 2, (100, 3)), columns=list("cab")), 10, seed=0)
    rows = data_of(mcbnc.pool([ANN], boot).explore())["rows"]
    place = {name: k for k, name in enumerate(boot.nodes)}
    pairs = [(a, b) for k, a in enumerate("abcd") for b in "abcd"[k + 1 :]]
    want = [boot.strength[place[a], place[b]] if "d" not in (a, b) else 0 for a, b in pairs]
    assert rows["strength"] == want
    assert (rows["nodes"], rows["row_count"], rows["jointly"]) == ([0, 1, 2], 100, False)


def test_the_order_of_sources_and_nodes_changes_no_sum():
    first = data_of(mcbnc.pool({"Ann": ANN, "Bob": BOB}).explore())
    turned = ANN.loc[NAMES[::-1], NAMES[::-1]]
    second = data_of(mcbnc.pool({"Bob": BOB, "Ann": turned}).explore())
    for data in (first, second):
        for source in data["sources"]:
            source["place"] = data["sourceNames"][source["place"]]
    assert first["sources"] == second["sources"]
    assert first["edges"] == second["edges"]


def test_equal_results_make_equal_bytes_and_a_file(tmp_path):
    pooled = mcbnc.pool({"Ann": ANN, "Bob": BOB})
    explorer = pooled.explore(tmp_path / "meeting.html")
    assert (tmp_path / "meeting.html").read_bytes().decode("utf-8") == explorer.html
    assert mcbnc.pool({"Ann": ANN, "Bob": BOB}).explore().html == explorer.html
    assert repr(explorer).startswith("<Explorer of 2 opinions over 4 nodes: ")
    with pytest.raises(mcbnc.InvalidInputError, match="path must be"):
        pooled.explore(0.5)


def test_names_are_written_for_python_and_json():
    day = datetime.date(2020, 1, 2)
    for names in ([1, 10**30, 2], ["it's", "\ud800", "<b>"], [("a", 1), ("b", 2), ("c", 3)], [day, 1.5, "x"]):
        frame = pd.DataFrame(random_dag(np.random.default_rng(1), 3, 0.9), dtype=object)
        pooled = mcbnc.pool([frame.to_numpy().astype(int)], nodes=names)
        nodes = data_of(pooled.explore())["nodes"]
        order = [eval(written, {"pooled": pooled}) for written in nodes["python"]]
        assert set(order) == set(names)
        assert [str(name) for name in order] == nodes["name"]
        for name, written in zip(order, nodes["json"], strict=True):
            assert (written is None) == (type(name) not in (str, int))
            assert written is None or json.loads(written) == name


def test_hostile_names_stay_data():
    n = len(HOSTILE)
    dags = dict(zip(HOSTILE, random_dags(1, 3, n), strict=False))
    explorer = mcbnc.pool(dags, nodes=HOSTILE).explore()
    plain = mcbnc.pool(random_dags(1, 3, n)).explore()
    assert [tag for tag, _ in Elements(explorer.html).found] == [tag for tag, _ in Elements(plain.html).found]
    data = data_of(explorer)
    assert data["nodes"]["name"] == sorted(HOSTILE)
    assert data["sourceNames"] == HOSTILE[:3]
    (text,) = re.findall(r'id="data">(.*)</script>', explorer.html)
    assert text.isascii()
    assert "<" not in text


def test_it_asks_for_no_address():
    elements = Elements(mcbnc.pool([ANN]).explore().html)
    (policy,) = [attrs["content"] for _, attrs in elements.found if attrs.get("http-equiv")]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    for tag, attrs in elements.found:
        assert not {"src", "href", "style", "action"} & set(attrs), tag
        assert not [name for name in attrs if name.startswith("on")], tag
    library, _, script = elements.texts["script"]
    assert "cytoscape" in library
    for text in (script, *elements.texts["style"]):
        assert not re.search(r"https?:|//[a-z]|@import|url\(|fetch|XMLHttp|WebSocket|eval\(", text)
