"""A run in a file: what is loaded answers as what was saved, bit for bit, and nothing else loads."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import threading
import time
from itertools import pairwise

import numpy as np
import pytest
from answers import answers, seen
from helpers import HELPERS, names, noisy_copies, random_dags

import mcbnc
from mcbnc._base import writing

OPTIONS = [
    {},
    {"weights": [0.1, 1 / 3, 2.5, 1e-9], "seed": 7, "k_max": None},
    {"start": "dag", "canonical": True, "k_max": 0},
    {"cap": 1, "outliers": "drop"},
    {"nodes": [(name, i % 2) for i, name in enumerate(names(9))]},
    {"nodes": ["é", 'a "b"', "\n", "", "漢", "\\", "\x00", "</script>", "1"]},
    {"nodes": [-5, 2**63 - 1, "1", 1, ("1", 1), (), ("a",), 0, -(2**63)]},
]


def run_of(options: dict) -> mcbnc.Trajectory:
    return mcbnc.trajectory(noisy_copies(3, 4, 9, 0.4), **options)


@pytest.mark.parametrize("options", OPTIONS)
def test_a_trajectory_comes_back(tmp_path, options):
    run = run_of(options)
    run.save(tmp_path / "run.json")
    again = mcbnc.load(str(tmp_path / "run.json"))
    assert isinstance(again, mcbnc.Trajectory)
    assert len(run) > 3
    assert answers(again) == answers(run)
    assert list(map(type, again.nodes)) == list(map(type, run.nodes))
    again.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "run.json").read_bytes()


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("output", ["extension", "refusion"])
def test_a_consensus_comes_back(tmp_path, options, output):
    dags = noisy_copies(3, 4, 9, 0.4)
    for theta in ("auto", 0.4):
        made = mcbnc.consensus(dags, theta, output=output, **options)
        for result in (made, run_of(options).at(made.theta, output)):
            result.save(tmp_path / "result.json")
            again = mcbnc.load(tmp_path / "result.json")
            assert isinstance(again, mcbnc.ConsensusResult)
            assert seen(again) == seen(result)
            for u, v in pairwise(result.nodes):
                assert str(again.explain(u, v)) == str(result.explain(u, v))
            lower = result.theta / 2
            assert seen(again.trajectory.at(lower))[:4] == seen(result.trajectory.at(lower))[:4]


def test_constraints_come_back(tmp_path):
    dags = noisy_copies(3, 4, 9, 0.4)
    gone, kept = mcbnc.fusion(dags).edges[:2]
    run = mcbnc.trajectory(dags, knowledge={"required": [kept], "forbidden": [frozenset(gone)]})
    assert run[0].forced
    assert len(run) == len(mcbnc.trajectory(dags)) - 1
    for saved in (run, run.at(0.5)):
        saved.save(tmp_path / "run.json")
        again = mcbnc.load(tmp_path / "run.json")
        again = again if isinstance(again, mcbnc.Trajectory) else again.trajectory
        assert list(again) == list(run)[: len(again)]
        for theta in (0, 0.5):
            assert seen(again.at(theta))[:4] == seen(run.at(theta))[:4]
            assert kept in again.at(theta).edges
        assert str(again.at(0.5).explain(*gone)) == str(run.at(0.5).explain(*gone))


def test_one_of_a_batch_comes_back(tmp_path):
    batch = mcbnc.batch(random_dags(1, 3, 7), counts=[[2, 0, 3], [1, 1, 1]], theta="auto")
    for result in batch:
        result.save(tmp_path / "result.json")
        assert seen(mcbnc.load(tmp_path / "result.json")) == seen(result)


def test_a_run_that_was_stopped_comes_back(tmp_path):
    run = mcbnc.trajectory(random_dags(2, 4, 12), time_limit=1e-9)
    run.save(tmp_path / "run.json")
    again = mcbnc.load(tmp_path / "run.json")
    assert again.status == run.status == "time_limit"
    assert answers(again) == answers(run)


def test_a_run_without_steps_comes_back(tmp_path):
    run = mcbnc.trajectory(["[A][B]", "[A][B]"])
    run.save(tmp_path / "run.json")
    assert len(mcbnc.load(tmp_path / "run.json")) == 0
    assert mcbnc.load(tmp_path / "run.json").at(1).edges == []


def test_in_another_process(tmp_path):
    run = run_of({"nodes": names(9), "weights": [1, 2, 3, 4]})
    run.save(tmp_path / "run.json")
    code = f"""
