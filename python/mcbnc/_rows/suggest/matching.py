"""Which states of one site may be which ones of the others: by meaning, spelling, order, or frequency.

The first way that gives every state of the site a state of the others is taken, in this order:

1. words for yes and no, and for the sexes, in several languages;
2. spelling: the same letters and digits, an accent more or less, a damaged encoding, an abbreviation, a state
   that is a word of the other one, or nearly the same letters;
3. the order of numbers, of Roman numbers, or of letters, if both have as many;
4. the frequency, if both have as many.

If spelling alone gives some of the states a state, these are taken.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from ..._base.spelling import seen

_TOPICS: tuple[tuple[frozenset[str], ...], ...] = tuple(
    tuple(frozenset(words.split()) for words in topic)
    for topic in (
        (
            "no n nein non nee nej não nao нет false falsch faux neg negative negativ negatif absent 0 -",
            "yes y ja j oui si sí sì da да true wahr vrai t pos positive positiv positif present 1 + x",
        ),
        (
            "male m man männlich maennlich mann masculin homme h maschio hombre masculino mannelijk 1",
            "female f w woman weiblich frau féminin feminin femme femmina mujer femenino v vrouwelijk 2",
        ),
    )
)
_NEAR = 0.72  # the share of equal letters of states that may be one
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?")
_LOST = "\N{REPLACEMENT CHARACTER}"


class Match(NamedTuple):
    """What the states of a site may be, and how that was found."""

    states: dict[str, str]
    why: str


def match_states(here: Mapping[str, float], there: Mapping[str, float]) -> Match | None:
    """The states `here`, of a site, as states `there`, of the others. Both have the share of their rows.

    None: nothing is known.
    """
    for way in (_by_meaning, _by_spelling, _by_order, _by_frequency):
        found = way(here, there)
        if found is not None and len(found.states) == len(here):
            return found
    return _by_spelling(here, there)


def _by_meaning(here: Mapping[str, float], there: Mapping[str, float]) -> Match | None:
    for topic in _TOPICS:
        of = [_concepts(states, topic) for states in (here, there)]
        if None in of:
            continue
        known = {concept: state for state, concept in (of[1] or {}).items()}
        if len(known) < len(there) or not set((of[0] or {}).values()) <= set(known):
            continue
        return Match(
            {state: known[concept] for state, concept in (of[0] or {}).items()}, "words of one meaning"
        )
    return None


def _concepts(states: Mapping[str, float], topic: Sequence[frozenset[str]]) -> dict[str, int] | None:
    """The meaning of each state, by its number in the topic. None: one has no such meaning."""
    found = {}
    for state in states:
        word = seen(state).rstrip(".")
        concepts = [k for k, words in enumerate(topic) if word in words]
        if not concepts:
            return None
        found[state] = concepts[0]
    return found


def _by_spelling(here: Mapping[str, float], there: Mapping[str, float]) -> Match | None:
    found: dict[str, str] = {}
    why: dict[str, None] = {}
    for state in here:
        for told, alike in _SPELLINGS:
            same = [other for other in there if alike(state, other)]
            if len(same) == 1:
                found[state], why[told] = same[0], None
                break
    return Match(found, ", ".join(why)) if found else None


def _bare(text: str) -> str:
    """The letters and digits without accents."""
    flat = unicodedata.normalize("NFKD", seen(text))
    return "".join(sign for sign in flat if sign.isalnum())


def _same_signs(one: str, other: str) -> bool:
    return bool(_bare(one)) and _bare(one) == _bare(other)


def _umlauts(one: str, other: str) -> bool:
    """True of Koeln and Köln."""

    def flat(text: str) -> str:
        for sign, two in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss"), ("å", "aa"), ("ø", "oe")):
            text = text.replace(sign, two)
        return _bare(text)

    return flat(seen(one)) == flat(seen(other))


def _encoding(one: str, other: str) -> bool:
    """True of a text in UTF-8 that was read as another encoding, or that has lost a sign."""
    for encoding in ("cp1252", "latin-1"):
        try:
            if one.encode(encoding).decode() == other:
                return True
        except UnicodeError:
            continue
    if _LOST not in one:
        return False
    pattern = ".{1,2}".join(map(re.escape, re.split(f"{_LOST}+", one)))
    return re.fullmatch(pattern, other) is not None


def _abbreviation(one: str, other: str) -> bool:
    short, long = sorted((_bare(one), _bare(other)), key=len)
    return bool(short) and short != long and long.startswith(short)


def _word(one: str, other: str) -> bool:
    """True if one of them is a word of the other, as in ``1 = yes`` and yes."""
    words, others = (re.findall(r"\w+", seen(text)) for text in (one, other))
    return len(words) != len(others) and (words in [[w] for w in others] or others in [[w] for w in words])


def _digits(one: str, other: str) -> bool:
    """True of ranges with the same numbers, as in ``18 to 30`` and ``18-30``."""
    numbers = [re.findall(r"\d+", text) for text in (one, other)]
    return len(numbers[0]) > 1 and numbers[0] == numbers[1]


def _near(one: str, other: str) -> bool:
    bare, others = _bare(one), _bare(other)
    if min(len(bare), len(others)) < 4 or (bare + others).isdigit():
        return False
    return SequenceMatcher(None, bare, others).ratio() >= _NEAR


_SPELLINGS: tuple[tuple[str, Callable[[str, str], bool]], ...] = (
    ("the same letters and digits", _same_signs),
    ("an umlaut in two letters", _umlauts),
    ("a damaged encoding", _encoding),
    ("the same numbers", _digits),
    ("one is a word of the other", _word),
    ("one begins as the other", _abbreviation),
    ("nearly the same letters", _near),
)


def _by_order(here: Mapping[str, float], there: Mapping[str, float]) -> Match | None:
    places = [_places(states) for states in (here, there)]
    if places[0] is None or places[1] is None:
        return None
    if set(places[0].values()) <= set(places[1].values()) and len(set(places[1].values())) == len(there):
        by_number = {number: state for state, number in places[1].items()}
        return Match({state: by_number[number] for state, number in places[0].items()}, "the same numbers")
    if len(here) != len(there) or any(len(set(own.values())) < len(own) for own in places if own):
        return None
    ranked = [sorted(own, key=own.__getitem__) for own in places if own is not None]
    return Match(dict(zip(*ranked, strict=True)), "by order")


def _places(states: Mapping[str, float]) -> dict[str, float] | None:
    """A number of each state: its own, its first one, that of a Roman number, or that of a letter."""
    for number in (_number, _roman, _letter):
        found = {state: number(state.strip().casefold()) for state in states}
        known = {state: place for state, place in found.items() if place is not None}
        if len(known) == len(states):
            return known
    mixed = {state: _number(state) or _roman(state.strip().casefold()) for state in states}
    known = {state: place for state, place in mixed.items() if place is not None}
    return known if len(known) == len(states) else None


def _number(text: str) -> float | None:
    found = _NUMBER.search(text)
    return float(found[0].replace(",", ".")) if found else None


def _roman(text: str) -> float | None:
    text = unicodedata.normalize("NFKC", text).casefold()
    if not text or any(sign not in _ROMAN for sign in text):
        return None
    values = [_ROMAN[sign] for sign in text]
    pairs = zip(values, [*values[1:], 0], strict=True)
    return float(sum(-own if own < after else own for own, after in pairs))


def _letter(text: str) -> float | None:
    return float(ord(text)) if len(text) == 1 and text.isalpha() else None


def _by_frequency(here: Mapping[str, float], there: Mapping[str, float]) -> Match | None:
    if len(here) != len(there) or not (any(here.values()) and any(there.values())):  # lists have no counts
        return None
    ranked = [sorted(states, key=lambda state: (-states[state], state)) for states in (here, there)]
    found = dict(zip(*ranked, strict=True))
    shares = ", ".join(f"{here[a]:.2f} | {there[b]:.2f}" for a, b in [*found.items()][:3])
    return Match(found, f"by frequency {shares}, so look at it")
