"""The record of how a result was made: what it holds in JSON, and the check of one from elsewhere.

A record is a dict of plain values. The check bounds its parts, and leaves open which options and facts it
has: these change from version to version.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from ..errors import InvalidInputError
from .show import shown

Record = dict[str, Any]

UNKNOWN: Record = {
    "function": None,
    "options": {},
    "inputs": [],
    "found": {},
    "versions": {},
    "recipe": None,
    "made_of": [],
}
"""The record of what no record was kept of."""
_DEEPEST = 16  # lists and dicts within each other
GENERATIONS = 8  # records within each other
_LARGEST = 2**1000  # which is a float still
_HASH = re.compile(r"[0-9a-f]{64}")


def check_record(value: Any, place: str = "provenance", generations: int = GENERATIONS) -> Record:
    """Return a record that may have come from elsewhere. What is none is an InvalidInputError.

    `place` is what messages call it.
    """
    fields = _object(value, place, UNKNOWN)
    if missing := UNKNOWN.keys() - fields.keys():
        raise _refuse(place, f"it lacks {shown(min(missing))}")
    if fields["function"] is not None and not _is_word(fields["function"]):
        raise _refuse(f"{place}.function", f"{shown(fields['function'])} is no name of a function")
    for name in ("options", "found"):
        _plain(_object(fields[name], f"{place}.{name}"), f"{place}.{name}")
    for name, version in _object(fields["versions"], f"{place}.versions").items():
        if not isinstance(version, str):
            raise _refuse(f"{place}.versions.{name}", f"{shown(version)} is no text")
    for k, each in enumerate(_list(fields["inputs"], f"{place}.inputs")):
        _check_parts(each, f"{place}.inputs[{k}]", _INPUT, ("kind",))
    if fields["recipe"] is not None:
        _check_parts(fields["recipe"], f"{place}.recipe", _RECIPE, tuple(_RECIPE))
    before = _list(fields["made_of"], f"{place}.made_of")
    if before and not generations:
        raise _refuse(place, f"more than {GENERATIONS} records are within each other")
    for k, each in enumerate(before):
        check_record(each, f"{place}.made_of[{k}]", generations - 1)
    return fields


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 100 and value.isprintable()


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value < _LARGEST


def _is_hash(value: Any) -> bool:
    return isinstance(value, str) and _HASH.fullmatch(value) is not None


def _is_site(value: Any) -> bool:
    parts = value if isinstance(value, list) else [value]
    return all(type(part) is str or (type(part) is int and abs(part) < _LARGEST) for part in parts)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


_INPUT: Mapping[str, Callable[[Any], bool]] = {
    "kind": lambda value: value in ("table", "graph", "rows at a site", "graphs at a site"),
    "site": _is_site,
    "file": _is_text,
    "sha256": _is_hash,
    "content": _is_hash,
    **dict.fromkeys(("rows", "rows_left_out", "columns", "cut", "nodes", "edges"), _is_count),
}
"""What an entry of the inputs may have. :class:`mcbnc.Provenance` describes it."""
_RECIPE = {"sha256": _is_hash, "text": _is_text}


def _check_parts(
    value: Any, place: str, parts: Mapping[str, Callable[[Any], bool]], needed: tuple[str, ...]
) -> None:
    fields = _object(value, place, parts)
    for name in needed:
        if name not in fields:
            raise _refuse(place, f"it lacks {shown(name)}")
    for name, own in fields.items():
        if not parts[name](own):
            raise _refuse(f"{place}.{name}", f"{shown(own)} is none")


def _object(value: Any, place: str, known: Mapping[str, Any] | None = None) -> Record:
    if not isinstance(value, dict):
        raise _refuse(place, f"it must be an object, not {shown(value)}")
    for name in value:
        if not isinstance(name, str) or (known is not None and name not in known):
            raise _refuse(place, f"{shown(name)} is not one of its parts: a newer mcbnc may have written it")
    return value


def _list(value: Any, place: str) -> list[Any]:
    if not isinstance(value, list):
        raise _refuse(place, f"it must be a list, not {shown(value)}")
    return value


def _plain(value: Any, place: str, deep: int = _DEEPEST) -> None:
    """Refuse what JSON has no finite value for, or what is too deep."""
    if value is None or isinstance(value, (bool, str)):
        return
    if isinstance(value, int) and abs(value) < _LARGEST:
        return
    if isinstance(value, float) and math.isfinite(value):
        return
    if isinstance(value, (list, dict)) and deep:
        for part in value.values() if isinstance(value, dict) else value:
            _plain(part, place, deep - 1)
        if isinstance(value, dict):
            _object(value, place)
        return
    raise _refuse(place, f"{shown(value)} cannot be in it")


def _refuse(place: str, problem: str) -> InvalidInputError:
    return InvalidInputError(f"{place}: {problem}", argument="path")
