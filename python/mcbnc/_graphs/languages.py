"""What the languages of Graphviz and of dagitty have in common: tokens, and statements in braces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple, NoReturn

from .._base.show import shown
from .scanner import end_of_string
from .source import Source, Text, collect

_DEPTH = 64
"""The largest number of groups within each other. The parser calls itself for each."""
_ARCS = 1 << 20
"""The largest number of arcs between groups. A short text may ask for many: ``{a b c} -> {d e f}``."""
_ESCAPED = re.compile(r'\\(?:(["\\])|\r?\n)')
_ANGLE = re.compile("[<>]")


class Language(NamedTuple):
    """What a language has of its own."""

    token: re.Pattern[str]
    """Its group "skip" is what stands between tokens. Strings and comments in /* */ match by their begin."""
    marks: frozenset[str]
    separators: tuple[str, ...]
    """The marks that may stand between statements."""
    groups: str
    """What messages call too many arcs between groups."""
    keywords: frozenset[str] = frozenset()
    """In lower case."""
    escapes: bool = False
    """Whether a backslash in a string escapes a quote, a backslash and the end of a line."""
    prefix: str = ""
    """How messages begin."""

    def refuse(self, text: Text, problem: str, at: int) -> NoReturn:
        """Raise an error that names the line of a position in the text."""
        raise text.refuse(f"{self.prefix}{problem}", text.line_of(at))


class Token(NamedTuple):
    """A mark, a keyword in lower case, a name, or the end of the text."""

    kind: Literal["mark", "keyword", "name", "end"]
    value: str
    at: int
    """The position in the text, from 0."""

    def is_mark(self, *values: str) -> bool:
        return self.kind == "mark" and self.value in values

    def is_keyword(self, *values: str) -> bool:
        return self.kind == "keyword" and self.value in values

    @property
    def text(self) -> str:
        """What messages call it."""
        return "the end" if self.kind == "end" else shown(self.value)


class GraphParser:
    """One pass over the tokens, with a look at the next one.

    The class of a language has :meth:`_statement`, which collects nodes and arcs.
    """

    _language: Language

    def __init__(self, text: Text) -> None:
        self._text = text
        self._tokens = _tokens(self._language, text)
        self._next = next(self._tokens)
        self._nodes: list[str] = []
        self._arcs: list[tuple[str, str]] = []
        self._multiplied = 0

    def _source(self) -> Source:
        return collect(self._text, self._nodes, self._arcs)

    def _statement(self, depth: int) -> None:
        raise NotImplementedError

    def _group(self, depth: int) -> list[str]:
        """The nodes of the statements in braces, each once."""
        self._take("{")
        if depth > _DEPTH:
            self._refuse("it is nested too deeply", self._next)
        start = len(self._nodes)
        while not self._next.is_mark("}"):
            if self._next.is_mark(*self._language.separators):
                self._take()
            else:
                self._statement(depth)
        self._take("}")
        return list(dict.fromkeys(self._nodes[start:]))

    def _check_product(self, tails: list[str], heads: list[str], at: Token) -> None:
        """Refuse too many arcs between groups."""
        if len(tails) > 1 or len(heads) > 1:
            self._multiplied += len(tails) * len(heads)
        if self._multiplied > _ARCS:
            self._refuse(f"its {self._language.groups} between them", at)

    def _take(self, mark: str | None = None) -> Token:
        """The next token, which must be the mark if one is given."""
        token = self._next
        if mark is not None and not token.is_mark(mark):
            self._refuse(f"a {mark} must be where {token.text} is", token)
        if token.kind != "end":
            self._next = next(self._tokens)
        return token

    def _refuse(self, problem: str, at: Token) -> NoReturn:
        self._language.refuse(self._text, problem, at.at)


def _tokens(language: Language, text: Text) -> Iterator[Token]:
    """Yield the tokens. The last one is the end."""
    content, at = text.content, 0
    while at < len(content):
        match = language.token.match(content, at)
        if match is None:
            language.refuse(text, f"{shown(content[at])} needs quotes", at)
        value, start, at = match[0], at, match.end()
        if value == '"':
            end = end_of_string(content, at, language.escapes)
            if end < 0:
                language.refuse(text, "this string has no end", start)
            string, at = content[at:end], end + 1
            if language.escapes:
                string = _ESCAPED.sub(lambda found: found[1] or "", string)
            yield Token("name", string, start)
        elif value == "<":
            at = _end_of_html(content, start)
            if at < 0:
                language.refuse(text, "this string in < > has no end", start)
            yield Token("name", content[start:at], start)
        elif value == "/*":
            end = content.find("*/", at)
            if end < 0:
                language.refuse(text, "this comment has no end", start)
            at = end + 2
        elif value in language.marks:
            yield Token("mark", value, start)
        elif match.lastgroup != "skip":
            keyword = value.lower() in language.keywords
            yield Token("keyword" if keyword else "name", value.lower() if keyword else value, start)
    yield Token("end", "", at)


def _end_of_html(content: str, start: int) -> int:
    """The position behind the string in angle brackets that begins at `start`, or -1."""
    depth = 0
    for match in _ANGLE.finditer(content, start):
        depth += 1 if match[0] == "<" else -1
        if not depth:
            return match.end()
    return -1
