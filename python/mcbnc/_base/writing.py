"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from .paths import PathLike, path_text

__all__ = ["write_whole"]


def write_whole(path: PathLike, content: bytes) -> None:
    """Write a file whole or not at all: beside its place first, then moved there.

    Raises InvalidInputError if the path is none, and OSError if the file cannot be written.
    """
    target = Path(os.path.realpath(path_text(path)))  # through a link, rather than in its place
    if target.exists() and not target.is_file():  # a device or a pipe is not to be replaced
        target.write_bytes(content)
        return
    beside = target.with_name(f".{os.urandom(8).hex()}.mcbnc")
    try:
        with open(beside, "xb") as file:
            if target.exists():  # who could not read the old one shall not read the new one
                os.chmod(beside, target.stat().st_mode & 0o7777)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename == str(beside):  # a name that no caller knows
            raise OSError(error.errno, error.strerror, path_text(path)) from error
        raise
