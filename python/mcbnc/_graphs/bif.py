"""The structure of a BIF file, the format of the Bayesian network repository.

pgmpy reads the file, because pgmpy is pure Python and an extra of mcbnc already. The parser of pyAgrum
is stricter, but pyAgrum is a second large library, and compiled. No small library on PyPI reads BIF.
This module finds the faults that pgmpy's reader skips in silence.
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
    """Read the nodes and the arcs of a text in BIF. Needs pgmpy.

    Every variable must have its block of probabilities. The probabilities themselves are not read.
    """
    reader_class = import_extra("pgmpy.readwrite").BIFReader
    content, quoted = _replace_quoted(text.content)
    # For pgmpy's reader, a block ends with a brace at the very end of a line.
    content = re.sub(r"[ \t]+$", "", content, flags=re.MULTILINE) + "\n"
    # The tables are removed, because pgmpy's reader spends nearly all of its time on them.
    content = _TABLE.sub(lambda match: f"{' '.join(match[1].split())} {{\n}}\n", content)
    declared = [match[1] for match in _DECLARED.finditer(content)]
    if "variable" not in declared:
        raise text.refuse("no BIF: it declares no variable")
    try:
        reader = reader_class(string=content)
    except Exception as error:  # on a bad file pgmpy's reader may raise any exception
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


def _replace_quoted(content: str) -> tuple[str, dict[str, str]]:
    """Remove the comments, and replace each quoted string by one word.

    pgmpy would split a quoted string. The result is the text, and the string that each word stands for.
    """
    quoted: dict[str, str] = {}
    words: dict[str, str] = {}

    def replace(match: re.Match[str]) -> str:
        string = match[1]
        if string is None:  # a comment
            return " "
        if _WORD.fullmatch(string):  # kept, because the same name may occur elsewhere without quotes
            return str(string)
        word = words.setdefault(string, f"mcbnc_quoted_{len(words)}")
        quoted[word] = string
        return word

    return _QUOTED_OR_COMMENT.sub(replace, content), quoted
