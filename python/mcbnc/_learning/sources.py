"""The result of opinions and rows in one: what each source is worth, and where each edge comes from."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from .._base.fields import Options
from .._base.names import find_pair
from .._base.options import check_count
from .._base.provenance import Record
from .._base.rank import sorted_order
from .._base.show import counted, listed, shown
from .._base.wording import Sites, sited
from .._engine.request import Arrays, Reply, execute
from .._inputs.answers import Answers, read_answers, with_knowledge
from .._inputs.digest import name_told, opinion_digest
from .._inputs.known import Known
from .._inputs.opinions import Opinions
from .._results.made import Made, knowledge_told
from .counts import FamilyCounts
from .parameters import WithParameters, ess_of
from .row_strengths import RowStrengths

if TYPE_CHECKING:
    from .._base.paths import PathLike
    from .._explorer.explorer import Explorer
    from .._plots.network import Picture

_TIE = 1e-9  # by which entropies may differ from rounding alone


@dataclass(frozen=True)
class Asked:
    """What was asked of the engine, so that it can be asked again with more answers."""

    opinions: Opinions
    named_by_caller: bool
    """Whether an argument gave the names of the nodes."""
    options: Options
    arrays: Arrays
    """The rows, weights and groups."""
    known: Known
    answers: Answers
    called: Made
    sites: Sites | None
    """The sources' names, for messages."""
    rows: RowStrengths | None = None

    def with_rows(self, rows: RowStrengths) -> Asked:
        """The same beside rows."""
        arrays, options = rows.arrays(self.opinions, self.named_by_caller), rows.options()
        called = self.called._replace(options={**self.called.options, **rows.draws})
        arrays, told = {**self.arrays, **arrays}, {**self.options, **options}
        return replace(self, rows=rows, called=called, arrays=arrays, options=cast(Options, told))

    def pooled(self) -> Pooled:
        """The result."""
        opinions, edges = self.opinions, with_knowledge(self.answers, self.known, self.opinions.nodes)
        lists: Any = {**self.options, **edges}
        arrays = {**opinions.arrays, **self.arrays}
        with sited(self.sites):
            reply = execute(opinions.nodes, opinions.request("pool", **lists), arrays)
        return Pooled(self, edges, reply)

    def places(self) -> NDArray[np.intp]:
        """The places of the columns of the rows among the nodes."""
        columns = np.zeros(0, np.intp)
        return columns if self.rows is None else self.rows.places(self.opinions, self.named_by_caller)

    def lacks_for_tables(self) -> str | None:
        """Why there are no probabilities of a network."""
        if self.rows is None:
            return "there are no rows, and probabilities are counted in rows"
        if self.rows.cells is None:
            return "a Bootstrap keeps no rows, and probabilities are counted in rows: pool the table instead"
        lacking = [name for k, name in enumerate(self.opinions.nodes) if not self.arrays["columns"][k]]
        if lacking:
            return f"no row has {listed(lacking, shown)}, and probabilities are counted in rows"
        return self.rows.cells.lacks

    def options_told(self) -> Record:
        """What a record has of the knowledge, the answers and the weights."""
        nodes = self.opinions.nodes
        words = [name_told(name) for name in nodes]
        weights, groups = self.arrays.get("weights"), self.arrays.get("groups")
        return {
            "knowledge": knowledge_told(self.known, nodes),
            "answers": [f"{words[u]} {word} {words[v]}" for (u, v), word in self.answers.items()],
            "weights": None if weights is None else weights.tolist(),
            "groups": None if groups is None else groups.tolist(),
        }

    def inputs_told(self) -> list[Record]:
        """The entries of the opinions."""
        opinions = self.opinions
        entries: list[Record] = []
        for k, source in enumerate(opinions.sources):
            own = np.flatnonzero(opinions.seen[k])
            matrix = opinions.stack[k][np.ix_(own, own)]
            digest = opinion_digest(matrix, [opinions.nodes[i] for i in own.tolist()])
            size = {"nodes": len(own), "edges": int(np.count_nonzero(matrix))}
            site = {"site": name_told(source)} if opinions.has_names else {}
            entries.append({"kind": "graph", **site, "content": digest, **size})
        return entries


class SourceWorth(NamedTuple):
    """What a source of opinions is worth."""

    hit: float
    """The estimated share of the true edges that it joins, among the pairs that it sees."""
    false_alarm: float
    """The estimated share of the other pairs that it joins."""
    right_direction: float
    """How often the directions of its edges are estimated to be right, from 0.5 to 0.99."""
    weight: float
    """How much it counts: 1 unless it was given less, is of a group, or is like other sources."""
    pairs: int
    """The number of pairs of nodes that it sees."""
    alike: list[Hashable]
    """The sources that agree with it where the rows say otherwise. They may be copies of one another."""


