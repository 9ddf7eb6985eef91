"""Files of graphs in all formats, and random changes of them.

As a script, it changes the files of the corpus so often, reads each, and prints what it took.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
import warnings
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from corpus import FILES, content_of

import mcbnc
from mcbnc._base.files import File
from mcbnc._graphs.reading import parse_file

_GRAPH = mcbnc.from_bnlearn("[a][b][c|a:b][d|c]")
SEEDS: dict[str, list[bytes]] = {
    ".dot": [
        _GRAPH.to_dot().encode(),
        b'digraph g { edge [color=red] a -> {b; "c d"} -> e:p:n [x=<b>] /* */ }',
        b'digraph { node [label="\\N"] edge [dir=both arrowtail=none] 0 [label=<<b>a</b>>] 1 [label="b\\n1"]'
        b" 0 -> 1 [arrowhead=none] {edge [style=invis] 1 -> 2 [arrowhead=vee]} 2 -> 0 [dir=back] }",
    ],
    ".csv": [
        b'from,to\na,b\nb,"c d"\n',
        b'"",a,b\na,0,1\nb,0,0\n',
        b"ID,Variable 1,Dependency,Variable 2\n1,a,->,b\n2,b,<-,c\n",
        b"Source,Target,Type,Weight\na,b,Directed,1\nb,c,Undirected,1\n",
    ],
    ".txt": [
        b"[a][b][c d|a:b]",
        b"Graph Nodes:\na;b;(c)\n\nGraph Edges:\n1. a --> b\n2. b --- c dd nl\n\nGraph Attributes:\nBIC: 1\n",
    ],
    ".dagitty": [
        b'strict DAG "g" { "a\\"b" [l, label="x"] -b1 -> {c d} <- "a\\"b"; e -- c [pos="1,2"] e @-> f }'
    ],
    ".json": [json.dumps({"nodes": ["a", "b"], "clients": [[["a", "b"]], []]}).encode()],
}
for _name in FILES:
    SEEDS.setdefault(Path(_name).suffix.lower(), []).append(content_of(_name))

PIECES = [
    b'"',
    b"{",
    b"}",
    b"(",
    b")",
    b"|",
    b",",
    b";",
    b"/*",
    b"*/",
    b"//",
    b"%",
    b"\\",
    b"<",
    b">",
    b"&",
    b"[",
    b"]",
]
PIECES += [
    b"->",
    b"\0",
    b"\n",
    b"\xff",
    "é".encode(),
    b"a",
    b"1e999",
    b"<![CDATA[",
    b"<!--",
    b"&#0;",
    b"0" * 50,
    b" " * 50,
]


def read(content: bytes, suffix: str) -> None:
    """Read the content. Any exception but InvalidInputError is a fault."""
    with suppress(mcbnc.InvalidInputError):
        for source in parse_file(File(content, "hostile"), suffix):
            assert source.array.shape == (len(source.names),) * 2


def mutated(content: bytes, pieces: list[bytes], draw: random.Random) -> bytes:
    """The content after a few random changes."""
    for _ in range(draw.randint(1, 4)):
        i, j = sorted(draw.randrange(len(content) + 1) for _ in range(2))
        k = draw.randrange(len(content) + 1)
        change = draw.randrange(5)
        if change == 0:  # a piece more
            content = content[:i] + draw.choice(pieces) + content[i:]
        elif change == 1:  # a part less
            content = content[:i] + content[min(j, i + 20) :]
        elif change == 2:  # a part again, somewhere else
            content = content[:k] + content[i : i + 40] + content[k:]
        elif change == 3:  # another byte
            content = content[:i] + bytes([draw.randrange(256)]) + content[i + 1 :]
        else:  # an end
            content = content[:i]
    return content


class Spoiled(NamedTuple):
    """What reading of changed files took."""

    files: int
    refused: int
    seconds: float
    """The longest time of the processor for one file."""
    slowest: str
    kib: int
    """The largest memory of the process."""


def spoil(count: int, seed: int) -> Spoiled:
    """Change each file of the corpus so often, and read it, under its suffix or another one.

    An exception that is none of mcbnc's ends it.
    """
    refused, slowest = 0, (0.0, "")
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as folder:
        for name in FILES:
            draw, content = random.Random(f"{seed} {name}"), content_of(name)
            for _ in range(count):
                path = Path(folder) / f"graph{Path(draw.choice([name, *FILES])).suffix * draw.randrange(2)}"
                changed = mutated(content, PIECES, draw)
                path.write_bytes(changed)
                began = time.process_time()
                try:
                    mcbnc.read(path)
                except mcbnc.McbncError:
                    refused += 1
                except Exception as error:
                    raise AssertionError(f"{name}: {error!r} of {changed!r}") from error
                slowest = max(slowest, (time.process_time() - began, name))
    return Spoiled(count * len(FILES), refused, *slowest, _peak())


def _peak() -> int:
    """The largest memory that this process had, in KiB.

    What getrusage tells on Linux may be that of the process which started this one.
    """
    status = Path("/proc/self/status")
    if status.exists():
        (line,) = (one for one in status.read_text().splitlines() if one.startswith("VmHWM"))
        return int(line.split()[1])
    import resource  # which Windows does not have

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // 1024 if sys.platform == "darwin" else peak


if __name__ == "__main__":
    print(json.dumps(spoil(int(sys.argv[1]), int(sys.argv[2]))))
