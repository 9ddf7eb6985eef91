"""Results in values that reticulate converts without NumPy. A matrix is bytes, column by column."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.show import theta_text
from .._comparing.agreement import Agreement
from .._comparing.compare import Comparison
from .._consensus.explain import Explanation
from .._consensus.results import ConsensusResult, Trajectory
from .._consensus.stability import Stability
from .._consensus.steps import Breakpoint
from .._graphs.graph import PDAG, Graph
from .._learning.bootstrap import Bootstrap, strength_table
from .._learning.jointly_learned import JointlyLearned
from .._learning.sources import Contested, PairOdds, Pooled, SourceWorth
from .._learning.structure import Learned
from .._results.baseline import Baseline
from .._results.chance import ByChance
from .._results.over_nodes import OverNodes
from .._results.provenance import Provenance
from .._results.result import Result
from .._results.seen import Seen
from .._rows.binned import CutPoints, bin_names, place_names
from .._rows.changes import Change
from .._rows.columns import Column
from .._rows.missing import MISSING_STATE
from .._rows.opened import Opened
from .._rows.report import Problem, Report
from .._rows.rows import Rows
from ..datasets import Clients
from .words import in_r

_R_DIGITS = 7
_NAMES = ("from", "to", "u", "v", "client", "nearest")
"""The columns of tables that hold names, which need not be texts."""

Record = dict[str, Any]


def _record(made: Any, *names: str, **more: Any) -> Record:
    """The object itself, these of its attributes as they are, and `more`."""
    return {"python": made, **{name: getattr(made, name) for name in names}, **more}


def result(made: Result, *names: str, **more: Any) -> Record:
    """What all graphs that mcbnc makes have."""
    record = _record(
        made,
        "seconds",
        *names,
        status=str(made.status),  # some may be called too
        nodes=_texts(made.nodes),
        adjacency=matrix(made.adjacency),
        cpdag=matrix(made.cpdag),
        edges=_listed(Result._edge_columns(made)),  # without psi, which takes a search: `psi` has it
        **more,
    )
    return {**record, **_over_nodes(made)} if isinstance(made, OverNodes) else record


def vote(found: Baseline) -> Record:
    return {**result(found), "edges": _listed(found._edge_columns())}


def _over_nodes(found: OverNodes) -> Record:
    """What a result of DAGs over different nodes has besides."""
    record: Record = {"edges": _listed(OverNodes._edge_columns(found)), "seen": _seen(found.seen)}
    if (joins := found._find_joins()) is not None:
        pairs, dags = joins.explained.T.tolist()
        ends = [[found.nodes[k] for k in end] for end in joins.pairs[pairs].T.tolist()]
        sites = _from_one(dags) if found._origin.sites is None else found._origin.sites_of(dags)
        record["explained"] = {"from": _texts(ends[0]), "to": _texts(ends[1]), "site": _texts(sites)}
    return record


def _seen(seen: Seen) -> list[int]:
    """How many sites have both nodes of each pair, row by row."""
    sites: list[int] = np.asarray(seen.sites).ravel().tolist()
    return sites


def consensus(found: ConsensusResult) -> Record:
    return result(
        found,
        theta=theta(found, found.theta),
        theta_text=found._theta_text(found.theta),
        order=_texts(found.order),
        dropped=_from_one(found._origin.dropped),
        extended=_from_one(found._origin.extended),
    )


def psi(found: ConsensusResult) -> list[float]:
    """The criticality of each edge, in the order of ``edges``."""
    values: list[float] = found._edge_columns()["psi"].tolist()
    return values


def chance(made: Result) -> Record | None:
    """The chance of a result that has one."""
    found = getattr(made, "chance", None)
    return None if found is None else found._asdict()


def chance_told(made: ConsensusResult | Baseline | Learned) -> str:
    """The end of a line about a result, as ``print`` has it in Python."""
    if isinstance(made, ByChance):
        made._seek_chance()
    return made._doubt_told()


def provenance(made: Provenance) -> Record:
    record = made.to_dict()
    inputs: list[Record] = record["inputs"]
    names = dict.fromkeys(name for entry in inputs for name in entry)
    return {
        **{name: record[name] for name in ("function", "options", "found", "versions")},
        "inputs": {name: [entry.get(name) for entry in inputs] for name in names},
        "methods": made.methods(),
        "bibtex": made.methods("bibtex"),
        "text": str(made),
        "python": made,
    }


def learned(found: Learned, *names: str, **more: Any) -> Record:
    record = result(found, "score", "criterion", "rows", *names, score_title=found._score_title, **more)
    return {**record, "edges": _listed(found._edge_columns())}


def jointly(found: JointlyLearned) -> Record:
    seen, suspects = found.seen, found.suspects
    return learned(
        found,
        "method",
        scores=dict(found.scores),
        dropped=_from_one(found._dropped),
        sites=list(map(learned, found.sites)),
        seen_sites=_seen(seen),
        seen_rows=np.asarray(seen.rows).ravel().tolist(),
        suspects={
            "from": _texts(one.a for one in suspects),
            "to": _texts(one.b for one in suspects),
            "information": [one.information for one in suspects],
        },
    )


def pooled(found: Pooled) -> Record:
    """A network of opinions and rows. Matrices are bytes of float64, row by row."""
    worth = found.sources
    columns = {name: [getattr(one, name) for one in worth.values()] for name in SourceWorth._fields}
    alike = ["; ".join(map(str, names)) for names in columns.pop("alike")]
    record = result(
        found,
        probability=found.probability.ravel().tolist(),
        direction=found.direction.ravel().tolist(),
        sources={"source": _texts(worth), **columns, "alike": alike},
        chance_value=found.chance,
        prior=found.prior,
        made_of=found._made_of(),
    )
    return {**record, "edges": _listed(found._edge_columns())}


def contested(pairs: Sequence[Contested]) -> Record:
    """The pairs to ask about, as columns. A source that does not have a pair says nothing."""
    named = ("a", "b", "probability", "direction", "entropy")
    columns: Record = {name: [getattr(pair, name) for pair in pairs] for name in named}
    columns |= {name: _texts(columns[name]) for name in ("a", "b")}
    says: Record = {
        str(source): [None if pair.says[source] is None else str(pair.says[source]) for pair in pairs]
        for source in (pairs[0].says if pairs else ())
    }
    rows = [None if pair.rows is None else str(pair.rows) for pair in pairs]
    return {"pairs": columns, "says": {**says, "rows": rows}}


def pair_odds(odds: PairOdds) -> Record:
    """Where the probability of a pair comes from."""
    parts = odds.parts
    first = "rows" if odds.from_rows else "prior"
    return {
        "text": str(odds),
        "probability": odds.probability,
        "direction": odds.direction,
        "cap": odds.cap,
        "known": odds.known,
        "parts": {
            "source": [first, *(str(part.source) for part in parts[1:])],
            "edge": [part.edge for part in parts],
            "direction": [part.direction for part in parts],
        },
    }


def bootstrap(boot: Bootstrap) -> Record:
    return _record(
        boot,
        *("resamples", "rows", "seed", "criterion", "status", "seconds"),
        nodes=_texts(boot.nodes),
        strength=_listed(strength_table(boot)),
        dags=list(map(matrix, boot.dags)),
        score_title=boot._score_title,
    )


def stability(stable: Stability) -> Record:
    interval = stable.theta_interval()
    return _record(
        stable,
        *("runs", "status", "seconds"),
        nodes=_texts(stable.nodes),
        edges=_listed(stable._columns()),
        thetas=stable.thetas.tolist(),
        theta_interval=list(interval),
        theta_texts=list(map(theta_text, interval)),
        dropped=_from_one(stable._origin.dropped),
    )


def agreement(agreed: Agreement) -> Record:
    return _record(
        agreed,
        "threshold",
        clients=_listed(agreed._columns()),
        f1=agreed.f1.ravel().tolist() if "f1" in agreed._arrays else None,
        outliers=_from_one(np.flatnonzero(agreed.flagged).tolist()),
    )


def checked(report: Report) -> Record:
    """A report of tables, with its problems as a table."""
    rows = [[None if field is None else in_r(str(field)) for field in one] for one in report.problems]
    problems = {name: [row[k] for row in rows] for k, name in enumerate(Problem._fields)}
    return {"ok": report.ok, "text": in_r(str(report)), "problems": problems, "python": report}


def tidied(rows: Rows) -> Record:
    """The tables of rows as their recipe makes them, the hash of it, and what it changed."""
    recipe = rows._options.recipe
    assert recipe is not None
    tables = rows._tables("bdeu", "data")
    changes = {name: [getattr(one, name) for one in rows.changes] for name in Change._fields}
    return {
        "tables": [
            _tidy(table, [*map(str, given)] if isinstance(given, dict) else None, rows._tallies[k].columns)
            for k, (table, given) in enumerate(zip(tables, rows._given, strict=True))
        ],
        "recipe": recipe.sha256,
        "changes": changes,
    }


def _tidy(table: Opened, given: list[str] | None, renamed: list[str]) -> Record:
    """A table in its columns, and the rows that are left, from 1. A column without changes is R's own.

    `given` are the names that R's table has, and `renamed` the new ones in the same order. None: a file.
    """
    own = dict(zip(renamed, renamed if given is None else given, strict=True))
    columns = [
        _tidy_column(column) | {"name": str(label), "own": own[str(label)]}
        for label, column in zip(table.labels, table.columns, strict=True)
    ]
    return {"columns": columns, "rows": None if table.kept is None else (table.kept + 1).tolist()}


def _tidy_column(column: Any) -> Record:
    if not isinstance(column, Column):
        return {}
    if column.declared:
        order = [*(column.order or column.states)]
        # A cell without a value may have the code after the last state.
        places = np.array([*map(order.index, column.states), -1], np.int32)[column.codes]
        codes = places if column.missing is None else np.where(column.missing, -1, places)
        levels = [str(state) for state in order]
        return {"codes": _bytes(codes), "levels": levels, "ordered": column.order is not None}
    cells = column.cells().tolist()
    if all(cell is None or (isinstance(cell, (int, float)) and not isinstance(cell, bool)) for cell in cells):
        numbers = np.array([np.nan if cell is None else cell for cell in cells], np.float64)
        return {"numbers": bytearray(numbers.tobytes())}
    return {"cells": ["" if cell is None else str(cell) for cell in cells]}


def _bytes(codes: Any) -> bytearray:
    return bytearray(np.asarray(codes, np.int32).tobytes())


def binned(tables: list[dict[Hashable, Any]], bins: CutPoints | list[CutPoints]) -> Record:
    """The columns that were cut, as codes and levels, and the cut points: shared ones once."""
    once = bins if isinstance(bins, list) else [bins]
    every = once if isinstance(bins, list) else once * len(tables)
    return {
        "tables": [
            {str(name): _factor(table[name], points) for name, points in own.items() if name in table}
            for table, own in zip(tables, every, strict=True)
        ],
        "bins": [{str(name): list(points) for name, points in own.items()} for own in once],
    }


def cells(table: dict[Hashable, list[Any]] | None) -> list[Record]:
    """The columns of a file in their order, which R has not read. None: R has the table."""
    return [
        {"name": str(name), "cells": ["" if cell is None else str(cell) for cell in column]}
        for name, column in (table or {}).items()
    ]


def _factor(labels: list[str], points: Sequence[float]) -> Record:
    """A column of bins: the code of each row, an int32 from 0, and all bins from the first to the last."""
    levels = bin_names(points)
    if not set(labels) <= {*levels, MISSING_STATE}:  # the clients have bins of their own
        levels = place_names(points)
    if MISSING_STATE in labels:
        levels = [*levels, MISSING_STATE]
    code = {level: k for k, level in enumerate(levels)}
    return {"codes": bytearray(np.array([code[x] for x in labels], np.int32).tobytes()), "levels": levels}


def explanation(told: Explanation) -> Record:
    columns = told._columns()
    cuts = ["; ".join(f"{a} -- {b}" for a, b in edges) for edges in columns.pop("cut_edges")]
    inputs = {**_listed(columns), "cut_edges": cuts}
    return _record(told, "words", "present", "psi", S=_texts(told.S), H=_texts(told.H), inputs=inputs)


def theta(run: ConsensusResult | Trajectory, value: float) -> float:
    """The threshold as R has it: one that is the same number when it is typed as R prints it.

    R prints seven digits. If these are another number, it is the next greater threshold of few digits that
    gives the same graph: 1/3 is 0.3334, since 0.3333333 gives another one.
    """
    return float(value) if float(f"{value:.{_R_DIGITS}g}") == value else float(run._theta_text(value))


def graph(read: Graph | PDAG) -> Record:
    return {"nodes": _texts(read.nodes), "adjacency": matrix(read.adjacency)}


def trajectory(run: Trajectory) -> Record:
    steps, selected = list(run), run.select()
    plain = {name: [getattr(step, name) for step in steps] for name in ("undirected", "psi", "edges_left")}
    breakpoints = {name: [getattr(each, name) for each in run.breakpoints] for name in Breakpoint._fields}
    return _record(
        run,
        *("status", "seconds"),
        nodes=_texts(run.nodes),
        steps={"from": _texts(step.u for step in steps), "to": _texts(step.v for step in steps), **plain},
        breakpoints={**breakpoints, "theta": [theta(run, value) for value in run.thetas]},
        theta_texts=list(map(run._theta_text, run.thetas)),
        selected=theta(run, selected),
        selected_text=run._theta_text(selected),
        **({} if run.seen is None else {"seen": _seen(run.seen)}),
    )


def comparison(compared: Comparison) -> Record:
    return _record(
        compared,
        nodes=_texts(compared.nodes),
        table=_columns(compared.table),
        inputs=_columns(compared.inputs),
        dropped=_from_one(compared._origin.dropped),
        results={name: matrix(np.asarray(each)) for name, each in compared.results.items()},
    )


def clients(loaded: Clients) -> Record:
    return {
        "nodes": _texts(loaded.nodes),
        "dags": list(map(matrix, loaded.dags)),
        "gold": matrix(loaded.gold),
        "provenance": loaded.provenance,
    }


def _columns(table: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """The columns of a table of rows."""
    return {name: [row[name] for row in table] for name in table[0]}


def _listed(columns: dict[str, Any]) -> dict[str, list[Any]]:
    """The columns of a table as lists of plain values."""
    return {
        name: _texts(column) if name in _NAMES else np.asarray(column).tolist()
        for name, column in columns.items()
    }


def _from_one(indices: Iterable[int]) -> list[int]:
    """Indices as R counts."""
    return [i + 1 for i in indices]


def _texts(names: Iterable[Any]) -> list[str]:
    return list(map(str, names))


def matrix(cells: NDArray[Any]) -> bytearray:
    """The bytes of an (n, n) matrix of 0 and 1, column by column."""
    return bytearray(cells.astype(np.uint8).tobytes(order="F"))
