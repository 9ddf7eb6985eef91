"""Each bit of a saved run, turned over."""

import os

from attacking import Outcome, any_dags, quick_folder, tries

import mcbnc

PROMISE = "damage to a saved file is found"
ATTACK = "each single bit of saved runs, turned over"


def run(seconds: float, seed: int) -> Outcome:
    out, files = Outcome(), 0
    with quick_folder() as folder:
        path = os.path.join(folder, "run.json")
        for draw in tries(seconds, seed, out):
            mcbnc.trajectory(any_dags(draw, 3, 2)).save(path)
            with open(path, "rb") as file:
                whole = file.read()
            files += 1
            for bit in range(8 * len(whole)):
                damaged = bytearray(whole)
                damaged[bit // 8] ^= 1 << bit % 8
                with open(path, "wb") as file:
                    file.write(damaged)
                out.tries += 1
                try:
                    again = mcbnc.load(path)
                    again.save(path)
                    with open(path, "rb") as file:
                        if file.read() == whole:
                            continue  # it says the same, such as another white space
                except mcbnc.InvalidInputError:
                    continue
                out.fail(f"bit {bit} of {whole!r}")
    out.notes = out.notes or f"{files:,} files"
    return out
