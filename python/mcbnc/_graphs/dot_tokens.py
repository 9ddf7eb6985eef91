"""The tokens of Graphviz's DOT (https://graphviz.org/doc/info/lang.html)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from .._base.show import shown
from ..errors import InvalidInputError
from .scanner import end_of_string
from .source import Text

__all__ = ["DotToken", "dot_tokens", "refuse_at"]

# Names without quotes may have dots here, though Graphviz asks for quotes. All that is not ASCII belongs to a
# name, as in Graphviz: also U+00A0, which looks like a blank.
_TOKEN = re.compile(r'[ \t\r\n\f\v]+|//[^\r\n]*|/\*|\#[^\r\n]*|->|--|[{}\[\]=;,:+"<]|-?[\w.\x80-\U0010ffff]+')
_BLANKS = " \t\r\n\f\v"
_ESCAPED = re.compile(r'\\(?:(["\\])|\r?\n)')
_MARKS = frozenset(("->", "--", *"{}[]=;,:+"))
_ANGLE = re.compile("[<>]")
_KEYWORDS = frozenset(("strict", "graph", "digraph", "subgraph", "node", "edge"))


class DotToken(NamedTuple):
    """A mark, a keyword in lower case, an identifier, or the end of the text."""

    kind: Literal["mark", "keyword", "name", "end"]
    value: str
    at: int
    """The position in the text, from 0."""

    def is_mark(self, *values: str) -> bool:
        return self.kind == "mark" and self.value in values

    def is_keyword(self, *values: str) -> bool:
        return self.kind == "keyword" and self.value in values


def refuse_at(text: Text, problem: str, at: int) -> InvalidInputError:
    """Make an error that names the line of a position in the text."""
    return text.refuse(f"no DOT: {problem}", text.line_of(at))


def dot_tokens(text: Text) -> Iterator[DotToken]:
    """Yield the tokens, without blanks and comments. The last one is the end."""
    content, at = text.content, 0
    while at < len(content):
        match = _TOKEN.match(content, at)
        value = match[0] if match else content[at]
        start, at = at, at + len(value)
        if match is None or (value[0] == "#" and start and content[start - 1] not in "\r\n"):
            raise refuse_at(text, f"{shown(value[0])} needs quotes", start)
        if value == '"':
            end = end_of_string(content, at, escapes=True)
            if end < 0:
                raise refuse_at(text, "this string has no end", start)
            yield DotToken("name", _ESCAPED.sub(lambda found: found[1] or "", content[at:end]), start)
            at = end + 1
        elif value == "<":
            at = _end_of_html(text, start)
            yield DotToken("name", content[start:at], start)
        elif value == "/*":
            end = content.find("*/", at)
            if end < 0:
                raise refuse_at(text, "this comment has no end", start)
            at = end + 2
        elif value in _MARKS:
            yield DotToken("mark", value, start)
        elif value[0] not in _BLANKS and value[0] != "#" and not value.startswith("//"):
            keyword = value.lower() in _KEYWORDS
            yield DotToken("keyword" if keyword else "name", value.lower() if keyword else value, start)
    yield DotToken("end", "", at)


def _end_of_html(text: Text, start: int) -> int:
    """The position behind the string in angle brackets that begins at `start`."""
    depth = 0
    for match in _ANGLE.finditer(text.content, start):
        depth += 1 if match[0] == "<" else -1
        if not depth:
            return match.end()
    raise refuse_at(text, "this string in < > has no end", start)
