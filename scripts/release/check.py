"""Check a folder with an sdist and wheels, as they would be published, and write its SHA256SUMS.

    python scripts/release/check.py dist --auditwheel .venv-release/bin/auditwheel

Of each wheel: it has one library, for the processor and the system of its tag; its bill of materials and the
texts of the licences are there; pip's RECORD has the hash of every file. Of each wheel for Linux besides: the
library was linked as tests/capi/test_hardening.py says, and auditwheel grants the tag.
"""

from __future__ import annotations

import argparse
import base64
import csv
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# The first bytes of a library, and where its header has the processor: system, (offset, value) or None.
PLATFORMS = {
    r"manylinux_\d+_\d+_x86_64": ("libmcbnc.so", b"\x7fELF\x02\x01", (18, b"\x3e\x00")),
    r"manylinux_\d+_\d+_aarch64": ("libmcbnc.so", b"\x7fELF\x02\x01", (18, b"\xb7\x00")),
    r"macosx_12_0_x86_64": ("libmcbnc.dylib", b"\xcf\xfa\xed\xfe", (4, b"\x07\x00\x00\x01")),
    r"macosx_12_0_arm64": ("libmcbnc.dylib", b"\xcf\xfa\xed\xfe", (4, b"\x0c\x00\x00\x01")),
    r"win_amd64": ("mcbnc.dll", b"MZ", None),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--auditwheel", help="auditwheel's program; without it, the tags are not checked")
    told = parser.parse_args()
    wheels = sorted(told.folder.glob("*.whl"))
    (sdist,) = told.folder.glob("*.tar.gz")
    if not wheels:
        sys.exit(f"{told.folder} has no wheel")
    commits = {check(wheel, told.auditwheel) for wheel in wheels}
    if len(commits) != 1:
        sys.exit(f"the wheels are of several commits: {sorted(map(str, commits))}")
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in (sdist, *wheels)]
    (told.folder / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    print("".join(sums), end="")
    return 0


def check(wheel: Path, auditwheel: str | None) -> str | None:
    """Stop at the first thing that is wrong with a wheel. Returns the commit that it names."""
    tag = wheel.stem.split("-")[-1]
    kind = next((kind for pattern, kind in PLATFORMS.items() if re.fullmatch(pattern, tag)), None)
    require(kind is not None, wheel, "an unknown platform")
    with zipfile.ZipFile(wheel) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    name, magic, processor = kind
    libraries = [file for file in files if file.startswith("mcbnc/_lib/")]
    require(libraries == [f"mcbnc/_lib/{name}"], wheel, f"libraries are {libraries}")
    library = files[libraries[0]]
    require(library.startswith(magic), wheel, "the library is not for the system of the tag")
    if processor:
        at, value = processor
        require(library[at : at + len(value)] == value, wheel, "the library is for another processor")
    information = next(file for file in files if file.endswith(".dist-info/RECORD")).rpartition("/")[0]
    recorded(wheel, files, information)
    for licence in ("LICENSE", "THIRD_PARTY.txt"):
        require(f"{information}/licenses/{licence}" in files, wheel, f"{licence} is missing")
    bill = json.loads(files[f"{information}/sboms/mcbnc.cdx.json"])
    facts = {fact["name"]: fact["value"] for fact in bill["metadata"]["properties"]}
    require(facts["mcbnc:platform"] == tag, wheel, "the bill of materials is for another platform")
    if tag.startswith("manylinux"):
        linked(library, wheel, tag, auditwheel)
    return facts.get("mcbnc:commit")


def recorded(wheel: Path, files: dict[str, bytes], information: str) -> None:
    record = f"{information}/RECORD"
    rows = {row[0]: row[1] for row in csv.reader(io.StringIO(files[record].decode()))}
    require(rows.keys() == files.keys(), wheel, "RECORD lists other files")
    for file in files.keys() - {record}:
        digest = base64.urlsafe_b64encode(hashlib.sha256(files[file]).digest()).decode().rstrip("=")
        require(rows[file] == f"sha256={digest}", wheel, f"RECORD has another hash of {file}")


def linked(library: bytes, wheel: Path, tag: str, auditwheel: str | None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "libmcbnc.so")
        path.write_bytes(library)
        command = [sys.executable, "-m", "pytest", "-q", str(ROOT / "tests" / "capi" / "test_hardening.py")]
        ran = subprocess.run(command, check=False, env={**os.environ, "MCBNC_LIBRARY": str(path)}, cwd=ROOT)
        require(ran.returncode == 0, wheel, "the library is not linked as it should be")
    if auditwheel:
        shown = subprocess.run([auditwheel, "show", str(wheel)], check=True, capture_output=True, text=True)
        granted = re.findall(r'"(manylinux_\d+_\d+_\w+)"', shown.stdout)
        print(f"{wheel.name}: auditwheel grants {', '.join(granted)}")
        version = tuple(map(int, re.findall(r"\d+", tag)[:2]))
        best = [tuple(map(int, re.findall(r"\d+", one)[:2])) for one in granted]
        require(bool(best) and min(best) <= version, wheel, "auditwheel does not grant the tag")


def require(holds: bool, wheel: Path, otherwise: str) -> None:
    if not holds:
        sys.exit(f"{wheel.name}: {otherwise}")


if __name__ == "__main__":
    sys.exit(main())
