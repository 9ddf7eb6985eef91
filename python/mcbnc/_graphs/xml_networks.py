"""The structure of a network in XML: in XMLBIF 0.3 or in ``.xdsl``.

- XMLBIF is the XML form of BIF (``.xmlbif``, ``.bifxml``), described at
  https://www.cs.cmu.edu/~fgcozman/Research/InterchangeFormat. JavaBayes, WEKA, pgmpy and pyAgrum write it.
- ``.xdsl`` is the format of GeNIe and SMILE. The manual of GeNIe describes it
  (https://support.bayesfusion.com/docs).
"""

from __future__ import annotations

from .._base.files import File
from .._base.show import shown
from .families import Families, Item
from .identifiers import note_in
from .source import Source
from .xml_reader import XmlReader

XMLBIF_ROOT, XDSL_ROOT = "BIF", "smile"
"""The outermost elements, by which the files are recognised."""

# Of XMLBIF:
_PARTS = {
    2: ("NETWORK",),
    3: ("NAME", "PROPERTY", "VARIABLE", "DEFINITION"),
}
"""The elements that may be at each depth. Deeper ones are checked in a DEFINITION alone."""
_IN_DEFINITION = ("FOR", "GIVEN", "TABLE", "PROPERTY")
# Of .xdsl:
_CHANCE = ("cpt", "deterministic", "equation", "noisyadder", "noisymax")
_NO_STRUCTURE = ("cases", "extensions", "properties", "property")


class _XmlNetwork(XmlReader):
    """A network, whose nodes and families are collected."""

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self.families = Families(self._text, self.refuse, note_in(file.content))

    def source(self) -> Source:
        return self.families.source()


def parse_xmlbif(file: File) -> Source:
    """Read the nodes and the arcs of a file in XMLBIF.

    Every variable must have its definition. Outcomes, tables and properties are skipped.
    """
    return _XmlBif(file).read()


class _XmlBif(_XmlNetwork):
    format, root = "XMLBIF", XMLBIF_ROOT

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self._networks = 0
        self._names: list[str] = []
        self._given: list[Item] = []
        self._for: list[Item] = []

    def opened(self, tags: list[str], attributes: dict[str, str], line: int) -> None:
        tag, depth = tags[-1], len(tags)
        allowed = _PARTS.get(depth)
        if depth == 4 and tags[2] == "DEFINITION":
            allowed = _IN_DEFINITION
        if allowed and tag not in allowed:
            raise self.refuse(f"{shown(tag)} is not one of the elements {', '.join(allowed)}", line)
        if depth == 2:
            self._networks += 1
            if self._networks > 1:
                raise self.refuse("it has more than one network", line)
        elif depth == 3:
            self._names, self._for, self._given = [], [], []
            kind = attributes.get("TYPE", "nature")
            if tag == "VARIABLE" and kind != "nature":
                raise self.refuse(f"a variable of type {shown(kind)} is not part of a Bayesian network", line)

    def closed(self, tags: list[str], text: str, line: int) -> None:
        if len(tags) > 4:  # nothing deeper counts; no slices of long lists either
            return
        tag = tags[-1]
        if tags[2:] == ["VARIABLE"]:
            if len(self._names) != 1:
                raise self.refuse(f"a variable has one name, not {len(self._names)}", line)
            self.families.declare(self._names[0], line)
        elif tags[2:] == ["DEFINITION"]:
            self.families.add(self._for, self._given, line)
        elif tags[2:] == ["VARIABLE", "NAME"]:
            self._names.append(text)
        elif len(tags) == 4 and tag in ("FOR", "GIVEN"):
            (self._for if tag == "FOR" else self._given).append(Item((text,), True))


def parse_xdsl(file: File) -> Source:
    """Read the nodes and the arcs of a file in .xdsl, and the nodes' labels, which are in the extensions.

    States, probabilities, equations and the rest of the extensions are skipped. Networks with decisions or
    utilities, and dynamic ones, are refused.
    """
    return _Xdsl(file).read()


class _Xdsl(_XmlNetwork):
    format, root = ".xdsl", XDSL_ROOT

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self._node = ""
        self._parents: list[Item] = []
        self._drawn: list[str] = []
        """The identifiers of the elements in the extensions within each other."""

    def opened(self, tags: list[str], attributes: dict[str, str], line: int) -> None:
        tag, depth = tags[-1], len(tags)
        if depth == 2 and tag != "nodes" and tag not in _NO_STRUCTURE:
            raise self.refuse(f"mcbnc cannot read the element {shown(tag)} of a network", line)
        if depth == 3 and tags[1] == "nodes":
            if tag not in _CHANCE:
                raise self.refuse(
                    f"a node of type {shown(tag)} is not part of a Bayesian network: {', '.join(_CHANCE)}",
                    line,
                )
            self._node = attributes.get("id", "")
            self._parents = []
            self.families.declare(self._node, line)
        elif depth > 2 and tags[1] == "extensions":
            self._drawn.append(attributes.get("id", ""))

    def closed(self, tags: list[str], text: str, line: int) -> None:
        if len(tags) > 2 and tags[1] == "extensions":
            self._drawn.pop()
            if tags[-2:] == ["node", "name"]:
                self.families.label(self._drawn[-1], text)
        if len(tags) < 3 or tags[1] != "nodes":
            return
        if len(tags) == 3:
            self.families.add([Item((self._node,), True)], self._parents, line)
        elif len(tags) == 4 and tags[3] == "parents" and text:
            self._parents.append(Item(tuple(text.split())))
