"""What the languages of Graphviz and of dagitty have in common: tokens, and statements in braces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple, NoReturn

from .._base.show import as_text, shown
from .latents import warn_of_latents
from .marks import link, problem, ways_of
from .scanner import end_of_string
from .source import Source, Text, collect

_DEPTH = 64
"""The largest number of groups within each other. The parser calls itself for each."""
_ARCS = 1 << 20
"""The largest number of arcs between groups. A short text may ask for many: ``{a b c} -> {d e f}``."""
_ESCAPED = {
    "graphviz": re.compile(r'\\(?:(["\\])|\r?\n)'),
    "dagitty": re.compile(r'\\(?:(")|[\r\n]+)'),
}
"""What a backslash in a string escapes: a quote, in Graphviz itself too, and the end of a line."""
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
    escapes: Literal["graphviz", "dagitty"] = "graphviz"
    """Whose rule of backslashes in strings holds."""
    prefix: str = ""
    """How messages begin."""

    def refuse(self, text: Text, problem: str, at: int) -> NoReturn:
        """Raise an error that names the line of a position in the text."""
        raise text.refuse_at(f"{self.prefix}{problem}", at)


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
        self._undirected: list[tuple[str, str]] = []
        self._labels: dict[str, str] = {}
        self._latent: list[str] = []
        self._multiplied = 0

    def _source(self) -> Source:
        """The graph, in which an undirected edge is arcs both ways."""
        pairs = {*self._undirected, *((v, u) for u, v in self._undirected)}
        both = next((arc for arc in self._arcs if arc in pairs), None)
        if both is not None:
            u, v = map(as_text, both)
            raise self._text.refuse(f"the edge of {u} and {v} comes twice: as an arrow and as undirected")
        if self._latent:
            warn_of_latents(self._text.place, self._latent)
        source = collect(self._text, self._nodes, [*self._arcs, *sorted(pairs)])
        return source._replace(labels=[self._labels.get(str(name), "") for name in source.names])

    def _label(self, node: str, label: str, at: Token) -> None:
        """Note the label of a node. Another one is an error, since a label may be a name."""
        if label and self._labels.setdefault(node, label) != label:
            self._refuse(f"{shown(node)} has two labels, {shown(self._labels[node])} and {shown(label)}", at)

    def _join(self, us: list[str], marks: tuple[str, str], vs: list[str], at: Token) -> None:
        """Add the edges of two groups of nodes, with the marks at either end."""
        self._check_product(us, vs, at)
        if (us == vs or len(us) > 1 or len(vs) > 1) and (loops := set(us).intersection(vs)):
            raise self._text.refuse_at(f"{shown(min(loops))} has an arc to itself", at.at)
        if not us or not vs:
            return
        ways = ways_of(*marks)
        if ways is None:
            raise self._text.refuse_at(problem(link(*marks), us[0], vs[0]), at.at)
        if all(ways):
            self._undirected += [(u, v) for u in us for v in vs]
        elif ways[0]:
            self._arcs += [(u, v) for u in us for v in vs]
        else:
            self._arcs += [(v, u) for u in us for v in vs]

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
            end = _end_of_string(content, at, language.escapes)
            if end < 0:
                language.refuse(text, "this string has no end", start)
            string = _ESCAPED[language.escapes].sub(lambda found: found[1] or "", content[at:end])
            at = end + 1
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


def _end_of_string(content: str, start: int, escapes: str) -> int:
    """The position of the closing quote, or -1. In dagitty, the character after a backslash is no such."""
    if escapes == "graphviz":
        return end_of_string(content, start, True)
    end = content.find('"', start)
    while end > start and content[end - 1] == "\\":
        end = content.find('"', end + 1)
    return end


def _end_of_html(content: str, start: int) -> int:
    """The position behind the string in angle brackets that begins at `start`, or -1."""
    depth = 0
    for match in _ANGLE.finditer(content, start):
        depth += 1 if match[0] == "<" else -1
        if not depth:
            return match.end()
    return -1
