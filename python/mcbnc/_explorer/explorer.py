"""The explorer of a run, and the page for a meeting: as a text, as a file, and as a frame in a notebook.

The document is a template, a style, scripts and data put together. The style and the scripts are files of
this folder. A browser runs what has one of the hashes in the content security policy of the document, and
nothing else; nor does it open any address.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from .._base.paths import PathLike
from .._base.show import LISTED
from .._base.writing import write_whole
from .sentences import SENTENCES

if TYPE_CHECKING:
    from .document import Exploration
    from .meeting import Meeting

_FRAME = "width:100%;height:720px;border:1px solid #8884;border-radius:8px"


class Explorer:
    """One HTML document that shows a run at every threshold, or opinions at a meeting. ``explore`` makes it.

    The document needs no network and no other file. In a notebook an explorer shows itself. There the
    document lies in a frame that can neither read nor change the notebook.
    """

    def __init__(self, html: str, title: str) -> None:
        self._html = html
        self._title = title

    def __repr__(self) -> str:
        return (
            f"<Explorer of {self._title}: {len(self._html) / 1e6:.2g} MB of HTML; save(path) writes a file>"
        )

    @property
    def html(self) -> str:
        """The document. It says that its encoding is UTF-8, so write it in that."""
        return self._html

    def save(self, path: PathLike) -> None:
        """Write the document into a file, in UTF-8. The file is written whole or not at all.

        Parameters
        ----------
        path : str or os.PathLike
            Where to; by habit ``*.html``. A file that is there is replaced.

        Raises
        ------
        InvalidInputError
            If `path` is no path.
        OSError
            If the file cannot be written.
        """
        write_whole(path, self._html.encode("utf-8"))

    def _repr_html_(self) -> str:
        return (
            f'<iframe title="{escape(self._title)}" srcdoc="{escape(self._html)}" '
            f'sandbox="allow-scripts" style="{_FRAME}"></iframe>'
        )


_FOLDER = Path(__file__).parent
_LIBRARY = "cytoscape.min.js"
_SCRIPTS = ("page.js", "data.js", "words.js", "network.js", "chart.js", "evidence.js", "edges.js", "main.js")
_SUMS = ("pool_model.js", "pool_weights.js", "pool_rates.js", "pool_graph.js", "pool_known.js")
_MEETING = ("page.js", "network.js", *_SUMS, "meeting_network.js", "meeting_tables.js", "meeting.js")


def make_explorer(exploration: Exploration) -> Explorer:
    """The explorer of a run. Equal explorations make equal bytes."""
    from .document import as_json  # with all that lays a network out

    r, n = exploration.facts.r, len(exploration.nodes)
    title = f"{r} DAG{'s' * (r != 1)} over {n} node{'s' * (n != 1)}"
    shared = f"const SENTENCES = {json.dumps(SENTENCES)};\nconst LISTED = {LISTED};\n"
    script = _script(_SCRIPTS, shared)
    return _document(title, "page.html", _read("page.css"), script, as_json(exploration))


def make_meeting(meeting: Meeting) -> Explorer:
    """The page for a meeting about opinions. Equal meetings make equal bytes."""
    from .meeting import meeting_json  # with all that lays a network out

    r, n = len(meeting.sources), len(meeting.nodes)
    title = f"{r} opinion{'s' * (r != 1)} over {n} nodes"
    style = _read("page.css") + _read("meeting.css")
    return _document(title, "meeting.html", style, _script(_MEETING), meeting_json(meeting))


def _document(title: str, page: str, style: str, script: str, data: str) -> Explorer:
    library = _read(_LIBRARY)
    scripts = f"{_hash(library)} {_hash(script)}"
    parts = {
        "POLICY": f"default-src 'none'; script-src {scripts}; style-src {_hash(style)}",
        "TITLE": escape(f"mcbnc: {title}"),
        "STYLE": style,
        "LIBRARY": library,
        "DATA": data,
        "SCRIPT": script,
    }
    whole = _read(page).replace("@TOP@", _read("top.html"))
    # In one pass, since the data may hold the name of a part.
    return Explorer(re.sub("@([A-Z]+)@", lambda found: parts[found[1]], whole), title)


@cache
def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


@cache
def _script(names: tuple[str, ...], before: str = "") -> str:
    """The scripts in one function, so that none of their names is the window's."""
    return '(() => {\n"use strict";\n' + before + "\n".join(map(_read, names)) + "})();\n"


def _hash(text: str) -> str:
    """What the policy calls an inline element of this text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}'"
