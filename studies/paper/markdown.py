"""Tables and numbers of a page. What is not known is shown as a dash."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

DASH = "–"


def table(heads: Sequence[str], lines: Iterable[Sequence[str]], words: int = 1) -> str:
    """A table whose first columns, `words` of them, are left-aligned. Without a line it is a dash."""
    rows = [list(line) for line in lines]
    if not rows:
        return DASH
    rule = ["---"] * words + ["---:"] * (len(heads) - words)
    return "\n".join(f"|{'|'.join(line)}|" for line in (heads, rule, *rows))


def fixed(x: float | None, decimals: int = 1) -> str:
    return DASH if x is None else f"{round(x, decimals) + 0.0:.{decimals}f}"  # adding 0.0 turns -0.0 into 0.0


def short(x: float | None, digits: int = 3) -> str:
    """A number with some significant digits, without an exponent."""
    if x is None:
        return DASH
    rounded = float(f"{x:.{digits}g}") + 0.0
    return f"{rounded:.0f}" if rounded == int(rounded) else f"{rounded:.12f}".rstrip("0")


def percent(share: float | None, decimals: int = 1) -> str:
    return DASH if share is None else f"{fixed(100 * share, decimals)} %"


def p_value(p: float | None) -> str:
    if p is None:
        return DASH
    return f"{p:.2e}" if p < 0.001 else f"{p:.3f}"


def counts(wins: Sequence[int] | None) -> str:
    """Wins/ties/losses."""
    return DASH if wins is None else "/".join(str(count) for count in wins)


def bold_least(cells: Sequence[float | None], decimals: int, largest: bool = False) -> list[str]:
    """Numbers, the best of them bold, and all that show the same digits."""
    told = [fixed(x, decimals) for x in cells]
    known = [x for x in cells if x is not None]
    best = fixed((max if largest else min)(known), decimals) if known else None
    return [f"**{text}**" if text == best else text for text in told]


def listed(names: Sequence[str]) -> str:
    """Names in a sentence."""
    names = list(names)
    return ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else "".join(names)
