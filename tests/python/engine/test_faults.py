"""Faults around a call: forks under load, pools in pools, signals, full disks, other runtimes, exits."""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import faults
import numpy as np
import pytest
from helpers import HELPERS, LONGER, ROOT, noisy_copies

import mcbnc
from mcbnc._engine import load

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:.*multi-threaded"),
    pytest.mark.filterwarnings("ignore:Glyph"),
    pytest.mark.skipif(os.name == "nt", reason="forks and signals of POSIX"),
]


def script(text: str, *arguments: str, timeout: float = 120, **options) -> subprocess.CompletedProcess:
    """Run a script in a process of its own, in the folder of the tests."""
    return subprocess.run(
        [sys.executable, "-X", "dev", "-W", "ignore", "-c", textwrap.dedent(text), *arguments],
        cwd=HELPERS,
        capture_output=True,
        text=True,
        timeout=timeout,
        **options,
    )


def test_forks_at_random_moments():
    assert faults.forks_under_load(20 * LONGER, seed=LONGER)[1] == 0


def test_interrupts_in_one_script():
    assert faults.interrupts(200 * LONGER, seed=LONGER)[1] == 0
    assert load.library().runtime_info()["jobs"] == 0


# --- pools in pools -----------------------------------------------------------------------------------------


def in_pool(method: str, seed: int):
    with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context(method)) as pool:
        return pool.submit(faults.answer, seed).result(timeout=faults.HANG)


@pytest.mark.parametrize("outer", ["fork", "spawn", "forkserver"])
@pytest.mark.parametrize("inner", ["fork", "spawn"])
def test_pools_in_pools(outer, inner):
    expected = faults.answer(3)
    with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context(outer)) as pool:
        assert pool.submit(in_pool, inner, 3).result(timeout=faults.HANG) == expected


# --- signals ------------------------------------------------------------------------------------------------

LONG = """
    import os, signal, sys, threading, atexit, time
    from helpers import random_dags
    import mcbnc
    dags = random_dags(9, 30, 120, 0.2)
    def go():
        mcbnc.trajectory(dags, workers=2)
"""


def test_sigterm_ends_a_process_at_work():
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(LONG) + "print('go', flush=True)\ngo()"],
        cwd=HELPERS,
        stdout=subprocess.PIPE,
    )
    assert process.stdout.readline() == b"go\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=faults.HANG) == -signal.SIGTERM
    process.stdout.close()


HANDLERS = """
    import sys
    import signal, time
    import numpy.random  # NumPy's own first import cannot be interrupted by another one
    from faults import answer
    when, seen, within = sys.argv[1], [], []
    def handler(*_):
        if not within:  # else handlers of a slow machine pile up until the stack is full
            within.append(True)
            seen.append(answer(2))  # which calls mcbnc itself
            within.clear()
    def install():
        for kind in (signal.SIGALRM, signal.SIGUSR1, signal.SIGUSR2, signal.SIGURG):
            signal.signal(kind, handler)
        signal.setitimer(signal.ITIMER_REAL, 0.03, 0.03)
    if when == "before":
        install()
        expected = answer(1)
    else:
        expected = answer(1)
        install()
    until = time.monotonic() + 1.5
    while time.monotonic() < until:
        assert answer(1) == expected
    signal.setitimer(signal.ITIMER_REAL, 0)
    assert seen and seen == [seen[0]] * len(seen)
"""


@pytest.mark.parametrize("when", ["before", "after"])
def test_handlers_of_others(when):
    done = script(HANDLERS, when)
    assert done.returncode == 0, done.stderr


# --- the end of a process -----------------------------------------------------------------------------------

EXITS = {
    "daemon thread": "threading.Thread(target=go, daemon=True).start(); time.sleep(0.2)",
    "atexit after a daemon": "atexit.register(lambda: mcbnc.consensus(dags[:2, :9, :9]));"
    "threading.Thread(target=go, daemon=True).start(); time.sleep(0.2)",
    "sys.exit": "threading.Thread(target=go, daemon=True).start(); time.sleep(0.1); sys.exit(0)",
    "os._exit": "threading.Thread(target=go, daemon=True).start(); time.sleep(0.1); os._exit(0)",
    "a job in a global": "from mcbnc._engine import ffi, load;"
    "job = ffi.Job(load.library(), {'op': 'run', 'n': 120, 'r': 30}, {'dags': dags})",
}


