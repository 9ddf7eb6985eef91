"""Inventories of other projects' documentation, so that their names become links.

A build without a network leaves them out, and their names stay text. Each inventory is fetched once, into a
file that Sphinx reads. So no project can answer here and be silent when Sphinx asks.
"""

from __future__ import annotations

import urllib.request
import zlib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path
from typing import Any

HOMES = {
    "python": "https://docs.python.org/3/",
    "numpy": "https://numpy.org/doc/stable/",
    "pandas": "https://pandas.pydata.org/docs/",
    "networkx": "https://networkx.org/documentation/stable/",
}
SECONDS = 3.0  # that a project has to answer
_LINES = 4  # of an inventory's head
_FIRST = b"# Sphinx inventory version 2\n"


def setup(app: Any) -> dict[str, bool]:
    app.connect("config-inited", _map, priority=100)  # before sphinx.ext.intersphinx reads the mapping
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _map(app: Any, config: Any) -> None:
    config.intersphinx_mapping = reached(HOMES, Path(app.confdir) / "inventories")


def reached(homes: Mapping[str, str], folder: Path) -> dict[str, tuple[str, str]]:
    """Sphinx's intersphinx_mapping, of the projects that answer. Their inventories go into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(len(homes)) as pool:
        fetched = zip(homes.items(), pool.map(_fetch, homes.values()), strict=True)
        found = {}
        for (name, home), inventory in fetched:
            if inventory is not None:
                path = folder / f"{name}.inv"
                path.write_bytes(inventory)
                found[name] = (home, str(path))
    return found


def _fetch(home: str) -> bytes | None:
    """The inventory of a project. None if it does not answer, or with something else."""
    try:
        with urllib.request.urlopen(f"{home}objects.inv", timeout=SECONDS) as answer:
            inventory: bytes = answer.read()
        zlib.decompress(inventory.split(b"\n", _LINES)[_LINES])
    except (OSError, HTTPException, IndexError, zlib.error):
        return None
    return inventory if inventory.startswith(_FIRST) else None
