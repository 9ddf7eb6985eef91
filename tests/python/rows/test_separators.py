"""The sign between the cells of a CSV file is the one by which all lines have equally many cells."""

from __future__ import annotations

import warnings

import pytest

import mcbnc
from mcbnc import cli


def rows(sign, count=3, decimal=None, lines=60):
    """Lines of cells that are parted by a sign. The first cell may be a decimal number."""
    first = [f"{i % 3}{decimal}{i % 2}" if decimal else f"{i % 3}" for i in range(lines)]
    rest = [["fm"[i % 2], "ab"[i // 2 % 2]][: count - 1] for i in range(lines)]
    return "".join(sign.join([cell, *more]) + "\n" for cell, more in zip(first, rest, strict=True))


def nodes(path, text):
    path.write_text(text, newline="")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return mcbnc.learn(path).nodes


def problem(path, text, **options):
    path.write_text(text, newline="")
    with pytest.raises(mcbnc.InvalidInputError) as caught:
        mcbnc.learn(path, **options)
    return str(caught.value).removeprefix(f"data ({path}): ")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "x.csv"


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
@pytest.mark.parametrize("other", [",", ";", "\t", "|"])
def test_a_name_with_another_sign(sign, other, path):
    """More of the others than of the right one: the lines decide."""
    if sign != other:
        names = [f"a{other}{other}b", f"c{other}d{other}", "e"]
        assert nodes(path, sign.join(names) + "\n" + rows(sign)) == names


@pytest.mark.parametrize(("sign", "decimal"), [(";", ","), ("\t", ","), ("|", ","), (",", ";")])
def test_two_signs_that_part_all_lines_are_an_error_with_both_readings(sign, decimal, path):
    text = f"RR{decimal} mmHg{sign}sex\n" + rows(sign, 2, decimal)
    message = problem(path, text)
    for own, first, cell in ((sign, f"RR{decimal} mmHg", f"0{decimal}0"), (decimal, "RR", "0")):
        assert f"by {own!r} {first!r} is {cell!r}" in message
    told = "<tab>" if sign == "\t" else sign
    assert f"sep={told}" in message
    assert f"sep={decimal}" in message
    assert nodes(path, f"sep={sign}\n{text}") == [f"RR{decimal} mmHg", "sex"]
    assert nodes(path, text.replace(f"RR{decimal} mmHg", f'"RR{decimal} mmHg"')) == [
        f"RR{decimal} mmHg",
        "sex",
    ]
    report = mcbnc.check(path)
    assert report.ok
    path.write_text(text)
    assert not mcbnc.check(path).ok


def test_quotes_are_honoured(path):
    assert nodes(path, '"dose\n(mg, x)";sex;g\n' + rows(";")) == ["dose\n(mg, x)", "sex", "g"]
    text = "a;b,c\n" + "".join(f'"x,{i % 2}";"y,{i % 3}"\n' for i in range(30))
    assert nodes(path, text) == ["a", "b,c"]


def test_a_title_or_a_comment_is_no_line_of_names(path, capsys):
    for first in ("Export of study X", "Export, 2024", "# made by X", "Export,,"):
        message = problem(path, f"{first}\nage,sex,group\n" + rows(","))
        assert message.startswith(
            f"the first line, which begins with {first.split(',')[0]!r}, has fewer cells"
        )
        assert "a title or a comment, take it out" in message
        for score in ("bge", "bic-cg"):
            assert problem(path, f"{first}\nage,dose,weight\n" + "1.5,2.5,3\n" * 5, score=score) == message
    assert "line 5 has 2 cells for 3 columns" in problem(path, "a,b,c\n1,2,3\n2,1,3\n3,1,2\n# end,\n")


def test_cells_that_blanks_part(path):
    for text in ("X1 X2 X3\n" + "0 1 0\n1 1 0\n" * 20, "a b\n" + "f no\nm yes\n" * 20):
        assert "the cells are parted by blanks" in problem(path, text)
    assert "the cells are parted by blanks" in problem(path, "x y\n" + "0.5 1.5\n2.5 1.0\n" * 9, score="bge")
    assert nodes(path, "full name\n" + "Ann\nBo Li\n" * 20) == ["full name"]
    assert nodes(path, "dose\n" + "".join(f'"{i % 3},{i % 2}"\n' for i in range(30))) == ["dose"]
    lines = ['"age,sex,group"', *(f'"{line}"' for line in rows(",").split())]
    assert "parted by ',' inside of quotes" in problem(path, "\n".join(lines))


def test_the_line_of_a_second_header_is_named(path):
    body = "".join(f"{'xy'[i % 2]},{'uv'[i // 2 % 2]}\n" for i in range(20))
    assert "Line 22 is equal to the first line: if both are names" in problem(path, f"a,b\n{body}a,b\n{body}")
    numbers = "1.5,2.5\n2.5,1.0\n3.0,0.5\n"
    message = problem(path, f"a,b\n{numbers}a,b\n{numbers}", score="bge")
    assert message.startswith("line 5 is equal to the first line")


def test_the_shell_names_no_option_of_pandas(path, capsys):
    path.write_text(",a,b\n0,x,u\n1,y,v\n2,x,v\n")
    assert cli.main(["learn", str(path)]) == cli.Exit.BAD_INPUT
    message = capsys.readouterr().err
    assert "a column has no name" in message
    assert "pandas" not in message
    assert "index=False" not in message
    assert "index=False of pandas' to_csv" in problem(path, path.read_text())
