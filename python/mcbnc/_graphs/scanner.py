"""The tokens and blocks of a text in BIF or in a similar format: .net, .dsc and .dne.

These formats are lists of blocks ``keyword header { body }``. The structure is in the headers. Each
character is read a fixed number of times, so hostile text takes linear time too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from .._base.show import shown
from ..errors import InvalidInputError
from .source import Text

Comments = Literal["//", "%"]
"""``//`` to the end of the line and ``/* */``, as in BIF; or ``%`` to the end of the line, as in .net."""

# No alternative can match the same characters in two ways, so a match never has to be tried again.
_TOKEN = {
    "//": re.compile(r'\s+|//[^\r\n]*|/\*|[(){}|,;"]|[^\s(){}|,;"/]+|/'),
    "%": re.compile(r'\s+|%[^\r\n]*|[(){}|,;"]|[^\s(){}|,;"%]+'),
}
_IN_BODY = {"//": re.compile(r'\{|\}|"|//[^\r\n]*|/\*'), "%": re.compile(r'\{|\}|"|%[^\r\n]*')}
_MARKS = frozenset('(){}|,;"')
LONGEST = 1 << 17
"""The largest number of tokens in a header. A graph has at most 65,536 nodes."""


class Token(NamedTuple):
    """A word, a quoted string or a mark, which is one of ``( ) { } | , ;``."""

    kind: Literal["word", "string", "mark"]
    value: str
    """The characters, without the quotes of a string."""
    at: int
    """The position in the text, from 0."""

    def is_mark(self, *values: str) -> bool:
        return self.kind == "mark" and self.value in values


class Block(NamedTuple):
    """A header, and where its body is in the text."""

    header: list[Token]
    """The tokens from the keyword to the brace."""
    start: int
    end: int


class Scanner:
    """A text that is read from the start to the end, token by token or block by block."""

    def __init__(self, text: Text, comments: Comments, escapes: bool | None = None) -> None:
        """`escapes`: a backslash in a string takes a quote or a backslash as it is. Default: as in .net."""
        self._text = text
        self._content = text.content
        self._token, self._in_body = _TOKEN[comments], _IN_BODY[comments]
        self._line_comment = comments
        self._escapes = comments == "%" if escapes is None else escapes
        self._special = ("{", '"', comments[0])
        self._at = 0

    def refuse(self, problem: str, at: int) -> InvalidInputError:
        """Make an error that names the line of the position `at`, and the problem."""
        return self._text.refuse_at(problem, at)

    def tokens(self) -> Iterator[Token]:
        """Yield the tokens from here on, without blanks and comments."""
        content = self._content
        while self._at < len(content):
            at = self._at
            match = self._token.match(content, at)
            assert match is not None  # the alternatives cover every character
            value = match[0]
            self._at = match.end()
            if value == '"':
                yield Token("string", self._rest_of_string(at), at)
            elif value == "/*":
                self._skip_comment(at)
            elif value in _MARKS:
                yield Token("mark", value, at)
            elif not value[0].isspace() and not value.startswith(self._line_comment):
                yield Token("word", self._whole_word(value), at)

    def blocks(self) -> Iterator[Block]:
        """Yield each block. The bodies are skipped."""
        header: list[Token] = []
        for token in self.tokens():
            if token.is_mark(";") and not header:
                continue
            if not token.is_mark("{"):
                header.append(token)
                if token.is_mark("}", ";") or len(header) > LONGEST:
                    raise self.refuse(f"no block begins like this: {_start(header)}", header[0].at)
                continue
            if not header:
                raise self.refuse("a block has no keyword", token.at)
            start = self._at
            self._skip_body(header)
            yield Block(header, start, self._at - 1)
            header = []
        if header:
            raise self.refuse(f"the text ends within this: {_start(header)}", header[0].at)

    def string_in(self, block: Block, key: re.Pattern[str]) -> str:
        """The string in a body that follows this key. Empty: there is none.

        Other strings and comments are skipped, whatever is in them.
        """
        if key.search(self._content, block.start, block.end) is None:  # as in most bodies
            return ""
        pattern = re.compile(f"(?P<key>{key.pattern})|{self._in_body.pattern}")
        at, follows = block.start, False
        while match := pattern.search(self._content, at, block.end):
            follows = follows and not self._content[at : match.start()].strip()
            at = match.end()
            if match[0] == '"':
                end = end_of_string(self._content, at, self._escapes)
                string = self._content[at:end]
                if follows:
                    return unescaped(string) if self._escapes else string
                at = end + 1
            elif match[0] == "/*":
                at = self._content.find("*/", at) + 2
            follows = match["key"] is not None or (follows and match[0].startswith(("/", "%")))
        return ""

    def _whole_word(self, start: str) -> str:
        """The word that starts so. A slash in a word is no comment unless a second one or a * follows."""
        parts = [start]
        while match := self._token.match(self._content, self._at):
            part = match[0]
            if part[0].isspace() or part in _MARKS or part == "/*" or part.startswith(self._line_comment):
                break
            parts.append(part)
            self._at = match.end()
        return "".join(parts)

    def _rest_of_string(self, at: int) -> str:
        """Go past the closing quote of the string that begins at `at`, and return the string."""
        end = end_of_string(self._content, at + 1, self._escapes)
        if end < 0:
            raise self.refuse("this string has no end", at)
        self._at = end + 1
        string = self._content[at + 1 : end]
        return unescaped(string) if self._escapes else string

    def _skip_comment(self, at: int) -> None:
        end = self._content.find("*/", at + 2)
        if end < 0:
            raise self.refuse("this comment has no end", at)
        self._at = end + 2

    def _skip_body(self, header: list[Token]) -> None:
        """Go past the brace that closes the block."""
        end = self._content.find("}", self._at)
        if end >= 0 and not any(mark in self._content[self._at : end] for mark in self._special):
            self._at = end + 1  # most bodies are tables, in which nothing needs a closer look
            return
        depth = 1
        while depth:
            match = self._in_body.search(self._content, self._at)
            if match is None:
                raise self.refuse(f"the block has no end: {_start(header)}", header[0].at)
            self._at = match.end()
            if match[0] == '"':
                self._rest_of_string(match.start())
            elif match[0] == "/*":
                self._skip_comment(match.start())
            else:
                depth += {"{": 1, "}": -1}.get(match[0], 0)


def end_of_string(content: str, start: int, escapes: bool) -> int:
    """The position of the quote that closes the string whose first character is at `start`, or -1.

    With `escapes`, a quote after an odd number of backslashes closes no string.
    """
    end = content.find('"', start)
    while escapes and end >= 0:
        part = content[start:end]
        if (len(part) - len(part.rstrip("\\"))) % 2 == 0:
            break
        start = end + 1
        end = content.find('"', start)
    return end


def unescaped(string: str) -> str:
    """The string without the backslashes before quotes and backslashes."""
    return re.sub(r'\\(["\\])', r"\1", string)


def _start(header: list[Token]) -> str:
    """The first words of a header, for messages."""
    return shown(" ".join(token.value for token in header[:8]))
