#!/usr/bin/env python3
"""Write THIRD_PARTY.txt, the licences of all code of others that is in the wheel.

That is what is linked into the engine's library, and Cytoscape.js, which draws the networks of the
explorer. ``make licences`` runs this script. Tests compare the file with the dependencies of ``./cgo`` and
with the bundled Cytoscape.js.

For another release of Cytoscape.js, run ``npm pack cytoscape@VERSION``, copy the archive's
``dist/cytoscape.min.js`` to where it is now, and run this script.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CYTOSCAPE = ROOT / "python" / "mcbnc" / "_explorer" / "cytoscape.min.js"
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


def cytoscape() -> tuple[str, str]:
    """The version of the bundled Cytoscape.js, and all notices in its file."""
    source = CYTOSCAPE.read_text(encoding="utf-8")
    (version,) = re.findall(r'\.version="([0-9.]+)"', source)
    return version, "\n\n".join(re.findall(r"/\*[*!].*?\*/", source, re.DOTALL)) + "\n"


def main() -> None:
    parts = [
        "What the engine's library (libmcbnc) and the explorer hold of others, and under which licences.\n"
    ]
    version, notices = cytoscape()
    bundled = [("Cytoscape.js", version, notices)]
    linked = [(name, version, texts(folder)) for name, version, folder in modules()]
    for name, version, text in [*linked, *bundled]:
        parts.append("=" * 100 + f"\n{name} {version}".rstrip() + "\n" + "=" * 100 + f"\n\n{text}")
    (ROOT / "THIRD_PARTY.txt").write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
