"""Archives of the same files have the same bytes, whatever the folder, the clock and the umask were."""

from __future__ import annotations

import io
import sys
import tarfile
import zipfile

import pytest
from helpers import ROOT

sys.path.insert(0, str(ROOT / "build_backend"))
import mcbnc_archive

FILES = {"b/run.so": (b"code", 0o755), "a.txt": (b"text", 0o644), "z/RECORD": (b"", 0o644)}


def wheel(path, time, mask, order) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name in order:
            content, mode = FILES[name]
            entry = zipfile.ZipInfo(name, time)
            entry.external_attr = (0o100000 | (mode & ~mask)) << 16
            archive.writestr(entry, content)


def sdist(path, time, mask, order) -> None:
    with tarfile.open(path, "w:gz") as archive:
        for name in order:
            content, mode = FILES[name]
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = len(content), time[0] * 10**6, mode & ~mask
            entry.uname, entry.uid = f"user{mask}", mask
            archive.addfile(entry, io.BytesIO(content))


def pair(tmp_path, make, suffix, orders):
    """The same files in two archives that differ in all else."""
    paths = [tmp_path / f"{name}{suffix}" for name in ("one", "two")]
    make(paths[0], (2001, 1, 1, 0, 0, 0), 0o022, orders[0])
    make(paths[1], (2031, 5, 6, 7, 8, 10), 0o077, orders[1])
    assert paths[0].read_bytes() != paths[1].read_bytes()
    for path in paths:
        mcbnc_archive.normalise(path)
    return paths


@pytest.mark.parametrize(
    ("make", "suffix", "orders"),
    [
        (wheel, ".whl", [list(FILES), list(FILES)]),
        (sdist, ".tar.gz", [list(FILES), sorted(FILES)]),
    ],
)
def test_the_same_bytes(tmp_path, make, suffix, orders):
    one, two = pair(tmp_path, make, suffix, orders)
    assert one.read_bytes() == two.read_bytes()


def test_a_wheel_keeps_its_files_and_their_order(tmp_path):
    one, _ = pair(tmp_path, wheel, ".whl", [list(FILES), list(FILES)])
    with zipfile.ZipFile(one) as archive:
        assert archive.namelist() == list(FILES)
        for entry in archive.infolist():
            content, mode = FILES[entry.filename]
            assert archive.read(entry) == content
            assert entry.external_attr >> 16 == 0o100000 | mode
            assert entry.date_time[:3] == (1980, 1, 1)


def test_an_sdist_keeps_its_files(tmp_path):
    one, _ = pair(tmp_path, sdist, ".tar.gz", [list(FILES), sorted(FILES)])
    with tarfile.open(one) as archive:
        assert {entry.name: (archive.extractfile(entry).read(), entry.mode) for entry in archive} == FILES


def test_the_time_that_was_asked_for(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    one, _ = pair(tmp_path, wheel, ".whl", [list(FILES), list(FILES)])
    with zipfile.ZipFile(one) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(2023, 11, 14, 22, 13, 20)}


@pytest.fixture(autouse=True)
def _no_time(monkeypatch):
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
