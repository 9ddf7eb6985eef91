"""The structure of a network in ``.xdsl``, the format of GeNIe and SMILE.

The format is described in the manual of GeNIe (https://support.bayesfusion.com/docs).
"""

from __future__ import annotations

from .._base.files import File
from .._base.show import shown
from .families import Item
from .source import Source
from .xml import XmlNetwork

__all__ = ["parse_xdsl"]

_CHANCE = ("cpt", "deterministic", "equation", "noisyadder", "noisymax")
_NO_STRUCTURE = ("cases", "extensions", "properties", "property")


def parse_xdsl(file: File) -> Source:
    """Read the nodes and the arcs of a file in .xdsl. A node's name is its identifier.

    States, probabilities, equations and the extensions are skipped. The extensions hold the places and
    the titles of the nodes, and the submodels. Networks with decisions or utilities, and dynamic ones,
    are refused.
    """
    return _Xdsl(file).read()


class _Xdsl(XmlNetwork):
    def __init__(self, file: File) -> None:
        super().__init__(file)
        self._node = ""
        self._parents: list[Item] = []

    def opened(self, tags: list[str], attributes: dict[str, str], line: int) -> None:
        tag, depth = tags[-1], len(tags)
        if depth == 1 and tag != "smile":
            raise self.refuse(f"no .xdsl: the outermost element is {shown(tag)}, not smile", line)
        if depth == 2 and tag != "nodes" and tag not in _NO_STRUCTURE:
            raise self.refuse(f"mcbnc cannot read the element {shown(tag)} of a network", line)
        if depth == 3 and tags[1] == "nodes":
            if tag not in _CHANCE:
                raise self.refuse(
                    f"a node of type {shown(tag)} is none of a Bayesian network: {', '.join(_CHANCE)}", line
                )
            self._node = attributes.get("id", "")
            self._parents = []
            self.families.declare(self._node, line)

    def closed(self, tags: list[str], text: str, line: int) -> None:
        if len(tags) < 3 or tags[1] != "nodes":
            return
        if len(tags) == 3:
            self.families.add([Item((self._node,), True)], self._parents, line)
        elif len(tags) == 4 and tags[3] == "parents" and text:
            self._parents.append(Item(tuple(text.split())))
