"""The conditional probabilities of a network, from the rows that it was made of."""

from __future__ import annotations

import os
from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.options import check_flag, read_number
from .._base.paths import path_text
from .._base.scoring import BDeu, Score
from .._base.warn import warn
from .._graphs.formats import check_digits, write_network
from .._graphs.identifiers import Network
from .._results.result import Result
from .._rows.table import Table
from ..errors import DataWarning, InvalidInputError
from .counts import FamilyCounts, count_families

NO_TABLES = (
    "only a discrete score's network has tables of probabilities, and such formats hold no others; this one "
    "was learned by "
)


@dataclass(frozen=True)
class FamilyRows:
    """Rows in which the families of any DAG over their columns can be counted. They are in no pickle."""

    data: Table | None
    score: Score
    states: list[list[Hashable]]
    """The states of each column, as results show them. Empty: the columns have numbers."""

    @classmethod
    def of(cls, data: Table, score: Score) -> FamilyRows:
        return cls(data, score, [*data.shown_states.values()] if data.coded else [])

    @property
    def lacks(self) -> str | None:
        """Why nothing can be counted."""
        if self.data is None:
            return "rows are in no pickle and in no file: pool the table again"
        if not self.data.coded:
            return f"{NO_TABLES}{self.score.name!r}"
        return None if self.data.complete else "the rows have cells without a value"

    def families(self, adjacency: NDArray[np.uint8], places: NDArray[np.intp]) -> list[FamilyCounts]:
        """Count the families of a DAG. `places` are those of the columns among its nodes."""
        assert self.data is not None
        own = np.ascontiguousarray(adjacency[np.ix_(places, places)])
        counted = count_families(self.data.as_shown(), own)
        at = places.tolist()
        moved = [replace(one, node=at[one.node], parents=[at[p] for p in one.parents]) for one in counted]
        return sorted(moved, key=lambda family: family.node)

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "data": None}


def ess_of(score: Score) -> float:
    """The equivalent sample size of a score, or 1 if it has none."""
    size: float = getattr(score, "ess", BDeu().ess)
    return size


class WithParameters(Result):
    """A network that has conditional probabilities, if it was made of rows of states."""

    _states: dict[Hashable, list[Hashable]]
    _ess: float
    """The equivalent sample size of the score."""

    def _family_counts(self) -> list[FamilyCounts] | None:
        """The counts of each node and its parents. None: there are none."""
        raise NotImplementedError

    def _why_no_tables(self) -> str:
        raise NotImplementedError

    def to_pgmpy(self, fitted: bool | None = None, *, gaussian: bool | None = None) -> Any:
        """The network as a ``DiscreteBayesianNetwork`` of pgmpy with its probabilities. Needs pgmpy.

        The structure that a Gaussian score found is a ``LinearGaussianBayesianNetwork``, ready to be fitted.

        Parameters
        ----------
        fitted : bool, optional
            Whether it has its conditional probabilities, which are those of :meth:`to_bif`. The states are
            those of :attr:`states`. Default: it has them if there are rows of states of all nodes, unless
            `gaussian` is True.
        gaussian : bool, optional
            True makes a ``LinearGaussianBayesianNetwork``, and False a ``DiscreteBayesianNetwork``. Default:
            as the score was.

        Raises
        ------
        InvalidInputError
            As :meth:`to_bif`, unless `fitted` is False; or if both arguments are True, since such a network
            has no tables of probabilities.
        """
        network = super().to_pgmpy(gaussian=gaussian)
        discrete = self._has_network and not gaussian
        if not (discrete if fitted is None else check_flag(fitted, "fitted")):
            return network
        if gaussian:
            raise InvalidInputError(
                "fitted=True needs tables of probabilities, and a linear Gaussian network has none: leave "
                "one of fitted and gaussian out",
                argument="fitted",
            )
        from .._base.extras import import_extra

        cpd = import_extra("pgmpy.factors.discrete").TabularCPD
        states = self._states
        for family, table in self._tables(None):
            name = self._nodes[family.node]
            parents = [self._nodes[p] for p in family.parents]
            network.add_cpds(
                cpd(
                    name,
                    family.arity[-1],
                    table.T,
                    evidence=parents or None,
                    evidence_card=family.arity[:-1] or None,
                    state_names={node: states[node] for node in [name, *parents]},
                )
            )
        return network

    def to_bif(
        self,
        path: str | os.PathLike[str] | None = None,
        ess: float | None = None,
        digits: int | None = None,
    ) -> str:
        """The network with its conditional probabilities in BIF, the Bayesian Interchange Format.

        A probability is the posterior mean under the Dirichlet prior of BDeu (Heckerman, Geiger and
        Chickering 1995): with n_jk rows in state k of a node and joint state j of its parents,
        (n_jk + ess / (q r)) / (n_j + ess / q). The rows are those that the network was
        made of; of several sites, of all that were not dropped.

        Parameters
        ----------
        path : str or path, optional
            Where to write the text. The file is written whole or not at all.
        ess : float, optional
            The equivalent sample size of the prior, above 0. Default: that of
            the score, or 1 if the score has none.
        digits : int, optional
            As in :func:`mcbnc.write`.

        Returns
        -------
        str
            The text. :func:`mcbnc.read_bif`, pgmpy, pyAgrum and R's bnlearn read it. Names and states that
            are no text are written as their ``str()``.

        Raises
        ------
        InvalidInputError
            If there are no rows of states of all nodes: rows of numbers have no tables of probabilities; if a
            table would be too large; if the ``str()`` of two names are equal.

        Warns
        -----
        DataWarning
            A name or a state is written as an identifier, since a reader takes it only so. A comment in the
            text has the names, and :func:`mcbnc.read_bif` reads those of the nodes back. Also as in
            :func:`mcbnc.write`, of probabilities of a federation.

        See Also
        --------
        mcbnc.write : Writes BIF and other formats, by the suffix of a path.
        """
        text, told = write_network(self._network(ess), ".bif", check_digits(digits))
        if told is not None:
            warn(told if path is None else f"{path_text(path)}: {told}", DataWarning)
        if path is not None:
            from .._base.writing import write_whole

            write_whole(path, text.encode())
        return text

    @property
    def _has_network(self) -> bool:  # type: ignore[override]
        return self._family_counts() is not None

    def _network(self, ess: float | None = None) -> Network:
        states = self._states
        families = [(family.node, family.parents, table) for family, table in self._tables(ess)]
        return Network(self._nodes, [states[node] for node in self._nodes], families)

    def _tables(self, ess: float | None) -> list[tuple[Any, Any]]:
        """The counts and the probabilities of each family."""
        families = self._family_counts()
        if families is None:
            raise InvalidInputError(self._why_no_tables())
        size = self._ess if ess is None else read_number(ess, "ess", "a number above 0")
        if size <= 0:
            raise InvalidInputError(f"ess must be a number above 0, not {size}", argument="ess")
        return [(f, f.probabilities(size, self._nodes[f.node])) for f in families]
