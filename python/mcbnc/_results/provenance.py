"""How a result was made, as its users see it."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from .._base.file_hash import FileHash, files_hashed
from .._base.files import opened, read_file
from .._base.json_text import json_value
from .._base.options import check_word
from .._base.paths import PathLike, named_bad_path, path_text
from .._base.provenance import UNKNOWN, Record, check_record
from .._base.show import LISTED, counted, printable

if TYPE_CHECKING:
    from typing_extensions import Self

_STYLES = ("text", "bibtex")
_KEYS = {"provenance", "nodes", "format"}
"""Those of which the files of mcbnc have one at least."""


class FileCheck(NamedTuple):
    """What became of a file since a result was made of it."""

    file: str
    """Its name now, or of an input that no file was given for, its name then."""
    status: str
    """``"same"``, ``"renamed"``, ``"changed"``, ``"not an input"`` or ``"not given"``."""
    site: Any = None
    sha256: str | None = None
    """Of the file now."""
    expected: str | None = None
    """Of the input then."""


class Provenance:
    """How a result was made: enough to make it again, and to see later whether its inputs are the same.

    ``result.provenance`` is one, of each result that DAGs or rows were made into. It is in the files that
    ``save`` and the shell write in JSON, and :func:`mcbnc.load` gives it back. It has no date, no path, no
    row, and nothing that does not change the answer, such as the number of workers. So equal calls on equal
    inputs have equal ones.

    It cannot be changed: what its attributes return are copies. ``print`` shows it as a table.

    Notes
    -----
    Each entry of :attr:`inputs` is a dict with some of these keys:

    =================  ========================================================================
    ``kind``           "table" or "graph"; of a federation "rows at a site" or "graphs at a site"
    ``site``           its name, if it has one
    ``file``           the name of its file, without the folder
    ``sha256``         of the bytes of the file, as they were on disk when they were read
    ``content``        the SHA-256 of the graph or of the cells, whatever held them
    ``rows``           the number of rows that were taken
    ``rows_left_out``  the number of rows that were left out
    ``columns``        the number of columns that were taken
    ``cut``            the number of columns that :func:`mcbnc.discretize` had cut into bins
    ``nodes``          the number of nodes of a graph
    ``edges``          the number of arcs of a graph
    =================  ========================================================================

    ``content`` of a graph is of ``{"nodes":["a","b"],"edges":[["a","b"]]}``, without blanks and in UTF-8,
    with nodes and edges sorted. So the order of the nodes does not count. Where an opinion has numbers, the
    edge has its own, as ["a","b",0.75]. That of a table is of the names of
    its columns and of its cells, in the order of the rows. The order of the columns does not count, nor does
    the library: a frame of pandas, one of polars and a dict have one digest if their cells are the same. The
    cells are those that were taken, after the options about rows.
    """

    __slots__ = ("_record",)
    _record: Record

    @classmethod
    def of(cls, record: Record) -> Self:
        """The provenance of a record that is nobody else's."""
        made = object.__new__(cls)
        object.__setattr__(made, "_record", record)
        return made

    def __new__(cls) -> Self:
        """Make the provenance of what nothing is known of."""
        return cls.of(copy.deepcopy(UNKNOWN))

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Self:
        """Read what :meth:`to_dict` gave, perhaps out of a file.

        Raises
        ------
        InvalidInputError
            If it is no such dict; names what is wrong.
        """
        return cls.of(check_record(copy.deepcopy(record)))

    @classmethod
    def read(cls, path: PathLike) -> Self:
        """Read how the result was made that a file of JSON holds, whatever else the file holds.

        Parameters
        ----------
        path : str or os.PathLike
            What ``save``, :func:`mcbnc.write` or the command line wrote in JSON.

        Returns
        -------
        Provenance
            That of what is unknown if the file has none, as those of an older mcbnc have none.

        Raises
        ------
        InvalidInputError
            If the file holds no result of mcbnc, or its record is damaged.
        OSError
            If the file cannot be read.
        """
        file = read_file(path)
        try:
            content = json_value(file.content)
        except (ValueError, RecursionError) as error:  # DuplicateKey is a ValueError
            raise file.refuse(f"it holds no result: {error}") from error
        if not isinstance(content, dict) or not content.keys() & _KEYS:
            raise file.refuse("it holds no result of mcbnc")
        record = content.get("provenance")
        return cls() if record is None else cls.of(check_record(record, f"{file.place}: provenance"))

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a Provenance cannot be changed, so its {name} cannot be set")

    def __getstate__(self) -> Record:
        return self._record

    def __setstate__(self, record: Record) -> None:
        object.__setattr__(self, "_record", record)

    @property
    def known(self) -> bool:
        """False if no record was kept: the result was saved by an older mcbnc, or by another program."""
        return self.function is not None

    @property
    def function(self) -> str | None:
        """The function that was called, such as "learn_jointly". None if it is unknown."""
        function: str | None = self._record["function"]
        return function

    @property
    def options(self) -> dict[str, Any]:
        """The options in force by their names, with the values that defaults stood for."""
        options: dict[str, Any] = self._part("options")
        return options

    @property
    def inputs(self) -> list[dict[str, Any]]:
        """The tables or graphs, one dict for each. The class describes their keys."""
        inputs: list[dict[str, Any]] = self._part("inputs")
        return inputs

    @property
    def found(self) -> dict[str, Any]:
        """What the call found, in a few numbers: nodes, edges, the threshold in force, sites left out."""
        found: dict[str, Any] = self._part("found")
        return found

    @property
    def versions(self) -> dict[str, str]:
        """The versions of mcbnc, its engine's commit, Go, Python and NumPy, and the platform."""
        versions: dict[str, str] = self._part("versions")
        return versions

    @property
    def recipe(self) -> dict[str, str] | None:
        """The recipe that the rows were read by: its ``text`` and its ``sha256``. None: there was none."""
        recipe: dict[str, str] | None = self._part("recipe")
        return recipe

    @property
    def seed(self) -> int | None:
        """The seed of all draws. None: nothing was drawn, and ties went to the lowest nodes."""
        seed: int | None = self._record["options"].get("seed")
        return seed

    @property
    def made_of(self) -> list[Provenance]:
        """How the graphs were made that this was made of, each call once, as far as it is known."""
        return [Provenance.of(record) for record in self._record["made_of"]]

    def _part(self, name: str) -> Any:
        return copy.deepcopy(self._record[name])

    def to_dict(self) -> dict[str, Any]:
        """All of it, as plain values that JSON holds. A new dict each time."""
        return copy.deepcopy(self._record)

    def __eq__(self, other: object) -> bool:
        return self._record == other._record if isinstance(other, Provenance) else NotImplemented

    def __hash__(self) -> int:
        return hash(json.dumps(self._record, sort_keys=True))

    def __repr__(self) -> str:
        if not self.known:
            return "<Provenance: unknown>"
        return (
            f"<Provenance: {self.function} of {self._inputs_told()}, mcbnc {self._version('mcbnc')} "
            f"(commit {self._version('commit')})>"
        )

    def __str__(self) -> str:
        from .methods_text import table_text

        return table_text(self._record)

    def _version(self, name: str) -> str:
        return printable(self._record["versions"].get(name, "unknown"))

    def _inputs_told(self) -> str:
        inputs = self._record["inputs"]
        kind = "table" if inputs and all(each["kind"] == "table" for each in inputs) else "input"
        files = [printable(each["file"]) for each in inputs if "file" in each]
        named = f" ({', '.join(files[:LISTED])}{', ...' * (len(files) > LISTED)})" if files else ""
        return f"{counted(len(inputs), kind)}{named}"

    def methods(self, style: Literal["text", "bibtex"] = "text") -> str:
        """Describe how the result was made, in sentences for the methods section of a paper.

        Parameters
        ----------
        style : {"text", "bibtex"}
            "text" gives the sentences, with the sources in brackets. "bibtex" gives the entries of these
            sources for a bibliography.

        Returns
        -------
        str
            The sentences hold nothing that is not in this object.

        Raises
        ------
        InvalidInputError
            A bad `style`.
        """
        from .methods_text import bibtex, sentences

        chosen = check_word(style, "style", _STYLES)
        return bibtex(self._record) if chosen == "bibtex" else sentences(self._record)

    def check(self, files: Iterable[PathLike]) -> list[FileCheck]:
        """Compare files with the inputs by the SHA-256 of their bytes.

        Parameters
        ----------
        files : iterable of str or os.PathLike

        Returns
        -------
        list of FileCheck
            One for each file, and one for each input that was a file and that none of these is. The inputs
            of :attr:`made_of` count too.

        Raises
        ------
        OSError
            If a file cannot be read.
        """
        if isinstance(files, str):
            files = [files]
        return _check(list(self._file_inputs()), [path_text(path, "files") for path in files])

    def _file_inputs(self) -> Iterable[Record]:
        yield from (each for each in self._record["inputs"] if "sha256" in each and "file" in each)
        for before in self.made_of:
            yield from before._file_inputs()


