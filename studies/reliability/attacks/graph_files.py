"""Damaged files of graphs, in all formats."""

from attacking import Outcome, tries
from damaged import PIECES, SEEDS, mutated, read

PROMISE = "a bad file of a graph is refused with mcbnc's own error"
ATTACK = "files of all formats with random changes"


def run(seconds: float, seed: int) -> Outcome:
    out = Outcome()
    for draw in tries(seconds, seed, out):
        suffix = draw.choice(sorted(SEEDS))
        content = mutated(draw.choice(SEEDS[suffix]), PIECES, draw)
        out.tries += 1
        try:
            read(content, suffix)
        except Exception as error:
            out.fail(f"{type(error).__name__}: {error} for {suffix} {content!r}")
    return out
