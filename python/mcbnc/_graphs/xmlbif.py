"""The structure of a network in XMLBIF 0.3, the XML form of BIF (``.xmlbif``, ``.bifxml``).

The format is described at https://www.cs.cmu.edu/~fgcozman/Research/InterchangeFormat. JavaBayes, WEKA,
pgmpy and pyAgrum write it.
"""

from __future__ import annotations

from .._base.files import File
from .._base.show import shown
from .families import Item
from .source import Source
from .xml import XmlNetwork

__all__ = ["parse_xmlbif"]

_PARTS = {
    2: ("NETWORK",),
    3: ("NAME", "PROPERTY", "VARIABLE", "DEFINITION"),
}
"""The elements that may be at each depth. Deeper ones are checked in a DEFINITION alone."""
_IN_DEFINITION = ("FOR", "GIVEN", "TABLE", "PROPERTY")


def parse_xmlbif(file: File) -> Source:
    """Read the nodes and the arcs of a file in XMLBIF.

    Every variable must have its definition. Outcomes, tables and properties are skipped.
    """
    return _XmlBif(file).read()


class _XmlBif(XmlNetwork):
    def __init__(self, file: File) -> None:
        super().__init__(file)
        self._networks = 0
        self._names: list[str] = []
        self._given: list[Item] = []
        self._for: list[Item] = []

    def opened(self, tags: list[str], attributes: dict[str, str], line: int) -> None:
        tag, depth = tags[-1], len(tags)
        if depth == 1 and tag != "BIF":
            raise self.refuse(f"no XMLBIF: the outermost element is {shown(tag)}, not BIF", line)
        allowed = _PARTS.get(depth)
        if depth == 4 and tags[2] == "DEFINITION":
            allowed = _IN_DEFINITION
        if allowed and tag not in allowed:
            raise self.refuse(f"{shown(tag)} is none of the elements {', '.join(allowed)}", line)
        if depth == 2:
            self._networks += 1
            if self._networks > 1:
                raise self.refuse("it has more than one network", line)
        elif depth == 3:
            self._names, self._for, self._given = [], [], []
            kind = attributes.get("TYPE", "nature")
            if tag == "VARIABLE" and kind != "nature":
                raise self.refuse(f"a variable of type {shown(kind)} is none of a Bayesian network", line)

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