class Opinion(NamedTuple):
    """What a source says of a pair a, b."""

    forward: float
    """How sure it is of a -> b."""
    backward: float
    """How sure it is of b -> a. Both are 1 for an undirected edge."""

    def __str__(self) -> str:
        words = {(0.0, 0.0): "none", (1.0, 0.0): "->", (0.0, 1.0): "<-", (1.0, 1.0): "--"}
        return words.get((self.forward, self.backward), f"-> {self.forward:.2g}, <- {self.backward:.2g}")


class Contested(NamedTuple):
    """A pair of nodes about which an answer would help."""

    a: Hashable
    b: Hashable
    probability: float
    """That there is an edge."""
    direction: float
    """If there is one, the probability of a -> b."""
    entropy: float
    """Of the three answers: no edge, a -> b and b -> a, in nats; at most log 3."""
    says: dict[Hashable, Opinion | None]
    """What each source says. None: it does not have both nodes."""
    rows: Opinion | None
    """The shares of resamples with a -> b and with b -> a. None: there are no rows of both."""


class OddsPart(NamedTuple):
    """What one source, or the rows, add to the log-odds of a pair a, b."""

    source: Hashable
    """Its name. None: the rows; without rows, of the edge what edges are in general."""
    edge: float
    """To those of an edge."""
    direction: float
    """To those of a -> b."""


class PairOdds(NamedTuple):
    """Where the probability of a pair a, b comes from. The parts and the cap add up to the log-odds."""

    a: Hashable
    b: Hashable
    parts: list[OddsPart]
    """The rows first, then each source that sees the pair."""
    cap: float
    """What the limit of 6 nats takes off all sources together."""
    known: float
    """What answers and knowledge add to the log-odds of the direction a -> b."""
    log_odds: float
    """Of an edge."""
    probability: float
    """Of an edge."""
    log_odds_direction: float
    """Of a -> b, if there is an edge."""
    direction: float
    """The probability of a -> b, if there is an edge."""
    from_rows: bool
    """Whether the first part is of rows that have both nodes."""
    answered: bool
    """Whether an answer or knowledge decides whether there is an edge."""

    def __str__(self) -> str:
        first = "known" if self.answered else "rows" if self.from_rows else "prior"
        named = [(first if k == 0 else str(part.source), part) for k, part in enumerate(self.parts)]
        edge = [f"{name} {part.edge:+.2f}" for name, part in named]
        edge += [f"cap {self.cap:+.2f}"] if self.cap else []
        ways = [f"{name} {part.direction:+.2f}" for name, part in named if part.direction]
        ways += [f"known {self.known:+.2f}"] if self.known else []
        return (
            f"{shown(self.a)} - {shown(self.b)}: {self.probability:.3f} ({', '.join(edge)}); "
            f"->: {self.direction:.3f} ({', '.join(ways) or 'nothing is said'})"
        )


