"""Numbers in messages and reprs: one is one thing, and a threshold that is copied gives the same network."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

import mcbnc
from mcbnc import cli
from mcbnc._base.show import counted, theta_text
from mcbnc._r import call

ONE = [[[0]]]
PAIR = [[0, 1], [1, 0]] * 20


def test_counted():
    assert [counted(k, "row") for k in range(3)] == ["0 rows", "1 row", "2 rows"]


@pytest.mark.parametrize(
    "make",
    [
        lambda: mcbnc.consensus(ONE),
        lambda: mcbnc.trajectory(ONE),
        lambda: mcbnc.batch(ONE, counts=[[1]]),
        lambda: mcbnc.stability(ONE, 1),
        lambda: mcbnc.stability(["[a][b|a]"], 1),
        lambda: mcbnc.baselines.vote(ONE),
        lambda: mcbnc.learn([[0]]),
        lambda: mcbnc.learn(mcbnc.Rows([[0], [None]], missing="drop")),
        lambda: mcbnc.learn(PAIR),
        lambda: mcbnc.bootstrap([[0]], 1),
        lambda: mcbnc.bootstrap(PAIR, 1),
        lambda: mcbnc.from_bnlearn("[a][b|a]"),
        lambda: mcbnc.metrics.triangulation(ONE[0]),
    ],
)
def test_reprs(make):
    assert not re.search(r"\b1 [A-Za-z]+s\b", repr(make()))


@pytest.mark.parametrize(
    ("theta", "above", "text"),
    [
        (0, 1, "0"),
        (0.1, 1, "0.1"),
        (1 / 3, 2 / 3, "0.3334"),
        (2 / 3, 1, "0.6667"),
        (1 / 3, 0.3334, "0.33334"),
        (0.66666, 2 / 3, "0.66666"),
        (12.34567, 12.3457, "12.34567"),
        (123456.5, 2e5, "1.235e+05"),
        (1 / 3, 1 / 3 + 1e-16, repr(1 / 3)),
        (float("nan"), 1, "nan"),
    ],
)
def test_theta_text(theta, above, text):
    assert theta_text(theta, above) == text


THIRDS = ["[a][b|a][c|b]", "[a][b|a][c|b]", "[a][b|a][c|a]"]
SHOWN = re.compile(r"(?:theta|\u03b8)(?: \u03b8</th><td>| = | )([0-9.]+)")


def in_shell(*arguments):
    err = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(err):
        assert cli.main([*arguments]) == 0
    return err.getvalue()


@pytest.mark.parametrize(
    "show",
    [
        lambda run, files: repr(run),
        lambda run, files: repr(run.at(run.select())),
        lambda run, files: run._repr_html_(),
        lambda run, files: run.plot().get_title(),
        lambda run, files: run.at(run.select()).explain("b", "c").words,
        lambda run, files: repr(mcbnc.batch(THIRDS, counts=[[1, 1, 1]], theta="auto")),
        lambda run, files: in_shell("trajectory", *files),
        lambda run, files: in_shell("consensus", *files, "--theta", "auto"),
        lambda run, files: "theta " + call("trajectory", {"dags": THIRDS})["value"]["theta_texts"][0],
        lambda run, files: (
            "theta "
            + call("at", {"trajectory": run, "theta": 1 / 3, "output": "extension"})["value"]["theta_text"]
        ),
        lambda run, files: "theta " + run.explore().html.partition('"texts":["')[2].split('"')[2],
    ],
)
def test_a_threshold_copied_from_the_screen_gives_the_same_network(tmp_path, show):
    files = [str(tmp_path / f"{k}.bn") for k in range(3)]
    for file, model in zip(files, THIRDS, strict=True):
        Path(file).write_text(model)
    run = mcbnc.trajectory(THIRDS)
    (text, *_) = SHOWN.findall(show(run, files))
    assert run.at(float(text)).edges == run.at(1 / 3).edges


@pytest.mark.parametrize("weigh", [lambda k: None, lambda k: 1000 + 37 * k, lambda k: k + 0.123])
def test_every_threshold_as_text_gives_its_own_state(weigh):
    clients = mcbnc.datasets.load("alarm")
    weights = [weigh(k) for k in range(len(clients.dags))]
    run = mcbnc.trajectory(clients.dags, nodes=clients.nodes, weights=None if None in weights else weights)
    for theta in run.thetas:
        text = run._theta_text(theta)
        assert run._run.prefix(float(text)) == run._run.prefix(theta)
        assert run.at(theta)._theta_text(theta) == text  # which has no later steps
