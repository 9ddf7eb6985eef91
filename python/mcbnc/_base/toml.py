"""TOML of tables, texts, numbers, truth values and lists of these: what recipes and files of options have.

Dates, texts of several lines and arrays of tables are refused. Each value knows its line, so that an error
about what it means can name the line. Python's own reader is not in Python 3.10, knows no lines, and takes
most of a second for a megabyte.

The grammar is that of https://toml.io/en/v1.0.0. A text that is read here is read alike by every reader of
TOML.
"""

from __future__ import annotations

import json
import re
import sys
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from ..errors import InvalidInputError
from .show import shown

_SHOWN = 60  # characters of a line in a message

_DEEPEST = 8
"""Tables within tables, or lists within lists. A recipe has four."""
_DIGITS = 300
"""The longest number. Python takes the square of the number of digits for a whole number."""
_SIGN = r"[^\x00-\x08\x0a-\x1f\x7f"  # in a text or a comment, and more that is not in it
_BASIC = rf'"(?:{_SIGN}"\\]|\\.)*"'
_LITERAL = rf"'{_SIGN}']*'"
_NAME = rf"(?:[A-Za-z0-9_-]+|{_BASIC}|{_LITERAL})"
_KEY = rf"{_NAME}(?:[ \t]*\.[ \t]*{_NAME})*"
_REST = rf"[ \t]*(?:\#{_SIGN}]*)?(?:\r?\n|\Z)"
_PLAIN = rf'"(?!""){_SIGN}"\\]*"|-?(?:0|[1-9][0-9]{{0,{_DIGITS}}})(?:\.[0-9]{{1,{_DIGITS}}})?'
# Most lines are a key and a text without escapes or a number, or a list of these. JSON writes them alike.
_SPACE = r"[ \t\r\n]*"
_PLAIN_LIST = rf"\[{_SPACE}(?:(?:{_PLAIN}){_SPACE},{_SPACE})*(?:{_PLAIN}){_SPACE}\]"
_LINE = re.compile(
    rf"""[ \t]*(?:
      (?:([A-Za-z0-9_-]+)|"({_SIGN}"\\]*)")[ \t]*=[ \t]*
      (?:"(?!"")({_SIGN}"\\]*)"|({_PLAIN}|{_PLAIN_LIST})){_REST}
    | \[[ \t]*({_KEY})[ \t]*\]{_REST}
    | ({_KEY})[ \t]*=[ \t]*
    | {_REST}
    )""",
    re.VERBOSE,
)
_EMPTY = re.compile(r"(?:[ \t]*\r?\n)+")
_NAMES = re.compile(_NAME)
_BLANK = re.compile(rf"(?:[ \t]|\r?\n|\#{_SIGN}]*(?=\r?\n|\Z))*")
_BLANK_INSIDE = re.compile(r"[ \t]*")
_INLINE = re.compile(rf"[ \t]*({_KEY})[ \t]*=[ \t]*")
_END = re.compile(_REST)
_SCALAR = re.compile(
    rf"""({_BASIC}) | ({_LITERAL}) | (true|false)\b
    | ([+-]?(?:0|[1-9](?:_?[0-9])*))((?:\.[0-9](?:_?[0-9])*)?(?:[eE][+-]?[0-9](?:_?[0-9])*)?)(?![\w.:+-])""",
    re.VERBOSE,
)
_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)")
_ESCAPED = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}
_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_AS_IT_IS = re.compile(r"[ !#-\[\]-~]*")  # in ASCII, without quotes and backslashes


class Toml(dict[str, Any]):
    """A table: its values, which may be tables, by key."""

    def __init__(self, ends: Sequence[int], at: int) -> None:
        """`ends` are the places where lines of the file end, and `at` is where the table begins."""
        super().__init__()
        self._ends = ends
        self._at = at
        self.places: dict[str, int] = {}
        """The place of each key in the text."""
        self.headed = False
        """A header has begun it, and no other may."""
        self.dotted = False
        """Keys with dots have begun it, and no header may."""
        self.closed = False
        """It is in braces, and nothing is added to it."""

    def line(self, key: str | None = None) -> int:
        """The line of a key, or that in which the table begins, counted from 1."""
        return bisect_left(self._ends, self._at if key is None else self.places[key]) + 1


