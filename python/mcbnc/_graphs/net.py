"""The structure of a network in the .net format of Hugin.

The format is described in the manual of the Hugin API, in the chapter "The NET language".
"""

from __future__ import annotations

from .blocks import read_family, read_name
from .families import Families
from .identifiers import note_in
from .scanner import Scanner
from .source import Source, Text

__all__ = ["parse_net"]

_KINDS = ("discrete", "continuous")


def parse_net(text: Text) -> Source:
    """Read the nodes and the arcs of a text in .net.

    Every node must have its potential. Labels, states, tables and positions are skipped. Networks with
    decisions, utilities, functions or classes of objects are refused.
    """
    scanner = Scanner(text, "%")
    families = Families(text, scanner.refuse, note_in(text.content))
    for header in scanner.blocks():
        if header[0].value in _KINDS and len(header) > 1:
            header = header[1:]
        keyword = header[0]
        if keyword.value == "node":
            families.declare(read_name(scanner, header), keyword.at)
        elif keyword.value == "potential":
            node, parents = read_family(scanner, header)
            families.add(node, parents or [], keyword.at)
        elif keyword.value != "net":
            raise scanner.refuse(
                f"the block {keyword.value} is none of a Bayesian network in .net: net, node, potential",
                keyword.at,
            )
    return families.source()
