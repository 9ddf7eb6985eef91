"""A path that cannot be read or written, because of what is at it: the input is at fault."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import InvalidInputError
from .show import shown

__all__ = ["BadPath", "named_bad_path", "path_problem", "path_shown"]

_LONGEST = 200  # characters of a path in a message


class BadPath(InvalidInputError, OSError):
    """There can be no file at the path, such as at links that lead to each other."""

    def __str__(self) -> str:
        return str(self.args[0])


class MissingPath(BadPath, FileNotFoundError):
    """There is no such file or folder."""


class FolderPath(BadPath, IsADirectoryError):
    """There is a folder in place of a file."""


class BlockedPath(BadPath, NotADirectoryError):
    """There is a file in place of a folder."""


class ForbiddenPath(BadPath, PermissionError):
    """The user may not read or write there."""


_KINDS: dict[int | None, type[BadPath]] = {
    errno.ENOENT: MissingPath,
    errno.EISDIR: FolderPath,
    errno.ENOTDIR: BlockedPath,
    errno.EACCES: ForbiddenPath,
    errno.EPERM: ForbiddenPath,
    errno.ELOOP: BadPath,
    errno.ENAMETOOLONG: BadPath,
}


@contextmanager
def named_bad_path(path: str, argument: str = "path") -> Iterator[None]:
    """Make of an OSError in the context that is about the path one that is an InvalidInputError too.

    Other errors, such as that of a full disk, stay as they are.
    """
    try:
        yield
    except BadPath:
        raise
    except OSError as error:
        kind = _KINDS.get(error.errno)
        if kind is None:
            raise
        made = kind(f"{path_shown(path)}: {path_problem(path, error)}", argument=argument)
        made.errno, made.strerror, made.filename = error.errno, error.strerror, path
        raise made from None


def path_problem(path: str, error: OSError) -> str:
    """What is at the path, or not. A missing folder is named, because its file need not be there."""
    folder = os.path.dirname(path)
    if error.errno == errno.ENOENT and folder and not os.path.exists(folder):
        return f"there is no folder {path_shown(folder)}"
    if error.errno == errno.EISDIR:
        return "it is a folder, not a file"
    if error.errno == errno.ENAMETOOLONG or _is_like_text(path):
        return f"{error.strerror}; a text that is no path has to be written to a file first"
    return str(error.strerror)


def path_shown(path: str) -> str:
    """The path in messages. One that looks like a text is shortened, in quotes."""
    return shown(path) if len(path) > _LONGEST or _is_like_text(path) else path


def _is_like_text(path: str) -> bool:
    return "\n" in path or "{" in path