class TomlError(ValueError):
    """A text is no such TOML. The message begins with the line."""


def read_toml(text: str) -> Toml:
    """The outermost table of a text. The time is linear in the length of the text.

    Raises
    ------
    TomlError
        If the text is no TOML, or has what is not read here.
    """
    return _Reader(text).table()


class _Reader:
    """One reading of a text. `_at` is the place that is read next."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._ends = [found.start() for found in re.finditer("\n", text)]

    def table(self) -> Toml:
        top = here = Toml(self._ends, 0)
        text, end, match = self._text, len(self._text), _LINE.match
        while self._at < end:
            at = self._at
            found = match(text, at)
            if found is None:
                raise self._unreadable("is no key, table or comment of TOML")
            bare, quoted, words, plain, header, key = found.groups()
            if bare is not None or quoted is not None:
                name = quoted if bare is None else bare
                if name in here:
                    raise self._error(f"the key {shown(name)} comes twice in its table")
                here[name] = _plain(plain) if words is None else words
                here.places[name] = at
                self._at = found.end()
            elif header is not None:
                here = self._headed(top, self._names(header))
                self._at = found.end()
            elif key is not None:
                names = self._names(key)
                self._at = found.end()
                self._add(here, names, 1)
                self._finish()
            else:
                empty = _EMPTY.match(text, at)
                self._at = found.end() if empty is None else empty.end()
        return top

    def _finish(self) -> None:
        """Go behind a value to the next line."""
        found = _END.match(self._text, self._at)
        if found is None:
            raise self._unreadable("has something behind a value")
        self._at = found.end()

    def _names(self, key: str) -> list[str]:
        return [self._name(found) for found in _NAMES.findall(key)]

    def _name(self, text: str) -> str:
        if text[0] == '"':
            return self._unescaped(text)
        return text[1:-1] if text[0] == "'" else text

    def _headed(self, top: Toml, names: list[str]) -> Toml:
        """The table of a header."""
        table = self._inside(top, names)
        if table.headed or table.dotted:
            raise self._error(f"the table {shown('.'.join(names))} comes twice")
        table.headed = True
        return table

    def _inside(self, table: Toml, names: list[str]) -> Toml:
        """The table under these names. Those that are not there are made."""
        if len(names) > _DEEPEST:
            raise self._unreadable(f"is nested more than {_DEEPEST} deep")
        for name in names:
            if name not in table:
                table[name] = Toml(self._ends, self._at)
                table.places[name] = self._at
            inner = table[name]
            if not isinstance(inner, Toml) or inner.closed:
                raise self._error(f"{shown(name)} has a value already, so nothing can be added to it")
            table = inner
        return table

    def _add(self, table: Toml, names: list[str], depth: int) -> None:
        """Read a value, and put it under these names."""
        at = self._at
        for name in names[:-1]:
            table = self._inside(table, [name])
            if table.headed:
                raise self._error(f"the table {shown(name)} is begun by a header")
            table.dotted = True
        if names[-1] in table:
            raise self._error(f"the key {shown(names[-1])} comes twice in its table")
        table[names[-1]] = self._value(depth + len(names) - 1)
        table.places[names[-1]] = at

    def _value(self, depth: int) -> Any:
        if depth > _DEEPEST:
            raise self._unreadable(f"is nested more than {_DEEPEST} deep")
        text, at = self._text, self._at
        if text.startswith("[", at):
            return self._list(depth)
        if text.startswith("{", at):
            return self._inline(depth)
        if text.startswith(('"""', "'''"), at):
            raise self._unreadable("has a text of several lines: write it in one line, with \\n")
        found = _SCALAR.match(text, at)
        if found is None:
            raise self._unreadable("has a value that is no text in quotes, number, true, false or list")
        self._at = found.end()
        basic, literal, word, number, more = found.groups()
        if basic is not None:
            return self._unescaped(basic)
        if literal is not None:
            return literal[1:-1]
        if word is not None:
            return word == "true"
        if len(number) + len(more) > _DIGITS:
            raise self._unreadable(f"has a number of more than {_DIGITS} digits")
        return float(number + more) if more else int(number)

    def _list(self, depth: int) -> list[Any]:
        values: list[Any] = []
        self._at += 1
        while True:
            self._skip(_BLANK)
            if self._takes("]"):
                return values
            values.append(self._value(depth + 1))
            self._skip(_BLANK)
            if not self._takes(","):
                if self._takes("]"):
                    return values
                raise self._unreadable("has a list that does not end, or whose values no commas part")

    def _inline(self, depth: int) -> Toml:
        table = Toml(self._ends, self._at)
        self._at += 1
        self._skip(_BLANK_INSIDE)
        more = not self._takes("}")
        while more:
            found = _INLINE.match(self._text, self._at)
            if found is None:
                raise self._unreadable("has a table in braces with something else than a key")
            self._at = found.end()
            self._add(table, self._names(found[1]), depth + 1)
            self._skip(_BLANK_INSIDE)
            more = not self._takes("}")
            if more and not self._takes(","):
                raise self._unreadable("has a table in braces that does not end in its line")
        _close(table)
        return table

    def _skip(self, blanks: re.Pattern[str]) -> None:
        found = blanks.match(self._text, self._at)
        self._at = self._at if found is None else found.end()

    def _takes(self, sign: str) -> bool:
        """Whether the sign is next. It is taken."""
        taken = self._text.startswith(sign, self._at)
        self._at += taken
        return taken

    def _unescaped(self, text: str) -> str:
        """The content of a text in double quotes."""
        return _ESCAPE.sub(self._meant, text[1:-1]) if "\\" in text else text[1:-1]

    def _meant(self, found: re.Match[str]) -> str:
        code = found[1]
        if len(code) == 1:
            if code not in _ESCAPED:
                raise self._error(f"{shown(found[0])} stands for nothing: a backslash is written as two")
            return _ESCAPED[code]
        number = int(code[1:], 16)
        if number > sys.maxunicode or 0xD800 <= number < 0xE000:
            raise self._error(f"{shown(found[0])} is no sign of Unicode")
        return chr(number)

    def _unreadable(self, problem: str) -> TomlError:
        """An error about the line that is read."""
        start = self._text.rfind("\n", 0, self._at) + 1
        line = self._text[start : start + _SHOWN].split("\n", 1)[0].strip()
        return self._error(f"{shown(line)} {problem}")

    def _error(self, problem: str) -> TomlError:
        line = self._text.count("\n", 0, self._at) + 1
        return TomlError(f"line {line}: {problem}")


def _plain(text: str) -> Any:
    """A number or a list, as JSON writes them too."""
    if text[0] == "[":
        return json.loads(text)
    return float(text) if "." in text else int(text)


def _close(table: Toml) -> None:
    table.closed = True
    for inner in table.values():
        if isinstance(inner, Toml):
            _close(inner)


def toml_key(name: str) -> str:
    """A key as TOML writes it."""
    return name if _BARE.fullmatch(name) else toml_value(name)


def toml_value(value: Any) -> str:
    """A text, a number, a truth value or a list of these as TOML writes it."""
    if isinstance(value, str):
        if _AS_IT_IS.fullmatch(value):
            return f'"{value}"'
        try:
            value.encode()
        except UnicodeEncodeError:
            raise InvalidInputError(f"{shown(value)} is no text in Unicode, so TOML cannot hold it") from None
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(toml_value, value))}]"
    text = repr(value)
    return text if not isinstance(value, float) or {*text} & {*".ein"} else f"{text}.0"
