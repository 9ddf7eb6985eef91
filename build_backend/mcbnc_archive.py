"""Archives whose bytes do not depend on when and where they were made.

setuptools writes the times and the modes of the files as they are in the folder of the build. In a
normalised archive all times are ``SOURCE_DATE_EPOCH``, modes show only what may be executed, and no user is
named (https://reproducible-builds.org/docs/archives).
"""

from __future__ import annotations

import gzip
import io
import os
import stat
import tarfile
import time
import zipfile
from pathlib import Path

# Zip files cannot hold earlier times. This is also the time where SOURCE_DATE_EPOCH is not set.
_FIRST = 315532800  # 1 January 1980


def normalise(archive: Path) -> None:
    """Write a wheel or an sdist anew, with the same files."""
    rewritten = _wheel(archive) if archive.suffix == ".whl" else _sdist(archive)
    archive.write_bytes(rewritten)


def _time() -> int:
    return max(_FIRST, int(os.environ.get("SOURCE_DATE_EPOCH", _FIRST)))


def _mode(mode: int) -> int:
    return 0o755 if mode & stat.S_IXUSR else 0o644


def _wheel(path: Path) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():  # setuptools has sorted the files, and RECORD must stay the last
            again = zipfile.ZipInfo(entry.filename, time.gmtime(_time())[:6])
            again.external_attr = (stat.S_IFREG | _mode(entry.external_attr >> 16)) << 16
            again.create_system = 3  # the modes are those of Unix, on Windows too
            new.writestr(again, old.read(entry), zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()


def _sdist(path: Path) -> bytes:
    out = io.BytesIO()
    with (
        tarfile.open(path) as old,
        gzip.GzipFile("", "wb", 9, out, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for entry in sorted(old.getmembers(), key=lambda entry: entry.name):
            again = tarfile.TarInfo(entry.name)
            again.type, again.size, again.mtime = entry.type, entry.size, _time()
            again.mode = 0o755 if entry.isdir() else _mode(entry.mode)
            new.addfile(again, old.extractfile(entry) if entry.isfile() else None)
    return out.getvalue()
