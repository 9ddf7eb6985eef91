"""The names of nodes: checks of the names, and the search of a node by its name.

rank.py sorts the names.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Reversible, Sequence, Set
from typing import Any

from ..errors import InvalidInputError
from .options import list_of
from .show import listed, shorten, shown
from .spelling import HOW, look_alike, told_apart
from .wording import wording

Names = Sequence[Hashable]

MOST_NAMES = 1 << 16
"""The largest number of nodes that the engine takes. The matrix of more nodes may not fit into memory."""


def default_names(n: int) -> list[Hashable]:
    """The names of nodes that were given no names: 0..n-1."""
    return list(range(n))


def read_names(names: Any, argument: str, kind: str = "node") -> list[Hashable]:
    """Make a checked list of the names in a caller's sequence, array or pandas Index."""
    if type(names) is list:  # as most are
        return check_names(list(names), argument, kind=kind)
    if isinstance(names, (str, bytes)):
        raise InvalidInputError(
            f"{argument} must be a sequence of names, not one string: {shown(names)}", argument=argument
        )
    if isinstance(names, Set) and not isinstance(names, Reversible):  # a dict's keys have an order
        raise InvalidInputError(
            f"{argument} must be a sequence of names, a {type(names).__name__} has no order",
            argument=argument,
        )
    try:
        # tolist() turns the scalars of NumPy and pandas into Python's numbers and strings.
        values = names.tolist() if hasattr(names, "tolist") else list_of(names, MOST_NAMES, argument)
    except TypeError:
        values = None
    if not isinstance(values, list):
        raise InvalidInputError(
            f"{argument} must be a sequence of names, not {type(names).__name__}", argument=argument
        )
    return check_names(values, argument, kind=kind)


def check_names(
    names: list[Hashable],
    argument: str,
    dag: int | None = None,
    kind: str = "node",
    file: str | None = None,
) -> list[Hashable]:
    """Return the names. Refuse too many of them, and unhashable, missing and duplicate ones.

    `kind` is what messages call the named items. `file` is the file that they are from.
    """

    plain = all_strings(names)
    if plain and len(set(names)) == len(names) <= MOST_NAMES:
        return names

    def refuse(problem: str, nodes: Names = ()) -> InvalidInputError:
        place = wording().place(argument, dag, file)
        return InvalidInputError(f"{place}: {problem}", argument=argument, dag=dag, nodes=nodes)

    if len(names) > MOST_NAMES:
        raise refuse(f"there are {len(names)} {kind}s, and mcbnc takes at most {MOST_NAMES}")
    odd = [] if plain else names
    for name in odd:
        if not _hashable(name):
            raise refuse(f"{shown(name)} cannot be a {kind}'s name, it is not hashable")
    try:
        unnamed = next((i for i, name in enumerate(odd) if is_missing(name)), None)
        repeated = _repeated(names)
    except Exception as error:  # the __eq__ of a caller's class may raise any exception
        raise refuse(f"the names cannot be compared: {shorten(str(error))}") from error
    if unnamed is not None:
        raise refuse(f"{kind} {unnamed} has no name", [unnamed])
    if repeated:
        verb = "comes" if len(repeated) == 1 else "come"
        raise refuse(f"names must differ, but {listed(repeated, shown)} {verb} more than once", repeated)
    return names


def same_names(names: Names, base: Names, argument: str, dag: int | None, base_place: str) -> list[int]:
    """The index in `names` of each name of `base`. Both sequences must hold the same names."""
    position = {name: i for i, name in enumerate(names)}
    missing = [name for name in base if name not in position]
    if not missing and len(names) == len(base):
        return [position[name] for name in base]
    raise InvalidInputError(
        f"{label(argument, dag)} must have the same nodes as {base_place}, but it {differences(names, base)}",
        argument=argument,
        dag=dag,
        nodes=missing + _others(names, base),
    )


def differences(names: Names, base: Names) -> str:
    """What names lack and have besides, in the words of a message: "lacks 'a' and has 'b' besides".

    Names that look the same get a warning.
    """
    missing, extra = _others(base, names), _others(names, base)
    lacks, has = f"lacks {listed(missing, shown)}", f"has {listed(extra, shown)} besides"
    told = " and ".join(part for part, any_name in ((lacks, missing), (has, extra)) if any_name)
    alike = [" and ".join(told_apart(group)) for group in look_alike([*missing, *extra])]
    return f"{told} ({listed(alike)} {HOW})" if alike else told


def _others(names: Names, base: Names) -> list[Hashable]:
    known = set(base)
    return [name for name in names if name not in known]


def label(argument: str, dag: int | None = None) -> str:
    """The name of an input in messages, such as ``dags[2]`` or ``nodes``."""
    return wording().place(argument, dag)


def find_node(name: Any, index: dict[Hashable, int], argument: str, kind: str = "node") -> int:
    """The index of the item with this name. `kind` is what messages call the item."""
    try:
        return index[name]
    except Exception:  # the key is missing, the name has no hash, or __eq__ raises
        raise InvalidInputError(
            f"{argument}: no {kind} is named {shown(name)}; the {kind}s are {listed(index, shown)}",
            argument=argument,
            nodes=[name] if _hashable(name) else [],
        ) from None


def find_pair(
    u: Any, v: Any, index: dict[Hashable, int], arguments: tuple[str, str] = ("u", "v")
) -> tuple[int, int]:
    """The indices of the nodes that two arguments name. The two must differ."""
    first, second = arguments
    i, j = find_node(u, index, first), find_node(v, index, second)
    if i == j:
        raise InvalidInputError(
            f"{first} and {second} must differ, but both are {shown(u)}", argument=second, nodes=[v]
        )
    return i, j


def all_strings(names: Names) -> bool:
    """True if every name is a plain str, as most names are.

    A set of the types is fast. A Python loop over the names would take longer than a small run.
    """
    return set(map(type, names)) == {str}


def _hashable(name: Any) -> bool:
    try:
        hash(name)
    except Exception:
        return False
    return True


def is_missing(name: Any) -> bool:
    """True if the name is None, NaN or pandas' NA."""
    pandas = sys.modules.get("pandas")  # NA needs this test, because a comparison with NA has no truth value
    if name is None or (pandas is not None and name is getattr(pandas, "NA", None)):
        return True
    return bool(name != name)  # NaN differs from itself


def _repeated(names: Names) -> list[Hashable]:
    if len(set(names)) == len(names):
        return []
    seen: set[Hashable] = set()
    return list(dict.fromkeys(x for x in names if x in seen or seen.add(x)))  # type: ignore[func-returns-value]