def _check(inputs: Sequence[Record], paths: Sequence[str]) -> list[FileCheck]:
    found, seen = [], set()
    for path in paths:
        hashed = _hash_of(path)
        same = [k for k, each in enumerate(inputs) if each["sha256"] == hashed.sha256]
        named = [k for k, each in enumerate(inputs) if each["file"] == hashed.name]
        both = [k for k in same if k in named]
        which = next(iter(both or same or named), None)
        status = "same" if both else "renamed" if same else "changed" if named else "not an input"
        seen.update(both or same or named)
        known: Record = {} if which is None else inputs[which]
        found.append(FileCheck(path, status, known.get("site"), hashed.sha256, known.get("sha256")))
    left = {(each["file"], each["sha256"]): each for k, each in enumerate(inputs) if k not in seen}.values()
    return found + [
        FileCheck(each["file"], "not given", each.get("site"), None, each["sha256"]) for each in left
    ]


def _hash_of(path: str) -> FileHash:
    """The hash of a file as it is now."""
    with files_hashed() as found, named_bad_path(path), opened(path):
        pass  # it is read to its end
    return found[0]


class WithProvenance:
    """A result with the record of how it was made."""

    def _find_record(self) -> Record:
        """The record of how it was made."""
        return UNKNOWN

    @property
    def provenance(self) -> Provenance:
        """How this was made: the function, its options, its inputs by SHA-256, and the versions.

        It is in the files that ``save`` writes. The first use takes the digests of the inputs.
        """
        return Provenance.of(copy.deepcopy(self._find_record()))

    def methods(self, style: Literal["text", "bibtex"] = "text") -> str:
        """Describe how this was made, in sentences for a paper: :meth:`mcbnc.Provenance.methods`.

        Parameters
        ----------
        style : {"text", "bibtex"}
            The sentences, with their sources in brackets, or the entries of these for a bibliography.

        Returns
        -------
        str

        Raises
        ------
        InvalidInputError
            A bad `style`.
        """
        return self.provenance.methods(style)
