"""limits: what takes too much is refused before it is taken, and the process lives on."""

from __future__ import annotations

import inspect
import os
import pickle
import re
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from helpers import random_dags

import mcbnc
from mcbnc import MemoryLimitError
from mcbnc._base import memory

DAGS = random_dags(1, 5, 8, 0.3)
ROWS = {name: [0, 1, 0, 1, 1, 0, 1, 1] for name in "abc"} | {"d": [0, 1, 1, 0, 1, 0, 0, 1]}
ENOUGH = 2**33

CALLS = {
    "consensus": lambda: mcbnc.consensus(DAGS, 0.5),
    "trajectory": lambda: mcbnc.trajectory(DAGS),
    "stability": lambda: mcbnc.stability(DAGS, resamples=3, seed=1),
    "batch": lambda: mcbnc.batch(DAGS, counts=np.ones((2, 5), int)),
    "fusion": lambda: mcbnc.fusion(DAGS),
    "criticality": lambda: mcbnc.criticality(DAGS, 0, 1),
    "agreement": lambda: mcbnc.agreement(DAGS),
    "compare": lambda: mcbnc.compare(DAGS),
    "vote": lambda: mcbnc.baselines.vote(DAGS),
    "averaged": lambda: mcbnc.baselines.averaged(DAGS),
    "climb": lambda: mcbnc.baselines.climb(DAGS),
    "dsep_vote": lambda: mcbnc.baselines.dsep_vote(DAGS),
    "bounded": lambda: mcbnc.baselines.bounded(DAGS, max_treewidth=2),
    "genetic": lambda: mcbnc.baselines.genetic(DAGS, max_treewidth=2, generations=2, seed=1),
    "learn": lambda: mcbnc.learn(ROWS),
    "learn_many": lambda: mcbnc.learn_many([ROWS, ROWS]),
    "learn_jointly": lambda: mcbnc.learn_jointly([ROWS, ROWS]),
    "bootstrap": lambda: mcbnc.bootstrap(ROWS, resamples=2, seed=1),
}


@pytest.mark.parametrize("name", CALLS)
def test_every_function_has_a_limit(name):
    advice = r"the limit is 1 MiB; mcbnc\.limits\(memory=\.\.\.\) sets another$"
    with mcbnc.limits(1 << 20), pytest.raises(MemoryLimitError, match="this takes about 32") as caught:
        CALLS[name]()
    assert re.search(advice, str(caught.value))
    assert caught.value.limit == 1 << 20 < caught.value.needed < 1 << 27
    with mcbnc.limits(memory=ENOUGH):
        limited = CALLS[name]()
    assert untimed(limited) == untimed(CALLS[name]())


def untimed(result):
    """The text of a result without its seconds, which differ from call to call."""
    return re.sub(r" +\d+\.\d{3}$", "", repr(result).split(" in ")[0], flags=re.MULTILINE)


def test_every_function_that_works_on_many_is_in_these_tests():
    functions = [getattr(mcbnc, name) for name in mcbnc.__all__ if inspect.isfunction(getattr(mcbnc, name))]
    functions += [getattr(mcbnc.baselines, name) for name in mcbnc.baselines.__all__]
    parameters = {f.__name__: inspect.signature(f).parameters for f in functions if inspect.isfunction(f)}
    working = {name for name, own in parameters.items() if "workers" in own}
    assert working <= CALLS.keys()
    assert not [name for name, own in parameters.items() if "memory_limit" in own]


def test_a_limit_changes_no_byte():
    plain = mcbnc.trajectory(DAGS)
    with mcbnc.limits(memory=ENOUGH):
        limited = mcbnc.trajectory(DAGS)
    assert np.array_equal(plain.thetas, limited.thetas)
    assert np.array_equal(plain.at(0.5).adjacency, limited.at(0.5).adjacency)


def test_a_saved_run_is_loaded_within_a_limit(tmp_path):
    mcbnc.trajectory(DAGS).save(tmp_path / "run.json")
    with mcbnc.limits(memory=1000), pytest.raises(MemoryLimitError):
        mcbnc.load(tmp_path / "run.json")
    with mcbnc.limits(memory=ENOUGH):
        assert len(mcbnc.load(tmp_path / "run.json")) == len(mcbnc.trajectory(DAGS))


def test_a_short_file_of_many_nodes_is_refused_by_what_it_stands_for(tmp_path):
    n = 5000
    empty = mcbnc.trajectory(np.zeros((2, n, n), np.uint8))
    empty.save(tmp_path / "run.json")
    assert os.path.getsize(tmp_path / "run.json") < 1 << 20
    with mcbnc.limits(memory=1 << 26), pytest.raises(MemoryLimitError) as caught:
        mcbnc.load(tmp_path / "run.json")
    assert caught.value.needed > 3 * n * n  # bits, many times


