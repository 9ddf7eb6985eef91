"""The structure of a BIF file, the format of the Bayesian network repository.

pgmpy reads the file. pgmpy is an extra already, and pure Python. The parser of pyAgrum is stricter, but
pyAgrum would be a second large library, compiled, for this alone. No small library on PyPI reads BIF.
This file finds the faults that pgmpy's reader skips in silence.
"""

from __future__ import annotations

import re

from .._base.extras import import_extra
from .._base.names import check_names
from .._base.show import shown
from ..errors import InvalidInputError
from .source import Source, Text, collect

__all__ = ["parse_bif"]

_DECLARED = re.compile(r"^[ \t]*(variable|probability)\b", re.MULTILINE)
_QUOTED_OR_COMMENT = re.compile(r'"([^"]*)"|/\*.*?\*/|//[^\n]*', re.DOTALL)
_TABLE = re.compile(r"(\bprobability\s*\([^)]*\))\s*\{[^{}]*\}")
_WORD = re.compile(r"[\w.-]+")


def parse_bif(text: Text) -> Source:
    """Read the nodes and the arcs. Every variable must have its probabilities, which are passed over."""
    reader_class = import_extra("pgmpy.readwrite").BIFReader
    content, quoted = _plain(text.content)
    # pgmpy's reader takes a block to end in a brace that is the last of its line.
    content = re.sub(r"[ \t]+$", "", content, flags=re.MULTILINE) + "\n"
    # Its tables take that reader nearly all of its time.
    content = _TABLE.sub(lambda found: f"{' '.join(found[1].split())} {{\n}}\n", content)
    declared = [found[1] for found in _DECLARED.finditer(content)]
    if "variable" not in declared:
        raise text.refuse("no BIF: it declares no variable")
    try:
        reader = reader_class(string=content)
    except Exception as error:  # whatever its regular expressions and tables run into
        raise text.refuse(f"no BIF that pgmpy can read: {type(error).__name__}: {error}") from error
    names = [quoted.get(name, name) for name in reader.variable_names]
    parents = {
        quoted.get(node, node): [quoted.get(parent, parent) for parent in above]
        for node, above in reader.variable_parents.items()
    }
    try:
        check_names(list(names), "variables")
    except InvalidInputError as error:
        raise text.refuse(str(error)) from error
    lacking = [name for name in names if name not in parents]
    if lacking or [len(names), len(parents)] != [declared.count(k) for k in ("variable", "probability")]:
        raise text.refuse(
            "it is damaged: not every variable has its probabilities"
            + (f", {shown(lacking[0])} for one" if lacking else "")
        )
    arcs = [(parent, node) for node, above in parents.items() for parent in above]
    unknown = next((parent for parent, _ in arcs if parent not in parents), None)
    if unknown is not None:
        raise text.refuse(f"{shown(unknown)} is a parent, but no variable")
    return collect(text, names, arcs)


def _plain(content: str) -> tuple[str, dict[str, str]]:
    """The text without comments, and with a word for every quoted string, which pgmpy would take apart.

    Also what the words stand for.
    """
    quoted: dict[str, str] = {}
    words: dict[str, str] = {}

    def plain(found: re.Match[str]) -> str:
        string = found[1]
        if string is None:
            return " "
        if _WORD.fullmatch(string):  # which may come without its quotes elsewhere
            return str(string)
        word = words.setdefault(string, f"mcbnc_quoted_{len(words)}")
        quoted[word] = string
        return word

    return _QUOTED_OR_COMMENT.sub(plain, content), quoted
