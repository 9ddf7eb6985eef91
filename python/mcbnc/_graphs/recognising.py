"""The formats of files of graphs, and which of them a file is in: the one table of all.

A file is what its content is. Each format's parser says how its files begin, behind blanks and comments. The
suffix chooses between formats that begin alike. It also chooses where the content tells nothing, so that the
format's parser says what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from .._base.files import File
from .._base.show import shown
from .._base.wording import wording
from ..errors import InvalidInputError
from . import bnlearn, dagitty, dot, gml, structures, uai
from .block_formats import BIF_BEGINS, DSC_BEGINS, NET_BEGINS, parse_bif, parse_dsc, parse_net
from .graphml import GRAPHML_ROOT, parse_graphml
from .line_formats import DNE_BEGINS, DSL_BEGINS, parse_dne, parse_dsl
from .probmodel import PROBMODEL_ROOT, parse_probmodel
from .saved import saved_graph
from .source import Source, Text
from .table import is_table, may_be_table, parse_table
from .tetrad import is_knowledge, is_tetrad, parse_tetrad
from .xml_networks import XDSL_ROOT, XMLBIF_ROOT, parse_xdsl, parse_xmlbif
from .xml_reader import is_xml, root_of

_LENGTH = 1 << 18
"""The number of bytes by which a file is recognised, behind the comments at its beginning."""
_ASIDE = re.compile(rb"\s+|//[^\r\n]*|/\*[\s\S]*?\*/|[%#][^\r\n]*|\xef\xbb\xbf")
"""Blanks, and the comments of all formats."""
_WIDE = (b"\xff\xfe", b"\xfe\xff")


class Beginning:
    """What a file begins with."""

    def __init__(self, file: File) -> None:
        content, at = file.content, 0
        while found := _ASIDE.match(content, at):
            at = found.end()
        coding = "utf-16" if content.startswith(_WIDE) else "utf-8-sig"
        self.text = content[:_LENGTH].decode(coding, "replace")
        self.bare = content[at : at + _LENGTH].decode(coding, "replace").lstrip()
        """The text behind blanks and comments."""
        self.root = ""
        """The outermost element of a file in XML. Empty: there is none."""
        self.fault: InvalidInputError | None = None
        """What is wrong with a file that would be XML."""
        if is_xml(content):
            try:
                self.root = root_of(file)
            except InvalidInputError as error:
                self.fault = error


class Format(NamedTuple):
    """A format of files of graphs."""

    name: str
    suffixes: tuple[str, ...]
    begins: Callable[[Beginning], bool]
    """Whether a file begins as one of this format does."""
    parse: Callable[[File], list[Source]]
    """Reads the graphs of a file, whose nodes have their identifiers as names, and labels if the file has."""
    undirected: bool = False
    """Whether arcs both ways are an undirected edge."""


def _by(pattern: re.Pattern[str]) -> Callable[[Beginning], bool]:
    """Recognises a text by its first words."""
    return lambda start: pattern.match(start.bare) is not None


def _by_root(root: str) -> Callable[[Beginning], bool]:
    """Recognises a file in XML by its outermost element."""
    return lambda start: start.root == root


def _text(parse: Callable[[Text], Source]) -> Callable[[File], list[Source]]:
    """Reads text in UTF-8."""
    return lambda file: [parse(Text(file.text(), file.place))]


def _file(parse: Callable[[File], Source]) -> Callable[[File], list[Source]]:
    """Reads what is not plain text in UTF-8."""
    return lambda file: [parse(file)]


def _parse_json(file: File) -> list[Source]:
    found = structures.parse_structures(file)
    return [saved_graph(file)] if found is None else found


_JSON = Format("JSON", (".json",), _by(structures.BEGINS), _parse_json, undirected=True)
_TABLE = Format("a table", (".csv", ".tsv"), lambda start: is_table(start.text), _text(parse_table), True)
FORMATS = (
    Format("BIF", (".bif",), _by(BIF_BEGINS), _text(parse_bif)),
    Format(".net of Hugin", (".net",), _by(NET_BEGINS), _text(parse_net)),
    Format(".dsc of MSBN", (".dsc",), _by(DSC_BEGINS), _text(parse_dsc)),
    Format(".dne of Netica", (".dne",), _by(DNE_BEGINS), _text(parse_dne)),
    Format(".dsl of GeNIe", (".dsl",), _by(DSL_BEGINS), _text(parse_dsl)),
    Format(".xdsl of GeNIe", (".xdsl",), _by_root(XDSL_ROOT), _file(parse_xdsl)),
    Format("XMLBIF", (".xmlbif", ".bifxml", ".xml"), _by_root(XMLBIF_ROOT), _file(parse_xmlbif)),
    Format(".pgmx of OpenMarkov", (".pgmx",), _by_root(PROBMODEL_ROOT), _file(parse_probmodel)),
    Format(".uai", (".uai",), _by(uai.BEGINS), _text(uai.parse_uai)),
    Format("DOT", (".dot", ".gv"), _by(dot.BEGINS), _text(dot.parse_dot), undirected=True),
    Format("GraphML", (".graphml",), _by_root(GRAPHML_ROOT), _file(parse_graphml), undirected=True),
    Format("GML", (".gml",), _by(gml.BEGINS), _text(gml.parse_gml), undirected=True),
    Format("dagitty", (".dagitty",), _by(dagitty.BEGINS), _text(dagitty.parse_dagitty), undirected=True),
    Format("bnlearn's model string", (".bn", ".txt"), _by(bnlearn.BEGINS), _text(bnlearn.parse_model)),
    _JSON,
    Format("a graph of Tetrad", (".txt",), lambda start: is_tetrad(start.text), _text(parse_tetrad), True),
    _TABLE,
)
"""The first one that recognises a file reads it, unless the suffix is of another one that does."""
SUFFIXES = tuple(dict.fromkeys(suffix for form in FORMATS for suffix in form.suffixes))
"""The suffixes of all formats, in the order of messages."""
_OF_MANY = (".txt", ".xml")
"""Suffixes that tell nothing where the content does not."""


def format_with(suffix: str) -> Format | None:
    """The format of a suffix. None: the content tells it alone."""
    return next((form for form in FORMATS if suffix in form.suffixes and suffix not in _OF_MANY), None)


def recognise(file: File, suffix: str) -> Format:
    """The format of a file. If neither its content nor its suffix tells it, InvalidInputError."""
    start = Beginning(file)
    found = _begun(start, suffix)
    if found is not None:
        return found
    if is_knowledge(start.bare):
        option = wording().option("knowledge", file.place)
        raise file.refuse(f"it is a file of knowledge of Tetrad, and no graph: give it as {option}")
    by_suffix = format_with(suffix)
    if by_suffix is not None:
        return by_suffix
    if start.fault is not None:
        raise start.fault
    if not start.root and may_be_table(start.text):
        return _TABLE
    raise file.refuse(_unknown(file, start))


def check_json(file: File) -> None:
    """Refuse a file whose content is of another format than JSON."""
    found = _begun(Beginning(file), _JSON.suffixes[0])
    if found is not None and found is not _JSON:
        raise file.refuse(f"it is {found.name}, and nothing that mcbnc saved; mcbnc.read reads it")


def _begun(start: Beginning, suffix: str) -> Format | None:
    """The format that a file begins as. Of several, that of the suffix, or else the first. None: none."""
    by_suffix_first = sorted(FORMATS, key=lambda form: suffix not in form.suffixes)
    return next((form for form in by_suffix_first if form.begins(start)), None)


def _unknown(file: File, start: Beginning) -> str:
    """What is wrong with a file whose format is unknown."""
    if not start.root:
        file.text()  # another encoding, or a file of another kind, is a problem of its own
    if not start.bare:
        return "it is empty"
    begins = (
        f"it is XML, with the outermost element {start.root}"
        if start.root
        else f"it begins with {shown(start.bare[:40])}"
    )
    could = ", ".join(dict.fromkeys(form.name for form in FORMATS))
    return f"{begins}, as no graph does that mcbnc reads: it could be {could}"
