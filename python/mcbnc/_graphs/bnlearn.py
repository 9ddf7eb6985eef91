"""Model strings of R's bnlearn, such as ``[A][C][B|A:C]``. A model string has each node with its parents.

The source is https://www.bnlearn.com/documentation/man/modelstring.html.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .._base.show import shown
from .source import Source, Text, collect

BEGINS = re.compile(r'\[(?!\s*(?:"[^"]*"|[-+.0-9]+)\s*[\],])[^\[\]]+\]')
"""The first node of a model string, which is no list of JSON."""
_BLOCK = re.compile(r"\[([^\[\]|]*)(?:\|([^\[\]|]*))?\]\s*")


def parse_model(text: Text) -> Source:
    """Read a model string. White space between two nodes is allowed, because R breaks long lines.

    The nodes are sorted, as bnlearn's ``model2network`` sorts them.
    """
    _check_one_string(text)
    parents: dict[str, list[str]] = {}
    places: dict[str, int] = {}
    for at, node, above in _blocks(text):
        if node in parents:
            raise text.refuse_at(f"the node {shown(node)} comes more than once", at)
        if node in above:
            raise text.refuse_at(f"{shown(node)} has an arc to itself", at)
        twice = next((parent for i, parent in enumerate(above) if parent in above[:i]), None)
        if twice is not None:
            raise text.refuse_at(f"{shown(twice)} is a parent of {shown(node)} more than once", at)
        parents[node], places[node] = above, at
    for node, above in parents.items():
        unknown = next((parent for parent in above if parent not in parents), None)
        if unknown is not None:
            raise text.refuse_at(
                f"{shown(unknown)}, a parent of {shown(node)}, is not among the nodes",
                places[node],
            )
    return collect(
        text, sorted(parents), ((parent, node) for node, above in parents.items() for parent in above)
    )


def _check_one_string(text: Text) -> None:
    """Refuse model strings of several networks, one in each line or paragraph.

    The lines of one string that R broke are not whole: the parents of some nodes are in other lines. A line
    without arcs adds nothing.
    """
    whole = [
        number
        for number, line in enumerate(text.content.splitlines(), 1)
        if "|" in line and _is_whole(line.strip())
    ]
    if len(whole) > 1:
        raise text.refuse(
            f"{len(whole)} lines are a whole model string each, and a file has one: put each into a file of "
            "its own, or the parts of one network into one line",
            whole[1],
        )


def _is_whole(line: str) -> bool:
    """Whether a line has all parents of its nodes."""
    blocks = _BLOCK.findall(line)
    nodes = {node for node, _ in blocks}
    return all(parent in nodes for _, above in blocks for parent in above.split(":") if parent)


def _blocks(text: Text) -> Iterator[tuple[int, str, list[str]]]:
    """Yield, for each node, its position in the text, its name and its parents."""
    content = text.content
    at = len(content) - len(content.lstrip())
    while at < len(content):
        block = _BLOCK.match(content, at)
        if block is None:
            raise text.refuse_at(f"no model string like [A][B|A]: see {shown(content[at : at + 30])}", at)
        node, above = block[1], block[2]
        names = [node] if above is None else [node, *above.split(":")]
        if "" in names or ":" in node:
            raise text.refuse_at(f"{shown(block[0].rstrip())} is no node with its parents, like [B|A:C]", at)
        yield at, node, names[1:]
        at = block.end()
