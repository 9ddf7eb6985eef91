"""Files as the tools of the field write them, made by hand, and the graph that its tool shows of each.

They are in graphs/corpus, a folder for each tool.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "graphs" / "corpus"

Arcs = set[tuple[str, str]]


class Shown(NamedTuple):
    """What a tool shows of a file."""

    nodes: list[str]
    arcs: Arcs
    lines: Iterable[tuple[str, str]] = ()
    """The undirected edges, each once."""
    warns: str = ""
    """What mcbnc warns of, as a regular expression. Empty: nothing."""

    @property
    def both(self) -> Arcs:
        """The arcs, and arcs both ways for each undirected edge."""
        return self.arcs | {*self.lines} | {(v, u) for u, v in self.lines}


_THREE = Shown(["a", "b", "c", "alone"], {("a", "c"), ("b", "c")})
_LABELLED = _THREE._replace(warns="a label beside the identifier")
_WET = Shown(["rain", "sprinkler", "wet"], {("rain", "wet"), ("sprinkler", "wet")})
_LISTED = _WET._replace(nodes=["rain", "wet", "sprinkler"])
_MODEL = _WET._replace(arcs={*_WET.arcs, ("rain", "sprinkler")})
_CLASS = _WET._replace(lines={("rain", "sprinkler")})
_CAUSES = {("age", "drug"), ("age", "outcome"), ("drug", "outcome"), ("U", "outcome")}
_LATENT = "'U' is latent there"

FILES = {
    "bayesys/DAGlearned.csv": _CLASS._replace(nodes=_LISTED.nodes),
    "bnlearn/amat.csv": _WET,
    "bnlearn/arcs.csv": _LISTED,
    "bnlearn/model.txt": _WET._replace(nodes=["alone", *_WET.nodes]),
    "bnrepository/three.bif": _THREE,
    "bnrepository/three.dsc": _THREE,
    "causal-cmd/fges_result.txt": _WET._replace(nodes=[*_WET.nodes, "alone"]),
    "causal-learn/graph.txt": Shown(["X1", "X2", "X3", "X4"], {("X1", "X3"), ("X2", "X3")}, {("X3", "X4")}),
    "dagitty/wet.dagitty": Shown(
        ["wet grass", "alone", "rain", "season", "sprinkler"],
        {("rain", "wet grass"), ("sprinkler", "wet grass"), ("season", "rain"), ("season", "sprinkler")},
        warns="'season' is latent there",
    ),
    "dowhy/backdoor.dot": Shown(["age", "drug", "outcome", "U"], _CAUSES, warns=_LATENT),
    "dowhy/backdoor.gml": Shown(["age", "drug", "U", "outcome"], _CAUSES, warns=_LATENT),
    "genie/three.xdsl": _LABELLED,
    "genie/wet.dsl": _WET,
    "gephi/edges.csv": _CLASS._replace(nodes=_LISTED.nodes),
    "gephi/wet.gml": _WET,
    "gephi/wet.graphml": _CLASS,
    "graphviz/wet.gv": Shown(
        ["rain", "sprinkler", "wet grass", "alone", "season"],
        {("rain", "wet grass"), ("sprinkler", "wet grass"), ("rain", "season")},
        {("season", "sprinkler")},
    ),
    "hugin/three.net": _LABELLED,
    "igraph/wet.gml": _WET,
    "igraph/wet.graphml": _WET,
    "javabayes/three.bif": _THREE,
    "javabayes/three.xml": _THREE,
    "mcbnc/structure.json": _WET,
    "msbn/three.dsc": _LABELLED,
    "netica/three.dne": _THREE,
    "networkx/wet.dot": Shown(
        ["rain", "sprinkler", "wet grass"], {("rain", "wet grass"), ("sprinkler", "wet grass")}
    ),
    **dict.fromkeys(
        ("networkx/wet.gml", "networkx/wet.graphml"),
        Shown(
            ["rain", "sprinkler", "wet & cold", "alone"],
            {("rain", "wet & cold"), ("sprinkler", "wet & cold")},
        ),
    ),
    "openmarkov/disease.pgmx": Shown(
        ["Disease", "Test result", "Vaccine"], {("Disease", "Test result"), ("Vaccine", "Disease")}
    ),
    "pandas/arcs.tsv": _LISTED,
    "pandas/matrix.csv": _WET,
    "pgmpy/three.bif": _THREE,
    "pgmpy/wet.net": _WET,
    "pgmpy/wet.xml": _WET,
    "pgmpy/wet.uai": Shown(["0", "1", "2"], {("0", "2"), ("1", "2")}),
    "pyagrum/wet.bif": _MODEL,
    "pyagrum/wet.bifxml": _MODEL,
    "pyagrum/wet.dsl": _MODEL,
    "pyagrum/wet.net": _MODEL,
    "pyagrum/wet.uai": Shown(["0", "1", "2"], {("0", "1"), ("0", "2"), ("1", "2")}),
    "tetrad/graph.txt": Shown(
        ["rain", "sprinkler", "wet", "L1"],
        {("L1", "wet"), ("rain", "wet"), ("sprinkler", "wet")},
        {("rain", "sprinkler")},
        warns="'L1' is latent there",
    ),
    "uai/chain.uai": Shown(["0", "1", "2", "3"], {("0", "1"), ("0", "2"), ("1", "2")}),
    "weka/weather.xml": Shown(
        ["windy", "humidity", "play"], {("play", "windy"), ("play", "humidity"), ("windy", "humidity")}
    ),
    "yed/wet.gml": _CLASS,
    "yed/wet.graphml": Shown(
        ["rain", "sprinkler", "wet grass"],
        {("rain", "wet grass"), ("sprinkler", "wet grass")},
        {("rain", "sprinkler")},
    ),
}
"""The files, and what is in them."""


def content_of(name: str) -> bytes:
    """The content of a file of the corpus."""
    return (FOLDER / name).read_bytes()


def text_of(name: str) -> str:
    """The same as text in UTF-8."""
    return content_of(name).decode()
