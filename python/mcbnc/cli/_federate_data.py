"""The data of a site, and whether they fit what all sites have agreed on: known before the run."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .._base.show import counted
from .._https import names
from ..errors import InvalidInputError
from ..federated._tasks.numbers import Numbers
from ..federated._tasks.registry import site_of
from ._files import suffix
from ._objects import rows_given
from ._streams import warnings_are_lines
from ._wording import files_named

# A site with a DAG reads no tables, and one with a table reads no graphs: what reads them is imported at use.
if TYPE_CHECKING:
    from .._graphs.graph import Graph
    from .._rows.recipe import Recipe
    from .._rows.rows import Rows
    from ..federated._tasks.dags import DAGSite
    from ..federated._tasks.rows import RowSite


def read_data(given: argparse.Namespace, progress: Callable[[str], None]) -> DAGSite | RowSite:
    """The data of ``federate site``, which are checked against its ``--names``."""
    book = None if given.names is None else names.read_names_file(given.names)
    with files_named(data=given.data), warnings_are_lines():
        if given.task != "learning":
            refuse_recipe(given)
            site: DAGSite | RowSite = site_of(given.task)(_graph_of(given.data))
            what = counted(len(site.nodes), "node")
        else:
            if book is not None:
                check_recipe(book, given.names, given.recipe)
            with _columns_first(given, given.data, book, given.names):
                rows = rows_of_site(given, given.data, states=_own_states(given, given.data, book))
                with_rows: RowSite = site_of(given.task)(
                    rows,
                    min_cell=given.min_cell,
                    numbers=_has_numbers(given, book),
                    codebook=None if book is None else book.states,
                )
            site = with_rows
            what = f"{counted(len(site.nodes), 'node')}, {counted(with_rows.rows, 'row')}"
    if site.recipe:
        progress(f"{given.data} is read by {given.recipe}, of the SHA-256 {site.recipe.hex()}")
    if book is None:
        progress(f"{given.data}: {what}. With --names it would be checked before the run")
    else:
        names.check(given.data, names.Names(site.nodes, None), book, given.names, given.columns == "union")
        progress(f"{given.data} fits {given.names}: {what}")
    return site


def refuse_recipe(given: argparse.Namespace) -> None:
    """Refuse a recipe where there are no tables."""
    if given.recipe is not None:
        raise InvalidInputError("--recipe: a recipe is about tables, so only learning has one")


def check_recipe(book: names.Names, where: str, recipe: str | None) -> None:
    """Refuse a file of names that another recipe has made than that in the file `recipe`."""
    from .._rows.recipe import Recipe, short_hash

    own = None if recipe is None else Recipe(recipe).sha256
    if book.recipe is None or book.recipe == own:
        return
    other = "there is no --recipe" if own is None else f"--recipe {recipe} is {short_hash(own)}"
    raise InvalidInputError(
        f"{where} was made by the recipe {short_hash(book.recipe)}, and {other}: all parties must have the "
        "same file",
        argument="recipe",
    )


def rows_of_site(given: argparse.Namespace, file: str, **options: Any) -> Rows:
    """The rows of one site, under the name that a recipe has for it."""
    from .._rows.recipe import Recipe

    if given.recipe is None:
        return rows_given(given, file, **options)
    recipe = Recipe(given.recipe)
    return rows_given(given, {site_name(given, file, recipe): file}, **{**options, "recipe": recipe})


def site_name(given: argparse.Namespace, file: str, recipe: Recipe | None = None) -> str:
    """What a recipe calls the site of a file: ``--site``, else the certificate's name if it has that."""
    from .._rows.recipe import sites_of_recipe

    if given.site is not None:
        return str(given.site)
    certified = getattr(given, "identified", None)
    if recipe is not None and certified in recipe.sites:
        return str(certified)
    (stem,) = sites_of_recipe([file], None, False) or [file]
    return stem


@contextmanager
def _columns_first(
    given: argparse.Namespace, file: str, book: names.Names | None, where: str
) -> Iterator[None]:
    """If a file has other states than the code book, other columns are the better reason to refuse it."""
    try:
        yield
    except InvalidInputError as error:
        if book is not None and error.argument == "states":
            own = names_of(given, file)._replace(states=None)
            names.check(file, own, book, where, given.columns == "union")
        raise


def _own_states(given: argparse.Namespace, file: str, book: names.Names | None) -> Any:
    """The states of a file's columns in the code book: of all its columns, unless the file may lack some."""
    if book is None or book.states is None:
        return None
    own = set(names_of(given, file).nodes) if given.columns == "union" else set(book.nodes)
    return {node: states for node, states in book.states.items() if node in own - set(book.numbers)}


def _has_numbers(given: argparse.Namespace, book: names.Names | None) -> bool:
    """Whether columns of numbers are read as numbers."""
    return given.numbers or bool(book and book.numbers)


def names_of(
    given: argparse.Namespace, file: str, book: names.Names | None = None, where: str = ""
) -> names.Names:
    """The nodes of a file, and for learning their states: those of the code book at `where`, if any."""
    if suffix(file) == ".json" and (given.task == "learning" or _is_names(file)):
        from .._https.lists import read_names_or_list

        return read_names_or_list(file)
    if given.task != "learning":
        return names.Names(_graph_of(file).nodes, None)
    from .._rows.rows import read_rows

    rows = rows_of_site(given, file, states=_own_states(given, file, book), columns="same")
    with _columns_first(given, file, book, where), files_named(data=file), warnings_are_lines():
        mixed = _has_numbers(given, book)
        data = read_rows(rows, "dg" if mixed else "bdeu")
        if book is not None:  # numbers out of their ranges are found as `federate site` finds them
            site_of(given.task)(data, numbers=mixed, codebook=book.states)
    listed = [Numbers().record() if states is None else states for states in data.states]
    return names.Names(data.nodes, dict(zip(data.nodes, listed, strict=True)), data.recipe)


def _graph_of(file: str) -> Graph:
    from ._graph_files import read_one

    return read_one(file, None)


def _is_names(file: str) -> bool:
    """Whether a JSON file has nodes alone, and no graphs."""
    from ._graph_files import read_files

    try:
        read_files([file], None)
    except InvalidInputError:
        return True
    return False
