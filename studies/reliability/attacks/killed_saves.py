"""kill -9 while the threads of a process save."""

import os
import signal
import tempfile
import threading
import time

from attacking import Outcome, any_dags, tries

import mcbnc

PROMISE = "a save is whole or did not happen"
THREADS = 8
ATTACK = f"kill -9 of a process whose {THREADS} threads save two runs over each other; each file is a try"
MILLISECONDS = 20


def save_on(runs, paths, ready: int) -> None:
    """Save until killed. Each thread writes a byte into `ready` after its first saves."""

    def work(path: str) -> None:
        told = False
        while True:
            for run in runs:
                run.save(path)
            if not told:
                os.write(ready, b".")
                told = True

    for path in paths:
        threading.Thread(target=work, args=(path,)).start()
    while True:
        signal.pause()


def killed(draw, runs, paths) -> None:
    """Let a process save, and kill it."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            save_on(runs, paths, writing)
        finally:
            os._exit(1)
    os.close(writing)
    for _ in paths:
        os.read(reading, 1)
    os.close(reading)
    time.sleep(draw.random() * 0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def content_of(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def left(folder: str, run, paths) -> list[tuple[str, int]]:
    """The files with their sizes that killed processes left, and that later saves do not remove.

    A save removes a file that is not empty at once, and an empty one after a minute, since it may be that
    of a writer who has just begun.
    """

    def others() -> list[tuple[str, int]]:
        run.save(paths[0])
        found = sorted(set(os.listdir(folder)) - {os.path.basename(path) for path in paths})
        return [(name, os.path.getsize(os.path.join(folder, name))) for name in found]

    now = others()
    for name, _ in now:
        os.utime(os.path.join(folder, name), (0, 0))
    return [(name, size) for name, size in now if size > 0] or others()


def run(seconds: float, seed: int) -> Outcome:
    out, seen = Outcome(), [0, 0]
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, f"{k}.json") for k in range(THREADS)]
        for k, draw in enumerate(tries(seconds, seed, out)):
            if k % 20 == 0:
                runs, contents = [mcbnc.trajectory(any_dags(draw, 12, 3)) for _ in range(2)], []
                for each in runs:
                    each.save(paths[0])
                    contents.append(content_of(paths[0]))
            killed(draw, runs, paths)
            for path in paths:
                out.tries += 1
                found = content_of(path)
                if found in contents:
                    seen[contents.index(found)] += 1
                else:
                    out.fail(f"{len(found)} bytes are neither of the two")
        for what, size in left(folder, runs[0], paths):
            out.fail(f"the next save left {what} with {size} bytes")
    out.notes = out.notes or f"{seen[0]:,} times one content, {seen[1]:,} times the other"
    return out
