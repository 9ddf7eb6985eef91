"""``mcbnc federate site`` with a state that was set back: processes, files and a new journal for each run."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

pytest.importorskip("cryptography", reason="federations over HTTPS need the library cryptography")

from federating import Federation, finish


@pytest.fixture
def federation(tmp_path):
    """Three sites that learn in one round with noise."""
    paths = []
    for k in range(3):
        rng = np.random.default_rng(k)
        rain = rng.integers(0, 2, 300)
        wet = np.where(rng.random(300) < 0.9, rain, rng.integers(0, 2, 300))
        paths.append(tmp_path / f"rows{k}.csv")
        np.savetxt(paths[-1], np.column_stack([rain, wet]), "%d", ",", header="rain,wet", comments="")
    made = Federation(tmp_path, "learning", paths, "--rounds", "one", "--epsilon", "20")
    yield made
    made.close()


def start(federation, number, *options, first=()):
    """One more run, with a journal of its own."""
    journal = ("--journal", str(federation.folder / f"{number}.journal"))
    return (
        federation.coordinator(*journal),
        federation.site(0, *(first or options)),
        *(federation.site(k, *options) for k in (1, 2)),
    )


def test_a_state_that_is_restored_from_a_copy_is_refused(federation):
    total = ("--max-epsilon", "500")
    state, copy = federation.folder / "hospital-01.state", federation.folder / "copy"
    finish(*start(federation, 1, *total))
    shutil.copy(state, copy)
    coordinator, first, *others = start(federation, 2, *total)
    first.until("2 nodes, 300 rows")
    first.kill()  # at whatever it is: its own state is the newest one
    finish(coordinator, federation.site(0, *total), *others)
    newest = state.read_bytes()
    shutil.copy(copy, state)
    coordinator, first, *others = parties = start(federation, 3, *total)
    assert [party.wait() for party in parties] == [1] * 4
    refused = "refuses: the state of a site is older than before, or another one: restored, copied or lost"
    assert refused in coordinator.said
    assert refused in first.said  # the operator of the site sees it too
    assert any(
        "error: the state of hospital-01 is older than what the site has signed" in other.said
        for other in others
    )
    assert "put its newest state back" in others[0].said + others[1].said
    state.unlink()  # nor does a site begin anew
    parties = start(federation, 4, *total)
    assert [party.wait() for party in parties] == [1] * 4
    assert "the state of hospital-01 is another one" in parties[2].said + parties[3].said
    state.write_bytes(newest)
    finish(*start(federation, 5, *total))


def test_totals_of_the_shell(federation):
    """They are in the state, so they hold over processes."""
    finish(*start(federation, 1, "--max-sessions", "1"))
    for options, why in (
        ((), "answered a question with noise before"),
        (("--max-epsilon", "500", "--max-sessions", "1"), "answered in 1 session, and its --max-sessions"),
        (("--max-epsilon", "500", "--max-total", "7"), "this site has sent 4 numbers in all sessions"),
        (
            ("--max-epsilon", "500", "--colluders", "1"),
            "does not hide a row from a coordinator and 1 site that",
        ),
    ):
        number = len(why)
        parties = start(federation, number, "--max-epsilon", "500", first=options or ("--quiet",))
        assert [party.wait() for party in parties] == [1] * 4
        assert why in parties[1].said
