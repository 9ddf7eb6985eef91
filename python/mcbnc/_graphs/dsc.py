"""The structure of a network in .dsc, the format of Microsoft's MSBN.

The Bayesian network repository (https://www.bnlearn.com/bnrepository) offers its networks in .dsc too.
"""

from __future__ import annotations

from .blocks import read_family, read_name
from .families import Families
from .identifiers import note_in
from .scanner import Scanner, Token
from .source import Source, Text

__all__ = ["parse_dsc"]

_NO_STRUCTURE = ("properties", "domain")


def parse_dsc(text: Text) -> Source:
    """Read the nodes and the arcs of a text in .dsc.

    Every node must have its block of probabilities. States, probabilities, positions, properties and
    domains are skipped.
    """
    scanner = Scanner(text, "//")
    families = Families(text, scanner.refuse, note_in(text.content))
    for i, whole in enumerate(scanner.blocks()):
        header = _without_title(whole) if i == 0 else whole
        keyword = header[0]
        if keyword.value == "node":
            families.declare(read_name(scanner, header), keyword.at)
        elif keyword.value == "probability":
            node, parents = read_family(scanner, header)
            families.add(node, parents or [], keyword.at)
        elif keyword.value not in _NO_STRUCTURE:
            raise scanner.refuse(
                f"the block {keyword.value} is none of .dsc: node, probability, properties, domain",
                keyword.at,
            )
    return families.source()


def _without_title(header: list[Token]) -> list[Token]:
    """The header of the first block. The line ``belief network "name"`` before it has no body of its own."""
    if [token.value for token in header[:2]] != ["belief", "network"]:
        return header
    rest = header[2:]
    return (rest[1:] if rest[:1] and rest[0].kind == "string" else rest) or header
