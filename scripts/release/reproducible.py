"""Build the sdist and a wheel twice, and compare the bytes.

    python scripts/release/reproducible.py manylinux_2_17_x86_64

The two builds differ in all that must not count: the folder (one has a space in its name), the order of its
files on the disk, their times and modes, the umask, the time zone, the language, the folders for temporary
files, and the caches of Go and of zig, which the second build begins empty.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# The name of the folder, the umask, the order of the files, the environment.
FIRST = ("one", 0o022, False, {"TZ": "UTC"})
SECOND = ("another place", 0o077, True, {"TZ": "Asia/Kathmandu", "LC_ALL": "C.UTF-8"})


def main() -> int:
    (platform,) = sys.argv[1:]
    # pytest and others leave files that are not in git, so git lists the source.
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    files = sorted(name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file())
    with tempfile.TemporaryDirectory() as folder:
        one, two = (built(Path(folder), files, platform, *way) for way in (FIRST, SECOND))
    for name in sorted(one.keys() | two.keys()):
        print(one.get(name), two.get(name), name, "same" if one.get(name) == two.get(name) else "DIFFERENT")
    return int(one != two or len(one) != 2)


def built(folder: Path, files: list[str], platform: str, name: str, umask: int, reverse: bool, more) -> dict:
    """The SHA-256 of each archive that a build of a copy gives."""
    source, out, scratch = (folder / name / part for part in ("source", "dist", "scratch"))
    before = os.umask(umask)
    try:
        for file in sorted(files, reverse=reverse):
            copy = source / file
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes((ROOT / file).read_bytes())
            copy.chmod(((ROOT / file).stat().st_mode | 0o600) & ~umask)
        scratch.mkdir(parents=True)
        caches = {"GOCACHE": "go", "ZIG_GLOBAL_CACHE_DIR": "zig", "ZIG_LOCAL_CACHE_DIR": "local"}
        fresh = {variable: str(scratch / cache) for variable, cache in caches.items()} if reverse else {}
        fixed = {"MCBNC_PLATFORM": platform, "MCBNC_COMMIT": "0" * 12, "TMPDIR": str(scratch)}
        command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(source)]
        subprocess.run(command, check=True, env={**os.environ, **fixed, **fresh, **more}, stdout=sys.stderr)
    finally:
        os.umask(before)
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in out.iterdir()}


if __name__ == "__main__":
    sys.exit(main())
