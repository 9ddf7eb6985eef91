"""The binary interface as it is: what a program that was built against the header relies on.

    python tests/capi/interface.py          # write interface.json anew, if it only gains something

The compiler gives sizes, offsets and numbers. The header gives the rest.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
HEADER = HERE.parents[1] / "include" / "mcbnc.h"
RECORD = HERE / "interface.json"
CC = shlex.split(os.environ.get("CC", "cc"))

Interface = dict[str, dict[str, Any]]


def present() -> Interface:
    """The interface of the header."""
    text = re.sub(r"/\*.*?\*/", "", HEADER.read_text(encoding="utf-8"), flags=re.DOTALL)
    functions = {
        name: f"{kind} ({_squeezed(parameters)})"
        for kind, name, parameters in re.findall(r"MCBNC_API (\w+) (\w+)\(([^)]*)\);", text)
    }
    structs = {
        name: re.findall(r"(\w+);", body)
        for body, name in re.findall(r"typedef struct \w+ \{(.*?)\} (\w+);", text, flags=re.DOTALL)
    }
    types = re.findall(r"typedef (?!struct)\w+ (\w+);", text)
    constants = re.findall(r"(MCBNC_[A-Z_]+) = ", text)
    measured = _measured(types, constants, structs)
    return {
        "functions": functions,
        "constants": {name: measured[name] for name in ("MCBNC_ABI_VERSION", *constants)},
        "types": {name: measured[name] for name in types},
        "structs": {
            name: {"bytes": measured[name], "offsets": {f: measured[f"{name}.{f}"] for f in fields}}
            for name, fields in structs.items()
        },
        "requests": _requests(),
    }


def _requests() -> dict[str, str]:
    """The fields and arrays of each operation, by the list in the header. A Go test holds it."""
    text = HEADER.read_text(encoding="utf-8")
    (block,) = re.findall(r" \* requests begin\n(.*?) \* requests end\n", text, flags=re.DOTALL)
    found, op, kind = {}, "", ""
    for line in block.splitlines():
        words = re.sub(r"^ \*", "", line)
        if not words.startswith(" " * 7):
            op = words.strip()
            continue
        title, _, more = words.strip().partition("  ")
        if title in ("fields", "arrays"):
            kind, words = title[:-1], more
        for name in filter(None, (word.strip() for word in words.split(","))):
            found[f"{op}: {name.strip('[]')}"] = f"{kind} or none" if name.startswith("[") else kind
    return found


def recorded() -> Interface:
    """The interface of all programs that exist."""
    return json.loads(RECORD.read_text(encoding="utf-8"))


def lost(old: Interface, new: Interface) -> list[str]:
    """What `old` has and `new` has not, or has otherwise. An array that may now be left out is no loss."""
    return [
        f"{kind}: {name} was {value!r} and is {new[kind].get(name)!r}"
        for kind, entries in old.items()
        for name, value in entries.items()
        if new.get(kind, {}).get(name) not in (value, f"{value} or none")
    ]


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def _measured(types: list[str], constants: list[str], structs: dict[str, list[str]]) -> dict[str, int]:
    """The numbers that the compiler has for these."""
    asked = {name: f"sizeof({name})" for name in (*types, *structs)}
    asked |= {name: name for name in ("MCBNC_ABI_VERSION", *constants)}
    asked |= {f"{name}.{f}": f"offsetof({name}, {f})" for name, fields in structs.items() for f in fields}
    prints = [f'printf("%lld\\n", (long long){value});' for value in asked.values()]
    includes = ["#include <stddef.h>", "#include <stdio.h>", '#include "mcbnc.h"']
    program = "\n".join([*includes, "int main(void) {", *prints, "return 0;", "}", ""])
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder) / "measure"
        command = [*CC, "-x", "c", "-std=c99", "-I", HEADER.parent, "-", "-o", built]
        subprocess.run([str(word) for word in command], input=program, text=True, check=True, timeout=120)
        told = subprocess.run([str(built)], stdout=subprocess.PIPE, text=True, check=True, timeout=60).stdout
    return dict(zip(asked, map(int, told.split()), strict=True))


def main() -> None:
    now = present()
    before: Interface = recorded() if RECORD.exists() else {}
    if problems := lost(before, now):
        sys.exit("Programs that exist would break:\n" + "\n".join(problems))
    RECORD.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