@pytest.mark.parametrize("limit", [0, -1, 1.5, "4G", True, 2**80, np.nan])
def test_bad_limits(limit):
    for function in (mcbnc.limits, mcbnc.set_limits):
        with pytest.raises(
            mcbnc.InvalidInputError, match=r"^memory must be a whole number from 1 to"
        ) as caught:
            function(limit)
        assert caught.value.argument == "memory"
    assert memory.asked_limit() is None


def test_the_error():
    error = MemoryLimitError("too much", needed=7, limit=3)
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, MemoryError)
    assert isinstance(again, mcbnc.McbncError)
    assert (str(again), again.needed, again.limit) == ("too much", 7, 3)


def test_graphs_are_refused_before_they_become_an_array():
    refusal = (
        r"2 graphs of 10000 nodes as an array would take 0\.186 GiB.* mcbnc\.limits\(memory=\.\.\.\) sets"
    )
    path = [(f"n{k}", f"n{k + 1}") for k in range(9_999)]
    with mcbnc.limits(memory=1 << 26), pytest.raises(MemoryLimitError, match=refusal):
        mcbnc.baselines.vote([path, path], nodes="union")


def test_graphs_that_stay_lists_of_arcs_are_refused_by_the_engine():
    refusal = r"this takes about .* for 10000 nodes in 2 graphs.* mcbnc\.limits\(memory=\.\.\.\) sets"
    with mcbnc.limits(memory=1 << 26), pytest.raises(MemoryLimitError, match=refusal):
        mcbnc.consensus([[(0, 1)], [(1, 2)]], nodes=range(10_000))
    with mcbnc.limits(memory=1 << 23), pytest.raises(MemoryLimitError, match=refusal):
        mcbnc.metrics.shd([(0, 1)], [(1, 2)], nodes=range(10_000))


def test_draws_are_refused_before_they_are_made():
    refusal = r"counts of 5 clients in 1000000 resamples would take 0\.0373"
    with mcbnc.limits(memory=36 << 20), pytest.raises(MemoryLimitError, match=refusal):
        mcbnc.stability(DAGS, resamples=10**6, seed=1)


def test_chunks_have_the_callers_limit():
    with ThreadPoolExecutor(1) as pool:
        with mcbnc.limits(memory=1 << 20), pytest.raises(MemoryLimitError):
            mcbnc.stability(DAGS, resamples=3, seed=1, executor=pool)
        with mcbnc.limits(memory=ENOUGH):
            mcbnc.stability(DAGS, resamples=3, seed=1, executor=pool)


def test_a_checkpoint_goes_on_with_another_limit(tmp_path):
    path = tmp_path / "run"
    with mcbnc.limits(memory=ENOUGH):
        mcbnc.trajectory(DAGS, checkpoint=path)
    with mcbnc.limits(memory=2 * ENOUGH):
        assert len(mcbnc.trajectory(DAGS, checkpoint=path)) == len(mcbnc.trajectory(DAGS))


@pytest.mark.parametrize(
    ("cgroup", "files", "limit"),
    [
        (
            "0::/a/b\n",
            {"sys/fs/cgroup/a/memory.max": "5000000", "sys/fs/cgroup/a/b/memory.max": "max"},
            5_000_000,
        ),
        ("0::/\n", {"sys/fs/cgroup/memory.max": "70"}, 70),
        ("5:cpu,memory:/x\n4:cpu:/y\n", {"sys/fs/cgroup/memory/x/memory.limit_in_bytes": "80\n"}, 80),
        ("0::/a\n", {}, None),
    ],
)
def test_control_groups(tmp_path: Path, cgroup, files, limit):
    for name, content in {"proc/self/cgroup": cgroup, **files}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    found = [size for size in memory._of_groups(str(tmp_path)) if size is not None]
    assert min(found, default=None) == limit


def test_without_control_groups(tmp_path):
    assert memory._of_groups(str(tmp_path)) == []


def run_limited(mib: int, code: str) -> str:
    """Run code in a process with this much address space, and return what it prints."""
    limited = f"import resource; resource.setrlimit(resource.RLIMIT_AS, ({mib} << 20,) * 2)\n"
    done = subprocess.run(
        [sys.executable, "-c", limited + textwrap.dedent(code)], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="RLIMIT_AS holds on Linux")


@linux
@pytest.mark.parametrize("mib", [600, 1000, 1600])
def test_too_little_address_space_is_found_before_the_library_is_loaded(mib):
    out = run_limited(
        mib,
        """
        import os, mcbnc
        def call():
            try:
                mcbnc.consensus([[[0, 1], [0, 0]]])
            except mcbnc.LibraryError as error:
                print(error, flush=True)
        call()
        child = os.fork()
        if child == 0:
            call()
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        """,
    )
    assert out.count("of address space, but of the limit of") == 2


@linux
def test_what_is_larger_than_the_address_space_is_refused_and_the_next_call_works():
    out = run_limited(
        5600 + 64 * (os.cpu_count() or 1),
        """
        import numpy as np, mcbnc
        small = [[[0, 1], [0, 0]]]
        before = mcbnc.consensus(small).adjacency
        large = np.zeros((2, 20_000, 20_000), np.uint8)
        large[:, 0, 1:9] = 1
        try:
            mcbnc.consensus(large)
        except mcbnc.MemoryLimitError as error:
            print(error.needed > error.limit)
        assert (mcbnc.consensus(small).adjacency == before).all()
        """,
    )
    assert out == "True\n"


