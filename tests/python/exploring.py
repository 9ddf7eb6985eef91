"""Read what an explorer's document holds, as its script does."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import numpy as np
import pandas as pd
from helpers import noisy_copies

HOSTILE = [
    "</script><img src=x onerror=alert(1)>",
    "<!--<script>",
    "\"quotes' `ticks` & ${braces}",
    "line\u2028separator\u2029\r\n\x00",
    "\u202eright to left \u05d0\u05d1",
    "@SCRIPT@",
    "\ud800 lone",
    "漢字かな交じり文",
    "👩‍👩‍👧‍👦 family",
    "long " * 60,
    "",
    "__proto__",
]
"""Names of nodes that would do harm as code, or that are hard to write."""


def lacking_nodes(seed: int, r: int = 5, n: int = 7) -> dict[str, pd.DataFrame]:
    """DAGs of sites over different nodes: copies of one DAG, each without some of the nodes a, b, ..."""
    rng, letters = np.random.default_rng(seed), list("abcdefghij"[:n])
    found = {}
    for k, dag in enumerate(noisy_copies(seed, r, n, density=0.4, flips=2)):
        own = np.flatnonzero(rng.random(n) < 0.65)
        labels = [letters[i] for i in own]
        found[f"site {k}"] = pd.DataFrame(dag[np.ix_(own, own)], index=labels, columns=labels)
    return found


def data_of(explorer) -> dict:
    (text,) = re.findall(r'<script type="application/json" id="data">(.*)</script>', explorer.html)
    return json.loads(text)


def numbers_in(text: str) -> list[int]:
    """The numbers of ranges such as "0-3,7"."""
    found = []
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def look_at(data: dict, edge: dict, state: int) -> int | None:
    """How an edge looks at a state: see Edge.looks. None means that it is deleted."""
    if edge["step"] is not None and edge["step"] < data["states"]["steps"][state]:
        return None
    return [edge["looks"][k + 1] for k in range(0, len(edge["looks"]), 2) if edge["looks"][k] <= state][-1]


def state_of(data: dict, state: int) -> tuple[np.ndarray, np.ndarray]:
    """The DAG and the CPDAG that the page draws at a state."""
    n = len(data["nodes"]["name"])
    dag, cpdag = np.zeros((n, n), np.uint8), np.zeros((n, n), np.uint8)
    for edge in data["edges"]:
        look = look_at(data, edge, state)
        if look is not None:
            u, v = (edge["i"], edge["j"]) if look % 2 == 0 else (edge["j"], edge["i"])
            dag[u, v] = cpdag[u, v] = 1
            cpdag[v, u] = look & 2 > 0
    return dag, cpdag


def cuts_of(edge: dict, r: int) -> list[list[tuple[int, int]]]:
    """The cut of each input."""
    cuts: list[list[tuple[int, int]]] = [[] for _ in range(r)]
    for i in numbers_in(edge.get("alone", "")):
        cuts[i] = [(edge["i"], edge["j"])]
    for i, flat in edge.get("cuts", {}).items():
        cuts[int(i)] = list(zip(flat[::2], flat[1::2], strict=True))
    return cuts


class Elements(HTMLParser):
    """The elements of a document, and the texts of its scripts and styles."""

    def __init__(self, text):
        super().__init__()
        self.found: list[tuple[str, dict]] = []
        self.texts: dict[str, list[str]] = {"script": [], "style": []}
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))
        if tag in self.texts:
            self.texts[tag].append("")

    def handle_data(self, data):
        if self.cdata_elem:  # within a script or a style, whose text may come in pieces
            self.texts[self.cdata_elem][-1] += data
