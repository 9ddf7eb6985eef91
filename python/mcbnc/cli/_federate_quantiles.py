"""A code book with quantiles, made of the counts of a run in which numbers were cut into bins."""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.show import counted, printed, shown
from .._https import names
from .._learning.counts import FamilyCounts
from .._rows.binned import bin_names
from .._rows.recipe import Recipe, short_hash
from ..errors import InvalidInputError
from ..federated._coordinator.verifying import Replay, replay
from ..federated._secure.recipes import recipe_of
from ..federated._tasks.numbers import Numbers
from ._streams import say


def quantiles_of_run(given: argparse.Namespace) -> names.Names:
    """The names of a run. Columns that its recipe cut into bins have the quantiles of their counts."""
    if given.task != "learning" or given.recipe is None or given.files or given.states is not None:
        raise InvalidInputError(
            "--counts makes quantiles of a run of learning, by the --recipe that cut its columns into bins: "
            "give no other file"
        )
    recipe, run = Recipe(given.recipe), replay(given.counts, None)
    counts = _counts(given.counts, run, recipe)
    nodes = run.hello.nodes
    book: dict[Any, Any] = dict(zip(nodes, run.task.options["states"], strict=True))
    cut = {node: own.bins for node in nodes if (own := recipe.columns.get(printed(node))) and own.bins}
    if not cut:
        raise InvalidInputError(f"{given.recipe} cuts none of the run's columns into bins")
    for node, points in cut.items():
        told, bins = dict(zip(book[node], counts[node], strict=True)), bin_names(points)
        if not set(told) <= set(bins):
            raise InvalidInputError(
                f"{given.counts}: the states of {shown(node)} are not the bins of {given.recipe}",
                nodes=[node],
            )
        numbers = Numbers.from_counts(points, [told.get(name, 0) for name in bins])
        book[node] = numbers.record()
        say(f"bins of {shown(node)} for a run that counts once more: {numbers.cut_points()}")
    say(
        f"{counted(len(cut), 'column')} of numbers: the quantiles give the run's counts of each bin back to "
        "all who have the file"
    )
    return names.Names([*nodes], book)


def _counts(journal: str, run: Replay, recipe: Recipe) -> dict[Any, list[int]]:
    """By node: how many rows of all sites have each state."""
    own = recipe_of(run.roster).hex() if run.roster is not None else ""
    if own != recipe.sha256:
        read = f"by the recipe {short_hash(own)}" if own else "without a recipe"
        raise InvalidInputError(
            f"{journal}: the sites' tables were read {read}, and {recipe.place} is "
            f"{short_hash(recipe.sha256)}"
        )
    families = None if run.found is None else getattr(run.found.result, "families", None)
    if families is None or run.task.options["columns"] == "union":
        raise InvalidInputError(
            f"{journal}: it has no counts. They are there after learning by a score of states, from sites "
            "with the same columns"
        )
    return {run.hello.nodes[own.node]: _margin(own).tolist() for own in families}


def _margin(family: FamilyCounts) -> NDArray[np.int64]:
    """The counts of the node's own states."""
    joint = np.zeros(int(np.prod(family.arity)), np.int64)
    joint[family.joint] = family.counts
    margin: NDArray[np.int64] = joint.reshape(-1, family.arity[-1]).sum(axis=0)
    return margin
