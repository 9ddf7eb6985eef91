"""States in other spellings and codings, code books, and cut points."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from difflib import SequenceMatcher

from ..._base.show import counted, shown
from ..._base.spelling import seen
from ...errors import InvalidInputError
from ..between import rows_of_states, states_apart
from ..binned import cut
from ..columns import Column, plain
from ..rules import looks_measured, spelled_alike
from ..steps import text_in_recipe
from ..texts import as_number
from .finding import MOST_STATES, Columns, Finding, as_toml, counts_of
from .matching import match_states

_RARE = 0.02  # the share of the rows of a state, beside one of nearly the same letters


def find_spellings(f: Finding) -> None:
    """States that look the same: the spelling that most sites have, and then most rows."""
    for name, columns in f.states():
        texts = dict.fromkeys(s for own in columns.values() for s in own.states if isinstance(s, str))
        for group in spelled_alike([*texts]):
            best = max(group, key=lambda text: (_owners(columns, text), _rows(columns, text)))
            for k, own in columns.items():
                for text in [each for each in group if each in own.states and each != best]:
                    f.add(
                        k,
                        ("recode", name),
                        text_in_recipe(text),
                        best,
                        f"looks as {shown(best)} does",
                        certain=True,
                    )


def find_codings(f: Finding) -> None:
    """States of some sites that others have in another way."""
    for name, columns in f.states():
        sites = [*columns]
        lists = [own.states for own in columns.values()]
        rows = [*map(rows_of_states, columns.values())]
        counts = rows if any(own.any() for own in rows) else None  # lists of sites have none
        found = states_apart(lists, counts) if len(lists) > 1 else []
        if found and (usual := _usual_coding(lists)):
            for k in {*range(len(lists))} - {*usual}:
                _coding(f, sites[k], name, columns, [sites[at] for at in usual])
            continue
        for apart in found:
            few, many = apart.sites, apart.others
            if (len(few), _letters(apart.here)) > (len(many), _letters(apart.there)):
                few, many = many, few
            for k in [sites[at] for at in few]:
                _coding(f, k, name, columns, [sites[at] for at in many])


def _usual_coding(lists: Sequence[Sequence[Hashable]]) -> list[int]:
    """The lists of the most usual coding, where there are three or more that have no state in common.

    Of codings that are as usual, it is the first one with letters. It is empty if there are fewer codings.
    """
    codings: dict[frozenset[Hashable], list[int]] = {}
    for k, own in enumerate(lists):
        codings.setdefault(frozenset(own), []).append(k)
    if len(codings) < 3 or len(frozenset().union(*codings)) < sum(map(len, codings)):
        return []
    usual = max(codings, key=lambda coding: (len(codings[coding]), _letters([*coding]) > 0))
    return codings[usual]


def _coding(f: Finding, k: int, name: str, columns: Columns, others: Sequence[int]) -> None:
    """Suggest what the states of a site are among those of the others."""
    own = _shares(columns[k])
    usual: dict[str, float] = {}
    by_text: dict[str, Hashable] = {}
    for j in others:
        if j != k:
            by_text |= {text_in_recipe(state): state for state in columns[j].states}
            for state, share in _shares(columns[j]).items():
                usual[state] = usual.get(state, 0.0) + share / len(others)
    if not usual:
        return
    here = {state: share for state, share in own.items() if state not in usual}
    there = {state: share for state, share in usual.items() if state not in own}
    whole = all(as_number(state) is not None for state in (*own, *usual)) and len(own) == len(usual)
    found = match_states(own, usual) if whole or not there else match_states(here, there)
    if found is None or len(found.states) < len(own if whole else here):
        found = match_states(here, usual) or found
    if found is None:
        return
    for old, new in found.states.items():
        if old != new:
            why = f"{f.name(k)} has it where the others have {shown(new)}: {found.why}"
            f.add(k, ("recode", name), old, as_toml(by_text.get(new, new)), why)


def find_near_misses(f: Finding) -> None:
    """A rare state of nearly the same letters as a frequent one of the same table."""
    for name, columns in f.states():
        for k, own in columns.items():
            counts, rows = counts_of(own), len(own.codes)
            texts = [s for s in own.states if isinstance(s, str) and as_number(s) is None and len(s) > 3]
            for rare in [text for text in texts if 0 < counts[text] <= _RARE * rows]:
                near = [
                    text
                    for text in texts
                    if counts[text] >= 10 * counts[rare]
                    and SequenceMatcher(None, seen(text), seen(rare)).ratio() >= 0.85
                    and re.findall(r"\d+", text) == re.findall(r"\d+", rare)
                ]
                if len(near) == 1:
                    why = f"{counted(counts[rare], 'cell')} beside {counts[near[0]]} of {shown(near[0])}"
                    f.add(k, ("recode", name), rare, near[0], why)


def find_books(f: Finding, every: bool = False) -> None:
    """The states of the columns that lines recode, once these are in force. `every`: of all columns."""
    recoded = {one.section[1] for one in f.found.values() if one.section[0] == "recode"}
    certain = {
        name: all(one.certain for one in f.found.values() if one.section == ("recode", name))
        for name in recoded
    }
    for name, columns in [*f.states()]:
        states = dict.fromkeys(as_toml(state) for own in columns.values() for state in own.states)
        whole = every and all(own.states for own in columns.values())
        if (name in recoded or whole) and len({*map(type, states)}) == 1 and len(states) <= MOST_STATES:
            why = "no other value is taken" + ", if the lines below are in force" * (name in recoded)
            sure = certain.get(name, True)
            if whole and states_apart([own.states for own in columns.values()]):
                why, sure = "the sites have other states, and no line makes them alike", False
            f.add(None, ("columns", name), "states", sorted(states), why, certain=sure)


def find_bins(f: Finding) -> None:
    """Cut points for the measurements, which a score of states needs."""
    for name, _, node in f.numbers():
        if not looks_measured(node, f.options.decimal):
            continue
        try:
            done = cut(node, f.options.decimal, [3] * len(node.columns), "quantile", True)
        except InvalidInputError:
            continue
        why = "three bins of about equally many rows"
        f.add(None, ("columns", name), "bins", [*map(plain, done.points[0])], why)


def _letters(states: Sequence[Hashable]) -> int:
    """The letters of states: more tell more."""
    return sum(map(str.isalpha, "".join(map(text_in_recipe, states))))


def _shares(column: Column) -> dict[str, float]:
    """The share of the rows of each state, by its text."""
    counts = rows_of_states(column)
    total = max(int(counts.sum()), 1)
    cells = zip(column.states, counts.tolist(), strict=True)
    return {text_in_recipe(state): count / total for state, count in cells if count or column.declared}


def _owners(columns: Columns, state: Hashable) -> int:
    return sum(state in own.states for own in columns.values())


def _rows(columns: Columns, state: Hashable) -> int:
    return sum(counts_of(own).get(state, 0) for own in columns.values())
