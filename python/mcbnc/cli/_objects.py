"""Options that go together become the objects that the functions take."""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._base import defaults
from .._base.scoring import GAUSSIAN_SCORES, MIXED_SCORES, SCORES, Parameter
from .._base.show import listed
from .._inputs.convert import is_union
from .._inputs.knowledge import Knowledge
from ..errors import InvalidInputError
from ._wording import spelled

if TYPE_CHECKING:
    from .._rows.options import RowOptions
    from .._rows.rows import Rows

_EDGES = ("required", "forbidden")
_NAMES = ("roots", "leaves")
_ROWS = ("missing", "missing_values", "accept", "decimal", "columns", "repeats", "recipe")


def edges_with_names(edges: list[Collection[str]], nodes: Sequence[Hashable]) -> list[Collection[Hashable]]:
    """The edges with the names of nodes in place of their texts. Names in ``.json`` may be numbers."""
    by_text: dict[Hashable, Hashable] = {str(name): name for name in nodes}
    by_text.update((name, name) for name in nodes)
    return [type(edge)(by_text.get(end, end) for end in edge) for edge in edges]  # type: ignore[call-arg]


def knowledge_given(given: argparse.Namespace, nodes: Sequence[Hashable] = ()) -> Knowledge | str:
    """The knowledge of the edges in the options, or the path of a file with it.

    `nodes` may have names that are no texts.
    """
    told = {name: getattr(given, name, None) or [] for name in (*_EDGES, *_NAMES, "tiers")}
    path: str | None = getattr(given, "knowledge", None)
    if path is not None:
        if also := [f"--{name}" for name, value in told.items() if value]:
            problem = f"--knowledge {path} excludes {listed(also)}: write them into the file"
            raise InvalidInputError(problem, argument="knowledge")
        if not Path(path).is_file():
            raise InvalidInputError(f"--knowledge: there is no file {path}", argument="knowledge")
        return path
    parts: dict[str, Any] = {name: edges_with_names(told[name], nodes) for name in _EDGES}
    for name in _NAMES:
        parts[name] = edges_with_names([told[name]], nodes)[0]
    return Knowledge(**parts, tiers=edges_with_names(told["tiers"], nodes))


def options_given(given: argparse.Namespace, function: Callable[..., Any]) -> dict[str, Any]:
    """The command line's options that are parameters of the function too."""
    parameters = inspect.signature(function).parameters
    options = {name: getattr(given, name) for name in parameters.keys() & vars(given).keys()}
    if "knowledge" in parameters:
        options["knowledge"] = knowledge_given(given)
    if "progress" in parameters:
        options["progress"] = False if given.quiet else None
    return options


def nodes_given(given: argparse.Namespace) -> str | None:
    """The option about different nodes, as the functions of DAGs take it."""
    return given.nodes if is_union(given.nodes) else None


def rows_given(given: argparse.Namespace, data: Any, **options: Any) -> Rows:
    """A table or tables with the options about rows that the command has. `options` are more of them."""
    from .._rows.rows import Rows  # it loads what reads tables

    return Rows(data, **{**_options_of_rows(given), **options})


def row_options_given(given: argparse.Namespace) -> RowOptions:
    """The same options, without a recipe, where there are no tables."""
    from .._rows.options import read_row_options

    return read_row_options(**{**_options_of_rows(given), "recipe": None})


def _options_of_rows(given: argparse.Namespace) -> dict[str, Any]:
    return {name: getattr(given, name) for name in _ROWS if name in given}


def add_score(add: Any) -> None:
    gaussian, mixed = " and ".join(GAUSSIAN_SCORES), " and ".join(MIXED_SCORES)
    add(
        "--score",
        type=str.lower,
        choices=tuple(SCORES),
        help=f"default: {_usual()}, or {defaults.MIXED_SCORE.name} if columns with decimals are beside "
        f"others; {defaults.SCORE.name} by its name is the published one; "
        f"{gaussian} take numbers, {mixed} columns of both kinds",
    )


def _usual() -> str:
    """The usual score, as the options would be that ask for it."""
    apart = [f"{spelled(name)} {value:g}" for name, value in defaults.SCORE.apart().items()]
    return f"{defaults.SCORE.name} with {' '.join(apart)}"


def add_parameters(add: Any, scores: Iterable[str] = SCORES, default: Any = None) -> None:
    """Add an option for each parameter of these scores."""
    for name, parameter in _parameters(scores).items():
        takers = [score for score in scores if name in SCORES[score].parameters()]
        usual = getattr(SCORES[takers[0]], name)
        text = usual if isinstance(usual, str) else f"{usual or 0:g}"
        told = "" if usual is None else f" (default {text})"
        add(
            spelled(name),
            type=parameter.parse,
            default=default,
            metavar="X",
            help=f"{' and '.join(takers)}: {parameter.doc}{told}",
        )


def make_score(given: argparse.Namespace) -> None:
    """Put the score in place of its name. The parameters' options stay, as messages may be about them."""
    name = getattr(given, "score", None)
    values = {each: getattr(given, each, None) for each in _parameters(SCORES)}
    parameters = {each: value for each, value in values.items() if value is not None}
    if name is None and not parameters:
        return
    kind = SCORES[name or defaults.SCORE.name]
    for parameter in parameters:
        if parameter not in kind.parameters():
            takers = " or ".join(name for name, other in SCORES.items() if parameter in other.parameters())
            own = " and ".join(map(spelled, kind.parameters())) or "no such option"
            raise InvalidInputError(
                f"{spelled(parameter)} is an option of --score {takers}, not of --score {kind.name}, which "
                f"has {own}",
                argument=parameter,
            )
    given.score = kind(**parameters)


def _parameters(scores: Iterable[str]) -> dict[str, Parameter]:
    return {name: each for score in scores for name, each in SCORES[score].parameters().items()}
