"""Names of every kind through every output."""

import os
import warnings

from attacking import Outcome, any_dags, quick_folder, tries

import mcbnc
from mcbnc.cli._files import write

PROMISE = "names stay data in texts and files, and come back from files"
ATTACK = "names with markup, quotes, formulas, control characters and any Unicode"
MILLISECONDS = 8

PIECES = [
    *(
        "<script>",
        "</svg>",
        '"',
        "'",
        "&lt;",
        "=1+1",
        "@x",
        "$x$",
        "\\",
        "\n",
        "\r",
        "\t",
        "\u202e",
        "{}",
        "%s",
    ),
    *(",", ";", "]]>", "->", "|", ":", "[", "]", "é", "😀", "\x07", "\x00", " ", "#", "--"),
]


def run(seconds: float, seed: int) -> Outcome:
    warnings.simplefilter("ignore")
    out, refused = Outcome(), 0
    with quick_folder() as folder, open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 2)  # the warnings of names like formulas
        for draw in tries(seconds, seed, out):
            n = draw.randint(2, 4)
            names = set()
            while len(names) < n:
                extra = chr(draw.choice([draw.randrange(32, 127), draw.randrange(0xE000), 0x1F600]))
                if 0xD800 <= ord(extra) < 0xE000:
                    continue
                names.add("".join(draw.choices([*PIECES, extra], k=draw.randint(1, 4))))
            result = mcbnc.consensus(any_dags(draw, n, 2), nodes=sorted(names))
            out.tries += 1
            try:
                shown = repr(result) + repr(result.trajectory)
                html = result._repr_html_() if draw.random() < 0.1 else ""
                if any(not c.isprintable() and c not in "\n " for c in shown) or "<script" in html:
                    out.fail(f"shown as they are: {sorted(names)!r}")
            except Exception as error:
                out.fail(f"{type(error).__name__}: {error} for {sorted(names)!r}")
            for suffix in (".json", ".dot", ".csv", ".txt"):
                path = os.path.join(folder, "out" + suffix)
                try:
                    write(result, path)
                except mcbnc.McbncError:
                    refused += 1
                    continue
                try:
                    again = mcbnc.read(path)
                except mcbnc.McbncError as error:
                    out.fail(f"{suffix} does not come back: {sorted(names)!r}: {error}")
                    continue
                if sorted(again.edges) != sorted(result.edges) or sorted(again.nodes) != sorted(result.nodes):
                    out.fail(f"other names come back from {suffix}: {sorted(names)!r}")
    out.notes = out.notes or f"{refused:,} of the files were refused: their formats cannot hold the names"
    return out
