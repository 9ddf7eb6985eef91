"""A DataFrame with two attributes more: its cut points, and its recipe. Imported only beside a DataFrame."""

from __future__ import annotations

from typing import Any, ClassVar

from .._base.extras import import_extra

_Frame: Any = import_extra("pandas").DataFrame


class BinnedFrame(_Frame):  # type: ignore[misc]
    """A DataFrame with the cut points of its bins. Frames that pandas makes of it have them too."""

    _metadata: ClassVar[list[str]] = ["bins", "recipe"]  # what pandas copies, and pickles
    bins: Any = None
    recipe: str | None = None

    @property
    def _constructor(self) -> type[BinnedFrame]:
        return BinnedFrame