class Pooled(WithParameters):
    """A DAG of what several sources say and of rows. ``numpy.asarray(pooled)`` is :attr:`adjacency`.

    :func:`mcbnc.pool` makes it, and learning with opinions. It may be pickled, sent to another process, and
    used after a fork. It keeps the rows, for :meth:`to_bif`, but a pickle has only their counts. Everything
    that it says of a pair adds up: :meth:`explain` has the parts.
    """

    _title = "Pooled"

    def __init__(self, asked: Asked, edges: Mapping[str, Any], reply: Reply) -> None:
        opinions = asked.opinions
        status = reply.info["status"] if asked.rows is None else asked.rows.status
        super().__init__(opinions.nodes, opinions.named, reply, status, False)
        self._asked = asked
        self._lacks = asked.lacks_for_tables()
        self._states = {}
        if asked.rows is not None and asked.rows.cells is not None:
            cells, places = asked.rows.cells, asked.places().tolist()
            self._ess = ess_of(cells.score)
            self._states = {self._nodes[i]: [*own] for i, own in zip(places, cells.states, strict=False)}
        self._arrays = reply.arrays
        self._counts = reply.info["counts"]
        self._known = edges if any(edges.values()) else None

    def __repr__(self) -> str:
        return (
            f"<Pooled: {self._count_edges()} over {counted(len(self._nodes), 'node')} from {self._made_of()}"
            f"{self._answers_told()}{self._doubt_told()}; {self.status} in {self.seconds:.3g} s>"
        )

    def __getstate__(self) -> dict[str, Any]:
        self._family_counts()  # the rows themselves are in no pickle
        return dict(self.__dict__)

    @cached_property
    def _counted(self) -> list[FamilyCounts] | None:
        asked = self._asked
        if self._lacks is not None or asked.rows is None or asked.rows.cells is None:
            return None
        return asked.rows.cells.families(self._adjacency, asked.places())

    def _family_counts(self) -> list[FamilyCounts] | None:
        return self._counted

    def _why_no_tables(self) -> str:
        return str(self._lacks)

    @property
    def states(self) -> dict[Hashable, list[Hashable]]:
        """The states of each node that is a column of the rows. Empty: there are no rows of states.

        Of a :class:`mcbnc.Bootstrap` that was made before there are none either, since it keeps no rows.
        """
        return {name: list(states) for name, states in self._states.items()}

    @property
    def probability(self) -> NDArray[np.float64]:
        """(n, n) float64, symmetric: the probability that nodes[i] and nodes[j] are joined."""
        return self._arrays["probability"].copy()

    @property
    def direction(self) -> NDArray[np.float64]:
        """(n, n) float64: of an edge of nodes[i] and nodes[j] the probability of i -> j.

        [i, j] and [j, i] add up to 1. The diagonal is 0. The DAG may have the less probable direction of an
        edge, where the other one would close a cycle.
        """
        with np.errstate(over="ignore"):  # of large weights; the probability is 0
            towards = 1 / (1 + np.exp(-self._arrays["log_odds_direction"]))
        np.fill_diagonal(towards, 0)
        return np.asarray(towards)

    @property
    def from_rows(self) -> NDArray[np.float64]:
        """(n, n) float64, symmetric: the log-odds of an edge that the rows give.

        Where no rows have both nodes, they are those of the prior. Of what is known they are 30 or -30.
        """
        return self._arrays["log_odds_rows"].copy()

    @property
    def from_opinions(self) -> NDArray[np.float64]:
        """(n, n) float64, symmetric: the log-odds of an edge that the sources add, from -6 to 6."""
        return self._arrays["log_odds_opinions"].copy()

    @property
    def sources(self) -> dict[Hashable, SourceWorth]:
        """What each source is worth, by its name. Sources without names are 0..r-1."""
        names, arrays = self._asked.opinions.sources, self._arrays
        alike: dict[Hashable, list[Hashable]] = {name: [] for name in names}
        for a, b, _ in self._copies():
            alike[names[a]].append(names[b])
            alike[names[b]].append(names[a])
        hit, alarm, right, weight, pairs = (arrays[name].tolist() for name in _WORTH)
        return {
            name: SourceWorth(hit[k], alarm[k], right[k], weight[k], pairs[k], alike[name])
            for k, name in enumerate(names)
        }

    @property
    def dependence(self) -> NDArray[np.float64]:
        """(r, r) float64, symmetric: how far two sources agree where the rows say otherwise, from 0 to 1.

        Above 0.5 both count less. It is 0 without rows, and for sources that share fewer than 6 pairs.
        """
        out = np.zeros((self._asked.opinions.r,) * 2)
        a, b = self._arrays["alike"].T
        out[a, b] = out[b, a] = self._arrays["dependence"]
        return out

    @property
    def rows_right_direction(self) -> float | None:
        """How often the directions of the rows are estimated to be right. None: there are no rows."""
        rights = self._arrays["right_direction"]
        return float(rights[-1]) if len(rights) > self._asked.opinions.r else None

    @property
    def prior(self) -> float:
        """The share of all pairs that are joined, as estimated. Without rows it is each pair's prior."""
        return float(self._arrays["prior"][0])

    @property
    def chance(self) -> float | None:
        """How far the opinions agree with each other and with the rows, over what chance gives.

        It is about standard normal if they agree no more than chance. Below 1.645 there is a DataWarning.
        None: it cannot be known, since there is one opinion, or none varies.
        """
        found = float(self._arrays["chance"][0])
        return None if np.isnan(found) else found

    @property
    def unseen(self) -> list[tuple[Hashable, Hashable]]:
        """The pairs of which no source says anything, nor rows, nor what is required. None is an edge."""
        return self._pairs(self._arrays["unseen"].reshape(-1, 2))

    @property
    def answers(self) -> dict[tuple[Hashable, Hashable], str]:
        """The answers that were given, by pair."""
        return {(self._nodes[u], self._nodes[v]): word for (u, v), word in self._asked.answers.items()}

    def explain(self, a: Hashable, b: Hashable) -> PairOdds:
        """Show where the probability of an edge of two nodes comes from, and that of its direction.

        Parameters
        ----------
        a, b : node
            Two nodes. Log-odds of a direction are those of a -> b.

        Returns
        -------
        PairOdds
            Its `parts` and its `cap` add up to its `log_odds`. ``print`` shows it in one line.

        Raises
        ------
        InvalidInputError
            If `a` or `b` is no node, or both are the same.
        """
        i, j = find_pair(a, b, {name: k for k, name in enumerate(self._nodes)}, ("a", "b"))
        arrays, opinions = self._arrays, self._asked.opinions
        said, first = 0.0, OddsPart(None, float(arrays["log_odds_rows"][i, j]), self._rows_direction(i, j))
        parts = [first]
        for k in np.flatnonzero(opinions.seen[:, i] & opinions.seen[:, j]).tolist():
            v, toward = _edge_and_arrow(*opinions.stack[k, [i, j], [j, i]].tolist())
            edge = v * float(arrays["if_joined"][k]) + (1 - v) * float(arrays["if_apart"][k])
            parts.append(OddsPart(opinions.sources[k], edge, toward * float(arrays["if_directed"][k])))
            said += edge
        capped = float(arrays["log_odds_opinions"][i, j])
        way = float(arrays["log_odds_direction"][i, j])
        known = way - sum(part.direction for part in parts)
        return PairOdds(
            a,
            b,
            parts,
            capped - said if abs(said - capped) > _TIE else 0.0,
            known if abs(known) > _TIE else 0.0,
            first.edge + capped,
            float(arrays["probability"][i, j]),
            way,
            float(self.direction[i, j]),
            self._rows_have(i, j),
            self._decides(i, j),
        )

    def contested(self, k: int = 10) -> list[Contested]:
        """List the pairs that are worth asking about, the most uncertain first, with what each source says.

        Parameters
        ----------
        k : int
            How many at most.

        Returns
        -------
        list of Contested
            By falling entropy of the three answers to a pair: no edge, and the two directions. Ties go to
            the lowest pair in the order of sorted names. :meth:`answer` takes what was answered.
        """
        count = check_count(k, "k", none="be left out for 10")
        entropy = np.round(self._arrays["entropy"] / _TIE) * _TIE
        order = sorted_order(self._nodes, "nodes", "nodes: the names")
        i, j = np.triu_indices(len(order), 1)
        first, second = np.array(order)[i], np.array(order)[j]
        asked = np.argsort(-entropy[first, second], kind="stable")[:count]
        return [self._contested(int(first[p]), int(second[p])) for p in asked.tolist()]

    def answer(self, answers: Any) -> Pooled:
        """Pool again with what somebody who knows has answered. Nothing is read or learned again.

        Parameters
        ----------
        answers : dict
            As in :func:`mcbnc.pool`. An answer to a pair that was answered before takes its place.

        Returns
        -------
        Pooled
            A new result. All edges, rates and weights are estimated again.

        Raises
        ------
        InvalidInputError
            If the answers are none, form a cycle, or are against knowledge.
        """
        asked = self._asked
        more = read_answers(answers, asked.opinions.nodes)
        names = asked.opinions.nodes
        every = {**asked.answers, **more}
        checked = read_answers({(names[u], names[v]): word for (u, v), word in every.items()}, names)
        return replace(asked, answers=checked).pooled()

    def explore(self, path: PathLike | None = None) -> Explorer:
        """Show the network at a meeting: a page in which people answer, and the network follows at once.

        The page has the network, what each source is worth, the ten pairs of :meth:`contested`, and what
        :meth:`explain` has of each pair. An answer is clicked, and may be taken back. The browser then finds
        what :meth:`answer` would, weights and rates included. The page writes the answers as a call of
        :meth:`answer` and as JSON. It is one file, and needs no network and no server.

        Parameters
        ----------
        path : str or os.PathLike, optional
            Where to write the document, such as ``"meeting.html"``. Default: nowhere.

        Returns
        -------
        Explorer

        Notes
        -----
        The page first finds this result itself, and shows nothing if it differs. Answers that are against
        knowledge or form a cycle are refused there as here. The document holds all that the sources and the
        rows say: it grows with the number of pairs.
        """
        from .meeting import Pooling, explore_opinions  # need the explorer

        asked = self._asked
        told = Pooling(
            asked.opinions,
            asked.arrays,
            asked.rows,
            asked.known,
            asked.answers,
            self._arrays,
            self._known_arcs,
            f"{self._made_of()}{self._doubt_told()}",
            asked.options["chance"] == "drop" and self._no_more_than_chance(),
        )
        return explore_opinions(told, path)

    def _contested(self, i: int, j: int) -> Contested:
        opinions, arrays = self._asked.opinions, self._arrays
        said = opinions.stack[:, [i, j], [j, i]].tolist()
        has = (opinions.seen[:, i] & opinions.seen[:, j]).tolist()
        rows = None
        if self._rows_have(i, j):
            share = self._asked.arrays["strength"][i, j] * self._asked.arrays["direction"]
            rows = Opinion(float(share[i, j]), float(share[j, i]))
        return Contested(
            self._nodes[i],
            self._nodes[j],
            float(arrays["probability"][i, j]),
            float(self.direction[i, j]),
            float(arrays["entropy"][i, j]),
            {
                name: Opinion(*numbers) if seen else None
                for name, numbers, seen in zip(opinions.sources, said, has, strict=True)
            },
            rows,
        )

    def _rows_have(self, i: int, j: int) -> bool:
        """Whether rows have both nodes."""
        columns = self._asked.arrays.get("columns")
        return columns is not None and bool(columns[i] and columns[j])

    def _rows_direction(self, i: int, j: int) -> float:
        """What the rows add to the log-odds of i -> j."""
        if not self._rows_have(i, j):
            return 0.0
        asked = self._asked.arrays
        toward = asked["strength"][i, j] * (2 * asked["direction"][i, j] - 1)
        return float(toward * self._arrays["if_directed"][-1])

    def _decides(self, i: int, j: int) -> bool:
        """Whether an answer or knowledge decides whether a pair is joined."""
        decided = self._arrays["decided"].tolist()
        return [i, j] in decided or [j, i] in decided

    def _copies(self) -> list[tuple[int, int, float]]:
        """The sources that count less since they are alike, and how much they are, by their numbers."""
        arrays, names = self._arrays, ("alike", "dependence")
        pairs, kappa = (arrays[name][arrays["count_less"] == 1].tolist() for name in names)
        return [(a, b, one) for (a, b), one in zip(pairs, kappa, strict=True)]

    def _no_more_than_chance(self) -> bool:
        return bool(self._counts["no_more_than_chance"])

    def _made_of(self) -> str:
        told = counted(self._asked.opinions.r, "opinion")
        return told if self._asked.rows is None else f"{told} and {self._asked.rows}"

    def _answers_told(self) -> str:
        return f", {counted(len(self._asked.answers), 'answer')}" if self._asked.answers else ""

    def _doubt_told(self) -> str:
        return ", which agree no more than chance" if self._no_more_than_chance() else ""

    def _find_record(self) -> Record:
        asked = self._asked
        found: Record = {
            "nodes": len(self._nodes),
            "edges": len(self),
            "rows": None if asked.rows is None else asked.rows.rows,
            "chance": self.chance,
            "status": self.status,
        }
        made_of = [] if asked.rows is None else [asked.rows.found._find_record()]
        return asked.called.record(asked.options_told(), asked.inputs_told(), found, made_of)

    def _facts(self) -> dict[str, Any]:
        return {
            "edges": self._count_edges(),
            "nodes": len(self._nodes),
            "made of": f"{self._made_of()}{self._answers_told()}{self._doubt_told()}",
            "status": f"{self.status} in {self.seconds:.3g} s",
        }

    def _edge_columns(self) -> dict[str, Any]:
        edges = np.nonzero(self._adjacency)
        told = {"probability": self.probability, "direction": self.direction}
        told |= {"from_rows": self.from_rows, "from_opinions": self.from_opinions}
        return {**super()._edge_columns(), **{name: values[edges] for name, values in told.items()}}

    def _picture(self, compare: Any = None) -> Picture:
        picture, sure = super()._picture(compare), self._arrays["probability"]
        arcs = picture.graph.arcs.tolist()
        return replace(picture, opacity={(min(i, j), max(i, j)): float(sure[i, j]) for i, j in arcs})

    def _voters(self) -> None:
        return None


_WORTH = ("hit", "false_alarm", "right_direction", "weight", "pairs_seen")
"""The arrays of a :class:`SourceWorth`, in its order."""


def _edge_and_arrow(forward: float, backward: float) -> tuple[float, float]:
    """How sure a source is of an edge, and that times its direction: above 0 for forward."""
    both = forward + backward
    exists = min(both, 1.0)
    return exists, exists * (forward - backward) / both if both else 0.0
