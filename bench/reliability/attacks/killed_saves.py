"""kill -9 while a process saves."""

import os
import signal
import tempfile
import time

from attacking import Outcome, any_dags, tries

import mcbnc

PROMISE = "a save is whole or did not happen"
ATTACK = "kill -9 at a random moment of a process that saves two runs over each other"


def run(seconds: float, seed: int) -> Outcome:
    out, seen = Outcome(), [0, 0]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "run.json")
        for draw in tries(seconds, seed):
            if out.tries % 50 == 0:
                runs = [mcbnc.trajectory(any_dags(draw, 12, 3)) for _ in range(2)]
                contents = []
                for each in runs:
                    each.save(path)
                    with open(path, "rb") as file:
                        contents.append(file.read())
            child = os.fork()
            if child == 0:
                while True:
                    for each in runs:
                        each.save(path)
            time.sleep(0.05 + draw.random() * 0.05)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            out.tries += 1
            with open(path, "rb") as file:
                found = file.read()
            if found not in contents:
                out.fail(f"{len(found)} bytes are neither of the two")
                continue
            seen[contents.index(found)] += 1
        runs[0].save(path)
        left = len(os.listdir(folder)) - 1
        if left:
            out.fail(f"the next save left {left} temporary files")
    out.notes = out.notes or f"{seen[0]:,} times one content, {seen[1]:,} times the other"
    return out
