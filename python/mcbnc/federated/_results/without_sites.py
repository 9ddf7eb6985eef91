"""Results that were made of sums: they have no site's DAG and no site's rows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from ..._plumbing import (
    Arrays,
    ConsensusResult,
    FamilyCounts,
    JointlyLearned,
    Network,
    Reply,
    Run,
    Seen,
    Table,
    UnionConsensus,
    counted,
    execute,
    read_record,
)
from ...errors import InvalidInputError
from .how_made import learning_called, sites_told
from .party import Party
from .sums import SMALL


@dataclass(frozen=True)
class SummedRun(Run):
    """A run whose inputs are at their sites. Its weights are those of the sites, by their places.

    A coordinator may claim any number of DAGs. So there is nothing here with an item for each DAG.
    """

    dag_counts: NDArray[np.int64] | None = None
    """How many DAGs each site has. None: one."""
    sites_of_session: int = 1
    together: NDArray[np.int32] | None = None
    """(n, n): how many DAGs have both nodes. None: the DAGs are over the same nodes."""

    @property
    def result_class(self) -> Any:
        return None if self.together is None else SummedUnion

    @property
    def unlike(self) -> bool:
        """Whether a DAG lacks a node."""
        return "step_weight" in self.told

    @property
    def inputs(self) -> NoReturn:
        """There are none here."""
        _refuse()

    def input_records(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """The sites, of which nothing more is known."""
        return sites_told(self.sites_of_session, "graphs"), []

    def _options_told(self) -> dict[str, Any]:
        return {**super()._options_told(), "nodes": "same" if self.together is None else "union"}

    @property
    def total_weight(self) -> float:
        """The sum of the weights of all DAGs."""
        if not self.weights or self.dag_counts is None:
            return super().total_weight
        return float(self.weights["weights"] @ self.dag_counts)

    def ask_after(self, prefix: int, op: str, /, **fields: Any) -> Reply:
        """The state after some steps. Of its class the member with the lowest sinks first is taken."""
        if op != "state" or fields.get("output") != "extension":
            _refuse()
        party = Party(self.nodes)  # the state does not depend on the DAGs
        steps = {name: np.ascontiguousarray(self.steps[name]) for name in ("step_edges", "h_ptr", "h")}
        request = party.request("state", **self.options.request(), prefix=prefix, **fields)
        return execute(self.nodes, request, {**party.rank(), **self.fusion.array("fusion"), **steps})


class SummedUnion(UnionConsensus):
    """A consensus of DAGs over different nodes, made of sums. Which DAG has which nodes is not known.

    So :meth:`to_frame` has no shares and no criticalities, and a picture has no shares either.
    """

    def __init__(self, run: SummedRun, reply: Reply, theta: float, output: str | None = None) -> None:
        ConsensusResult.__init__(self, run, reply, theta, output)
        assert run.together is not None
        self._seen = Seen(run.nodes, run.named, run.together.astype(np.int64), None)
        unsure = reply.arrays.get("unsure")
        self._summed = None if unsure is None else SummedJoins(unsure)

    def _find_joins(self) -> Any:
        return self._summed

    def _asked_joins(self) -> Any:
        if self._summed is None:
            raise InvalidInputError(
                "the sites were not asked whose joins this state explains: a session with its threshold asks"
            )
        return self._summed

    def _voters(self) -> Any:
        return None

    def _shares(self, pairs: NDArray[Any]) -> Any:
        return None

    def _edge_columns(self) -> dict[str, Any]:
        columns = super(ConsensusResult, self)._edge_columns()
        columns["dags"] = np.asarray(self._seen.sites)[np.nonzero(self._adjacency)]
        return columns if self._summed is None else {**columns, "unsure": self._unsure()}

    @property
    def joined(self) -> NoReturn:
        raise _of_sums("joined")

    def pairs(self) -> NoReturn:
        raise _of_sums("pairs")

    def _record(self) -> dict[str, Any]:
        unsure = {} if self._summed is None else {"unsure": self.unsure}
        return {**seen_record(self._seen), **unsure}

    def _pairs_told(self) -> str:
        unsure = "" if self._summed is None else f"{len(self.unsure)} unsure, "
        return f"{counted(self._seen.unseen, 'pair')} not seen together, {unsure}"

    def _facts(self) -> dict[str, Any]:
        facts = super(UnionConsensus, self)._facts()
        return facts if self._summed is None else {**facts, "unsure": counted(len(self.unsure), "edge")}


def seen_record(seen: Seen) -> dict[str, Any]:
    """Which pairs DAGs over different nodes see, as JSON has it."""
    return {"seen": np.asarray(seen.sites).tolist(), "not_seen_together": seen.pairs_apart()}


def _of_sums(name: str) -> InvalidInputError:
    """The error that sums do not say what single DAGs say."""
    return InvalidInputError(
        f"{name}: this result was made of sums over sites, which say of each pair how many DAGs have both, "
        "and of each edge whether every join is explained (unsure), and not whose"
    )


class SummedJoins:
    """Which edges are unsure, as the sums say. Whose joins are explained, they do not say."""

    def __init__(self, unsure: NDArray[np.int32]) -> None:
        """`unsure` is (k, 2): those edges."""
        self._pairs = {frozenset(pair) for pair in unsure.tolist()}

    def of(self, i: int, j: int) -> NoReturn:
        raise _of_sums("explained")

    def unsure(self, pairs: NDArray[Any]) -> NDArray[np.bool_]:
        """(m,): whether DAGs join each pair, and every join is explained."""
        return np.array([frozenset(pair) in self._pairs for pair in pairs.tolist()], bool)


class SummedLearned(JointlyLearned):
    """A structure learned from sums over sites. It has no site's own structure, so `sites` is empty."""

    def __init__(self, party: Party, options: dict[str, Any], info: Any, arrays: Arrays) -> None:
        score = read_record(options["score"])
        of_sites: dict[str, Any] = {
            "nodes": party.nodes,
            "named": party.named,
            "rows": [0],
            "rows_left_out": [0],
            "columns_left_out": [[]],
        }
        data = Table(
            cells=np.empty(0, np.uint8),
            states=options["states"] if score.discrete else [None] * party.n,
            places=[],
            form="states" if score.discrete else "numbers",
            **of_sites,
        )
        known = {name: options[name] for name in ("required", "forbidden")}
        super().__init__(data, Reply(info, arrays), score, [], [], known)
        self._made = learning_called(party, options)
        self._rows = info["rows"]
        self._families = None
        self._count = party.r
        n = len(self._nodes)
        sites = arrays["together"].astype(np.int64) if "together" in arrays else np.full((n, n), party.r)
        self._seen = Seen(self._nodes, self._named, sites, None)  # the rows add up elsewhere
        self._searched = min(self._searched, n * (n - 1) // 2 - self._seen.unseen)
        if not options["tables"]:
            self._method = "own"
            self._scores = {"own": float(arrays["total"][0])}

    @property
    def families(self) -> list[FamilyCounts] | None:
        """The counts of all families. None: they are not here."""
        return self._families

    def keep_families(self, families: list[FamilyCounts]) -> None:
        """Keep the counts of all families, for the probabilities."""
        self._families = families

    def _network(self, ess: float | None = None) -> Network:
        return super()._network(ess)._replace(shows=self._shows)

    def _shows(self, digits: int | None) -> str | None:
        """Which counts of all sites' rows the probabilities with this number of digits give back.

        With the number of rows, p = (n_jk + ess / (q r)) / (n_j + ess / q) has one solution in whole numbers.
        A digit more or less than 1 / n_j hides n_jk among its neighbours.
        """
        small = 0
        for family in self._families or ():
            _, row = np.unique(family.joint // family.arity[-1], return_inverse=True)  # of the family's table
            rows = np.bincount(row, weights=family.counts)[row]
            fine = rows < (math.inf if digits is None else 10**digits)
            small += int(np.count_nonzero(fine & (family.counts > 0) & (family.counts < SMALL)))
        if not small:
            return None
        return (
            f"these probabilities give counts of all sites' rows back, and {counted(small, 'cell')} of their "
            f"tables {'has' if small == 1 else 'have'} 1 to {SMALL - 1} rows: fewer digits hide more of them "
            "(digits=2, in the shell --digits 2)"
        )

    def _tables(self, ess: float | None) -> list[tuple[Any, Any]]:
        if self._families is None:
            raise InvalidInputError(
                "the counts of this structure's families are at the coordinator, or nowhere"
            )
        return super()._tables(ess)

    def _sites_told(self) -> str:
        apart = f", {counted(self._seen.unseen, 'pair')} not seen together" if self._seen.unseen else ""
        return f"{self._count} sites{apart}"


def _refuse() -> NoReturn:
    raise InvalidInputError("this result was made of sums over sites, and has no site's DAG")
