"""Words that have a comma, such as '<0,5', which a German laboratory writes: options take them in quotes."""

from __future__ import annotations

import shlex

import numpy as np
import pytest

from mcbnc import cli
from mcbnc.cli._values import words, written


@pytest.mark.parametrize(
    "given", [["<0,5"], ["a", "b,c", "d"], ['5"', ',"'], [""], ["?", "-9"], ["Chol, total", "x"], ["it's"]]
)
def test_words_come_back(given):
    assert words(written(given)) == given


def test_the_advice_of_the_message_works(tmp_path, capsys):
    """Not that '<0' and '5' are missing, while the message is the same again."""
    rng = np.random.default_rng(3)
    cells = [f"{x:.1f}".replace(".", ",") for x in rng.uniform(1, 9, 100)]
    cells[7] = cells[9] = "<0,5"
    cells[20] = "5"
    path = tmp_path / "lab.csv"
    path.write_text("\n".join(["crp;sex", *(f"{x};{'fm'[k % 2]}" for k, x in enumerate(cells)), ""]))
    asked = ["learn", str(path), "--bins", "3", "--missing", "drop"]
    assert cli.main(asked) == 1
    told = capsys.readouterr().err
    assert "'<0,5' is no finite number" in told
    advice = shlex.split(told.partition("or pass ")[2].partition(" if that")[0])
    assert advice[0] == "--missing-values"
    assert cli.main([*asked, *advice]) == 0
    assert "2 of 100 rows left out" in capsys.readouterr().err
