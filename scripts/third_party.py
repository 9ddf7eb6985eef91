#!/usr/bin/env python3
"""Write THIRD_PARTY.txt, the licences of all code that is linked into the engine's library.

The wheel contains the file, since the library contains that code. ``make licences`` runs this script. A Go
test compares the file with the dependencies of ``./cgo``.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILES = ("LICENSE*", "LICENCE*", "COPYING*", "NOTICE*", "PATENTS*", "licenses/*")


def go(*arguments: str) -> str:
    done = subprocess.run(["go", *arguments], cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout


def modules() -> list[tuple[str, str, Path]]:
    """Name, version and folder of each linked module except ours. Go's own library is the last."""
    shape = "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}"
    lines = sorted(set(go("list", "-deps", "-f", shape, "./cgo").split("\n")) - {""})
    found = [(name, version, Path(folder)) for name, version, folder in (line.split("\t") for line in lines)]
    return [*found, ("Go's library and runtime", "", Path(go("env", "GOROOT").strip()))]


def texts(folder: Path) -> str:
    """The licence of a module, with the licences of other code in it."""
    files = [file for pattern in FILES for file in sorted(folder.glob(pattern)) if file.is_file()]
    if not files:
        raise SystemExit(f"no licence in {folder}")
    return "\n".join(f"[{file.name}]\n\n{file.read_text(encoding='utf-8').strip()}\n" for file in files)


def main() -> None:
    parts = ["What the engine's library (libmcbnc) holds besides mcbnc, and under which licences.\n"]
    for name, version, folder in modules():
        parts.append("=" * 100 + f"\n{name} {version}".rstrip() + "\n" + "=" * 100 + f"\n\n{texts(folder)}")
    (ROOT / "THIRD_PARTY.txt").write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
