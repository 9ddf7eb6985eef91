"""Texts that look the same to a reader: they differ only in case, blanks, unseen signs or Unicode form."""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable, Iterable, Sequence

from .show import shorten, shown

_LARGE = 10**18  # whole numbers from here on are no names that users write as texts

# Cyrillic letters that look like Latin ones, in small letters or in capitals, and the Greek o.
_LIKE_LATIN = str.maketrans("авекмнорстухіјѕһο", "abekmhopctyxijsho")

HOW = "differ only in case, in blanks or in invisible signs"
"""What messages say of such texts."""


def seen(text: str) -> str:
    """What a reader sees of a text: equal for texts that look the same."""
    folded = " ".join(text.split()).casefold()
    if folded.isascii() and folded.isprintable():
        return folded
    normal = unicodedata.normalize("NFKC", folded).casefold().translate(_LIKE_LATIN)
    return " ".join("".join(sign for sign in normal if unicodedata.category(sign)[0] != "C").split())


def look_alike(names: Iterable[Hashable]) -> list[list[Hashable]]:
    """The groups of different names that look the same. A whole number looks like its text."""
    groups: dict[Hashable, list[Hashable]] = {}
    for name in dict.fromkeys(names):
        groups.setdefault(_key(name), []).append(name)
    return [group for group in groups.values() if len(group) > 1]


def told_apart(names: Sequence[Hashable]) -> list[str]:
    """The names as messages show them. Those that would look the same there are shown in ASCII."""
    texts = [shown(name) for name in names]
    looks = [unicodedata.normalize("NFKC", text).translate(_LIKE_LATIN) for text in texts]
    return [
        shorten(ascii(name)) if looks.count(look) > 1 else text
        for name, text, look in zip(names, texts, looks, strict=True)
    ]


def _key(name: Hashable) -> Hashable:
    if isinstance(name, str):
        return seen(name)
    return str(name) if type(name) is int and abs(name) < _LARGE else name
