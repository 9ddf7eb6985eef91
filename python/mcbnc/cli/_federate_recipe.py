"""The recipe of a federation: made of what the sites tell of their tables, and applied to it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from .._base.show import counted, shown
from .._https import lists, names
from .._rows.agreed import Agreed, agree
from .._rows.listing import SiteList, list_columns
from .._rows.options import RowOptions
from .._rows.recipe import Recipe
from .._rows.suggest.lists import propose_for_sites
from ..errors import InvalidInputError
from ..federated._tasks.numbers import Numbers
from ._federate_data import rows_of_site, site_name
from ._files import suffix
from ._objects import row_options_given
from ._streams import say, warnings_are_lines
from ._wording import files_named


def write_site_list(given: argparse.Namespace) -> None:
    """At a site: write what its table needs to have a recipe with the other sites."""
    if given.task != "learning" or given.states is not None:
        raise InvalidInputError("--for-recipe is about tables: it is for learning, and without --states")
    if len(given.files) != 1 or suffix(given.files[0]) == ".json":
        raise InvalidInputError("--for-recipe makes the list of one site: give one file with rows")
    (file,) = given.files
    with files_named(data=file), warnings_are_lines():
        rows = rows_of_site(given, file)
        (table,) = rows._tables("bdeu", "datasets" if rows._several else "data")
        recipe = rows._options.recipe
        told = SiteList(
            site_name(given, file, recipe),
            file,
            list_columns(table, rows._options),
            None if recipe is None else recipe.sha256,
        )
    lists.write_list(given.out, told)
    every = [*told.columns.values()]
    states = sum(own.states is not None for own in every)
    numbers = sum(own.ends is not None for own in every)
    say(
        f"wrote {given.out}, for the site {shown(told.site)}: {counted(len(every), 'name')}, the states of "
        f"{states}, and the ranges and fixed bins of {numbers}. Nothing else leaves the site: read it first"
    )


def are_lists(given: argparse.Namespace) -> bool:
    """Whether the files are lists of sites, and there is a recipe to be made of them or applied to them."""
    several = given.recipe is not None and given.task == "learning" and given.states is None
    return several and bool(given.files) and all(suffix(file) == ".json" for file in given.files)


def agreed_names(given: argparse.Namespace) -> names.Names | None:
    """The names of all sites by the recipe. None: there was no recipe, so one was written."""
    told = [lists.read_list(file) for file in given.files]
    _check_sites(told)
    options = row_options_given(given)
    if not Path(given.recipe).exists():
        _propose(given, told, options)
        return None
    recipe = Recipe(given.recipe)
    with warnings_are_lines():
        made = agree(told, recipe, options)
        every = [names.Names([*own], {name: _record(one) for name, one in own.items()}) for own in made]
        accept = options.accept if options.accept is True else [*(options.accept or ()), *recipe.accepted()]
        book = names.merge(given.files, every, given.columns == "union", accept)
    return book._replace(recipe=recipe.sha256)


def _record(own: Agreed) -> Any:
    return own.states if own.ends is None else Numbers(*own.ends).record()


def _propose(given: argparse.Namespace, told: list[SiteList], options: RowOptions) -> None:
    for one in told:
        if one.recipe is not None:
            raise InvalidInputError(
                f"{one.place} was made by a recipe: a new one is made of lists without", argument="recipe"
            )
    proposal = propose_for_sites(told, options, discrete=not given.numbers)
    proposal.save(given.recipe)
    say(
        f"wrote {given.recipe}: {proposal.summary()}. Read and correct it; the same command then makes "
        f"{given.out}"
    )


def _check_sites(told: list[SiteList]) -> None:
    """Refuse two lists of one site."""
    owners: dict[str, str] = {}
    for one in told:
        other = owners.setdefault(one.site, one.place)
        if other != one.place:
            raise InvalidInputError(
                f"{other} and {one.place} are both of the site {shown(one.site)}: name one by --site NAME"
            )
