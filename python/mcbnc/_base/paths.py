"""Paths of files, as arguments.

If a path cannot be read or written because of what is at it, the input is at fault.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..errors import InvalidInputError
from .show import shown

PathLike = str | os.PathLike[str]


def is_text(graph: Any) -> bool:
    """True if the input may be a path or a model string."""
    return isinstance(graph, (str, os.PathLike))


def pattern_hint(path: Any) -> str:
    """The end of a message about a path that no file has, if the path may be a pattern of files."""
    if not is_text(path) or not re.search(r"[*?]|\[[^\]]+\]\.", os.fspath(path)):
        return ""
    return f"; patterns are not expanded: give glob.glob({shown(os.fspath(path))})"


def path_text(path: Any, argument: str = "path") -> str:
    """The path as a str. What is no path, or can be the path of no file, is an InvalidInputError."""
    text = _as_str(path)
    if text is None:
        raise InvalidInputError(
            f"{argument} must be a str or an os.PathLike of str, not {shown(path)}", argument=argument
        )
    problem = _impossible(text)
    if problem:
        raise InvalidInputError(f"{shown(text)}: {problem}, so no file has this path", argument=argument)
    return text


def _as_str(path: Any) -> str | None:
    if isinstance(path, (bytes, int)):  # open() would take them; an int is a descriptor there
        return None
    try:
        text = os.fspath(path)
    except Exception:  # no path, or a class whose __fspath__ raises
        return None
    return text if isinstance(text, str) else None


def _impossible(path: str) -> str | None:
    """Why the system takes no such path. None: it may take the path."""
    try:
        return "embedded null character" if b"\0" in os.fsencode(path) else None
    except UnicodeEncodeError:
        return "lone surrogate"


_LONGEST = 200  # characters of a path in a message


def read_checkpoint(path: Any) -> str | None:
    """Read the argument `checkpoint` of the public functions."""
    return None if path is None else path_text(path, "checkpoint")


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