@pytest.mark.parametrize("how", EXITS)
def test_exits_with_a_job_at_work(how):
    for _ in range(LONGER):
        done = script(textwrap.dedent(LONG) + EXITS[how])
        assert (done.returncode, done.stderr) == (0, "")


# --- files --------------------------------------------------------------------------------------------------


def test_a_full_disk(tmp_path):
    """RLIMIT_FSIZE makes a write fail half way, as a full disk does. What was there is kept."""
    done = script(
        """
        import resource, signal, sys
        from pathlib import Path
        from helpers import noisy_copies
        import mcbnc
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        path = Path(sys.argv[1])
        mcbnc.consensus([[[0, 1], [0, 0]]]).save(path)
        before = path.read_bytes()
        large = mcbnc.trajectory(noisy_copies(1, 6, 30))
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
        try:
            large.save(path)
        except OSError as error:
            assert error.errno, error
        else:
            raise AssertionError("there was no error")
        assert path.read_bytes() == before
        assert [p.name for p in path.parent.iterdir()] == [path.name], "a temporary file is left"
        """,
        str(tmp_path / "run.json"),
    )
    assert done.returncode == 0, done.stderr


FULL = """
    import errno, os, sys, warnings
    from pathlib import Path
    from helpers import noisy_copies
    import mcbnc
    folder = Path(sys.argv[1])
    path = folder / "run.json"
    mcbnc.consensus([[[0, 1], [0, 0]]]).save(path)
    before = path.read_bytes()
    with (folder / "others").open("wb", buffering=0) as others:
        while os.statvfs(folder).f_bavail > 2:
            others.write(bytes(4096))
    large = mcbnc.trajectory(noisy_copies(1, 60, 60, flips=40))
    try:
        large.save(path)
    except OSError as error:
        assert error.errno == errno.ENOSPC, error
    else:
        raise AssertionError("there was no error")
    assert path.read_bytes() == before
    assert sorted(os.listdir(folder)) == ["others", "run.json"], "a temporary file is left"
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        again = mcbnc.trajectory(noisy_copies(1, 60, 60, flips=40), checkpoint=folder / "kept")
    assert ["cannot be written" in str(warning.message) for warning in told] == [True]
    assert again.at(0.4).edges == large.at(0.4).edges
    assert sorted(os.listdir(folder)) == ["others", "run.json"]
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="mount namespaces are Linux's")
def test_a_full_file_system(tmp_path):
    """A tmpfs of 64 kB, in a mount namespace that ends with the process."""
    apart = ["unshare", "--map-root-user", "--mount", "--"]
    mount = f"mount -t tmpfs -o size=64k tmpfs {tmp_path}"
    if (
        not shutil.which("unshare")
        or subprocess.run([*apart, *mount.split()], capture_output=True).returncode
    ):
        pytest.skip("no file system may be mounted here")
    python = [sys.executable, "-X", "dev", "-W", "ignore", "-c", textwrap.dedent(FULL), str(tmp_path)]
    done = subprocess.run(
        [*apart, "sh", "-c", f'{mount} && exec "$@"', "sh", *python],
        cwd=HELPERS,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder(tmp_path):
    run = mcbnc.consensus([[[0, 1], [0, 0]]])
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(OSError, match="Permission"):
            run.save(tmp_path / "run.json")
    finally:
        tmp_path.chmod(0o700)
    assert list(tmp_path.iterdir()) == []


# --- other runtimes -----------------------------------------------------------------------------------------

OTHER_GO = """
package main

import "C"

//export sum
func sum(n int) (total int) {
	done := make(chan int)
	for k := range n {
		go func() { done <- k }()
	}
	for range n {
		total += <-done
	}
	return total
}

