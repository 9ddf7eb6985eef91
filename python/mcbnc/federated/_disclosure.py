"""What a coordinator has learned after a run: computed from its journal, for data protection officers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, NamedTuple

import numpy as np

from .._plumbing import PathLike, check_count, check_flag, counted, listed, printed
from ..errors import InvalidInputError
from ._attack import Attack
from ._attack import attack as attacked
from ._coordinator.verifying import Replay, replay
from ._results.party import Party
from ._results.sums import Leak, Told, count_small, list_leaks, list_told, told_tables
from ._secure.keys import read_peers
from ._secure.ledger import QUORUM, shown_sites
from ._secure.recipes import recipe_of
from ._secure.roster import check_member, known_sets
from ._secure.unmaskable import takes_ranks
from ._secure.weights import site_set
from ._tasks.learning import Learning
from ._tasks.private import Hidden, hidden_by
from ._tasks.registry import replayed

_MOST_LISTED = 20


class SmallCells(NamedTuple):
    """A table of counts that the coordinator has."""

    nodes: tuple[Any, ...]
    cells: int
    zeros: int
    """How many cells are 0: no site has such a row."""
    small: int
    """How many cells are 1 to 4: so many rows of all sites together."""


@dataclass(frozen=True)
class Disclosure:
    """What the coordinator of a run has learned. Made by :func:`mcbnc.federated.disclosure`.

    ``print(disclosure)`` shows it as text, :meth:`page` makes a page of HTML of it, and :meth:`record` JSON.
    """

    sites: list[str]
    """The names of the sites, or the hexadecimal digits of their keys."""
    masks: bool
    """Whether the sites masked their numbers. Without masks the coordinator saw each site's own."""
    rounds: int
    signed: int
    """How many answers have the signature of their site, all of which were checked."""
    own_scores: bool
    """Whether the sites told scores of their own rows, from which each site's counts follow."""
    ranks: bool
    """Whether the sites told sums of normal scores, from which each site's number of rows follows."""
    recipe: str
    """The hexadecimal SHA-256 of the recipe by which all sites read their tables. Empty: there was none."""
    leaks: list[Leak]
    """The sums over all sites, by kind."""
    told: list[Told]
    """The sums that all sites were shown, with their proof. Without masks there are none."""
    hidden: Hidden | None
    """What the noise of the sums hides, and from whom. None: there was none."""
    few_together: int
    """Of DAGs over different nodes: how many pairs one or two sites have. Sums show these sites' numbers."""
    tables: list[SmallCells]
    """All tables of counts, those with the most small cells first."""
    sets: int
    """How many sets of sites took part together so far, as the sites tell: this run's is one of them."""
    shown: list[str]
    """One or two sites of which the sums over all these sets show numbers, by whole-number algebra. Empty: of
    no such sites. A site that has left is one if it had allowed it."""
    attack: Attack | None
    """How well a simulated attack tells whose rows are in such a run. None: it was not made."""
    no_attack: str
    """Why not. Empty: nobody asked for it, or it was made."""

    def record(self) -> dict[str, Any]:
        """All of it, as JSON has it."""
        values = dict(vars(self))
        for name in ("leaks", "told"):
            values[name] = [each._asdict() for each in values[name]]
        values["tables"] = [{**table._asdict(), "nodes": list(table.nodes)} for table in self.tables]
        values["hidden"] = None if self.hidden is None else dict(vars(self.hidden))
        values["attack"] = None if self.attack is None else dict(vars(self.attack))
        return values

    def __str__(self) -> str:
        rows = ["  {}, {} cells, {} are 0, {} are 1 to 4".format(*cells) for cells in self._rows()]
        return "\n".join(
            [*self._facts(), "tables with the most small cells:", *rows] if rows else self._facts()
        )

    def page(self) -> str:
        """A page of HTML that needs no other file."""
        facts = "".join(f"<li>{escape(fact)}</li>" for fact in self._facts())
        rows = "".join(
            f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in cells)}</tr>" for cells in self._rows()
        )
        heads = "".join(f"<th>{head}</th>" for head in ("variables", "cells", "of 0", "of 1 to 4"))
        table = (
            f"<h2>Tables with the most small cells</h2><table><tr>{heads}</tr>{rows}</table>" if rows else ""
        )
        return (
            '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>What the coordinator learned</title>'
            "<style>body{font-family:sans-serif;max-width:50em;margin:2em auto;padding:0 1em}"
            "td,th{text-align:left;padding:.1em 1em .1em 0}</style>"
            f"<h1>What the coordinator learned</h1><ul>{facts}</ul>{table}</html>\n"
        )

    def _facts(self) -> list[str]:
        return [
            *self._of_the_run(),
            *self._of_each_site(),
            *self._of_sums(),
            *self._of_sets(),
            *self._of_rows(),
        ]

    def _of_the_run(self) -> list[str]:
        signed = f"{counted(self.signed, 'signed answer')}: the journal is right"
        unsigned = "no answer is signed: that these sites took part is the coordinator's word"
        facts = [
            f"{counted(len(self.sites), 'site')} took part: {listed(self.sites)}",
            f"{counted(self.rounds, 'round')}, {signed if self.masks else unsigned}",
        ]
        if self.recipe:
            facts.append(f"all sites read their tables by one recipe, of the SHA-256 {self.recipe}")
        return facts

    def _of_each_site(self) -> list[str]:
        """What was sent that shows a single site's numbers."""
        facts = []
        if not self.masks:
            facts.append("without masks: the coordinator saw the numbers of each site")
        if self.own_scores:
            facts.append("scores of the sites' own rows were sent: the counts of each site follow from them")
        if self.ranks:
            facts.append(
                "normal scores of numbers were sent, by ranks at each site: the number of rows of each site, "
                "and how often a number occurs there, follow from them"
            )
        if self.few_together and self.masks:
            facts.append(
                f"{counted(self.few_together, 'pair')} of nodes: one or two sites alone have both. Sums "
                "about such a pair show the numbers of these sites, though not which sites they are"
            )
        return facts

    def _of_sums(self) -> list[str]:
        facts = [] if self.hidden is None else [str(self.hidden)]
        for leak in self.leaks:
            small = f"{leak.zeros:,} are 0, {leak.small:,} are 1 to 4"
            facts.append(f"{counted(leak.numbers, 'sum', ',')} over all sites: {leak.what} ({small})")
        for told in self.told:
            numbers = counted(told.numbers, "number", ",")
            facts.append(f"all sites were shown the sum of question {told.round}, {numbers}: {told.what}")
        if self.tables:
            cells = sum(table.cells for table in self.tables)
            few = sum(table.small for table in self.tables)
            tables = counted(len(self.tables), "table")
            facts.append(f"{tables} of counts with {counted(cells, 'cell', ',')}; {few:,} are 1 to 4")
        return facts

    def _of_sets(self) -> list[str]:
        if not self.masks:
            return []
        told = f"{counted(self.sets, 'set')} of sites took part together so far, as they report"
        what = f"numbers of {listed(self.shown)}" if self.shown else "nothing about fewer than three sites"
        return [f"{told}: by whole-number algebra the sums show {what}"]

    def _of_rows(self) -> list[str]:
        """How well the rows can be found, if it was tried."""
        facts = []
        if self.attack is not None:
            facts.append(
                f"a simulated attack distinguishes {self.attack.rows:,} drawn rows that were in such a run "
                f"from others with an AUC of {self.attack.auc:.3f}, where 0.5 is guessing and 1 is certainty"
            )
        if self.no_attack:
            facts.append(f"no attack was simulated: {self.no_attack}")
        return facts

    def _rows(self) -> list[list[str]]:
        """The tables with the most small cells, as the cells of a table."""
        return [
            [listed(table.nodes, printed), f"{table.cells:,}", f"{table.zeros:,}", f"{table.small:,}"]
            for table in self.tables[:_MOST_LISTED]
            if table.small
        ]


