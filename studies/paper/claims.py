"""A claim of the paper, and how it is decided.

A claim is decided by a rule, from the results alone. The paper's words have these meanings here: *never*
and *all* are every case, *almost all* and words without a quantity at least 90 % of the cases, and
*typically*, *generally*, *often* and *frequently* more than half of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from markdown import listed

HOLDS, FAILS, UNDEFINED = "holds", "does not", "undefined"
ALMOST_ALL = 0.9


class Claim(NamedTuple):
    where: str
    """The place in the paper."""
    text: str
    """What is claimed, with the printed number."""
    rule: str
    """When it holds."""
    ours: str
    """What we found."""
    verdict: str


def decided(where: str, text: str, rule: str, ours: str, holds: bool | None) -> Claim:
    """A claim that holds or does not. None: the paper or the results do not define it."""
    return Claim(where, text, rule, ours, UNDEFINED if holds is None else HOLDS if holds else FAILS)


def unknown(where: str, text: str, rule: str) -> Claim:
    """A claim on something that was not run."""
    return decided(where, text, rule, "not run", None)


def every(where: str, text: str, rule: str, flags: Sequence[tuple[str, bool]], what: str = "cases") -> Claim:
    return _counted(where, text, f"{rule}, in all {what}", flags, what, 1.0)


def almost_all(
    where: str, text: str, rule: str, flags: Sequence[tuple[str, bool]], what: str = "cases"
) -> Claim:
    return _counted(where, text, f"{rule}, in 90 % of the {what}", flags, what, ALMOST_ALL)


def most(where: str, text: str, rule: str, flags: Sequence[tuple[str, bool]], what: str = "cases") -> Claim:
    return _counted(where, text, f"{rule}, in more than half of the {what}", flags, what, None)


def _counted(
    where: str, text: str, rule: str, flags: Sequence[tuple[str, bool]], what: str, share: float | None
) -> Claim:
    """A claim over cases: the name of each, and whether it is so there. Share None: more than half."""
    if not flags:
        return unknown(where, text, rule)
    true = sum(flag for _, flag in flags)
    holds = 2 * true > len(flags) if share is None else true >= share * len(flags)
    ours = f"{true} of {len(flags)} {what}"
    against = exceptions(flags)
    if true and against and len(against) <= 6:
        ours += f"; not {listed(against)}"
    return decided(where, text, rule, ours, holds)


def exceptions(flags: Sequence[tuple[str, bool]]) -> list[str]:
    """The names of the cases where it is not so. Where all of a network's are, its name alone."""
    found: dict[str, list[tuple[str, bool]]] = {}
    for name, flag in flags:
        network, _, number = name.rpartition(" r=")
        found.setdefault(network or name, []).append((number, flag))
    told = []
    for network, some in found.items():
        numbers = [number for number, flag in some if not flag]
        if numbers and numbers[0] and len(numbers) < len(some):
            told.append(f"{network} (r = {', '.join(numbers)})")
        elif numbers:
            told.append(network)
    return told