func main() {}
"""


@pytest.fixture(scope="session")
def other_go(tmp_path_factory):
    if not shutil.which("go"):
        pytest.skip("no go here")
    folder = tmp_path_factory.mktemp("other")
    (folder / "go.mod").write_text("module other\n\ngo 1.24\n")
    (folder / "other.go").write_text(OTHER_GO)
    built = subprocess.run(
        ["go", "build", "-buildmode=c-shared", "-o", "other.so", "."],
        cwd=folder,
        env={**os.environ, "GOFLAGS": "-mod=mod"},
        capture_output=True,
        text=True,
    )
    if built.returncode:
        pytest.skip(f"go cannot build a library here: {built.stderr[-200:]}")
    return folder / "other.so"


@pytest.mark.parametrize("first", ["other", "mcbnc"])
def test_a_second_go_library(other_go, first):
    done = script(
        """
        import ctypes, sys
        from concurrent.futures import ThreadPoolExecutor
        from faults import answer, forked
        path, first = sys.argv[1:]
        if first == "mcbnc":
            answer(1)
        other = ctypes.CDLL(path)
        other.sum.restype = ctypes.c_longlong
        expected = answer(1)
        def both(k):
            assert other.sum(ctypes.c_longlong(1000)) == 499500
            assert answer(1) == expected
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(both, range(64)))
        def child():
            assert answer(1) == expected
        assert forked(child) == 0
        """,
        str(other_go),
        first,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("kind", ["legacy", "isolated"])
def test_subinterpreters(kind):
    """If NumPy lets itself be imported again, all answers are right. If not, the first interpreter's are.

    From Python 3.12 on NumPy refuses. An isolated interpreter has a GIL of its own there.
    """
    done = script(
        """
        import sys
        from functools import partial
        if sys.version_info >= (3, 13):
            import _interpreters as interpreters
            create = partial(interpreters.create, sys.argv[1])
        else:
            import _xxsubinterpreters as interpreters
            create = partial(interpreters.create, isolated=sys.argv[1] == "isolated")
        from faults import answer
        expected = answer(1)
        for _ in range(2):
            other = create()
            raised = interpreters.run_string(other, f'''
        import sys
        sys.path[:0] = {sys.path!r}
        try:
            from faults import answer
        except ImportError:
            pass
        else:
            assert repr(answer(1)) == {repr(expected)!r}
        ''')
            assert raised is None, raised
            interpreters.destroy(other)
            assert answer(1) == expected
        """,
        kind,
    )
    assert done.returncode == 0, done.stderr


# --- the C ABI ----------------------------------------------------------------------------------------------


def test_threads_that_start_cancel_and_free_at_random(tmp_path):
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler here")
    library, built = Path(load.library().path), tmp_path / "stress"
    sources = ["-I", ROOT / "include", ROOT / "tests" / "capi" / "stress.c", library]
    linked = [f"-Wl,-rpath,{library.parent}", "-pthread", "-o", built]
    made = subprocess.run([compiler, "-std=gnu99", *sources, *linked], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    ran = subprocess.run(
        [built, str(3 * LONGER), str(LONGER)], capture_output=True, text=True, timeout=60 + 10 * LONGER
    )
    assert ran.returncode == 0, ran.stderr


# --- names --------------------------------------------------------------------------------------------------

NAMES = [
    "<script>alert(1)</script>",
    '"onmouseover="x',
    "=cmd|'/c calc'!A0",
    "$x_{1}$",
    "a\nb",
    "\u202eevil",
    "x" * 3000,
    "]]>",
    "{}",
    "%s",
    "\\",
    "'",
    "\x07bell",
    "é\u0301",
]


@pytest.fixture(scope="module")
def named():
    return mcbnc.consensus(noisy_copies(4, 5, len(NAMES)), 0.4, nodes=NAMES)


def test_hostile_names_in_texts(named, tmp_path):
    for text in (repr(named), repr(named.trajectory), repr(named.explain(NAMES[0], NAMES[1]))):
        assert all(character.isprintable() or character in "\n " for character in text), text[:200]
        assert len(text) < 20_000
    for html in (named._repr_html_(), named.trajectory._repr_html_()):
        assert "<script" not in html
        assert ' onmouseover="' not in html.lower()


@pytest.mark.parametrize("suffix", ["json", "dot"])
def test_hostile_names_come_back(named, tmp_path, suffix):
    path = tmp_path / f"run.{suffix}"
    if suffix == "json":
        named.save(path)
    else:
        path.write_text(named.to_dot(), encoding="utf-8")
    again = mcbnc.read(path)
    moved = [again.nodes.index(name) for name in NAMES]
    np.testing.assert_array_equal(again.adjacency[np.ix_(moved, moved)], named.adjacency)
