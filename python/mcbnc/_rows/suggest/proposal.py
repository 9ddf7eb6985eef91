"""Lines of a recipe that may mend tables, each with its evidence, and the text that they make.

A line that is certain is in force. Another one is behind ``# `` until a person takes that away, or
:meth:`Proposal.accept` does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from ..._base.show import counted, printable, printed, shorten
from ..._base.toml import toml_key, toml_value
from ..recipe import Recipe

_WIDEST = 160  # characters of evidence
_HEAD = """\
## A recipe for mcbnc: what is to be changed in the tables. Lines behind "# " are not in force.
## Read each, correct it, and take the "# " away if it is right.
"""


class Suggestion(NamedTuple):
    """A line of a recipe."""

    site: str | None
    """None: for all sites."""
    section: tuple[str, ...]
    """The table of TOML below the site, such as ``("recode", "smoker")``."""
    key: str
    value: Any
    """What stands behind the sign: a text, a number, a truth value, a list or a dict of these."""
    why: str
    """The evidence."""
    certain: bool = False
    accepted: bool = False
    """A person has taken it."""

    @property
    def column(self) -> str | None:
        """The column that it is about."""
        if self.section[0] in ("recode", "columns"):
            return self.section[1]
        if self.section[0] == "rename":
            return str(self.value)
        return None if self.section[0] in ("rows", "lines") else self.key

    @property
    def header(self) -> str:
        where = () if self.site is None else ("sites", self.site)
        return ".".join(map(toml_key, (*where, *self.section)))

    @property
    def in_force(self) -> bool:
        return self.certain or self.accepted

    @property
    def line(self) -> str:
        """The line in TOML, without the evidence."""
        return f"{toml_key(self.key)} = {_value(self.value)}"


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{toml_key(key)} = {toml_value(own)}' for key, own in value.items())}}}"
    return toml_value(value)


class Proposal(Recipe):
    """A recipe of suggestions, each in force or behind a ``#``: what ``Report.recipe()`` returns.

    It is a :class:`mcbnc.Recipe` of the lines that are in force.
    """

    def __init__(
        self, sites: Sequence[str], suggestions: Iterable[Suggestion], notes: Sequence[str] = ()
    ) -> None:
        """`sites` get a header each. `notes` are problems that no line mends."""
        self._proposed = sites, [*suggestions], [*notes]
        super().__init__("".join(_lines(*self._proposed)))

    @property
    def suggestions(self) -> list[Suggestion]:
        """All lines, those in force too."""
        return [*self._proposed[1]]

    def accept(self, choose: Callable[[Suggestion], bool] | None = None) -> Proposal:
        """The recipe with more lines in force: those for which `choose` is true. Default: all.

        Parameters
        ----------
        choose : callable(Suggestion) -> bool, optional
            What a person would do with a line.

        Returns
        -------
        Proposal
        """
        sites, suggestions, notes = self._proposed
        taken = [one._replace(accepted=choose is None or choose(one)) for one in suggestions]
        return Proposal(sites, taken, notes)

    def summary(self) -> str:
        """How many lines there are, and how many of them are in force."""
        force = sum(one.in_force for one in self.suggestions)
        return f"{counted(len(self.suggestions), 'suggestion')}, {force} of them in force"

    def __repr__(self) -> str:
        return f"<Recipe: {self.summary()}>"

    def __reduce__(self) -> Any:
        return Proposal, self._proposed


def _lines(sites: Sequence[str], suggestions: Sequence[Suggestion], notes: Sequence[str]) -> Iterator[str]:
    yield _HEAD
    for note in notes:
        yield f"## no line mends this: {shorten(printable(note), 400)}\n"
    order = [None, *sites]
    ranked = sorted(
        suggestions, key=lambda one: (order.index(one.site), _SECTIONS.index(one.section[0]), one.section)
    )
    headed = {one.header for one in ranked}
    for _, own in groupby(ranked, key=lambda one: (one.site, one.section)):
        yield from _table([*own])
    for site in sites:
        if not any(header.startswith(f"sites.{toml_key(site)}.") for header in headed):
            yield f"\n[sites.{toml_key(site)}]\n"


_SECTIONS = ("columns", "lines", "rename", "missing", "date", "number", "recode", "rows")


def _table(own: Sequence[Suggestion]) -> Iterator[str]:
    yield f"\n[{own[0].header}]\n"
    for one in own:
        mark, word = "" if one.in_force else "# ", "certain" if one.certain else "suggested"
        yield f"{mark}{one.line}  # {word}: {shorten(printable(printed(one.why)), _WIDEST)}\n"
