"""The place of an error: an error of a part is raised again with the input's name in front."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import InvalidInputError
from .names import label


@contextmanager
def placed(argument: str, dag: int | None = None) -> Iterator[None]:
    """Mark errors raised in the context as errors about this input."""
    try:
        yield
    except InvalidInputError as error:
        message = f"{label(argument, dag)}: {error}"
        raise type(error)(message, argument=argument, dag=dag, nodes=error.nodes) from None
