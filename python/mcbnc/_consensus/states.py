"""The steps of a run, and the states between them: all that a trajectory has by itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from .._base.arrays import read_only
from .._base.extras import import_extra
from .._base.options import NO_LIMIT, check_count, check_word, positions
from ..errors import InvalidInputError
from .run import Run, RunFacts
from .steps import Breakpoint, Profile, Step


class StepsAndStates(RunFacts):
    """A sequence of :class:`Step`, and the thresholds at which the consensus changes."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def __len__(self) -> int:
        return len(self._run.psi)

    def __iter__(self) -> Iterator[Step]:
        return (self._step(k) for k in range(len(self)))

    @overload
    def __getitem__(self, k: int) -> Step: ...
    @overload
    def __getitem__(self, k: slice) -> list[Step]: ...
    def __getitem__(self, k: int | slice) -> Step | list[Step]:
        chosen = positions(k, len(self), "trajectory", "steps")
        return self._step(chosen) if isinstance(chosen, int) else [self._step(i) for i in chosen]

    @property
    def status(self) -> str:
        """How the run ended: ``"complete"``, ``"time_limit"`` or ``"cancelled"``."""
        return self._run.status

    @property
    def seconds(self) -> float:
        """How long the run took."""
        return self._run.seconds

    @cached_property
    def thetas(self) -> NDArray[np.float64]:
        """(k,) float64, rising: the thresholds at which G*(theta) changes, from the first on.

        Below the first, G*(theta) is the fusion, less what is forbidden. Scores along a run are
        not monotone, so these are the distinct values of their running maximum, forced steps apart.
        """
        return read_only(np.unique(np.maximum.accumulate(self._run.psi[self._run.forced :])))

    def select(
        self,
        criterion: Literal["smhd", "largest"] = "smhd",
        max_treewidth: int | None = None,
        max_edges: int | None = None,
    ) -> float:
        """The best threshold on this trajectory; by default as ``theta="auto"`` chooses it.

        A look-up: nothing is run again.

        Parameters
        ----------
        criterion : {"smhd", "largest"}
            "smhd" takes the least (weighted) mean SMHD to the original inputs. Ties go to the fewest
            edges. "largest" takes the most edges: the first state within the bounds. Without bounds
            that is the state at theta = 0, the fusion without the edges that no input needs.
        max_treewidth : int, optional
            Only states whose treewidth (min-fill upper bound) is at most this.
        max_edges : int, optional
            Only states with at most this number of edges.

        Returns
        -------
        float
            One of :attr:`thetas`; or 0, below the first of them, where nothing need be deleted.

        Raises
        ------
        InvalidInputError
            Where no state is within the bounds, as may be of a run that was stopped.
        """
        check_word(criterion, "criterion", ("smhd", "largest"))
        fits = np.ones(len(self._states.theta), bool)
        if max_treewidth is not None:
            fits &= self._states.treewidth <= check_count(max_treewidth, "max_treewidth", none=NO_LIMIT)
        if max_edges is not None:
            fits &= self._states.edges <= check_count(max_edges, "max_edges", none=NO_LIMIT)
        if not fits.any():
            raise InvalidInputError(
                f"no state of this trajectory has max_treewidth {max_treewidth} and max_edges {max_edges}",
                argument="max_edges" if max_treewidth is None else "max_treewidth",
            )
        states = self._states
        allowed = np.flatnonzero(fits)
        if criterion == "largest":
            best = allowed[np.argmax(states.edges[allowed])]
        else:
            best = allowed[np.argmin(self._described["rank"][allowed])]
        return float(states.theta[best])

    @property
    def breakpoints(self) -> list[Breakpoint]:
        """The properties of the consensus at each of :attr:`thetas`."""
        return [
            Breakpoint(*row)
            for row in zip(*(column.tolist() for column in self._changes().values()), strict=True)
        ]

    def to_frame(self) -> Any:
        """:attr:`breakpoints` as a :class:`pandas.DataFrame`, their fields as columns. Needs pandas."""
        return import_extra("pandas").DataFrame(self._changes())

    def _changes(self) -> dict[str, NDArray[Any]]:
        """The columns of :attr:`breakpoints`, by name."""
        rows = len(self._states.theta) - len(self.thetas)  # less the state before the first
        return {name: column[rows:] for name, column in self._states._asdict().items()}

    @cached_property
    def _states(self) -> Profile:
        """All states that some theta >= 0 gives, the fusion included where theta = 0 leaves it whole."""
        found = self._described
        return Profile(found["theta"], found["edges"], found["smhd"], found["treewidth"])

    @cached_property
    def _described(self) -> dict[str, NDArray[Any]]:
        """The columns of :attr:`_states` by the engine's names, and "rank", by which ``"auto"`` chooses."""
        thetas = self.thetas if len(self.thetas) and self.thetas[0] == 0 else np.append(0.0, self.thetas)
        prefixes = np.array([self._run.prefix(theta) for theta in thetas], np.int64)
        return {"theta": thetas, **self._run.ask("profile", {"prefixes": prefixes}).arrays}

    def _step(self, k: int) -> Step:
        steps, nodes = self._run.steps, self._run.nodes
        u, v, undirected = steps["step_edges"][k].tolist()
        return Step(
            u=nodes[u],
            v=nodes[v],
            H=tuple(nodes[i] for i in self._run.members("h", k)),
            S=tuple(nodes[i] for i in self._run.members("s", k)),
            score=int(steps["score"][k]),
            psi=float(steps["psi"][k]),
            edges_left=self._run.edges_at_start - k - 1,
            seconds=float(steps["step_seconds"][k]),
            undirected=bool(undirected),
            forced=k < self._run.forced,
        )
