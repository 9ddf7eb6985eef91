"""One pass over a file in XML, by the standard library's expat, for all formats in XML.

A file may not declare entities, because a few of them can stand for gigabytes of text, or for another
file. Nothing outside the file is ever read.
"""

from __future__ import annotations

import re
from typing import NoReturn
from xml.parsers import expat

from .._base.files import File
from .._base.show import shown
from ..errors import InvalidInputError
from .source import Source, Text

_MOST_DECLARED = 100
"""The largest number of declared attributes. XMLBIF declares five, and the other formats declare none."""
_STARTS = re.compile(rb"(?:\xef\xbb\xbf)?\s*<|(?:\xff\xfe)?<\0|(?:\xfe\xff)?\0<")


class XmlReader:
    """One pass over a file. A file in neither UTF-8 nor UTF-16 declares its encoding.

    A format's class has :meth:`opened`, :meth:`closed` and :meth:`source`, and the two names.
    """

    format = ""
    """What messages call the format."""
    root = ""
    """The outermost element, by which a file is recognised."""

    def __init__(self, file: File) -> None:
        self._file = file
        self._text = Text("", file.place)
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

    def source(self) -> Source:
        """The graph, once the whole file was read."""
        raise NotImplementedError

    def refuse(self, problem: str, line: int) -> InvalidInputError:
        """Make an error that names the file, the line (from 1) and the problem."""
        return self._text.refuse(problem, line)

    def read(self) -> Source:
        """Read the whole file."""
        self._parse()
        return self.source()

    def _parse(self) -> None:
        try:
            self._parser.Parse(self._file.content, True)
        except expat.ExpatError as error:
            raise self.refuse(f"no XML: {expat.ErrorString(error.code)}", error.lineno) from error
        except InvalidInputError:
            raise
        except (LookupError, ValueError) as error:  # an encoding that Python does not know, or a wide one
            raise self.refuse(f"no XML: {error}", self._parser.CurrentLineNumber) from error

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._tags.append(tag)
        self._parts.append([])
        self._lines.append(self._parser.CurrentLineNumber)
        if len(self._tags) == 1 and self.root not in ("", tag):
            raise self.refuse(
                f"no {self.format}: the outermost element is {shown(tag)}, not {self.root}", self._lines[-1]
            )
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


def is_xml(content: bytes) -> bool:
    """Whether the first mark of a file is the bracket of an element, in UTF-8, Latin-1 or UTF-16."""
    return _STARTS.match(content) is not None


def root_of(file: File) -> str:
    """The tag of the outermost element, which says what a file in XML is.

    Nothing behind the start of the element is read. What is no XML up to there is an InvalidInputError.
    """
    try:
        _Root(file).read()
    except _Found as found:
        return str(found)
    raise file.refuse("no XML: it has no element")  # which expat finds too


class _Found(Exception):
    """The first element has this tag."""


class _Root(XmlReader):
    """Ends at the first element."""

    def opened(self, tags: list[str], attributes: dict[str, str], line: int) -> None:
        raise _Found(tags[0])