def test_the_command_line_has_the_limit(tmp_path, capsys):
    from mcbnc.cli import main

    (tmp_path / "a.dot").write_text("digraph { a -> b }")
    arguments = ["consensus", str(tmp_path / "a.dot")]
    assert main([*arguments, "--memory-limit", "1M"]) == 1
    said = capsys.readouterr().err
    assert "this takes about 32 MiB of memory" in said
    assert said.endswith("the limit is 1 MiB; --memory-limit sets another\n")
    assert main([*arguments, "--memory-limit", "8G"]) == 0


def stars(n):
    """Two DAGs. One has an I-map in which all are joined, in whichever order."""
    dags = np.zeros((2, n, n), np.uint8)
    dags[0, 0, 1:] = dags[1, 1:, 0] = 1
    return dags


SHAPES = {
    "some DAGs": DAGS,
    "one DAG": DAGS[:1],
    "many DAGs": random_dags(2, 300, 6, 0.4),
    "dense": np.triu(np.ones((3, 12, 12), np.uint8), 1),
    "no arcs": np.zeros((2, 40, 40), np.uint8),
    "stars": stars(14),
}
OF_DAGS = {
    "consensus": lambda dags: mcbnc.consensus(dags, 0.5),
    "consensus, auto": lambda dags: mcbnc.consensus(dags, "auto"),
    "consensus, constrained": lambda dags: mcbnc.consensus(dags, knowledge={"required": [(0, 1)]}),
    "trajectory": mcbnc.trajectory,
    "stability": lambda dags: mcbnc.stability(dags, resamples=40, seed=1),
    "batch": lambda dags: mcbnc.batch(dags, counts=np.eye(len(dags), dtype=int) + 1),
    "fusion": mcbnc.fusion,
    "criticality": lambda dags: mcbnc.criticality(dags, 0, 1),
    "agreement": mcbnc.agreement,
    "compare": mcbnc.compare,
    "vote": mcbnc.baselines.vote,
    "averaged": mcbnc.baselines.averaged,
    "climb": mcbnc.baselines.climb,
    "dsep_vote": mcbnc.baselines.dsep_vote,
    "bounded": lambda dags: mcbnc.baselines.bounded(dags, max_treewidth=2, time_limit=0.2),
    "genetic": lambda dags: mcbnc.baselines.genetic(
        dags, max_treewidth=2, generations=2, seed=1, time_limit=0.2
    ),
}


def refused_once(call):
    """The error of a call that may take almost nothing. The call may then take what the error names."""
    with mcbnc.limits(memory=2**20), pytest.raises(MemoryLimitError) as caught:
        call()
    with mcbnc.limits(memory=caught.value.needed):
        call()
    return caught.value


@pytest.mark.parametrize("name", CALLS)
def test_what_is_needed_is_enough(name):
    refused_once(CALLS[name])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", OF_DAGS)
def test_what_is_needed_is_enough_for_dags_of_any_shape(name, shape):
    refused_once(lambda: OF_DAGS[name](SHAPES[shape]))


@pytest.mark.parametrize(
    "name",
    sorted(set(OF_DAGS) - {"consensus, constrained", "stability", "batch", "bounded", "genetic"}),
)
def test_what_is_needed_is_enough_for_partially_directed_graphs(name):
    chain = np.array([[0, 1, 1], [1, 0, 0], [1, 0, 0]])
    dag = np.array([[0, 1, 0], [0, 0, 0], [0, 1, 0]])
    refused_once(lambda: OF_DAGS[name](np.array([chain, dag])))


@pytest.mark.parametrize("score", ["bdeu", "bge", "bic-cg", "dg"])
@pytest.mark.parametrize(("rows", "columns"), [(5, 2), (4000, 3), (30, 60)])
def test_what_is_needed_is_enough_for_rows_of_any_shape(score, rows, columns):
    data = np.random.default_rng(rows).integers(0, 3, (rows, columns))
    for call in (
        lambda: mcbnc.learn(data, score=score, max_parents=1),
        lambda: mcbnc.learn_many([data, data], score=score, max_parents=1),
        lambda: mcbnc.learn_jointly([data, data], score=score, max_parents=1),
        lambda: mcbnc.bootstrap(data, score=score, resamples=3, seed=1, max_parents=1),
    ):
        refused_once(call)


def test_what_is_needed_is_enough_for_a_file_of_many_nodes(tmp_path):
    mcbnc.trajectory(np.zeros((2, 2000, 2000), np.uint8)).save(tmp_path / "run.json")
    error = refused_once(lambda: mcbnc.load(tmp_path / "run.json"))
    assert error.needed > (32 << 20) + 16 * 2000**2 / 8  # the engine's own, and bits
    assert "for a file of" in str(error)
