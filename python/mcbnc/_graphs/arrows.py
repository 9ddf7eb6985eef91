"""The marks of edges as Graphviz draws them, by the attributes ``dir``, ``arrowhead`` and ``arrowtail``.

Files in DOT have these attributes, and so have graphs of networkx that were read from such files.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .marks import CIRCLE, HEAD, TAIL

OF_EDGES = ("dir", "arrowhead", "arrowtail", "style", "color")
"""The attributes that tell something of an edge."""
_DRAWN = {"forward": (False, True), "back": (True, False), "both": (True, True), "none": (False, False)}
"""Whether an edge has its mark at the tail and at the head, by the value of dir."""
_MARKS = {
    **dict.fromkeys(("normal", "onormal", "empty", "open", "vee", "ovee"), HEAD),
    **dict.fromkeys(("dot", "odot"), CIRCLE),
    "none": TAIL,
}
"""The marks of the arrows that stand for an arrowhead, a circle or nothing."""


class UnreadableEdge(ValueError):
    """Why the meaning of an edge's attributes is unknown."""


def marks_of(attributes: Mapping[str, Any]) -> tuple[str, str] | None:
    """The marks of an edge at its tail and at its head, as Graphviz draws them. None: the edge is invisible.

    A mark that Graphviz does not draw, and an arrow that stands for neither an arrowhead, a circle nor
    nothing, are an UnreadableEdge.
    """
    if is_invisible(attributes) or attributes.get("color") == "transparent":
        return None
    way = str(attributes.get("dir") or "forward").lower()
    if way not in _DRAWN:
        raise UnreadableEdge(f"dir={way}, which is not one of {', '.join(_DRAWN)}")
    at_tail, at_head = _DRAWN[way]
    if not attributes.get("dir") and _mark(attributes, "arrowtail", TAIL) != TAIL:
        raise UnreadableEdge(
            f"arrowtail={attributes['arrowtail']}, which Graphviz draws with dir=both or dir=back alone: "
            "write one of them, or leave arrowtail out"
        )
    return (
        _mark(attributes, "arrowtail", HEAD) if at_tail else TAIL,
        _mark(attributes, "arrowhead", HEAD) if at_head else TAIL,
    )


def _mark(attributes: Mapping[str, Any], end: str, default: str) -> str:
    """The mark at one end. `default` is that of an end without a mark."""
    arrow = str(attributes.get(end) or "")
    if not arrow:
        return default
    if arrow not in _MARKS:
        raise UnreadableEdge(
            f"{end}={arrow}, which is neither normal, an arrowhead, nor none, nor odot, a circle"
        )
    return _MARKS[arrow]


def is_invisible(attributes: Mapping[str, Any]) -> bool:
    return "invis" in [part.strip() for part in str(attributes.get("style", "")).split(",")]
