"""How a structure was learned: the call and its tables, kept until somebody asks."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._base.provenance import Record
from .._base.scoring import Score
from .._base.sites import site_names
from .._engine.request import Arrays
from .._inputs.digest import name_text, name_told
from .._results.made import Made, file_told, knowledge_told, site_told
from .._rows.digest import Content
from .._rows.options import RowOptions
from .._rows.recipe import Recipe
from .._rows.table import Table

_OF_SEARCH = ("search", "prior", "max_parents", "seed")
_OF_ROWS = ("missing", "repeats", "columns", "decimal")


@dataclass(frozen=True)
class MadeOfRows:
    """A call on tables."""

    called: Made
    inputs: list[Record]
    """The entries of the tables, without the digests of their cells."""
    contents: list[Content]
    """These digests, which are taken when they are asked for. Empty: the tables are elsewhere."""
    recipe: Recipe | None = None
    """What was changed in the tables before they were read."""

    def record(self, found: Mapping[str, Any] | None = None) -> Record:
        """The record of a result. `found` are facts of it. None: of several results of one call."""
        digests = [{"content": content.value} for content in self.contents] or [{}] * len(self.inputs)
        entries = [{**entry, **digest} for entry, digest in zip(self.inputs, digests, strict=True)]
        recipe = None if self.recipe is None else {"sha256": self.recipe.sha256, "text": self.recipe.text}
        return self.called.record({}, entries, found or {}, recipe=recipe)


def made_of_rows(
    function: str,
    score: Score,
    data: Table,
    options: Mapping[str, Any],
    edges: Mapping[str, Any],
    weights: Arrays,
    argument: str = "datasets",
    **more: Any,
) -> MadeOfRows:
    """The call of a function that learns from these tables. `more` are options of that function alone."""
    filled = data.gaps or (function == "learn_jointly" and not data.complete)
    told = {
        "score": score.record(),
        **{name: options.get(name) for name in _OF_SEARCH},
        "knowledge": knowledge_told(edges, data.nodes),
        "pair_weights": _weights_told(weights, data.nodes),
        **more,
        **_options_told(data.options),
    }
    if data.coded and filled and told["seed"] is None:
        told["seed"] = 0  # of the draws that fill cells
    if options.get("time_limit") is not None:
        told["time_limit"] = float(options["time_limit"])
    names = site_names(argument, data.r) or [None] * data.r
    inputs = [_entry(data, k, site) for k, site in enumerate(names)]
    recipe = None if data.options is None else data.options.recipe
    return MadeOfRows(Made.now(function, told), inputs, [Content(data, k) for k in range(data.r)], recipe)


def _entry(data: Table, k: int, site: Hashable) -> Record:
    entry: Record = {"kind": "table"}
    file, cut = data.places[k].hashed, data.places[k].cut
    if site is not None:
        entry["site"] = site_told(site, file)
    entry |= file_told(file)
    if cut:
        entry["cut"] = cut
    columns = data.n if data.seen is None else int(data.seen[k].sum())
    return {**entry, "rows": data.rows[k], "rows_left_out": data.rows_left_out[k], "columns": columns}


def _options_told(options: RowOptions | None) -> Record:
    """How the tables were read."""
    if options is None:
        return {}
    accept = options.accept
    states = options.states
    given = list(map(name_told, states)) if isinstance(states, Mapping) else states is not None
    return {
        **{name: getattr(options, name) for name in _OF_ROWS},
        "missing_values": sorted(options.missing_values),
        "accept": list(map(name_told, accept)) if isinstance(accept, list) else accept,
        "states": given,
    }


def _weights_told(weights: Arrays, nodes: list[Hashable]) -> Record | None:
    """The SHA-256 of the weights of pairs, with the nodes in the order of their names."""
    if "pair_weights" not in weights:
        return None
    from hashlib import sha256  # takes a while to import

    order = sorted(range(len(nodes)), key=lambda i: name_text(nodes[i]))
    matrix = weights["pair_weights"][np.ix_(order, order)].astype("<f8")
    return {"sha256": sha256(matrix.tobytes()).hexdigest()}
