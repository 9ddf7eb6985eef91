"""The structure of a network in ProbModelXML (``.pgmx``), the format of OpenMarkov.

The format is described in M. Arias and others, "ProbModelXML. A format for encoding probabilistic graphical
models" (PGM 2012). The links are the arcs: from the first variable to the second one. A potential of the role
``conditionalProbability`` has the child first, and then the parents, which must be those of the links.

Networks of other types, such as influence diagrams, and variables that are no chance or of a time slice are
refused. States, values, properties, criteria and constraints are skipped.
"""

from __future__ import annotations

from .._base.files import File
from .._base.show import listed, shown
from .families import Families, Item
from .source import Source
from .xml_reader import XmlReader

PROBMODEL_ROOT = "ProbModelXML"
"""The outermost element, by which a file is recognised."""
_TYPE = "BayesianNetwork"
_PARTS = {
    2: ("ProbNet", "InferenceOptions", "Policies", "Evidence"),
    3: (
        *("AdditionalConstraints", "AdditionalProperties", "Agents", "Comment", "Constraints"),
        *("DecisionCriteria", "Language", "Links", "Potentials", "Properties", "Variables"),
    ),
}
"""The elements that may be in the outermost one, and in a network."""
_LINK = ["Links", "Link"]
_OF_LINK = [*_LINK, "Variable"]
_POTENTIAL = ["Potentials", "Potential"]
_OF_POTENTIAL = [*_POTENTIAL, "Variables", "Variable"]
_DEEPEST = 2 + len(_OF_POTENTIAL)


def parse_probmodel(file: File) -> Source:
    """Read the nodes and the arcs of a file."""
    return _ProbModel(file).read()


class _ProbModel(XmlReader):
    format, root = "ProbModelXML", PROBMODEL_ROOT

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self._families = Families(self._text, self.refuse)
        self._networks = 0
        self._parents: dict[str, list[str]] = {}
        """Of each variable, by the links."""
        self._places: dict[str, int] = {}
        self._links: list[tuple[list[str], int]] = []
        self._potentials: list[tuple[list[str], int]] = []
        self._ends: list[str] = []
        """The variables of the open link or potential."""
        self._conditional = False
        """Whether the open potential is that of a variable, given its parents."""

    def source(self) -> Source:
        for (tail, head), line in self._links:
            for end in (tail, head):
                if end not in self._parents:
                    raise self.refuse(f"{shown(end)} is no variable of this network", line)
            self._parents[head].append(tail)
            self._places[head] = line
        for (child, *others), line in self._potentials:
            known = self._parents.get(child)
            if known is None or {*known} != {*others}:
                raise self.refuse(
                    f"the potential of {shown(child)} is given {listed(others, shown) or 'nothing'}, but "
                    f"links to it come from {listed(known or (), shown) or 'nowhere'}",
                    line,
                )
        for name, parents in self._parents.items():
            above = [Item((parent,), True) for parent in parents]
            self._families.add([Item((name,), True)], above, self._places[name])
        return self._families.source()

    def opened(self, tags: list[str], attributes: dict[str, str], line: int) -> None:
        tag, depth = tags[-1], len(tags)
        if depth in _PARTS and (depth == 2 or tags[1] == "ProbNet") and tag not in _PARTS[depth]:
            raise self.refuse(f"{shown(tag)} is not one of the elements {', '.join(_PARTS[depth])}", line)
        if depth < 2 or depth > _DEEPEST or tags[1] != "ProbNet":
            return
        if depth == 2:
            self._begin_network(attributes, line)
        elif tags[2:] == ["Variables", "Variable"]:
            self._add_variable(attributes, line)
        elif tags[2:] == _LINK:
            if attributes.get("directed", "true").lower() not in ("true", "1"):
                raise self.refuse("a link is undirected, so this is no Bayesian network", line)
            self._ends = [attributes[end] for end in ("var1", "var2") if end in attributes]
        elif tags[2:] == _POTENTIAL:
            self._ends = []
            self._conditional = attributes.get("role", "").lower() == "conditionalprobability"
        elif tags[2:] in (_OF_LINK, _OF_POTENTIAL):
            self._check_no_slice(attributes, line)
            self._ends.append(attributes.get("name", ""))

    def closed(self, tags: list[str], text: str, line: int) -> None:
        if len(tags) != 4 or tags[1] != "ProbNet":
            return
        if tags[2:] == _LINK:
            if len(self._ends) != 2:
                raise self.refuse(f"a link joins two variables, not {len(self._ends)}", line)
            self._links.append((self._ends, line))
        elif tags[2:] == _POTENTIAL and self._conditional and self._ends:
            self._potentials.append((self._ends, line))

    def _begin_network(self, attributes: dict[str, str], line: int) -> None:
        self._networks += 1
        if self._networks > 1:
            raise self.refuse("it has more than one network", line)
        kind = attributes.get("type", "")
        if kind != _TYPE:
            raise self.refuse(f"a network of the type {shown(kind)} is no Bayesian network", line)

    def _add_variable(self, attributes: dict[str, str], line: int) -> None:
        name, role = attributes.get("name", ""), attributes.get("role", "chance")
        if role.lower() != "chance":
            raise self.refuse(f"a variable of the role {shown(role)} is not part of a Bayesian network", line)
        self._check_no_slice(attributes, line)
        self._families.declare(name, line)
        self._parents[name], self._places[name] = [], line

    def _check_no_slice(self, attributes: dict[str, str], line: int) -> None:
        if "timeSlice" in attributes:
            raise self.refuse("a variable of a time slice is part of a dynamic network", line)
