"""The facts about one edge in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._base.show import listed
from .._explorer.sentences import SENTENCES
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
    both: NDArray[np.bool_] | None = None
    """(r,): the inputs that have u and v. None: each input has all nodes."""
    blind: Sequence[int] = ()
    """The inputs that join u and v given S, and lack a node of S."""
    unsure: bool = False
    """The rest of the consensus explains each input that joins u and v."""

    def text(self) -> str:
        """Line by line: the consensus, the inputs, the fusion, the run, and a refusion's own doing."""
        lines = [self._consensus(), self._inputs(), self._fusion()]
        if self.in_fusion:
            lines.append(self._stays() if self.step is None else self._goes())
        lines.append(self._refusion())
        return "\n".join(line for line in lines if line)

    def _consensus(self) -> str:
        if not self.edge:
            return _say("apart", u=self.u, v=self.v)
        text = _say("reversible" if self.edge == "--" else "directed", arc=self._arc(self.edge))
        return text + _say("unsure") if self.unsure else text

    def _inputs(self) -> str:
        ways = {sign: self.directions.count(sign) for sign in ("->", "<-")}
        each = ", ".join(
            _say("way", count=count, arc=self._arc(sign)) for sign, count in ways.items() if count
        )
        told = {"count": sum(ways.values()) or "None", "r": self.run.r, "ways": f": {each}" if each else ""}
        if self.both is None:
            text = _say("inputs", **told)
        else:
            both = int(np.count_nonzero(self.both))
            text = _say("inputs over" if both else "inputs none", both=both, lack=self.run.r - both, **told)
        if self.run.extended:
            text += _say("extended", inputs=self._sites(self.run.extended))
        if self.run.dropped:
            text += _say("dropped", inputs=self._sites(self.run.dropped))
        return text

    def _fusion(self) -> str:
        if not self.in_fusion:
            return (
                "The fusion does not: in every input they are independent given what else precedes the "
                f"later of them in the order, {_set(self.S)}."
            )
        if self.required and not self.imaps.any():
            return _say("fusion required")
        married = [i for i in np.flatnonzero(self.imaps).tolist() if not self.directions[i]]
        alone = _say("married", count=len(married), inputs=self._sites(married)) if married else ""
        return _say("fusion", count=np.count_nonzero(self.imaps), r=self.run.r, married=alone)

    def _goes(self) -> str:
        assert self.step is not None
        step = {"step": self.step, "steps": len(self.run.psi)}
        if self.step < self.run.forced:
            return self._of_deletion("forbidden", **step)
        return self._of_deletion("deleted", **step)

    def _stays(self) -> str:
        if self.required:
            return self._of_deletion("required")
        k_max = self.run.options.k_max
        if k_max is not None and len(self.H) > k_max:
            return self._of_deletion("large", size=len(self.H), k_max=k_max)
        if self.psi > self.theta:
            return self._of_deletion("stays")
        return self._of_deletion("stopped", status=self.run.status)

    def _of_deletion(self, sentence: str, **more: object) -> str:
        """Say a sentence about the deletion. Its psi is the threshold from which on the edge is gone."""
        psi, theta = self.run.theta_text(self.psi), self.run.theta_text(self.theta)
        cap = self.run.options.cap
        mean = _say(
            "mean" if self.both is None else "mean over",
            blind=_say("blind", inputs=self._sites(self.blind)) if self.blind else "",
            mean="weighted mean" if self.run.weights else "mean",
            size="size" if cap is None else _say("capped size", cap=cap),
            S=_set(self.S),
            H=_set(self.H),
        )
        return _say(sentence, psi=psi, theta=theta, mean=mean, **more)

    def _refusion(self) -> str:
        in_state = self.in_fusion and self.step is None
        if in_state == bool(self.edge):
            return ""
        does = "joins" if self.edge else "parts"
        return f"The refusion of the pruned inputs, along an order of its own, {does} them nevertheless."

    def _sites(self, inputs: Sequence[int]) -> str:
        return listed(map(self.run.site, inputs))

    def _arc(self, sign: str) -> str:
        return f"{self.v} -> {self.u}" if sign == "<-" else f"{self.u} {sign} {self.v}"


def _say(sentence: str, **parts: object) -> str:
    return SENTENCES[sentence].format(**parts)


def _set(names: Sequence[str]) -> str:
    return f"{{{listed(names)}}}"
