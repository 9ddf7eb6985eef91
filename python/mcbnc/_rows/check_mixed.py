"""What :func:`mcbnc.check` finds in tables of columns of states and of numbers beside each other."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from .._base import defaults
from .._base.wording import wording
from .check_states import CheckingStates
from .codes import codes_of_numbers, tell_codes
from .many_states import warn_of_days
from .mixed import announcement, are_mixed, measured, needs_every_cell, numbers_of, refuse_gaps
from .node import Node, joined
from .report import ColumnSummary, Kind
from .units import Middles, middles_of_numbers, tell_units


class CheckingMixed(CheckingStates):
    """One call of :func:`mcbnc.check` for a score of mixed columns, or without a score."""

    _real: set[Hashable] = frozenset()  # type: ignore[assignment]
    """The columns of numbers."""
    _middles: dict[Hashable, Middles | None]

    def _look(
        self, read: Mapping[int, Mapping[Hashable, Node]], left_out: set[Hashable]
    ) -> list[ColumnSummary]:
        self._middles = {}
        names = [name for name in self._names if name not in left_out]
        nodes = [
            joined(own) for name in names if (own := [each[name] for each in read.values() if name in each])
        ]
        vouched = {*self._accepted, *self._states}
        real = measured((node for node in nodes if node.name not in vouched), self._options.decimal)
        differ = self._options.columns == "union" and any(len(own) < len(names) for own in read.values())
        if self._score is not None:
            self._real = real
            if differ and self._score.name == defaults.MIXED_SCORE.name:
                problem, advice = needs_every_cell(self._score.name)
                self._collected.add("error", problem, advice)
        elif are_mixed(nodes, real, self._options.decimal):
            self._real = real
            score = defaults.GAPS_SCORE if differ else defaults.MIXED_SCORE
            taken, _, columns = announcement(nodes, real, score.name).partition(". ")
            self._collected.add("warning", taken, columns)
        summaries = super()._look(read, left_out)
        with self._collected.watch():
            tell_units(self._middles)
        return summaries

    def _settle(self, node: Node) -> None:
        if node.name in self._real:
            refuse_gaps(node)
        else:
            super()._settle(node)

    def _try_column(self, name: Hashable, nodes: Mapping[int, Node]) -> bool:
        if name not in self._real:
            return super()._try_column(name, nodes)

        def read(left: dict[int, Node]) -> int:
            node = joined(list(left.values()))
            numbers = numbers_of(node, self._options.decimal)
            codes = codes_of_numbers(node, numbers, self._options.decimal)
            tell_codes([codes] if codes else [], (), accept=False)
            warn_of_days({name: numbers}, wording().place("datasets"))
            self._middles[name] = middles_of_numbers(numbers, node.locations)
            return len(numbers)

        return self._of_most(name, nodes, read) == len(nodes)

    def _tell_oddities(self, name: Hashable, nodes: Mapping[int, Node], node: Node, kind: Kind) -> None:
        if name not in self._real:
            super()._tell_oddities(name, nodes, node, kind)

    def _lists_values(self, name: Hashable) -> bool:
        return name not in self._real
