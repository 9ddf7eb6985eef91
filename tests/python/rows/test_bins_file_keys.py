"""discretize --bins: a column that comes twice in the file is refused: only one of the two would count."""

from __future__ import annotations

from mcbnc.cli import Exit, main


def test_a_column_that_comes_twice_in_the_file_of_bins(tmp_path, capsys):
    data, bins = tmp_path / "rows.csv", tmp_path / "bins.json"
    data.write_text("a,b\n1.5,x\n2.5,y\n3.5,x\n4.5,y\n")
    bins.write_text('{"a": [2.0], "a": [3.0]}')
    assert main(["discretize", str(data), "--bins", str(bins)]) == Exit.BAD_INPUT
    said = capsys.readouterr()
    assert said.out == ""
    assert f"{bins}: the key 'a' comes more than once" in said.err
