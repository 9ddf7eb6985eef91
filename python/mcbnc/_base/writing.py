"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import time
from typing import IO, TYPE_CHECKING

from .paths import PathLike, named_bad_path, path_text

if TYPE_CHECKING:
    from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_BESIDE = re.compile(r"\.[0-9a-f]{16}\.mcbnc")
"""The name of a file that is being written, or of one whose writer was killed."""


_NEW = 60.0  # seconds
_PRIVATE = 0o600


def write_whole(path: PathLike, content: bytes, private: bool = False) -> None:
    """Write a file whole or not at all: beside its place first, then moved there.

    Files that killed processes left beside the place are removed. A symbolic link stays, and what it points
    to is replaced. Other hard links to a replaced file keep the old content. With `private`, the owner of
    the file alone may read it, whatever the file was like before.

    Raises InvalidInputError if the path is invalid, or no file can be written there. The latter is an
    OSError too. A full disk and other faults of the machine are an OSError alone.
    """
    with named_bad_path(path_text(path)):
        _write(path, content, private)


def _write(path: PathLike, content: bytes, private: bool) -> None:
    from pathlib import Path

    target = Path(os.path.realpath(path_text(path)))  # through a link, rather than in its place
    if target.is_symlink():  # no link is left of a path, unless links lead to each other
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path_text(path))
    if target.exists() and not target.is_file():  # a device or a pipe is not to be replaced
        target.write_bytes(content)
        return
    _remove_abandoned(target.parent)
    beside = target.with_name(f".{os.urandom(8).hex()}.mcbnc")
    try:
        with open(beside, "xb", opener=_open_private if private else None) as file:
            _hold(file)
            if target.exists():  # users without access to the old file get none to the new one
                _keep_access(beside, target.stat(), private)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            if fcntl is not None:  # while it is held
                os.replace(beside, target)
        if fcntl is None:  # Windows moves no open file
            os.replace(beside, target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename == str(beside):  # no caller has this name
            raise OSError(error.errno, error.strerror, path_text(path)) from error
        raise


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, _PRIVATE)


def _keep_access(path: Path, old: os.stat_result, private: bool) -> None:
    """Give a file the owner and the permissions of the file that it replaces, or make it `private`."""
    if hasattr(os, "chown"):
        with contextlib.suppress(OSError):  # only root may give files away
            os.chown(path, old.st_uid, old.st_gid)
    os.chmod(path, _PRIVATE if private else old.st_mode & 0o7777)


def _hold(file: IO[bytes]) -> None:
    """Lock a file. The lock ends with its process, however that ends.

    Another writer may be looking at the file just now, and holds it for a moment. So this waits.
    """
    if fcntl is not None:
        with contextlib.suppress(OSError):  # a file system without locks: nothing there is removed
            fcntl.flock(file.fileno(), fcntl.LOCK_EX)


def _remove_abandoned(folder: Path) -> None:
    """Remove the files that killed writers left: those without a lock.

    A writer holds its file from just after its creation on. A file that is new and empty may be one that is
    not held yet, so it stays.
    """
    if fcntl is None:
        return
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _BESIDE.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                with contextlib.suppress(OSError), open(entry.path, "rb") as file:
                    fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
                    found = os.fstat(file.fileno())
                    if found.st_size > 0 or time.time() - found.st_mtime > _NEW:
                        os.unlink(entry.path)
