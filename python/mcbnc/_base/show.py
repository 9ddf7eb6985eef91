"""Values in messages. No value may make a message fail or fill the screen."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Hashable, Iterable, Sequence
from html import escape
from typing import Any

_LONGEST = 100  # characters
_SHOWN = 1_000_000  # values within each other, at most
_DIGITS = 4  # of a threshold, where these suffice
LISTED = 5  # items, at most


def shown(value: Any) -> str:
    """The value's ``repr``, shortened. If ``repr`` raises, or would be too long, the value's type.

    The ``repr`` of a caller's class may raise any exception. That of an int with more than 4300
    digits raises ValueError. That of lists which hold each other may be longer than any memory.
    """
    try:
        if not _fits(value):
            return f"<{type(value).__name__} with too much in it to be shown>"
        return shorten(repr(value))
    except Exception:
        return f"<{type(value).__name__} that cannot be shown>"


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The word that may have been meant by another: one that begins so, or of nearly the same letters."""
    from difflib import get_close_matches

    known = sorted(words)
    longer = [each for each in known if each.startswith(word)]
    return next(iter(longer or get_close_matches(word, known, 1)), None)


def printable(text: str) -> str:
    """The text in one line. What controls a terminal is escaped: names and messages may have any."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def printed(name: Hashable) -> str:
    """The whole text of a name, for what users look at. Of a name without one, its type."""
    try:
        return str(name)
    except Exception:
        return shown(name)


def _fits(value: Any) -> bool:
    """Whether lists, tuples, sets and dicts within each other have few enough values in all."""
    left, inside = _SHOWN, [value]
    while inside:
        thing = inside.pop()
        if not isinstance(thing, (list, tuple, set, frozenset, dict)):
            continue
        left -= len(thing)
        if left < 0:
            return False
        inside += [*thing.keys(), *thing.values()] if isinstance(thing, dict) else thing
    return True


def shorten(text: str, longest: int = _LONGEST) -> str:
    """The text. If the text is longer than `longest` characters, its middle is left out.

    The checksum of the middle distinguishes texts that differ there alone: two names in one message never
    read the same.
    """
    if len(text) <= longest:
        return text
    half = longest // 2
    middle = text[half:-half]
    checksum = zlib.crc32(middle.encode("utf-8", "surrogatepass"))
    return f"{text[:half]}[{len(middle)} characters #{checksum:08x}]{text[-half:]}"


def listed(things: Iterable[Any], show: Callable[[Any], str] = str) -> str:
    """The first few items, each as `show` shows it, and the number of the others."""
    every = list(things)
    return ", ".join(map(show, every[:LISTED])) + unlisted(every)


def unlisted(things: Sequence[Any]) -> str:
    """The number of the items that :func:`listed` leaves out: " and 3 more", or nothing."""
    return f" and {len(things) - LISTED} more" if len(things) > LISTED else ""


def counted(count: Any, thing: str, form: str = "") -> str:
    """A number of things in words: "1 DAG", "2 DAGs", with the form "," also "1,000 DAGs"."""
    return f"{count:{form}} {thing}" if count == 1 else f"{count:{form}} {thing}s"


def theta_text(theta: float, above: float = math.inf) -> str:
    """A threshold as text that may be copied: as a number it is at least `theta`, and below `above`.

    `above` is the next greater threshold. So ``at(float(text))`` is ``at(theta)``. The text has four digits,
    or as many more as it takes. 1/3 is 0.3334: at 0.3333 the consensus is another one.
    """
    import decimal  # takes a while, and most calls need none

    theta = float(theta)
    for digits in range(_DIGITS, 16):
        up = decimal.Context(prec=digits, rounding=decimal.ROUND_CEILING).create_decimal_from_float(theta)
        for text in (f"{theta:.{digits}g}", f"{float(up):.{digits}g}"):
            if theta <= float(text) < above:
                return text
    return repr(theta)


def as_text(name: Hashable) -> str:
    """A name for the engine's messages, in UTF-8. Lone surrogates have no UTF-8, so they are replaced."""
    if type(name) is str and len(name) <= _LONGEST and name.isascii():  # nearly all names, in every call
        return name
    text = shorten(name) if isinstance(name, str) else shown(name)
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def aligned(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of text, aligned to the left. It is empty without rows."""
    if not rows:
        return ""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    lines = ["   ".join(map(str.ljust, row, widths)).rstrip() for row in (heads, *rows)]
    return "\n".join(lines)


def html_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of HTML. The texts are escaped."""

    def line(cells: Sequence[str], tag: str) -> str:
        return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"

    return f"<table>{line(heads, 'th')}{''.join(line(row, 'td') for row in rows)}</table>"