def disclosure(journal: PathLike, *, peers: Any = None, attack: bool = False, seed: int = 0) -> Disclosure:
    """Compute what the coordinator of a run has learned, from its journal.

    Parameters
    ----------
    journal : path
        The file of a :class:`Coordinator`. All of it is checked, as :func:`verify` does, but a run without
        masks, which has no signatures, is not refused.
    peers : sequence of bytes or Ed25519PublicKey, or dict of them, optional
        The public keys of the sites that took part, as in :class:`Client`. The keys of a dict are the names
        of the sites.
    attack : bool
        True also runs the federation again, on as many drawn rows at as many sites, and tries to find whose
        rows are in it. It takes as long as such a run in one process. It is for learning from states.
    seed : int
        Of what the attack draws.

    Returns
    -------
    Disclosure

    Raises
    ------
    InvalidInputError
        As :func:`verify`, except for the lack of signatures.
    """
    known = None if peers is None else read_peers(peers)
    wanted, start = check_flag(attack, "attack"), check_count(seed, "seed")
    run = replay(journal, known)
    if run.roster is None:
        raise InvalidInputError(f"{journal}: no sites took part in it", argument="journal")
    names = {} if known is None else known
    members = run.roster.members if run.hello.masks else []
    told, present = known_sets([check_member(run.roster.hello, each) for each in members])
    new = site_set(run.roster, run.hello, _seen(run))
    sets = list(dict.fromkeys([*(each.renamed(present) for each in told), new]))
    tables = _tables(run)
    why = _why_not(run) if wanted else ""
    return Disclosure(
        sites=_called(run.roster.identities(), names),
        masks=run.hello.masks,
        rounds=len(run.history),
        signed=run.signed,
        own_scores=bool(run.task.options.get("own")),
        ranks=takes_ranks(run.task.options),
        recipe=recipe_of(run.roster).hex(),
        leaks=list_leaks(run.history, run.task.options),
        told=list_told(run.told, run.task.options),
        hidden=hidden_by(run.task.options, run.hello.nodes, run.hello.clients),
        few_together=_few_together(run),
        tables=sorted(tables, key=lambda table: (-table.small, table.cells)),
        sets=len(sets),
        shown=_called(shown_sites(sets), names) if run.hello.masks else [],
        attack=_attacked(run, start) if wanted and not why else None,
        no_attack=why,
    )


