"""The results of a run: the consensus at one threshold, and the trajectory for every threshold.

Each makes the other, so both are in one file.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from .._base.arrays import read_only
from .._base.fields import Options
from .._base.limit import TimeLimit
from .._base.named_array import with_names
from .._base.options import OUTPUTS, check_theta, check_word
from .._base.paths import PathLike
from .._base.provenance import Record
from .._base.show import counted
from .._engine.request import Arrays, Reply
from .._inputs.inputs import Inputs
from .._results.chance import ByChance, Chance, chance_of
from .._results.edge_table import Voters
from .._results.over_nodes import Joins, OverNodes, explained_by, nodes_with_say, seen_together
from .._results.provenance import WithProvenance
from .._results.result import Result
from .._results.seen import Seen
from ..errors import InvalidInputError
from .run import Run, RunFacts
from .states import StepsAndStates

if TYPE_CHECKING:
    from .._explorer.explorer import Explorer
    from .evidence import PairTold
    from .explain import Explanation


class ConsensusResult(RunFacts, ByChance, Result):
    """A consensus of DAGs. ``numpy.asarray(result)`` is :attr:`adjacency`.

    Made by :func:`mcbnc.consensus` and :meth:`mcbnc.Trajectory.at`. Of the DAGs of the class, the
    extension is the one whose arrows agree with the inputs. A result holds plain arrays: it may be
    pickled, sent to another process, and used after a fork.
    """

    _title = "Consensus"

    def __init__(self, run: Run, reply: Reply, theta: float, output: str | None = None) -> None:
        super().__init__(run.nodes, run.named, reply, run.status, run.gaussian)
        self._run = run
        self._theta = theta
        self._output = output
        """The option of the call; None where nobody knows it."""
        self._known = run.options.known

    def __repr__(self) -> str:
        return (
            f"<ConsensusResult: {self._count_edges()} over {counted(len(self._nodes), 'node')} from "
            f"{self._run.describe_inputs()}, theta {self._theta_text(self.theta)} "
            f"(fusion: {counted(self._run.edges_at_start, 'edge')}), {self._pairs_told()}{self.status} "
            f"in {self.seconds:.3g} s{self._doubt_told()}>"
        )

    def _pairs_told(self) -> str:
        """What a ``repr`` has of pairs that are not known."""
        return ""

    def _find_chance(self, limit: TimeLimit | None = None) -> Chance | None:
        run, output = self._run, self._output
        if (
            output is None
            or run.unlike
            or run.resamples
            or run.status != "complete"
            or len(run.packed) < run.r
        ):
            return None
        goal: Options = {"theta": self._theta, "output": output, "time_limit": limit}
        order: Arrays = {"order": run.order} if run.ordered else {}
        return chance_of(run.inputs, {**run.weights, **order}, "run", limit, **goal, **run.options.request())

    def _find_record(self) -> Record:
        found = {**self._run.facts(), "edges": len(self), "theta": self._theta}
        return self._run.record(found)

    def _find_joins(self) -> Joins | None:
        """Which joins the rest explains. None: the DAGs are over the same nodes."""
        return None

    def _made_of(self) -> tuple[Inputs, Arrays]:
        return self._run.inputs, self._run.weights

    @property
    def theta(self) -> float:
        """The threshold in force; with ``theta="auto"`` the one chosen."""
        return self._theta

    @property
    def trajectory(self) -> Trajectory:
        """The steps taken, from the fusion to this result."""
        return Trajectory(self._run)

    def explain(self, u: Hashable, v: Hashable) -> Explanation:
        """Why the consensus joins u and v, or does not.

        Parameters
        ----------
        u, v : names
            Two different nodes, in any order.

        Returns
        -------
        Explanation
            Prints as words and a table, a row for each input.

        Raises
        ------
        InvalidInputError
            Where u or v is no node, or both are the same.

        Notes
        -----
        Costs a search over the deletions of this edge, one cut in each input and the inputs' I-maps;
        the run is not made again.
        """
        from .explain import explain

        return explain(self._run, self._graph, self._class, self._theta, u, v, self._find_joins())

    def to_frame(self) -> Any:
        """A :class:`pandas.DataFrame`, one row for each of :attr:`edges`. Needs pandas.

        Returns
        -------
        pandas.DataFrame
            ``from`` and ``to`` are the ends. ``reversible`` is True if another DAG of the class has the
            edge the other way round. The other columns are float64. Three are shares of the inputs, by
            weight if there are weights. ``support``: those that join the pair. ``forward``: those that have
            the edge this way. ``backward``: those that have it the other way round. ``psi`` is the
            criticality of the best deletion of the edge, as :meth:`explain` gives it. It is NaN where only
            the refusion joins the pair.

        Notes
        -----
        ``psi`` costs a search over the deletions of each edge. The workers of the run share these searches.
        """
        return super().to_frame()

    def explore(self, path: PathLike | None = None) -> Explorer:
        """Show the run up to this result in a browser, this result first.

        As :meth:`mcbnc.Trajectory.explore` of :attr:`trajectory`. So the last threshold of the explorer
        is the last one of this result. With ``output="refusion"`` the explorer still shows extensions.
        Else it shows :attr:`chance` if that is known: if it was asked for, or the result was printed.

        Parameters
        ----------
        path : str or os.PathLike, optional
            Where to write the document, such as ``"consensus.html"``. Default: nowhere.

        Returns
        -------
        Explorer
        """
        of_shown = self._output == "extension"
        return self.trajectory._explore(self.theta, path, self._known_chance() if of_shown else None)

    def save(self, path: PathLike) -> None:
        """Save this, with the inputs, options and steps behind it, for :func:`mcbnc.load`.

        Parameters
        ----------
        path : str or os.PathLike
            One JSON file, such as ``"run.json"``, written whole or not at all.

        Raises
        ------
        InvalidInputError
            If a node's name is neither a str, nor an int of 64 bits, nor a tuple of these, or if `path` is
            no path, or ends in the suffix of another format, such as ``.csv`` or ``.html``.
        OSError
            If the file cannot be written.
        """
        from .saving import save_run  # needs the parsers, which are many

        save_run(path, self._run, self._find_record(), self)

    def _facts(self) -> dict[str, Any]:
        return {
            "edges": f"{self._count_edges()}; the fusion has {self._run.edges_at_start}",
            "nodes": len(self._nodes),
            "inputs": self._run.describe_inputs(),
            "threshold θ": self._theta_text(self.theta),
            **self._run.describe_cap(),
            **self._chance_facts(),
            "status": f"{self.status} in {self.seconds:.3g} s",
        }

    def _voters(self) -> Voters:
        return self._run.inputs.stack, self._run.weights

    def _edge_columns(self) -> dict[str, Any]:
        from .explain import criticalities

        return {**super()._edge_columns(), **criticalities(self._run, self._graph)}


class UnionConsensus(OverNodes, ConsensusResult):
    """A :class:`mcbnc.ConsensusResult` of DAGs over different nodes, by ``nodes="union"``.

    :meth:`to_frame` has more columns. ``dags`` is how many DAGs have both ends. Of the best deletion of the
    edge, ``joined`` is how many of them join the ends given its S, ``blind`` how many of these lack a node
    of S, which may explain the join, and ``apart`` how many keep the ends apart. ``psi`` counts a blind DAG
    as an eighth, and ``fraction`` is it as "num/den". ``unsure`` is True if the rest of the answer explains
    every join.
    """

    def __init__(self, run: Run, reply: Reply, theta: float, output: str | None = None) -> None:
        super().__init__(run, reply, theta, output)
        self._look(run.inputs, run.weights)

    @cached_property
    def _joins(self) -> Joins:
        graph: Arrays = {"graphs": np.ascontiguousarray(self._class.matrix[np.newaxis])}
        return explained_by(graph, self._run.inputs, self._run.weights, self._has)

    def _find_joins(self) -> Joins:
        return self._joins

    def _edge_columns(self) -> dict[str, Any]:
        from .explain import criticalities

        return {**super()._edge_columns(), **criticalities(self._run, self._graph)}

    @property
    def joined(self) -> NDArray[np.int64]:
        """(n, n) int64, symmetric, read-only: how many DAGs of some weight join each pair."""
        from .evidence import joined_by

        return with_names(read_only(joined_by(self._run, self._has)), self._run.nodes, self._run.named)

    def pairs(self) -> list[PairTold]:
        """What is known of each pair that this joins, or that DAGs of some weight join.

        Returns
        -------
        list of PairTold
            In the order of :attr:`nodes`. ``a`` and ``b`` are the nodes, ``status`` and ``explained`` are
            those of the methods of these names, and ``seen`` is how many DAGs have both. ``joined``,
            ``apart``, ``blind`` and ``psi``, a text such as "9/17", are of one deletion: of the one that was
            made, or of the best one after the last step. They are None if the run had no such edge: then a
            refusion made it. Of any other pair that DAGs see, the answer and all DAGs say "no edge".

        Notes
        -----
        Costs one search for each edge that is left, and the inputs are pruned again.
        """
        from .evidence import tell_pairs

        return tell_pairs(self._run, self._has, self._seen, self._joins, self._joined())

    def _record(self) -> dict[str, Any]:
        """What JSON has of this besides what it has of any consensus."""
        return {
            "seen": np.asarray(self._seen.sites).tolist(),
            "joined": np.asarray(self.joined).tolist(),
            "pairs": [pair._asdict() for pair in self.pairs()],
        }

    def _pairs_told(self) -> str:
        return f"{counted(self._seen.unseen, 'pair')} not seen together, {len(self.unsure)} unsure, "

    def _facts(self) -> dict[str, Any]:
        return {**super()._facts(), "unsure": counted(len(self.unsure), "edge")}


def result_of(run: Run, reply: Reply, theta: float, output: str | None = None) -> ConsensusResult:
    """The result of a run, of the class for its DAGs."""
    usual = ConsensusResult if run.seen is None else UnionConsensus
    return (run.result_class or usual)(run, reply, theta, output)


class Trajectory(WithProvenance, StepsAndStates):
    """The steps of a run, and every state on its way. Made by :func:`mcbnc.trajectory`.

    ``len()``, iteration and indexing give :class:`Step`; a slice gives a list of them. It holds
    plain arrays: it may be pickled, sent to another process, and used after a fork.
    """

    def __repr__(self) -> str:
        run = self._run
        texts = [self._theta_text(theta) for theta in (*self.thetas[:1], *self.thetas[-1:])]
        ends = f", theta {' to '.join(texts)}" if texts else ""
        return (
            f"<Trajectory: {counted(len(self), 'step')} from {counted(run.edges_at_start, 'edge')} "
            f"to {run.edges_left}, {counted(len(self.thetas), 'breakpoint')}{ends}; "
            f"{counted(len(run.nodes), 'node')}, {run.describe_inputs()}, {self._pairs_told()}"
            f"{self.status} in {run.seconds:.3g} s>"
        )

    def _find_record(self) -> Record:
        return self._run.record({**self._run.facts(), "steps": len(self)})

    @property
    def seen(self) -> Seen | None:
        """How many DAGs have both nodes of each pair, with ``nodes="union"``; else None."""
        run = self._run
        if run.seen is None:
            return None
        return seen_together(run.inputs, nodes_with_say(run.inputs, run.weights))

    def _pairs_told(self) -> str:
        """What a summary has of pairs that are not known."""
        seen = self.seen
        return "" if seen is None else f"{counted(seen.unseen, 'pair')} not seen together, "

    def at(self, theta: float, output: Literal["extension", "refusion"] = "extension") -> ConsensusResult:
        """The consensus at `theta`, without running again.

        It equals ``mcbnc.consensus(dags, theta, output=output)`` with this run's options.

        Parameters
        ----------
        theta : float
            The threshold, finite and >= 0.
        output : {"extension", "refusion"}
            As in :func:`mcbnc.consensus`.

        Raises
        ------
        InvalidInputError
            If this run was stopped at a lower threshold, and so does not know.
        """
        theta = check_theta(theta)
        output = check_word(output, "output", OUTPUTS)  # type: ignore[assignment]
        run = self._run
        if run.limit is not None and theta > run.limit and run.edges_left > len(run.required):
            raise InvalidInputError(
                f"theta {theta:g}: this run was stopped at theta {self._theta_text(run.limit)}; "
                "mcbnc.trajectory() makes one that answers every theta",
                argument="theta",
            )
        prefix = run.prefix(theta)
        reply = run.ask_after(prefix, "state", output=output)
        called = None if run.called is None else run.called.at(theta, output)
        return result_of(run.first(prefix, theta, called), reply, theta, output)

    def plot(self, ax: Any = None, *, select: float | None = None) -> Any:
        """Draw mean SMHD to the inputs, edges and treewidth against theta. Needs matplotlib (``plot``).

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; the treewidth gets a twin of it. Default: a new figure.
        select : float, optional
            The threshold to mark, such as ``select(max_treewidth=4)``. Default: ``select()``.

        Returns
        -------
        matplotlib Axes
            The left ones.

        Raises
        ------
        InvalidInputError
            A bad argument; names it.
        MissingExtraError
            Without matplotlib.
        """
        from .._plots.trajectory import draw

        return draw(*self._states, self.select() if select is None else select, ax)

    def explore(self, path: PathLike | None = None, *, select: float | None = None) -> Explorer:
        """Show the consensus at every threshold in a browser: one HTML document, which needs no network.

        The document has a slider over all of :attr:`thetas`, the network, whose nodes stay in place, and
        the curves of mean SMHD, edges and treewidth. A click on an edge shows
        :meth:`mcbnc.ConsensusResult.explain` of the edge: which inputs join its ends, and the deletion
        with its cuts. An edge that is still there shows the deletion that takes it away later.

        Parameters
        ----------
        path : str or os.PathLike, optional
            Where to write the document, such as ``"consensus.html"``. Default: nowhere. In a notebook
            the explorer that is returned shows itself.
        select : float, optional
            The threshold to show first, finite and >= 0. The layout is that of its network. Default:
            ``select()``.

        Returns
        -------
        Explorer

        Raises
        ------
        InvalidInputError
            If `path` is no path, or `select` no threshold.
        OSError
            If the file cannot be written.

        Notes
        -----
        The run is not made again, but its steps prune the inputs once more. It took 0.7 s for 100 DAGs
        over 200 nodes. The document is 0.5 MB, plus about 0.2 kB for each edge of the fusion and 0.1 kB for
        each threshold. Equal runs make equal documents.
        """
        return self._explore(self.select() if select is None else check_theta(select, "select"), path)

    def _explore(self, select: float, path: PathLike | None, chance: Chance | None = None) -> Explorer:
        from .explore import explore

        return explore(self._run, self._states, self.select(), select, path, chance)

    def _repr_html_(self) -> str:
        from .._plots.html import card
        from .._plots.trajectory import draw

        run, states = self._run, self._states
        selected = self.select()
        state = int(np.searchsorted(states.theta, selected))
        edges = counted(states.edges[state], "edge")
        facts = {
            "steps": f"{len(self)}, from {run.edges_at_start} edges to {run.edges_left}",
            "breakpoints": len(self.thetas),
            "nearest to the inputs": f"θ = {self._theta_text(selected)}: {edges}, mean SMHD "
            f"{states.mean_smhd[state]:.4g}, treewidth {states.treewidth[state]}",
            "nodes": len(run.nodes),
            "inputs": run.describe_inputs(),
            **run.describe_cap(),
            "status": f"{self.status} in {run.seconds:.3g} s",
        }
        return card("Trajectory", facts, lambda new: draw(*states, selected, new=new))

    def save(self, path: PathLike) -> None:
        """Save this, with the inputs and options behind it, for :func:`mcbnc.load`.

        As :meth:`mcbnc.ConsensusResult.save`.
        """
        from .saving import save_run  # needs the parsers, which are many

        save_run(path, self._run, self._find_record())