import sys
import time
sys.path.insert(0, {str(HELPERS)!r})
import mcbnc, answers
sys.stdout.buffer.write(answers.answers(mcbnc.load({str(tmp_path / "run.json")!r})))
"""
    found = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True)
    assert found.stdout == answers(run)


def test_the_file_is_json_that_another_program_can_read(tmp_path):
    run = mcbnc.trajectory(["[A][B|A]", "[A][B|A]"], weights=[1, 3])
    run.save(tmp_path / "run.json")
    record = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    assert len(record.pop("sha256")) == 64
    assert record.pop("seconds") > 0
    assert record["steps"].pop("step_seconds")[0] > 0
    assert record.pop("provenance") == run.provenance.to_dict()
    assert record == {
        "format": "mcbnc",
        "version": 1,
        "mcbnc": mcbnc.__version__,
        "nodes": ["A", "B"],
        "named": True,
        "options": {"k_max": 10, "start": "cpdag", "canonical": False, "seed": None},
        "status": "complete",
        "limit": None,
        "forced": 0,
        "result": None,
        "dags": [[[0, 1]], [[0, 1]]],
        "weights": [1, 3],
        "order": [0, 1],
        "fusion": [[0, 1]],
        "steps": {
            "step_edges": [[0, 1, 1]],
            "score": [4],
            "h": [[]],
            "s": [[]],
            "removed": [[0, 0, 0, 1], [0, 1, 0, 1]],
        },
        "adjacency": None,
    }


@pytest.mark.parametrize(
    "name", [1.5, True, "\ud800", 2**63, (1, ("a",)), frozenset("a"), np.int64(3), np.str_("a"), ("a", None)]
)
def test_names_that_cannot_be_saved(tmp_path, name):
    run = mcbnc.trajectory([[[0, 1], [0, 0]]], nodes=[name, "z"])
    with pytest.raises(mcbnc.InvalidInputError, match="cannot be saved") as caught:
        run.save(tmp_path / "run.json")
    assert caught.value.nodes == [name]
    assert not list(tmp_path.iterdir())


# Files that do not load


@pytest.fixture(scope="module")
def saved(tmp_path_factory) -> bytes:
    path = tmp_path_factory.mktemp("saved") / "run.json"
    mcbnc.consensus(random_dags(5, 3, 6), 0.4, nodes=names(6), weights=[1, 2, 3]).save(path)
    return path.read_bytes()


def fails(tmp_path, content: bytes, says: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(mcbnc.InvalidInputError, match=says) as caught:
        mcbnc.load(path)
    assert str(caught.value).startswith(f"{path}: it ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "no mcbnc file"),
        (b"\x80\x04 a pickle", "not text in UTF-8"),
        (b"digraph { a -> b }", "it is DOT, and nothing that mcbnc saved"),
        (b"[1, 2]", "JSON, but no object"),
        (b'"mcbnc"', "JSON, but no object"),
        (b"{}", "it holds no structure"),
        (b'{"nodes": [], "edges": []}', "it has no nodes"),
        (b'{"format": "mcbnc"}', '"version" is no whole number'),
        (b'{"format": "mcbnc", "version": "1"}', '"version" is no whole number'),
        (b'{"format": "mcbnc", "version": 1}', 'lacks the field "mcbnc"'),
        (b"[" * 100_000, "no mcbnc file"),
        (b'{"format":' * 100_000, "no mcbnc file"),
    ],
)
def test_foreign_files(tmp_path, content, says):
    fails(tmp_path, content, says)


def test_a_newer_file_says_who_wrote_it(tmp_path, saved):
    newer = saved.replace(b'"version":1', b'"version":2,"more":{}', 1)
    newer = newer.replace(json.dumps(mcbnc.__version__).encode(), b'"9.1.0"', 1)
    fails(tmp_path, newer, r'version 2 of the format, .* version 1 at most; mcbnc "9\.1\.0" wrote it')


def test_truncated_files(tmp_path, saved):
    for end in {*range(0, len(saved) - 2, 37), len(saved) - 2}:  # the last byte is a line's end
        fails(tmp_path, saved[:end], "no mcbnc file")
    fails(tmp_path, saved + saved, "malformed JSON")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda d: d.pop("fusion"), 'lacks the field "fusion"'),
        (lambda d: d.pop("named"), 'lacks the field "named"'),
        (lambda d: d.update(more=1), 'unknown field "more"'),
        (lambda d: d.update(order=d["order"][::-1][1:]), "order"),
        (lambda d: d.update(order=[0] * 6), "order"),
        (lambda d: d.update(nodes=d["nodes"][1:]), "damaged"),
        (lambda d: d.update(nodes=[1.5, *d["nodes"][1:]]), "name"),
        (lambda d: d.update(nodes=[]), "damaged"),
        (lambda d: d.update(dags=[]), "no DAGs"),
        (lambda d: d["dags"][1].append([0, 6]), r"dags\[1\]: \[0 6\] is no arc"),
        (lambda d: d["dags"][1].append([0]), r"dags\[1\]: \[0\] is no arc"),
        (lambda d: d["dags"][1].append([0, -1]), r"dags\[1\]: \[0 -1\] is no arc"),
        (lambda d: d["dags"][1].append(d["dags"][1][0][::-1]), r"dags\[1\]: it has undirected edges"),
        (lambda d: d["fusion"].append([2, 2]), "has an arc to itself"),
        (lambda d: d["adjacency"].append(d["adjacency"][0][::-1]), "adjacency: it has a cycle"),
        (lambda d: d.update(adjacency=None), "a result without its graph"),
        (lambda d: d.update(result=None), "a result without its graph"),
        (lambda d: d.update(steps=None), "no steps"),
        (lambda d: d.update(weights=[1, 2]), "2 weights for 3 DAGs"),
        (lambda d: d.update(weights=[1, 2, -3]), "not negative"),
        (lambda d: d.update(status="fine"), '"fine" is no status'),
        (lambda d: d["options"].update(start="pdag"), "start"),
        (lambda d: d["options"].update(k_max=-1), "k_max"),
        (lambda d: d["options"].update(seed="x"), "seed"),
        (lambda d: d["steps"]["score"].pop(), "score"),
        (lambda d: d["steps"]["score"].__setitem__(0, -1), "score -1"),
        (lambda d: d["steps"]["step_seconds"].append(0.0), "step_seconds"),
        (lambda d: d["steps"]["h"].pop(), "h_ptr"),
        (lambda d: d["steps"]["s"].append([]), "s_ptr"),
        (lambda d: d["steps"]["s"].__setitem__(0, [17]), "no node 17"),
        (lambda d: d["steps"]["h"].__setitem__(0, [5, 5, 4, 3]), "damaged"),
        (lambda d: d["steps"]["step_edges"].__setitem__(0, [0, 1]), "row 0 has 2 numbers, not 3"),
        (lambda d: d["steps"]["step_edges"].__setitem__(0, [1, 1, 0]), "is not an edge"),
        (lambda d: d["steps"]["step_edges"].__setitem__(1, d["steps"]["step_edges"][0]), "step 1"),
        (lambda d: d["result"].update(theta=d["result"]["theta"] + 0.5), "its result is of theta"),
        (lambda d: d.update(limit=None), "its result is of theta"),
        (lambda d: (d.update(limit=0.0), d["result"].update(theta=0.0)), "above its theta 0"),
        (lambda d: d["steps"]["removed"].append([0, 3, 1, 2]), "not a step, a DAG and two nodes"),
    ],
)
def test_files_that_someone_changed(tmp_path, saved, change, says):
    record = json.loads(saved)
    change(record)
    fails(tmp_path, json.dumps(record).encode(), says)


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d["nodes"].reverse(),
        lambda d: d["order"].reverse(),
        lambda d: d["dags"].reverse(),
        lambda d: d["dags"][0].pop(),
        lambda d: d["weights"].reverse(),
        lambda d: d["adjacency"].pop(),
        lambda d: d["steps"]["score"].__setitem__(0, d["steps"]["score"][0] - 1),
        lambda d: d["steps"]["removed"].pop(),
        lambda d: d.update(status="time_limit"),
        lambda d: d.update(named=False),
    ],
)
def test_files_that_could_be_another_runs(tmp_path, saved, change):
    """Nothing in them is wrong by itself; a user who means it takes the digest out."""
    record = json.loads(saved)
    (tmp_path / "spaced.json").write_text(json.dumps(record, indent=2))
    mcbnc.load(tmp_path / "spaced.json")
    change(record)
    fails(tmp_path, json.dumps(record).encode(), '"sha256" do not match')
    del record["sha256"]
    (tmp_path / "meant.json").write_text(json.dumps(record))
    mcbnc.load(tmp_path / "meant.json")


def test_whole_numbers_come_back_as_floats(tmp_path):
    mcbnc.consensus(["[A][B|A]"], 1).save(tmp_path / "run.json")
    again = mcbnc.load(tmp_path / "run.json")
    assert repr(again.theta) == "1.0"
    assert type(again.trajectory.seconds) is float


def test_two_nodes_of_one_name(tmp_path, saved):
    record = json.loads(saved)
    record["nodes"][1] = record["nodes"][0]
    del record["sha256"]
    (tmp_path / "bad.json").write_text(json.dumps(record))
    with pytest.raises(mcbnc.InvalidInputError, match=r"bad\.json: .*names must differ"):
        mcbnc.load(tmp_path / "bad.json")


def test_a_short_file_cannot_ask_for_all_memory(tmp_path, saved):
    record = json.loads(saved)
    record["nodes"] = list(range(100_000))
    fails(tmp_path, json.dumps(record).encode(), "too many for a file")
    fails(tmp_path, json.dumps({**record, "dags": []}).encode(), "too many for a file")


def test_a_changed_byte_never_does_harm(tmp_path, saved):
    """Whatever it does to the file, what comes is that run or an InvalidInputError."""
    rng = np.random.default_rng(0)
    path = tmp_path / "bad.json"
    path.write_bytes(saved)
    whole = mcbnc.load(path)
    for at, byte in zip(rng.integers(len(saved), size=300), rng.integers(256, size=300), strict=True):
        path.write_bytes(saved[:at] + bytes([byte]) + saved[at + 1 :])
        try:
            again = mcbnc.load(path)
        except mcbnc.InvalidInputError:
            continue
        assert seen(again) == seen(whole)


# The file system


def test_a_save_that_fails_leaves_what_was_there(tmp_path, monkeypatch):
    run = mcbnc.trajectory(["[A][B|A]"])
    path = tmp_path / "run.json"
    path.write_text("precious")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        run.save(path)
    assert path.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [path]
    nowhere = tmp_path / "nowhere" / "run.json"
    with pytest.raises(FileNotFoundError) as caught:
        run.save(nowhere)
    assert caught.value.filename == str(nowhere)  # and not that of a file in between
    with pytest.raises(FileNotFoundError):
        mcbnc.load(tmp_path / "none.json")


def test_a_save_replaces_what_a_link_points_to(tmp_path):
    (tmp_path / "real.json").write_text("old")
    (tmp_path / "link.json").symlink_to(tmp_path / "real.json")
    mcbnc.trajectory(["[A][B|A]"]).save(tmp_path / "link.json")
    assert (tmp_path / "link.json").is_symlink()
    assert len(mcbnc.load(tmp_path / "real.json")) == 1


def test_links_that_lead_to_each_other_are_no_place_for_a_save(tmp_path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(OSError, match=os.strerror(errno.ELOOP)) as caught:
        mcbnc.trajectory(["[A][B|A]"]).save(tmp_path / "a")
    assert caught.value.filename == str(tmp_path / "a")
    assert (tmp_path / "a").is_symlink()


def test_the_file_has_the_permissions_of_any_other(tmp_path):
    (tmp_path / "other").write_text("")
    mcbnc.trajectory(["[A][B|A]"]).save(tmp_path / "run.json")
    assert (tmp_path / "run.json").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_file_keeps_its_permissions(tmp_path):
    path = tmp_path / "run.json"
    path.write_text("private")
    path.chmod(0o600)
    mcbnc.trajectory(["[A][B|A]"]).save(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert len(mcbnc.load(path)) == 1


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root")
def test_a_file_keeps_its_owner(tmp_path):
    path = tmp_path / "run.json"
    path.write_text("of somebody else")
    os.chown(path, 12345, 12346)
    mcbnc.trajectory(["[A][B|A]"]).save(path)
    assert (path.stat().st_uid, path.stat().st_gid) == (12345, 12346)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_what_a_killed_save_left_is_removed_by_the_next(tmp_path):
    run = mcbnc.trajectory(["[A][B|A]"])
    path = tmp_path / "run.json"
    run.save(path)
    whole = path.read_bytes()
    (tmp_path / ".0123456789abcdef.mcbnc").write_bytes(whole[:100])  # without a lock
    (tmp_path / ".0123456789abcdeX.mcbnc").write_bytes(b"another program's")
    (tmp_path / ".aaaaaaaaaaaaaaaa.mcbnc").mkdir()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:

            def stop(_):
                os.write(write, b"x")
                time.sleep(600)

            os.fsync = stop  # the whole content is written, and the file is held
            run.save(path)
        finally:
            os._exit(1)
    os.close(write)
    assert os.read(read, 1) == b"x"
    run.save(path)
    held = [
        each
        for each in tmp_path.iterdir()
        if each.is_file() and len(each.name) == len(".0123456789abcdef.mcbnc")
    ]
    assert len(held) == 2, "a file that is being written stays"
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    assert path.read_bytes() == whole
    run.save(path)
    left = sorted(each.name for each in tmp_path.iterdir())
    assert left == [".0123456789abcdeX.mcbnc", ".aaaaaaaaaaaaaaaa.mcbnc", "run.json"]
    os.close(read)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs locks of files")
def test_a_writer_waits_for_who_looks_at_its_file(tmp_path, monkeypatch):
    import fcntl

    hold, fsync = writing._hold, os.fsync

    def looked_at(file):
        other = os.open(file.name, os.O_RDONLY)  # another writer, which looks for abandoned files
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        closing = threading.Timer(0.2, os.close, (other,))
        closing.start()
        hold(file)
        closing.join()

    def looked_at_again(number):
        writing._remove_abandoned(tmp_path)
        fsync(number)

    monkeypatch.setattr(writing, "_hold", looked_at)
    monkeypatch.setattr(os, "fsync", looked_at_again)
    mcbnc.trajectory(["[A][B|A]"]).save(tmp_path / "run.json")
    assert len(mcbnc.load(tmp_path / "run.json")) == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_what_is_no_file_is_written_to_and_not_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe.json")
    reader = os.open(tmp_path / "pipe.json", os.O_RDONLY | os.O_NONBLOCK)
    mcbnc.trajectory(["[A][B|A]"]).save(tmp_path / "pipe.json")
    (tmp_path / "run.json").write_bytes(os.read(reader, 1 << 16))
    os.close(reader)
    assert len(mcbnc.load(tmp_path / "run.json")) == 1
    assert (tmp_path / "pipe.json").is_fifo()
    with pytest.raises(IsADirectoryError):
        mcbnc.trajectory(["[A][B|A]"]).save(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pipe.json", "run.json"]


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("net.csv", r"to_frame\(\)"),
        ("net.dot", r"to_dot\(\)"),
        ("net.GV", r"to_dot\(\)"),
        ("net.bn", r"to_bnlearn\(\)"),
        ("net.csv.gz", r"to_frame\(\)"),
        ("net.html", r"explore\(path\)"),
        ("net.png", "savefig"),
        ("net.bif", r", not in \.bif; mcbnc\.write writes the formats that mcbnc reads$"),
    ],
)
def test_a_name_of_another_format_is_refused(name, instead, tmp_path):
    run = mcbnc.trajectory(["[A][B|A]"])
    for saved in (run.at(0), run):
        with pytest.raises(mcbnc.InvalidInputError, match=r"must end in \.json.*" + instead) as caught:
            saved.save(tmp_path / name)
        assert caught.value.argument == "path"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["net", "net.v2", "net.JSON", "a.csv.old"])
def test_other_names_are_the_callers_choice(name, tmp_path):
    mcbnc.consensus(["[A][B|A]"]).save(tmp_path / name)
    assert mcbnc.load(tmp_path / name).nodes == ["A", "B"]
