"""Runs that are stopped and go on end with the answer of an undisturbed run."""

from __future__ import annotations

import contextlib
import os
import threading
import warnings
from pathlib import Path

import pytest
from checkpointing import DAGS, Died, N, R, call_until_done, die_after, run_of, start_call
from helpers import LONGER, names, random_dags

import mcbnc
from mcbnc._base import writing
from mcbnc._base.lock import Lock
from mcbnc._engine import checkpoint

OPTIONS = [
    {},
    {"nodes": names(N)[::-1]},
    {"weights": [0.1, 0.7, 3, 0, 1, 0.12345678901234568, 2, 1]},
    {"cap": 1, "k_max": None},
    {"canonical": True, "start": "dag"},
    {"outliers": "drop", "k_max": 1},
    {"knowledge": {"required": [(3, 1)], "forbidden": [(0, 1), {4, 5}]}},
    {"order": list(range(N))[::-1]},
]


@pytest.fixture(autouse=True)
def every_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep each step by itself."""
    monkeypatch.setattr(checkpoint, "INTERVAL", 1e-9)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_trajectory_in_slices_is_the_whole(options: dict[str, object], tmp_path: Path) -> None:
    want = mcbnc.trajectory(DAGS, **options)
    path = tmp_path / "run"
    assert run_of(mcbnc.trajectory(DAGS, **options, checkpoint=path)) == run_of(want)
    assert path.exists()
    assert os.listdir(tmp_path) == ["run"], "neither the lock nor a part of a file is left"
    again = mcbnc.trajectory(DAGS, **options, checkpoint=path)
    assert run_of(again) == run_of(want)
    for theta in (0.0, 0.5, 1.0):
        assert run_of(again.at(theta)) == run_of(want.at(theta))


@pytest.mark.parametrize("theta", [0.0, 0.5, "auto", 5])
@pytest.mark.parametrize("output", ["extension", "refusion"])
def test_a_consensus_in_slices_is_the_whole(theta: float | str, output: str, tmp_path: Path) -> None:
    want = mcbnc.consensus(DAGS, theta, output=output)
    for _ in range(2):
        assert run_of(mcbnc.consensus(DAGS, theta, output=output, checkpoint=tmp_path / "run")) == run_of(
            want
        )


@pytest.mark.parametrize("options", OPTIONS[4:7], ids=str)
def test_a_run_goes_on_from_every_save(
    options: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, want = tmp_path / "run", run_of(mcbnc.consensus(DAGS, "auto", **options))
    stops = 0
    for saves in (1, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55):
        with monkeypatch.context() as dying:
            die_after(dying, saves)
            with contextlib.suppress(Died):
                mcbnc.consensus(DAGS, "auto", **options, checkpoint=path)
                stops -= 1
            stops += 1
    assert run_of(mcbnc.consensus(DAGS, "auto", **options, checkpoint=path)) == want
    assert stops >= 6, "there must have been that many slices to stop at"


@pytest.mark.slow
@pytest.mark.parametrize("function", ["trajectory", "consensus"])
def test_a_killed_run_goes_on(function: str, tmp_path: Path) -> None:
    dags = random_dags(9, 10, 30, 0.2)
    arguments = (dags,) if function == "trajectory" else (dags, "auto")
    want = getattr(mcbnc, function)(*arguments, k_max=3)
    got = call_until_done((function, arguments, {"k_max": 3}), tmp_path / "run", kills=8 * LONGER)
    assert run_of(got) == run_of(want)  # type: ignore[arg-type]


def test_what_a_stopped_run_found_is_kept(tmp_path: Path) -> None:
    path, want = tmp_path / "run", mcbnc.trajectory(DAGS)
    steps = len(want._run.psi)

    def at_most(count: int):
        return lambda left, start, psi: start - left < count

    cancelled = mcbnc.trajectory(DAGS, checkpoint=path, progress=at_most(5))
    assert cancelled.status == "cancelled"
    assert 5 <= len(cancelled._run.psi) < steps
    undisturbed = cancelled._run.steps["step_edges"]
    assert undisturbed.tobytes() == want._run.steps["step_edges"][: len(undisturbed)].tobytes()
    limited = mcbnc.trajectory(DAGS, checkpoint=tmp_path / "new", time_limit=1e-9)
    assert (limited.status, len(limited._run.psi)) == ("time_limit", 0)
    limited = mcbnc.trajectory(DAGS, checkpoint=path, time_limit=1e-9)
    assert limited.status == "time_limit"
    assert len(limited._run.psi) == len(cancelled._run.psi)
    assert run_of(mcbnc.trajectory(DAGS, checkpoint=path)) == run_of(want)


def test_an_interrupt_keeps_the_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoint, "INTERVAL", 3600.0)  # so that nothing is kept but by the interrupt
    dags, path = random_dags(9, 12, 40, 0.2), tmp_path / "run"

    def interrupt(left: int, start: int, psi: float) -> None:
        if start - left > 0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        mcbnc.trajectory(dags, checkpoint=path, progress=interrupt)
    seen: list[tuple[int, int]] = []
    mcbnc.trajectory(
        dags, checkpoint=path, progress=lambda left, start, psi: seen.append((left, start)) or len(seen) < 1
    )
    left, start = seen[0]
    assert left < start, "the run went on from the steps before the interrupt"
    assert run_of(mcbnc.trajectory(dags, checkpoint=path)) == run_of(mcbnc.trajectory(dags))


def test_progress_counts_the_whole_run(tmp_path: Path) -> None:
    seen: list[tuple[int, int, float]] = []
    whole = mcbnc.trajectory(DAGS, checkpoint=tmp_path / "run", progress=lambda *now: seen.append(now))
    edges = whole._run.edges_at_start
    assert {start for _, start, _ in seen} == {edges}
    lefts = [left for left, _, _ in seen]
    assert lefts == sorted(lefts, reverse=True)
    assert lefts[-1] == 0
    assert whole.seconds > 0


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"dags": DAGS[:-1]}, "the number of inputs (8 there, 7 here), dags"),
        ({"dags": DAGS[::-1]}, "differs in dags;"),
        ({"k_max": 2}, "k_max (10 there, 2 here)"),
        ({"k_max": None}, "k_max (10 there, None here)"),
        ({"cap": 1}, "cap (None there, 1 here)"),
        ({"weights": [1] * (R - 1) + [2]}, "weights"),
        ({"start": "dag"}, "start ('cpdag' there, 'dag' here)"),
        ({"knowledge": {"required": [(0, 1)]}}, "required"),
        ({"order": list(range(N))}, "order"),
        ({"nodes": names(N)}, "the names"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_checkpoint_of_another_call_is_refused(
    change: dict[str, object], says: str, tmp_path: Path
) -> None:
    path = tmp_path / "run"
    mcbnc.trajectory(DAGS, checkpoint=path)
    before = path.read_bytes()
    with pytest.raises(mcbnc.InvalidInputError, match="is of another call") as caught:
        mcbnc.trajectory(**{"dags": DAGS, **change}, checkpoint=path)
    assert says in str(caught.value)
    assert str(path) in str(caught.value)
    assert caught.value.argument == "checkpoint"
    with pytest.raises(
        mcbnc.InvalidInputError, match=r"is of mcbnc\.trajectory, and not of mcbnc\.consensus"
    ):
        mcbnc.consensus(DAGS, checkpoint=path)
    assert path.read_bytes() == before
    mcbnc.trajectory(DAGS, checkpoint=path, workers=1, time_limit=60, progress=False)  # none of these counts


def test_another_build_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run"
    mcbnc.trajectory(DAGS, checkpoint=path)
    monkeypatch.setattr(checkpoint, "build", lambda: "mcbnc 99")
    with pytest.raises(mcbnc.InvalidInputError, match="and not of mcbnc 99"):
        mcbnc.trajectory(DAGS, checkpoint=path)


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run"
    mcbnc.trajectory(DAGS, checkpoint=path)
    good = path.read_bytes()
    damaged = [good[:k] for k in (0, 1, 10, 19, 25, len(good) // 2, len(good) - 1)] + [good + b"\0"]
    for k in range(0, len(good), 97):
        damaged.append(good[:k] + bytes([good[k] ^ 0x10]) + good[k + 1 :])
    for content in damaged:
        path.write_bytes(content)
        with pytest.raises(mcbnc.InvalidInputError) as caught:
            mcbnc.trajectory(DAGS, checkpoint=path)
        assert str(path) in str(caught.value)
        assert caught.value.argument == "checkpoint"
        assert path.read_bytes() == content, "a file that may be anything is not written over"
    path.write_bytes(b"mcbnc checkpoint 3\n" + good[19:])
    with pytest.raises(mcbnc.InvalidInputError, match="another version of mcbnc wrote"):
        mcbnc.trajectory(DAGS, checkpoint=path)


def test_a_full_disk_warns_once_and_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: object, content: bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    path = tmp_path / "run"
    with monkeypatch.context() as at_first:
        at_first.setattr(checkpoint, "write_whole", full)
        with pytest.warns(UserWarning, match="No space left on device") as told:
            got = mcbnc.trajectory(DAGS, checkpoint=path)
    assert len(told) == 1
    assert told[0].filename == __file__
    assert run_of(got) == run_of(mcbnc.trajectory(DAGS))
    assert not path.exists()
    kept: list[bytes] = []

    def often_full(path: object, content: bytes) -> None:
        kept.append(content)
        if len(kept) % 2:
            full(path, content)
        writing.write_whole(path, content)  # type: ignore[arg-type]

    monkeypatch.setattr(checkpoint, "write_whole", often_full)
    with pytest.warns(UserWarning, match="cannot be written") as told:
        mcbnc.trajectory(DAGS, checkpoint=path)
    assert len(told) == 1
    assert path.read_bytes() in kept, "a later save is tried all the same"


def test_two_calls_do_not_share_a_checkpoint(tmp_path: Path) -> None:
    path, errors = tmp_path / "run", []

    def meanwhile(left: int, start: int, psi: float) -> None:
        if errors:
            return
        try:
            mcbnc.trajectory(DAGS, checkpoint=tmp_path / ".." / tmp_path.name / "run")
        except mcbnc.InvalidInputError as error:
            errors.append(error)

    mcbnc.trajectory(DAGS, checkpoint=path, progress=meanwhile)
    assert str(errors[0]).startswith(
        "checkpoint: another process, or another call or object of this one, uses"
    )
    mcbnc.trajectory(DAGS, checkpoint=path)


def test_a_lock_that_someone_removed_loses_nothing(tmp_path: Path) -> None:
    def tidy(left: int, start: int, psi: float) -> None:
        (tmp_path / "run.lock").unlink(missing_ok=True)

    got = mcbnc.trajectory(DAGS, checkpoint=tmp_path / "run", progress=tidy)
    assert run_of(got) == run_of(mcbnc.trajectory(DAGS))
    assert os.listdir(tmp_path) == ["run"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_two_processes_do_not_share_a_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "run"
    child = start_call(("trajectory", (random_dags(9, 12, 60, 0.2),), {}), path)
    try:
        with pytest.raises(mcbnc.InvalidInputError, match=r"checkpoint: another process, .* uses the file"):
            mcbnc.trajectory(DAGS, checkpoint=path)
    finally:
        child.kill()
        child.communicate()
    assert (tmp_path / "run.lock").exists()
    path.unlink(missing_ok=True)
    mcbnc.trajectory(DAGS, checkpoint=path)
    assert os.listdir(tmp_path) == ["run"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_leaves_the_lock_to_its_parent(tmp_path: Path) -> None:
    """A child has a copy of the lock, which the child may release as it ends."""
    lock = Lock(tmp_path / "run", "checkpoint")
    child = os.fork()
    if child == 0:
        lock.release()
        os._exit(0)
    os.waitpid(child, 0)
    assert os.listdir(tmp_path) == ["run.lock"]
    with pytest.raises(mcbnc.InvalidInputError):
        Lock(tmp_path / "run", "checkpoint")
    lock.release()
    assert os.listdir(tmp_path) == []


def test_bad_paths(tmp_path: Path) -> None:
    with pytest.raises(mcbnc.InvalidInputError, match="checkpoint must be a str or an os"):
        mcbnc.trajectory(DAGS, checkpoint=7)  # type: ignore[arg-type]
    with pytest.raises(mcbnc.InvalidInputError, match="it is no file"):
        mcbnc.trajectory(DAGS, checkpoint=tmp_path)
    with pytest.raises(FileNotFoundError) as caught:
        mcbnc.trajectory(DAGS, checkpoint=tmp_path / "none" / "run")
    assert caught.value.filename == str(tmp_path / "none" / "run")
    with pytest.raises(mcbnc.InvalidInputError, match="seed cannot be combined with a checkpoint"):
        mcbnc.trajectory(DAGS, checkpoint=tmp_path / "run", seed=1)
    with pytest.raises(mcbnc.InvalidInputError, match="time_limit"):
        mcbnc.trajectory(DAGS, checkpoint=tmp_path / "run", time_limit=-1)
    assert os.listdir(tmp_path) == []


def test_threads_with_checkpoints_of_their_own(tmp_path: Path) -> None:
    want, got = run_of(mcbnc.trajectory(DAGS)), {}
    threads = [
        threading.Thread(
            target=lambda k=k: got.update({k: mcbnc.trajectory(DAGS, checkpoint=tmp_path / str(k))})
        )
        for k in range(4)
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert all(run_of(got[k]) == want for k in range(4))
