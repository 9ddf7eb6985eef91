"""Cells that are no numbers or no values: units, other signs, markers, codes. Numbers in other units."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from typing import Any

from ..._base.show import counted, printed, shown
from ..codes import codes_of_numbers, codes_of_states
from ..columns import Column, Node
from ..numbers import odd_cells
from ..readings import COMMA, have_units, read_sites
from ..rules import looks_measured
from ..state_lists import facts_of
from ..steps import text_in_recipe
from ..texts import POINT, UNIT_BEHIND, as_number, has_unit, text_facts
from ..units import Middles, Odd, middles_of_numbers, unlike_numbers
from .dates import MOST_YEARS, YEARS
from .finding import Columns, Finding, counts_of, floats_of

_LOOK = 1000  # states whose digits are counted
_SURE_MARKERS = frozenset(("?", "null", "(null)", "<null>", "[null]", "\\n", "nat", "n/a"))


def find_odd_cells(f: Finding) -> None:
    """Cells that are no numbers, where most are: units, another decimal sign, markers."""
    for name, columns, node in f.numbers():
        _doubtful(f, name, columns, node)
        readings = read_sites(node, f.options.decimal)
        owners = _owners(node, columns)
        for odd in odd_cells(node, readings):
            k = owners[id(odd.location)]
            if 2 * odd.cells > len(columns[k].codes) and not has_unit(odd.values[0]):
                continue
            _odd_values(f, k, name, odd.values, odd.reading.decimal, odd.cells)
    for name, columns in f.columns():
        for k, own in columns.items():
            if have_units(own.states):
                with_unit = [state for state in own.states if has_unit(state)]
                _odd_values(f, k, name, with_unit, POINT, len(own.codes))


def _owners(node: Node, columns: Columns) -> dict[int, int]:
    """The table of each of the node's locations, by their identity: a location may hold an array."""
    return dict(zip(map(id, node.locations), columns, strict=True))


def _doubtful(f: Finding, name: str, columns: Columns, node: Node) -> None:
    """Texts that are two numbers, by the one sign and by the other."""
    readings = read_sites(node, f.options.decimal)
    signs = {reading.decimal for reading in readings if reading.doubtful is None}
    for k, reading in zip(columns, readings, strict=True):
        if reading.doubtful is not None:
            facts = text_facts(reading.doubtful)
            why = f"{shown(reading.doubtful)} is {facts.comma:g} by a comma, and {facts.point:g} by a point"
            sign = COMMA if signs == {COMMA} or "." not in reading.doubtful else POINT
            f.add(k, ("number",), name, {"decimal": sign}, f"{why}: say which")


def _odd_values(f: Finding, k: int, name: str, values: Sequence[Hashable], decimal: str, cells: int) -> None:
    units = [found[1] for value in values if (found := UNIT_BEHIND.search(str(value))) and has_unit(value)]
    if units:
        why = f"cells such as {shown(values[0])}, in {counted(cells, 'cell')}"
        f.add(k, ("number",), name, {"unit": [*dict.fromkeys(units)]}, why)
    other = COMMA if decimal == POINT else POINT
    gaps = []
    for value in values:
        if has_unit(value):
            continue
        number = as_number(value, other) if isinstance(value, str) else None
        if number is not None:
            why = "its decimal sign is another one than that of the other cells"
            f.add(k, ("recode", name), text_in_recipe(value), f"{number:.15g}", why)
        else:
            gaps.append(value)
    if gaps:
        why = f"{counted(cells, 'cell')} that {'is' if cells == 1 else 'are'} no number"
        sure = all(isinstance(gap, str) and _is_sure(gap) for gap in gaps)
        f.add(k, ("missing",), name, [*map(text_in_recipe, gaps)], why, certain=sure)


def find_markers(f: Finding) -> None:
    """States that programs write where there is no value."""
    for name, columns in f.states():
        texts = [state for own in columns.values() for state in own.states if isinstance(state, str)]
        marks = facts_of([*dict.fromkeys(texts)]).markers
        for k, own in columns.items():
            counts = counts_of(own)
            mine = [mark for mark in marks if mark in own.states]
            if mine:
                cells = sum(counts[mark] for mark in mine)
                why = f"{counted(cells, 'cell')}; programs write it where there is no value"
                f.add(k, ("missing",), name, mine, why, certain=all(map(_is_sure, mine)))


def find_codes(f: Finding) -> None:
    """Numbers that stand for no value."""
    for name, columns, node in f.numbers():
        numbers = floats_of(node, f.options.decimal)
        if numbers is None:
            found = codes_of_states(node, node.states, f.options.decimal)
        else:
            found = codes_of_numbers(node, numbers, f.options.decimal)
        owners = _owners(node, columns)
        for location, codes in [] if found is None else found.sites:
            for code in codes:
                why = f"{counted(code.cells, 'cell')}, apart from the other numbers"
                value = int(code.value) if code.value.is_integer() and abs(code.value) < 1e15 else code.value
                f.add(owners[id(location)], ("missing",), name, [str(value)], why)


def find_units(f: Finding) -> None:
    """Numbers of one site that are like none of the others."""
    middles: dict[Hashable, Middles | None] = {}
    owners: dict[str, tuple[Columns, dict[int, int]]] = {}
    for name, columns, node in f.numbers():
        numbers = floats_of(node, f.options.decimal)
        if numbers is not None and looks_measured(node, f.options.decimal):
            middles[name] = middles_of_numbers(numbers, node.locations)
            owners[name] = columns, _owners(node, columns)
    for odd in unlike_numbers(middles):
        name = printed(odd.name)
        columns, by_location = owners[name]
        k = by_location[id(odd.location)]
        if odd.swapped is not None:
            f.add(k, ("rename",), name, printed(odd.swapped), f"as numbers go, {odd.why}")
        elif (how := _conversion(odd, [own for j, own in columns.items() if j != k])) is not None:
            why = f"median {odd.own[1]:.4g}, {odd.usual[1]:.4g} at the others: {odd.why}?"
            f.add(k, ("number",), name, how, why)


def _is_sure(marker: str) -> bool:
    """True of what only programs write where there is no value."""
    bare = marker.strip().casefold()
    return bare.startswith("#") or bare in _SURE_MARKERS


def _conversion(odd: Odd, others: Sequence[Column]) -> dict[str, Any] | None:
    """The keys of ``number`` that make the numbers of a site like those of the others. None: unknown."""
    how: dict[str, Any] = {}
    if odd.conversion is not None:
        if odd.conversion.base is not None:
            how["log"] = odd.conversion.base
        if odd.conversion.factor != 1:
            how["factor"] = odd.conversion.factor
        if odd.conversion.offset:
            how["offset"] = odd.conversion.offset
    elif min(odd.own) >= YEARS.start and max(odd.own) < YEARS.stop and 0 <= min(odd.usual) <= MOST_YEARS:
        how = {"factor": -1, "offset": round(float(odd.own[1] + odd.usual[1]))}
    else:
        return None
    written = [own for own in others if not own.declared]  # those of lists stand for numbers that nobody told
    if written:
        how["digits"] = max((_digits(state) for own in written for state in own.states[:_LOOK]), default=0)
    return how


def _digits(state: Hashable) -> int:
    """The digits behind the decimal sign of a number."""
    text = state if isinstance(state, str) else repr(state)
    found = re.fullmatch(r"\s*[+-]?\d*[.,](\d+)\s*", text)
    return len(found[1].rstrip("0")) if found else 0
