"""JSON that others wrote. An object with a key twice is refused, since only one of the two would count."""

from __future__ import annotations

import json
from typing import Any

from ..errors import InvalidInputError
from .files import read_file
from .show import shown


class DuplicateKey(ValueError):
    """An object in JSON has a key more than once."""


def json_value(content: str | bytes) -> Any:
    """The value that a text in JSON holds.

    Raises DuplicateKey, or the ValueError or RecursionError of ``json.loads``.
    """
    return json.loads(content, object_pairs_hook=_distinct)


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise DuplicateKey(f"the key {shown(twice)} comes more than once in one object")
    return record


def read_json(path: str) -> Any:
    """The value that a file in JSON holds. Raises InvalidInputError that names the file if it holds none."""
    text = read_file(path).text()
    try:
        return json_value(text)
    except DuplicateKey as error:
        raise InvalidInputError(f"{path}: {error}") from error
    except (ValueError, RecursionError) as error:
        raise InvalidInputError(f"{path}: it is no JSON: {error}") from error
