"""The command line's ``pool``: opinions in files, and rows, in one network."""

from __future__ import annotations

import argparse
from typing import Any

from .._graphs.formats import NETWORK_SUFFIXES
from .._graphs.structures import structures_record
from .._learning.pool import pool
from .._learning.sources import Contested, Pooled
from .._learning.with_opinions import CHANCES, USUAL
from ..errors import InvalidInputError
from ._end import Exit
from ._files import PAGE, RESULT_SUFFIXES, publish, suffix
from ._objects import knowledge_given, rows_given
from ._options import LIMITS, ROWS, add_constraints, add_options, add_outs, several, value, word
from ._records import result_record
from ._streams import say, warnings_are_lines
from ._text import EDGE_COLUMNS, csv_text, edge_rows
from ._values import count, file, weights, words
from ._wording import files_named

_ASKED = 10
"""The pairs that the JSON lists."""


def add(command: argparse.ArgumentParser) -> None:
    about = (
        "what a source says: a graph as for consensus, or in CSV a matrix of numbers from 0 to 1, or a table "
        "with the columns from, to, strength and direction"
    )
    command.add_argument("files", nargs="+", **value(file, "FILE", about))
    rows = (
        "rows of the same nodes, CSV as for learn. The option is repeated for the tables of several sites, "
        "of which learn --jointly makes one structure"
    )
    add_options(
        command,
        rows=value(file, "FILE", rows, action="append", default=[]),
        ask=value(
            count, "K", "print the K pairs that are most worth asking about, and what each source says"
        ),
    )
    add_outs(command, (*RESULT_SUFFIXES, *NETWORK_SUFFIXES, PAGE), "the network, or the page for a meeting,")
    add_options(command, "json", "quiet")
    group = command.add_argument_group("the sources")
    add_options(
        group,
        weights=value(weights, "W,W,...", "how often each source counts, from 0 (default: once)"),
        groups=value(
            words, "FILE,...", "sources that count as one. The option may be repeated", action="append"
        ),
        nodes=several(words, "NAME,...", "the names of all nodes (default: those of all files)"),
        chance=word(
            CHANCES,
            "warn of sources that agree with each other and with the rows no more than chance (default), or "
            "leave them all out too",
        ),
    )
    add_constraints(group, "probability")
    drawn = command.add_argument_group("the rows")
    add_options(
        drawn,
        *ROWS,
        "decimal",
        "repeats",
        resamples=value(int, "N", f"draw the rows again N times (default {USUAL})", default=USUAL),
        seed=value(int, "N", "draw the rows by this seed (default 0)", default=0),
        memory_limit=LIMITS["memory_limit"],
    )


def run(given: argparse.Namespace) -> Exit:
    """Pool the files, and print the edges, or what to ask."""
    rows = rows_given(given, given.rows if len(given.rows) > 1 else given.rows[0]) if given.rows else None
    if len(given.rows) == 1:
        places = dict.fromkeys(("rows", "data"), given.rows[0])
    else:
        places = dict.fromkeys(("rows", "datasets"), given.rows)
    with files_named(opinions=given.files, **places), warnings_are_lines():
        found = pool(
            given.files,
            rows,
            knowledge=knowledge_given(given),
            **{name: getattr(given, name) for name in _OPTIONS},
        )
        asked = found.contested(_ASKED if given.ask is None else given.ask)
    _check_probabilities(given.out, found)
    text = _edges_text if given.ask is None else lambda _: _asked_text(found, asked)
    publish(given, found, lambda: _record(found, asked), lambda: text(found), lambda: _record(found, asked))
    if not given.quiet:
        say(repr(found).strip("<>").removeprefix("Pooled: "))
        for line in map(str.rstrip, _worth(found)):
            say(line)
    return Exit.FINE


def _check_probabilities(outs: list[str], found: Pooled) -> None:
    """Refuse a format of networks for a result that has no probabilities."""
    for out in outs:
        if suffix(out) in NETWORK_SUFFIXES and not found._has_network:
            raise InvalidInputError(f"{out}: {suffix(out)} holds probabilities: {found._why_no_tables()}")


_OPTIONS = ("groups", "weights", "nodes", "resamples", "seed", "chance")


def _edges_text(found: Pooled) -> str:
    """The edges with their probabilities, and the nodes without edges."""
    place = {name: k for k, name in enumerate(found.nodes)}
    probability, direction = found.probability, found.direction
    rows = [
        (*row, "", "") if row[1] == "" else (*row, *_numbers(row, place, probability, direction))
        for row in edge_rows(found)
    ]
    return csv_text([*EDGE_COLUMNS, "probability", "direction"], rows)


def _numbers(row: tuple[Any, ...], place: dict[Any, int], *matrices: Any) -> list[float]:
    i, j = place[row[0]], place[row[1]]
    return [float(matrix[i, j]) for matrix in matrices]


def _asked_text(found: Pooled, asked: list[Contested]) -> str:
    header = ["a", "b", "probability", "direction", "entropy", *map(str, found.sources), "rows"]
    rows = [[pair.a, pair.b, pair.probability, pair.direction, pair.entropy, *_said(pair)] for pair in asked]
    return csv_text(header, rows)


def _said(pair: Contested) -> list[str]:
    """What each source says of a pair, and the rows. Empty: nothing."""
    return ["" if said is None else str(said) for said in [*pair.says.values(), pair.rows]]


def _worth(found: Pooled) -> list[str]:
    """A line for each source."""
    return [
        f"{name}: finds {worth.hit:.2f} of the edges, joins {worth.false_alarm:.2f} of the other pairs, "
        f"{worth.right_direction:.2f} of its directions are right, weight {worth.weight:.2f}"
        for name, worth in found.sources.items()
    ]


def _record(found: Pooled, asked: list[Contested]) -> dict[str, Any]:
    return {
        **structures_record([found]),
        **result_record(found),
        "probability": found.probability.tolist(),
        "direction": found.direction.tolist(),
        "sources": {str(name): worth._asdict() for name, worth in found.sources.items()},
        "prior": found.prior,
        "chance": found.chance,
        "unseen": found.unseen,
        "contested": [_pair_record(pair) for pair in asked],
        "status": found.status,
        "seconds": found.seconds,
        "provenance": found.provenance.to_dict(),
    }


def _pair_record(pair: Contested) -> dict[str, Any]:
    says = {str(name): None if said is None else list(said) for name, said in pair.says.items()}
    return {**pair._asdict(), "says": says, "rows": None if pair.rows is None else list(pair.rows)}
