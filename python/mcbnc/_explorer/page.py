"""The document: template, style, scripts and data put together.

The style and the scripts are files of this folder. A browser runs what has one of the hashes in the
document's content security policy, and nothing else; nor does it open any address.
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from html import escape
from pathlib import Path

from .document import as_json
from .exploration import Exploration
from .explorer import Explorer

_FOLDER = Path(__file__).parent
_LIBRARY = "cytoscape.min.js"
_SCRIPTS = ("data.js", "words.js", "network.js", "chart.js", "evidence.js", "edges.js", "main.js")


def make_explorer(exploration: Exploration) -> Explorer:
    """The explorer. Equal explorations make equal bytes."""
    r, n = exploration.facts.r, len(exploration.nodes)
    title = f"{r} DAG{'s' * (r != 1)} over {n} node{'s' * (n != 1)}"
    library, script, style = _read(_LIBRARY), _script(), _read("page.css")
    scripts = f"{_hash(library)} {_hash(script)}"
    parts = {
        "POLICY": f"default-src 'none'; script-src {scripts}; style-src {_hash(style)}",
        "TITLE": escape(f"mcbnc: {title}"),
        "STYLE": style,
        "LIBRARY": library,
        "DATA": as_json(exploration),
        "SCRIPT": script,
    }
    # In one pass, since the data may hold the name of a part.
    return Explorer(re.sub("@([A-Z]+)@", lambda found: parts[found[1]], _read("page.html")), title)


@cache
def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


@cache
def _script() -> str:
    """The scripts in one function, so that none of their names is the window's."""
    return '(() => {\n"use strict";\n' + "\n".join(map(_read, _SCRIPTS)) + "})();\n"


def _hash(text: str) -> str:
    """What the policy calls an inline element of this text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}'"
