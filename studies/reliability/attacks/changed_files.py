"""Files of runs that somebody changed, and whose checksum does not tell."""

import json
import os

from attacking import Outcome, any_dags, quick_folder, tries

import mcbnc

PROMISE = "a file that loads leads no later call astray"
ATTACK = "saved runs without a checksum, with changed numbers and lists; each that loads gets all questions"


def changed(draw, value):
    """A JSON value with one change somewhere in it."""
    if isinstance(value, dict) and value:
        key = draw.choice(sorted(value))
        return {**value, key: changed(draw, value[key])}
    if isinstance(value, list) and value and draw.random() < 0.8:
        k = draw.randrange(len(value))
        kind = draw.randrange(4)
        if kind == 0:
            return value[:k] + value[k + 1 :]
        if kind == 1:
            return [*value[:k], value[k], *value[k:]]
        return [*value[:k], changed(draw, value[k]), *value[k + 1 :]]
    return draw.choice([0, 1, 2, -1, 3, None, "a", [], [0], [[0, 1]], {}, 1e300, 2**40, True, value])


def run(seconds: float, seed: int) -> Outcome:
    out, loaded = Outcome(), 0
    with quick_folder() as folder:
        path = os.path.join(folder, "run.json")
        for draw in tries(seconds, seed, out):
            mcbnc.trajectory(any_dags(draw, draw.randint(2, 5), 2)).save(path)
            with open(path, encoding="utf-8") as file:
                record = json.load(file)
            record.pop("sha256", None)
            for _ in range(40):
                other = record
                for _ in range(draw.randint(1, 3)):
                    other = changed(draw, other)
                with open(path, "w", encoding="utf-8") as file:
                    json.dump(other, file)
                out.tries += 1
                try:
                    again = mcbnc.load(path)
                except mcbnc.McbncError:
                    continue
                loaded += 1
                try:
                    again.select()
                    for theta in again.thetas:
                        state = again.at(theta)
                        for u, v in state.edges:
                            state.explain(u, v)
                    again.save(path)
                except Exception as error:
                    out.fail(f"{type(error).__name__}: {error} for {json.dumps(other)}")
    out.notes = out.notes or f"{loaded:,} loaded, the rest were refused"
    return out
