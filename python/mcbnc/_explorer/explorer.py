"""The explorer of a run, as a value: its text, its file, and its frame in a notebook."""

from __future__ import annotations

from html import escape

from .._base.paths import PathLike
from .._base.writing import write_whole

_FRAME = "width:100%;height:720px;border:1px solid #8884;border-radius:8px"


class Explorer:
    """One HTML document that shows a run at every threshold. Made by ``explore`` of a result.

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