def _called(sites: Sequence[bytes], names: Mapping[bytes, str]) -> list[str]:
    return [names.get(site, site.hex()) for site in sites]


def _seen(run: Replay) -> Any:
    """Which columns each site has, if a question has it."""
    return next((q.info["sees"] for q, _ in run.history if "sees" in q.info), None)


def _few_together(run: Replay) -> int:
    """How many pairs of nodes one or two sites have. 0 where all DAGs have the same."""
    n = len(run.hello.nodes)
    for question, numbers in run.history:
        if question.info.get("kind") == "sees":
            rows, columns = np.tril_indices(n)  # the sums, after the first, in this order
            both = numbers[1:][rows != columns]
            return int(np.count_nonzero((both > 0) & (both < QUORUM)))
    return 0


def _why_not(run: Replay) -> str:
    """Why no attack is there for a run. Empty: one is."""
    task = run.task
    if not isinstance(task, Learning):
        return f"a {task.name} shows nothing of rows"
    if task.options["columns"] == "union":
        return "there is none for different columns"
    if (task.arity == 0).any():
        return "there is none for columns of numbers"
    if run.found is None:
        return "the run has not ended"
    if not run.task.options["tables"]:
        return "no tables were sent"
    return ""


def _party(run: Replay) -> Party:
    return Party(run.hello.nodes, run.hello.clients)


def _tables(run: Replay) -> list[SmallCells]:
    if not isinstance(run.task, Learning) or run.task.options["epsilon"] is not None:
        return []
    found = []
    for nodes, counts in told_tables(_party(run), run.task.arity, run.history):
        names = tuple(run.hello.nodes[node] for node in nodes)
        found.append(SmallCells(names, counts.size, *count_small(counts)))
    return found


def _attacked(run: Replay, seed: int) -> Attack:
    assert isinstance(run.task, Learning)
    assert run.found is not None
    arity, found = run.task.arity, run.found.result
    return attacked(replayed(run.hello), _party(run), arity, run.history, found, seed)
