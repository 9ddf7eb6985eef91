"""Which tables a recipe has made: those that know it, and files beside which ``recipe.json`` lists them.

A recipe that is applied twice would convert a unit twice, or swap two names back.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .._base.files import read_file
from .._base.json_text import read_json
from .._base.paths import path_text
from .._base.warn import warn
from .._base.writing import write_whole
from ..errors import DataWarning, InvalidInputError
from .binned import recipe_of
from .recipe import Recipe

_LIST = "recipe.json"
"""The file beside those that a recipe made, which has the recipe's hash and theirs."""
_MOST = 1 << 24  # bytes of it


def is_made_by(recipe: Recipe, table: Any) -> bool:
    """Whether the recipe has made a table, which may be the path of a file.

    A DataWarning tells of a table that another recipe has made.
    """
    made = _maker(recipe, table)
    if made not in (None, recipe.sha256):
        where = path_text(table) if isinstance(table, (str, os.PathLike)) else "a table"
        warn(
            f"{where} was made by another recipe than {recipe.place}, which is applied to it now", DataWarning
        )
    return made == recipe.sha256


def _maker(recipe: Recipe, table: Any) -> str | None:
    """The hash of the recipe that has made a table. None: none has."""
    if not isinstance(table, (str, os.PathLike)):
        return recipe_of(table)
    path = Path(os.fspath(table))
    beside = path.parent / _LIST
    if not beside.is_file():
        return None
    known = _listed(beside)
    if path.name not in known["files"]:
        return None
    if known["recipe"] == recipe.sha256 and known["files"][path.name] != _hash(path):
        raise InvalidInputError(
            f"{path_text(table)}: {recipe.place} made this file, and it was changed since: make it anew, "
            "or give no recipe",
            argument="recipe",
        )
    maker: str = known["recipe"]
    return maker


def _listed(path: Path) -> dict[str, Any]:
    problem = f"{path}: it must list the files that a recipe made"
    if path.stat().st_size > _MOST:
        raise InvalidInputError(problem, argument="recipe")
    known = read_json(str(path))
    kinds = {"recipe": str, "files": dict}
    if not isinstance(known, dict) or any(
        not isinstance(known.get(key), kind) for key, kind in kinds.items()
    ):
        raise InvalidInputError(problem, argument="recipe")
    return known


def list_made(recipe: Recipe, paths: Iterable[Path]) -> None:
    """List files, which the recipe has made, beside them."""
    folders: dict[Path, dict[str, str]] = {}
    for path in paths:
        folders.setdefault(path.parent, {})[path.name] = _hash(path)
    for folder, files in folders.items():
        text = json.dumps({"recipe": recipe.sha256, "files": dict(sorted(files.items()))}, indent=1) + "\n"
        write_whole(str(folder / _LIST), text.encode())


def _hash(path: Path) -> str:
    return hashlib.sha256(read_file(path).content).hexdigest()
