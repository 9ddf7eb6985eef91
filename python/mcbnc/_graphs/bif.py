"""The structure of a network in BIF, the Bayesian Interchange Format.

The format is that of the Bayesian network repository (https://www.bnlearn.com/bnrepository). Its
definition, version 0.15, is in F. G. Cozman's "The Interchange Format for Bayesian Networks" (1998).
There a bar and a comma in a list of nodes mean no more than a blank, so the first name is the node.
"""

from __future__ import annotations

from .blocks import read_family, read_name
from .families import Families
from .identifiers import note_in
from .scanner import Scanner
from .source import Source, Text

__all__ = ["parse_bif"]


def parse_bif(text: Text) -> Source:
    """Read the nodes and the arcs of a text in BIF.

    Every variable must have its block of probabilities. States, probabilities and properties are skipped.
    """
    scanner = Scanner(text, "//")
    families = Families(text, scanner.refuse, note_in(text.content))
    for header in scanner.blocks():
        keyword = header[0]
        if keyword.value == "variable":
            families.declare(read_name(scanner, header), keyword.at)
        elif keyword.value == "probability":
            first, rest = read_family(scanner, header)
            families.add(first, rest, keyword.at)
        elif keyword.value != "network":
            raise scanner.refuse(
                f"the block {keyword.value} is none of BIF: network, variable, probability", keyword.at
            )
    return families.source()
