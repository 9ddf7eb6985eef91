"""The names of nodes in JSON: which names a file may have, and how they are written.

One rule holds for reading and writing, so every graph that was read can be saved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Any

from .._base.names import all_strings, check_names
from .._base.show import shown
from ..errors import InvalidInputError

_INT64 = 2**63
_ALLOWED = "names in a file are str in valid Unicode, int of 64 bits, or tuples of these"
_EQUAL_HASHES = 64
"""The largest number of names with equal hashes. Each look-up may compare all of them."""


def name_as_json(name: Hashable) -> Any:
    """A name as a JSON value, from which :func:`name_from_json` makes a name of the same type and value."""
    if not is_name(name):
        raise InvalidInputError(
            f"the node {shown(name)} of type {type(name).__name__} cannot be saved: {_ALLOWED}",
            argument="nodes",
            nodes=[name],
        )
    return list(name) if isinstance(name, tuple) else name


def name_from_json(value: Any) -> Hashable:
    """The name of a node from a value in JSON. A name that is a tuple is a list in JSON."""
    return tuple(value) if isinstance(value, list) else value


def names_from_json(values: list[Any], label: str) -> list[Hashable]:
    """The names of all nodes, which must differ. `label` is what errors call the list."""
    names = [name_from_json(value) for value in values]
    odd = next((i for i, name in enumerate(names) if not is_name(name)), None)
    if odd is not None:
        raise InvalidInputError(
            f"{label}: [{odd}] is {shown(values[odd])}, which cannot be a node's name: {_ALLOWED}"
        )
    if names and not all_strings(names) and max(Counter(map(hash, names)).values()) > _EQUAL_HASHES:
        raise InvalidInputError(f"{label}: too many of the names have one hash; give strings")
    return check_names(names, label)


def is_name(name: object) -> bool:
    """True if a file may have a node of this name."""
    return _is_str_or_int(name) or (type(name) is tuple and all(map(_is_str_or_int, name)))


def _is_str_or_int(name: object) -> bool:
    # The test is by type, not by isinstance. A subclass, such as NumPy's str_ or bool, would be read as
    # another type.
    if type(name) is str:
        return name.isascii() or name.encode("utf-8", "ignore").decode() == name
    return type(name) is int and -_INT64 <= name < _INT64
