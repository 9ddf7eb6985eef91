"""The structure of a graph in GraphML (http://graphml.graphdrawing.org), as networkx, igraph, Gephi and yEd
write it.

A node's label is what its ``label`` says, or else its ``name``, which igraph writes, or else the text that
yEd shows in it. An edge is directed as it says itself, or else as the graph does. If yEd draws the edge, its
arrows tell: ``<y:Arrows source="none" target="standard"/>``. Weights must be the same for all edges. Other
data, ports, descriptions and layouts are skipped.

Undirected graphs, graphs within nodes, hyperedges, references to other files and a second graph are refused.
So are edges with probabilities: :mod:`graphml_shares` reads them as an opinion.
"""

from __future__ import annotations

from .._base.files import File
from .._base.show import shown
from .._base.wording import wording
from .drawn import DIRECTED, UNDIRECTED, Drawing, Marks, marks_of_yed
from .source import Source
from .xml_reader import XmlReader

GRAPHML_ROOT = "graphml"
"""The outermost element, by which a file is recognised."""
_PARTS = {
    "graphml": ("key", "graph", "data", "desc"),
    "graph": ("node", "edge", "data", "desc"),
    "node": ("data", "port", "desc"),
    "edge": ("data", "desc"),
}
"""The elements that may be in each. What is in others counts for nothing, but for yEd's labels and arrows."""
_REFUSED = {
    "graph": "a graph within a node or an edge is not read: take the nodes out of their group",
    "hyperedge": "hyperedges join more than two nodes, and no DAG has them",
    "locator": "it refers to another file, and no other file is read",
}
SHARES = ("p_forward", "p_backward", "p_undirected")
"""What causaliq calls the probabilities of source -> target, of the way back, and of an undirected edge."""
_DIRECTED = {"true": True, "1": True, "false": False, "0": False}


def parse_graphml(file: File) -> Source:
    """Read the nodes with their labels and the edges with their marks."""
    return GraphMl(file).read()


class GraphMl(XmlReader):
    """One pass over a file of a graph."""

    format, root = "GraphML", GRAPHML_ROOT

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self._drawing = Drawing(self._text, self.refuse)
        self._keys: dict[tuple[str, str], str] = {}
        """What each key names of "node" or "edge", in lower case."""
        self._key = ("", "")
        """The open key: what it is of, and its id."""
        self._weight = ""
        """The weight of edges that have none of their own."""
        self._directed: bool | None = None
        """Whether the graph's edges are directed. None: there is no graph yet."""
        self._element: dict[str, str] = {}
        """The attributes of the open node or edge."""
        self._data = ""
        """What the open element of data is about."""
        self._said: dict[str, str] = {}
        """The data of the open node or edge."""
        self._marks: Marks | None = None

    def source(self) -> Source:
        return self._drawing.source()

    def opened(self, tags: list[str], attributes: dict[str, str], line: int) -> None:
        tag, depth = tags[-1], len(tags)
        if 1 < depth <= 4 and tags[-2] in _PARTS:
            self._check_part(tags[-2], tag, line)
        if depth == 2 and tag == "key":
            self._begin_key(attributes, line)
        elif depth == 2 and tag == "graph":
            self._begin_graph(attributes, line)
        elif depth == 3 and tag in ("node", "edge"):
            self._element, self._said, self._marks = dict(attributes), {}, None
        elif depth == 4 and tag == "data":
            key = attributes.get("key", "")
            self._data = self._keys.get((tags[2], key), key.lower())
        elif depth > 4 and tag == "y:Arrows" and tags[2] == "edge":
            try:
                self._marks = marks_of_yed(attributes.get("source", "none"), attributes.get("target", "none"))
            except ValueError as error:
                raise self.refuse(str(error), line) from None

    def closed(self, tags: list[str], text: str, line: int) -> None:
        tag, depth = tags[-1], len(tags)
        if depth == 4 and tag == "data":
            if text:
                self._said.setdefault(self._data, text)
        elif depth > 4 and tag == "y:NodeLabel" and tags[2] == "node":
            if text:
                self._said.setdefault(tag, text)
        elif depth == 3 and tag == "default" and self._key[0] == "edge":
            if self._keys[self._key] == "weight":
                self._weight = text
        elif depth == 3 and tag == "node":
            self._drawing.node(
                self._element.get("id", ""), self._said, line, self._said.get("y:NodeLabel", "")
            )
        elif depth == 3 and tag == "edge":
            self.add_edge(self._element.get("source", ""), self._element.get("target", ""), self._said, line)

    def _check_part(self, of: str, tag: str, line: int) -> None:
        if tag in _PARTS[of]:
            return
        if tag in _REFUSED:
            raise self.refuse(_REFUSED[tag], line)
        raise self.refuse(f"{shown(tag)} is not one of the elements {', '.join(_PARTS[of])} of {of}", line)

    def _begin_key(self, attributes: dict[str, str], line: int) -> None:
        if self._directed is not None:
            raise self.refuse("a key stands before the graph whose data it names", line)
        about, key = attributes.get("for", "all"), attributes.get("id", "")
        name = attributes.get("attr.name", key).lower()
        self._key = ("", "")
        for element in ("node", "edge"):
            if about in (element, "all"):
                self._key = element, key
                self._keys[self._key] = name

    def _begin_graph(self, attributes: dict[str, str], line: int) -> None:
        if self._directed is not None:
            raise self.refuse(
                "a second graph begins here, and a file has one: put each into a file of its own", line
            )
        default = attributes.get("edgedefault", "")
        if default not in ("directed", "undirected"):
            raise self.refuse(f"edgedefault is directed or undirected, not {shown(default)}", line)
        self._directed = default == "directed"

    def add_edge(self, source: str, target: str, said: dict[str, str], line: int) -> None:
        """Add an edge, of which the file has this data."""
        if any(name in said for name in SHARES):
            raise self.refuse(
                f"edges have probabilities, such as {SHARES[0]}, so this is no graph: "
                f"{wording().function('pool')} reads it as an opinion",
                line,
            )
        self.draw(
            source, target, self._marks or self._own_marks(line), line, said.get("weight", self._weight)
        )

    def draw(self, source: str, target: str, marks: Marks, line: int, weight: str = "") -> None:
        """Draw an edge."""
        self._drawing.edge(source, target, marks, line, weight)

    def _own_marks(self, line: int) -> Marks:
        """The marks of an edge without arrows."""
        own = self._element.get("directed")
        if own is None:
            if not self._directed:
                raise self.refuse("the graph is undirected, and directions are needed", line)
            return DIRECTED
        if own not in _DIRECTED:
            raise self.refuse(f"directed is true or false, not {shown(own)}", line)
        return DIRECTED if _DIRECTED[own] else UNDIRECTED
