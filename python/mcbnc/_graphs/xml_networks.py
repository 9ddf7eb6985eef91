"""The structure of a network in XML: in XMLBIF 0.3 or in ``.xdsl``, read by the standard library's expat.

- XMLBIF is the XML form of BIF (``.xmlbif``, ``.bifxml``), described at
  https://www.cs.cmu.edu/~fgcozman/Research/InterchangeFormat. JavaBayes, WEKA, pgmpy and pyAgrum write it.
- ``.xdsl`` is the format of GeNIe and SMILE. The manual of GeNIe describes it
  (https://support.bayesfusion.com/docs).

A file may not declare entities, because a few of them can stand for gigabytes of text, or for another
file. Nothing outside the file is ever read.
"""

from __future__ import annotations

from typing import NoReturn
from xml.parsers import expat

from .._base.files import File
from .._base.show import shown
from ..errors import InvalidInputError
from .families import Families, Item
from .identifiers import note_in
from .source import Source, Text

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
_MOST_DECLARED = 100
"""The largest number of declared attributes. XMLBIF declares five, and .xdsl declares none."""


class _XmlNetwork:
    """One pass over a network in XML. A file in neither UTF-8 nor UTF-16 declares its encoding.

    A format's class has :meth:`opened` and :meth:`closed`, which find the nodes and the families.
    """

    def __init__(self, file: File) -> None:
        self._file = file
        self._text = Text("", file.place)
        self.families = Families(self._text, self.refuse, note_in(file.content))
        self._tags: list[str] = []
        self._parts: list[list[str]] = []
        self._lines: list[int] = []
        self._declarations = 0
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.AttlistDeclHandler = self._declared
        self._parser.EntityDeclHandler = self._entity
        self._parser.SkippedEntityHandler = self._entity
        self._parser.ExternalEntityRefHandler = self._entity

    def opened(self, tags: list[str], attributes: dict[str, str], line: int) -> None:
        """Called at the start of each element, with the tags from the root down to it, and its line from 1.

        The list of tags belongs to this class.
        """
        raise NotImplementedError

    def closed(self, tags: list[str], text: str, line: int) -> None:
        """Called at its end, with its own text without blanks around it, and the line of its start."""
        raise NotImplementedError

    def refuse(self, problem: str, line: int) -> InvalidInputError:
        """Make an error that names the file, the line (from 1) and the problem."""
        return self._text.refuse(problem, line)

    def read(self) -> Source:
        """Read the whole file."""
        try:
            self._parser.Parse(self._file.content, True)
        except expat.ExpatError as error:
            raise self.refuse(f"no XML: {expat.ErrorString(error.code)}", error.lineno) from error
        except InvalidInputError:
            raise
        except (LookupError, ValueError) as error:  # an encoding that Python does not know, or a wide one
            raise self.refuse(f"no XML: {error}", self._parser.CurrentLineNumber) from error
        return self.families.source()

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._tags.append(tag)
        self._parts.append([])
        self._lines.append(self._parser.CurrentLineNumber)
        self.opened(self._tags, attributes, self._lines[-1])

    def _end(self, _: str) -> None:
        self.closed(self._tags, "".join(self._parts.pop()).strip(), self._lines.pop())
        self._tags.pop()

    def _characters(self, text: str) -> None:
        self._parts[-1].append(text)

    def _declared(self, *_: object) -> None:
        """Count the attributes that a file declares: expat goes through all of them at each element."""
        self._declarations += 1
        if self._declarations > _MOST_DECLARED:
            raise self.refuse(
                f"it declares more than {_MOST_DECLARED} attributes", self._parser.CurrentLineNumber
            )

    def _entity(self, name: str | None, *_: object) -> NoReturn:
        raise self.refuse(
            f"it has the entity {shown(name)}: mcbnc reads no file with entities of its own",
            self._parser.CurrentLineNumber,
        )


def parse_xmlbif(file: File) -> Source:
    """Read the nodes and the arcs of a file in XMLBIF.

    Every variable must have its definition. Outcomes, tables and properties are skipped.
    """
    return _XmlBif(file).read()


class _XmlBif(_XmlNetwork):
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
    def __init__(self, file: File) -> None:
        super().__init__(file)
        self._node = ""
        self._parents: list[Item] = []
        self._drawn: list[str] = []
        """The identifiers of the elements in the extensions within each other."""

    def opened(self, tags: list[str], attributes: dict[str, str], line: int) -> None:
        tag, depth = tags[-1], len(tags)
        if depth == 1 and tag != "smile":
            raise self.refuse(f"no .xdsl: the outermost element is {shown(tag)}, not smile", line)
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
