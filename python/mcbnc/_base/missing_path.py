"""A path at which there is no file, or no folder to write into: the input is at fault."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import InvalidInputError

__all__ = ["MissingPath", "named_missing"]


class MissingPath(InvalidInputError, FileNotFoundError):
    """There is no such file or folder."""

    def __str__(self) -> str:
        return str(self.args[0])


@contextmanager
def named_missing(path: str) -> Iterator[None]:
    """Make of a FileNotFoundError in the context one that is an InvalidInputError too."""
    try:
        yield
    except MissingPath:
        raise
    except FileNotFoundError as error:
        made = MissingPath(f"{path}: {error.strerror}", argument="path")
        made.errno, made.strerror, made.filename = error.errno, error.strerror, path
        raise made from None
