"""The facts about one edge in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._base.show import listed
from .run import Run


@dataclass(frozen=True)
class EdgeSummary:
    """An explanation's facts, names as they are shown, and the text that states them."""

    run: Run
    theta: float
    u: str
    v: str
    edge: str
    in_fusion: bool
    required: bool
    step: int | None
    psi: float
    S: list[str]
    H: list[str]
    directions: list[str]
    imaps: NDArray[np.bool_]

    def text(self) -> str:
        """Line by line: the consensus, the inputs, the fusion, the run, and a refusion's own doing."""
        lines = [self._consensus(), self._inputs(), self._fusion()]
        if self.in_fusion:
            lines.append(self._stays() if self.step is None else self._goes())
        lines.append(self._refusion())
        return "\n".join(line for line in lines if line)

    def _consensus(self) -> str:
        if not self.edge:
            return f"The consensus does not join {self.u} and {self.v}."
        reversible = "; it is reversible: the class has either direction" if self.edge == "--" else ""
        return f"The consensus has {self._arc(self.edge)}{reversible}."

    def _inputs(self) -> str:
        ways = {sign: self.directions.count(sign) for sign in ("->", "<-")}
        each = ", ".join(f"{count} as {self._arc(sign)}" for sign, count in ways.items() if count)
        joining = sum(ways.values())
        text = f"{joining or 'None'} of {self.run.r} inputs join them" + (f": {each}." if each else ".")
        if self.run.extended:
            which = listed(map(self.run.site, self.run.extended))
            text += f" Partially directed, so that a member of its class stands for each: {which}."
        if self.run.dropped:
            text += (
                f" Dropped as outliers, with the weight 0: {listed(map(self.run.site, self.run.dropped))}."
            )
        return text

    def _fusion(self) -> str:
        if not self.in_fusion:
            return (
                "The fusion does not: in every input they are independent given what else precedes the "
                f"later of them in the order, {_set(self.S)}."
            )
        married = [self.run.site(i) for i in np.flatnonzero(self.imaps).tolist() if not self.directions[i]]
        by_marriage = f", {len(married)} of them by marriage alone: {listed(married)}" if married else ""
        if self.required and not self.imaps.any():
            return "The fusion joins them because that is required: no I-map along the order does."
        count = f"{np.count_nonzero(self.imaps)} of the {self.run.r} inputs' I-maps"
        return f"The fusion joins them, from {count} along the order{by_marriage}."

    def _goes(self) -> str:
        assert self.step is not None
        which = f"Step {self.step} (of {len(self.run.psi)}, from 0) deleted it"
        if self.step < self.run.forced:
            return f"{which} because it is forbidden, psi {self._psi()}: {self._mean()}."
        return f"{which}, psi {self._psi()} <= theta {self._theta()}: {self._mean()}."

    def _stays(self) -> str:
        if self.required:
            return f"It stays because it is required, psi {self._psi()}: {self._mean()}."
        k_max = self.run.options.k_max
        if k_max is not None and len(self.H) > k_max:
            return (
                f"It stays: its deletion takes an H of {len(self.H)} nodes, more than k_max {k_max}; "
                f"psi {self._psi()}, {self._mean()}."
            )
        if self.psi > self.theta:
            return f"It stays, psi {self._psi()} > theta {self._theta()}: {self._mean()}."
        return (
            f"It is still there because the run was stopped ({self.run.status}), psi {self._psi()} <= "
            f"theta {self._theta()}: {self._mean()}."
        )

    def _psi(self) -> str:
        return self.run.theta_text(self.psi)  # the threshold from which on the edge is gone

    def _theta(self) -> str:
        return self.run.theta_text(self.theta)

    def _mean(self) -> str:
        weighted, cap = "weighted mean" if self.run.weights else "mean", self.run.options.cap
        size = "size" if cap is None else f"size, counted up to {cap},"
        return (
            f"the {weighted} {size} of the inputs' smallest cuts between the two given S = {_set(self.S)}, "
            f"with H = {_set(self.H)}"
        )

    def _refusion(self) -> str:
        in_state = self.in_fusion and self.step is None
        if in_state == bool(self.edge):
            return ""
        does = "joins" if self.edge else "parts"
        return f"The refusion of the pruned inputs, along an order of its own, {does} them nevertheless."

    def _arc(self, sign: str) -> str:
        return f"{self.v} -> {self.u}" if sign == "<-" else f"{self.u} {sign} {self.v}"


def _set(names: Sequence[str]) -> str:
    return f"{{{listed(names)}}}"
