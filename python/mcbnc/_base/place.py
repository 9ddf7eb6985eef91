"""The place of an error: the input's name in front of what is wrong with it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from ..errors import InvalidInputError
from .names import label

E = TypeVar("E", bound=InvalidInputError)


def error_at(
    kind: type[E],
    sentence: str,
    argument: str,
    dag: int | None = None,
    nodes: Sequence[Hashable] = (),
    place: str | None = None,
) -> E:
    """An error about an input. `place` is how the message begins; by default it is in the caller's words.

    In the shell that is the input's file. A sentence that begins with it, as those about its text do, has it
    once.
    """
    where = label(argument, dag) if place is None else place
    told = sentence if sentence.startswith(f"{where}:") else f"{where}: {sentence}"
    error = kind(told, argument=argument, dag=dag, nodes=nodes)
    error._sentence = sentence
    return error


def bare(error: InvalidInputError) -> str:
    """The message of an error without its place."""
    return str(error) if error._sentence is None else error._sentence


@contextmanager
def placed(argument: str, dag: int | None = None) -> Iterator[None]:
    """Mark errors raised in the context as errors about this input."""
    try:
        yield
    except InvalidInputError as error:
        raise error_at(type(error), str(error), argument, dag, error.nodes) from None
