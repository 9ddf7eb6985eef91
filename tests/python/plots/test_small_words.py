"""What a user reads at once: labels of pictures, help, completion, summaries of one."""

import numpy as np
import pytest

import mcbnc
from mcbnc._plots.style import labels_of
from mcbnc.cli import main

LONG = "A very long variable name that clinicians {} write down in their tables"


def test_distinct_names_have_distinct_labels():
    names = [LONG.format(word) for word in ("always", "never", "sometimes", "seldom")]
    labels = labels_of([*names, "short", *names])
    assert len(set(labels)) == 5
    assert labels[5:] == labels[:4]
    assert max(map(len, labels)) <= 32
    many = ["x" * 40 + f"{k:03}" + "y" * 40 + f"{j}" + "z" * 40 for k in range(9) for j in range(9)]
    assert len(set(labels_of(many))) == 81
    assert labels_of(["a" * 80]) == ["a" * 16 + "…" + "a" * 15]
    assert labels_of(["a\nb", ("c", 1), "\ud800"]) == ["a b", "('c', 1)", "?"]


def test_a_picture_tells_long_names_apart():
    pytest.importorskip("matplotlib").use("agg")
    names = [LONG.format(word) for word in ("always", "never", "often")]
    ax = mcbnc.consensus([np.triu(np.ones((3, 3)), 1)] * 2, nodes=names).plot()
    assert len({text.get_text() for text in ax.texts}) == 3


def test_mcbnc_alone_prints_its_help(capsys):
    with pytest.raises(SystemExit) as caught:
        main([])
    assert caught.value.code in (None, 0)
    shown = capsys.readouterr()
    assert shown.out.startswith("usage: mcbnc")
    assert "consensus" in shown.out
    assert shown.err == ""


@pytest.mark.parametrize("module", [mcbnc.baselines, mcbnc.metrics, mcbnc.datasets, mcbnc.federated])
def test_dir_has_the_public_names_alone(module):
    assert dir(module) == sorted(module.__all__)


def test_an_agreement_of_one_has_no_numbers_to_tell():
    alone = mcbnc.agreement([np.zeros((3, 3))])
    assert repr(alone) == "<Agreement of 1 client over 3 nodes: it has no peer>"
    assert "nan" not in alone._repr_html_().partition("<img")[0]
