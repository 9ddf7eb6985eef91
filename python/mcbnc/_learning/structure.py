"""A graph learned from data, with its class, its score and the steps of the search."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from .._base.paths import PathLike
from .._base.provenance import UNKNOWN, Record
from .._base.scoring import linear
from .._base.show import counted
from .._engine.layout import PIECES, Kind, Layout
from .._engine.request import Reply
from .._inputs.known import Known, required_pairs
from .._results.chance import Chance
from .._results.resamples import Resamples
from .._results.result import Result
from .._rows.table import Table

if TYPE_CHECKING:
    from .._plots.network import Picture
    from .made import MadeOfRows

INSERT = 1
_KINDS: dict[int, Literal["insert", "delete", "turn"]] = {INSERT: "insert", 2: "delete", 3: "turn"}


@dataclass(frozen=True)
class LearnStep:
    """One step of a search: the operator Insert(x, y, subset), Delete(x, y, subset) or Turn(x, y, subset)."""

    kind: Literal["insert", "delete", "turn"]
    x: Hashable
    y: Hashable
    subset: tuple[Hashable, ...]
    """The set T of an Insert or H of a Delete (Chickering 2002, definitions 12 and 13), or C of a Turn
    (Hauser and Bühlmann 2012, section 4.3)."""
    gain: float
    """The change of the score by this step. It may be negative if the step inserts a required edge."""


def searches_layout(n: int) -> Layout:
    """The replies to searches over n nodes. Each makes a :class:`Learned`."""
    return Layout(
        {
            "adjacency": Kind("|u1", (PIECES, n, n), most=1),
            "cpdag": Kind("|u1", (PIECES, n, n), most=1),
            "total": Kind("<f8", (PIECES,)),
            "prior": Kind("<f8", (PIECES,)),
            "learn_seconds": Kind("<f8", (PIECES,)),
            "learn_status": Kind("|u1", (PIECES,), most=0),  # none was stopped
            "dense": Kind("<i4", (PIECES,), least=-1, most=n - 1),
            "step_ptr": Kind("<i8", (f"{PIECES}+1",), bounds="step_kind"),
            "step_kind": Kind("|u1", ("steps",), least=min(_KINDS), most=max(_KINDS)),
            "step_edges": Kind("<i4", ("steps", 2), most=n - 1),
            "gain": Kind("<f8", ("steps",)),
            "h_ptr": Kind("<i8", ("steps+1",), bounds="h"),
            "h": Kind("<i4", ("members",), most=n - 1),
        },
        texts=("score_title",),
    )


class Learned(Result):
    """A structure learned from data. ``numpy.asarray(learned)`` is :attr:`adjacency`.

    :func:`mcbnc.learn` and :func:`mcbnc.learn_many` return it. A Learned holds plain arrays and not the
    data. So it can be pickled, sent to another process, and used after a fork. Of a small table, up to 1 MiB
    of cells are kept until :attr:`provenance` is asked for. They are in no pickle.
    """

    _title = "Learned"
    _site: Hashable = None
    _made: MadeOfRows | Record | None = None
    _of: int | None = None
    """The number of the table among those of the call. None: it was the only one, or it is of all."""
    _chance: Chance | None = None
    _resamples: Resamples | None = None

    def __init__(
        self,
        data: Table,
        reply: Reply,
        k: int,
        criterion: str,
        clients: list[int],
        known: Known | None,
    ) -> None:
        """Search `k` of the reply was on the rows of these clients, with this knowledge."""
        arrays = reply.arrays
        own = {name: arrays[name][k] for name in ("adjacency", "cpdag")}
        status = reply.info["status"] if arrays["learn_status"][k] else "complete"
        reply_of_k = Reply({"seconds": arrays["learn_seconds"][k]}, own)
        super().__init__(data.nodes, data.named, reply_of_k, status, linear(criterion))
        self._known = known if known and any(known.values()) else None
        self._rows = sum(data.rows[i] for i in clients)
        self._rows_left_out = sum(data.rows_left_out[i] for i in clients)
        self._columns_left_out = list(dict.fromkeys(x for i in clients for x in data.columns_left_out[i]))
        self._states = data.shown_states
        self._criterion = criterion
        self._score_title: str = reply.info["score_title"]
        self._score = float(arrays["total"][k])
        self._prior = float(arrays["prior"][k])
        first, last = arrays["step_ptr"][k : k + 2].tolist()
        self._steps = {name: arrays[name][first:last] for name in ("step_kind", "step_edges", "gain")}
        ptr = arrays["h_ptr"][first : last + 1]
        self._steps["h"] = arrays["h"][ptr[0] : ptr[-1]]
        self._steps["h_ptr"] = ptr - ptr[0]
        self._stability: NDArray[np.float64] | None = None
        self._cells_filled: dict[Hashable, int] = {}
        for i in clients:
            for name, count in data.to_fill(i).items():
                self._cells_filled[name] = self._cells_filled.get(name, 0) + count

    def __repr__(self) -> str:
        return (
            f"<Learned: {self._count_edges()} over {counted(len(self._nodes), 'node')} from "
            f"{self._rows_told()}, {self._score_title} {self._score:.8g}, "
            f"{self._status} in {self._seconds:.3g} s{self._doubt_told()}>"
        )

    def _doubt_told(self) -> str:
        """The end of a ``repr``."""
        return "".join(f"; {told}" for told in self._doubt().values())

    def _doubt(self) -> dict[str, str]:
        """The results of shuffles and resamples for the structure, if there are any."""
        told = {}
        if self._resamples is not None:
            told["resamples"] = self._resamples.told_of(self._adjacency, required_pairs(self._known))
        if self._chance is not None:
            told["chance"] = str(self._chance)
        return told

    @property
    def nodes(self) -> list[Hashable]:
        """The names of the n nodes, in the order of the first client's columns. Unnamed nodes are 0..n-1."""
        return super().nodes

    @property
    def site(self) -> Hashable:
        """The name of the site whose rows these were: the key of a dict of data sets, or the file's name.

        :func:`mcbnc.learn_many` and :attr:`mcbnc.JointlyLearned.sites` have it. None if there is no name.
        """
        return self._site

    @property
    def criterion(self) -> str:
        """The name of the score that the search maximised, such as ``"bdeu"``."""
        return self._criterion

    @property
    def score(self) -> float:
        """The score of :attr:`adjacency`, and of every DAG of its class, in natural logarithm.

        :attr:`prior` and the weights of pairs are parts of it.
        """
        return self._score

    @property
    def prior(self) -> float:
        """What of the score is the prior's, in natural logarithm: 0 without one."""
        return self._prior

    def _known_chance(self) -> Chance | None:
        return self._chance

    @property
    def chance(self) -> Chance | None:
        """How many edges chance alone would make: the mean and the most among shuffled tables.

        Each column was shuffled by itself. It counts edges among columns that depend on nothing, and not
        indirect ones. None if no shuffle was asked for, or the search was stopped.
        """
        return self._chance

    @property
    def resamples(self) -> Resamples | None:
        """How many structures of resamples join each pair of nodes, as :func:`mcbnc.bootstrap` counts them.

        It has the number of resamples ``count``, their ``seed``, and three (n, n) symmetric arrays:
        ``joined`` is how many resamples join nodes[i] and nodes[j], ``strength`` the share of them, and
        ``chance_true`` is :attr:`chance_true`.

        None if no resample was asked for, the search was stopped, or the time limit came before the last
        resample was done. A score of numbers may refuse a resample: see :func:`mcbnc.bootstrap`. Then it
        is None too, or an error if resamples were asked for.
        """
        return self._resamples

    @property
    def chance_true(self) -> NDArray[np.float64] | None:
        """(n, n) float64, symmetric: about how often a pair is an edge of the true network.

        It is the share of :attr:`resamples` that join the pair, and at most 0.97: see
        :attr:`mcbnc.Bootstrap.chance_true`. :meth:`to_frame` and :meth:`to_networkx` have it for each edge,
        and in pictures edges are fainter where it is low. None without :attr:`resamples`. All resamples join
        the pairs of required edges, so it shows nothing of these.
        """
        return None if self._resamples is None else self._resamples.chance_true

    @cached_property
    def steps(self) -> tuple[LearnStep, ...]:
        """The steps of the search in their order.

        The search starts from the graph of the required arcs. Without required arcs this graph is empty.
        """
        nodes, steps = self._nodes, self._steps
        ptr = steps["h_ptr"].tolist()
        columns = (steps[name].tolist() for name in ("step_kind", "step_edges", "gain"))
        return tuple(
            LearnStep(
                kind=_KINDS[kind],
                x=nodes[x],
                y=nodes[y],
                subset=tuple(nodes[i] for i in steps["h"][ptr[k] : ptr[k + 1]].tolist()),
                gain=gain,
            )
            for k, (kind, (x, y), gain) in enumerate(zip(*columns, strict=True))
        )

    @property
    def rows(self) -> int:
        """The number of rows that the structure was learned from."""
        return self._rows

    @property
    def rows_left_out(self) -> int:
        """The number of rows left out because of missing values, or with ``repeats="distinct"``."""
        return self._rows_left_out

    @property
    def filled(self) -> dict[Hashable, int]:
        """The number of cells that were filled in each column that had such cells, with ``missing="fill"``.

        Of states, the structure is then the vote of several chains. Each filled the cells by draws,
        and :meth:`to_frame` has the share of the chains that join each edge. Numbers are not drawn: see
        :doc:`/missing`.
        """
        return dict(self._cells_filled)

    @property
    def columns_left_out(self) -> list[Hashable]:
        """The columns of this client that not all clients have, with ``columns="common"``."""
        return list(self._columns_left_out)

    @property
    def states(self) -> dict[Hashable, list[Hashable]]:
        """The states of each node: the given states, else the states that any client has.

        States are sorted, unless columns are ordered: those of pandas' ordered categoricals keep their order.
        If the orders of several clients do not agree, the states are sorted, with a DataWarning.

        Nodes of real-valued columns have no states, and are not in the dict.
        """
        return {name: list(states) for name, states in self._states.items()}

    def save(self, path: PathLike) -> None:
        """Write the structure into a file, in the format of its suffix: :func:`mcbnc.write` of it.

        ``.json`` keeps score, rows, states, class and steps too: :func:`mcbnc.load` gives a Learned back. The
        other formats of structures hold nodes and edges alone.
        What :func:`mcbnc.learn_jointly` returns has probabilities too, for the formats that hold these.
        """
        from .._inputs.writing import write  # it loads the formats of files

        write(self, path)

    def _more_in_json(self) -> dict[str, Any]:
        from .record import record_of

        return {"learned": record_of(self), **super()._more_in_json()}

    def _find_record(self) -> Record:
        made = self._made
        if made is None or isinstance(made, dict):
            return made or UNKNOWN
        return made.record(self._facts_found())

    def _facts_found(self) -> Record:
        """What a record has of what was found."""
        chance, resamples = self._chance, self._resamples
        return {
            **({} if self._of is None else {"structure_of": self._of}),
            "nodes": len(self._nodes),
            "edges": len(self),
            "rows": int(self._rows),
            "rows_left_out": int(self._rows_left_out),
            "cells_filled": sum(self._cells_filled.values()),
            "score": None if np.isnan(self._score) else self._score,
            "chance": None if chance is None else chance._asdict(),
            "resamples": None if resamples is None else {"count": resamples.count, "seed": resamples.seed},
            "status": str(self._status),
        }

    def _facts(self) -> dict[str, Any]:
        return {
            "edges": self._count_edges(),
            "nodes": len(self._nodes),
            "data": self._rows_told(),
            self._score_title: f"{self._score:.8g}",
            **self._doubt(),
            "status": f"{self._status} in {self._seconds:.3g} s",
        }

    def _edge_columns(self) -> dict[str, Any]:
        known = {"stability": self._stability, "chance_true": self.chance_true}
        edges = np.nonzero(self._adjacency)
        return {
            **super()._edge_columns(),
            **{name: shares[edges] for name, shares in known.items() if shares is not None},
        }

    def _picture(self, compare: Any = None) -> Picture:
        picture, chance_true = super()._picture(compare), self.chance_true
        if chance_true is None:
            return picture
        arcs = picture.graph.arcs.tolist()
        return replace(picture, opacity={(min(i, j), max(i, j)): float(chance_true[i, j]) for i, j in arcs})

    def _rows_told(self) -> str:
        """The number of rows, and of how many they are if some were left out."""
        some = f"{self._rows} of " if self._rows_left_out else ""
        cells = sum(self._cells_filled.values())
        told = f" with {counted(cells, 'cell')} filled" if cells else ""
        return some + counted(self._rows + self._rows_left_out, "row") + told

    def _voters(self) -> None:
        return None
