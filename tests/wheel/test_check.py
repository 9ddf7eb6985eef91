"""The check of a release refuses wheels that are not what their names say."""

from __future__ import annotations

import base64
import hashlib
import json
import sys
import zipfile

import pytest
from helpers import ROOT

sys.path.insert(0, str(ROOT / "build_backend"))
sys.path.insert(0, str(ROOT / "scripts" / "release"))
import check
import mcbnc_toolchain

TAG = "macosx_12_0_arm64"
INFORMATION = "mcbnc-1.0.dist-info"
LIBRARY = "mcbnc/_lib/libmcbnc.dylib"


def files() -> dict[str, bytes]:
    """The files of a wheel for macOS. Its library is nothing but the start of one."""
    facts = [{"name": "mcbnc:platform", "value": TAG}, {"name": "mcbnc:commit", "value": "abc"}]
    return {
        LIBRARY: b"\xcf\xfa\xed\xfe\x0c\x00\x00\x01",
        f"{INFORMATION}/licenses/LICENSE": b"MIT",
        f"{INFORMATION}/licenses/THIRD_PARTY.txt": b"others",
        f"{INFORMATION}/sboms/mcbnc.cdx.json": json.dumps({"metadata": {"properties": facts}}).encode(),
    }


def wheel(folder, content: dict[str, bytes], record: dict[str, bytes] | None = None):
    """A wheel whose RECORD has the hashes of ``record``, which are those of ``content`` if none are given."""
    path = folder / f"mcbnc-1.0-py3-none-{TAG}.whl"
    lines = [f"{INFORMATION}/RECORD,,\n"]
    for name, data in (record or content).items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
        lines.append(f"{name},sha256={digest},{len(data)}\n")
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in content.items():
            archive.writestr(name, data)
        archive.writestr(f"{INFORMATION}/RECORD", "".join(lines))
    return path


def test_a_whole_wheel_passes(tmp_path):
    assert check.check(wheel(tmp_path, files()), None) == "abc"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({LIBRARY: b"\xcf\xfa\xed\xfe\x07\x00\x00\x01"}, "another processor"),
        ({LIBRARY: b"\x7fELF\x02\x01"}, "not for the system"),
        ({"mcbnc/_lib/libmcbnc.so": b"\x7fELF"}, "libraries are"),
        ({f"{INFORMATION}/licenses/THIRD_PARTY.txt": None}, "THIRD_PARTY.txt is missing"),
        (
            {
                f"{INFORMATION}/sboms/mcbnc.cdx.json": json.dumps(
                    {"metadata": {"properties": [{"name": "mcbnc:platform", "value": "win_amd64"}]}}
                ).encode()
            },
            "for another platform",
        ),
    ],
)
def test_another_wheel_is_refused(tmp_path, change, message):
    content = {name: data for name, data in {**files(), **change}.items() if data is not None}
    with pytest.raises(SystemExit, match=message):
        check.check(wheel(tmp_path, content), None)


def test_a_file_that_was_changed_later_is_refused(tmp_path):
    changed = {**files(), f"{INFORMATION}/licenses/LICENSE": b"mine"}
    with pytest.raises(SystemExit, match=r"another hash of .*LICENSE"):
        check.check(wheel(tmp_path, changed, record=files()), None)


def test_a_file_that_record_does_not_list_is_refused(tmp_path):
    with pytest.raises(SystemExit, match="lists other files"):
        check.check(wheel(tmp_path, {**files(), "mcbnc/more.py": b""}, record=files()), None)


def test_each_platform_that_is_checked_can_be_built(monkeypatch):
    tags = [pattern.replace(r"\d+_\d+", "2_17") for pattern in check.PLATFORMS]
    for tag, (library, _, _) in zip(tags, check.PLATFORMS.values(), strict=True):
        monkeypatch.setenv(mcbnc_toolchain.PLATFORM_VARIABLE, tag)
        target = mcbnc_toolchain.target()
        assert (target.wheel_tag, target.library) == (tag, library)


@pytest.mark.parametrize("tag", ["linux_x86_64", "macosx_11_0_arm64", "win32", "manylinux_2_17_x86_64\n"])
def test_other_platforms_are_refused(monkeypatch, tag):
    monkeypatch.setenv(mcbnc_toolchain.PLATFORM_VARIABLE, tag)
    with pytest.raises(SystemExit, match="known are manylinux_X_Y_x86_64"):
        mcbnc_toolchain.target()
