"""``mcbnc federate``: options from a file and the environment, messages as JSON, and a simulation."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import numpy as np
import pytest
from helpers import ROOT

import mcbnc
from mcbnc import cli
from mcbnc.cli._arguments import read_arguments
from mcbnc.cli._streams import say, stamped

SITE = """
task = "learning"
data = "rows.csv"
coordinator = "https://127.0.0.1:1"
identity = "own.key"
peers = "peers"
state = "state"
certificate = "c.pem"
key = "k.pem"
ca = "ca.pem"
"""
NEEDED = ["task", "data", "coordinator", "identity", "peers", "state", "certificate", "key", "ca"]


@pytest.fixture
def config(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "site.toml"

    def write(text=""):
        path.write_text(SITE + text)
        return str(path)

    return write


def site(*arguments):
    return read_arguments(["federate", "site", *arguments])


def test_a_file_has_all_options(config):
    given = site(
        "--config",
        config(
            "max_rounds = 7\npatience = 1.5\nno_masks = true\ntell_scores = false\n"
            'out = ["a.csv", "b.csv"]\naccept = ["x", "y"]'
        ),
    )
    assert (given.task, given.data, given.max_rounds, given.patience) == ("learning", "rows.csv", 7, 1.5)
    assert (given.masks, given.tell_scores, given.out, given.accept) == (
        False,
        False,
        ["a.csv", "b.csv"],
        ["x", "y"],
    )
    assert vars(read_arguments(["federate", "check", "--config", config()]))["part"] == "check"


def test_what_goes_before_what(config, monkeypatch):
    path = config("max_rounds = 7\nmax_numbers = 8\nmin_cell = 5\nno_masks = true")
    monkeypatch.setenv("MCBNC_MAX_NUMBERS", "9")
    monkeypatch.setenv("MCBNC_MIN_CELL", "6")
    monkeypatch.setenv("MCBNC_NO_MASKS", "no")
    monkeypatch.setenv("MCBNC_LIBRARY", "another's")
    given = site("--config", path, "--min-cell=4")
    assert (given.max_rounds, given.max_numbers, given.min_cell, given.masks) == (7, 9, 4, True)
    monkeypatch.setenv("MCBNC_CONFIG", path)
    assert site("--max-rounds", "3").max_rounds == 3
    given = site("--out", "only.csv", f"--config={config('out = [1]')}")
    assert given.out == ["only.csv"]


def test_variables_alone(monkeypatch, config):
    for name, text in zip(
        NEEDED, ["consensus", "d.bif", "https://a:1", "i", "p", "s", "c", "k", "a"], strict=True
    ):
        monkeypatch.setenv(f"MCBNC_{name.upper()}", text)
    monkeypatch.setenv("MCBNC_QUIET", "1")
    given = site()
    assert (given.task, given.data, given.quiet) == ("consensus", "d.bif", True)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("rounds = 3", "site.toml: there is no option 'rounds': do you mean max_rounds?"),
        ("tell_score = true", "site.toml: there is no option 'tell_score': do you mean tell_scores?"),
        ("zzz = 3", "site.toml: there is no option 'zzz'; there are 'accept'"),
        ("config = 'x'", "there is no option 'config'"),
        ("no_masks = 3", "site.toml: no_masks: the option takes true or false, not 3"),
        ("max_rounds = [3]", "site.toml: max_rounds: the option takes one value, not [3]"),
        ("max_rounds = true", "site.toml: max_rounds: the option takes a text or a number, not True"),
        ("[limits]\nmax_rounds = 3", "there is no option 'limits'"),
        ("max_rounds = 'many'", "site.toml: max_rounds: argument --max-rounds: invalid int value: 'many'"),
        ("union = 'and'", "argument --union: invalid choice: 'and'"),
        ("max_rounds = ", "site.toml is no TOML"),
    ],
)
def test_files_that_are_wrong(config, capsys, text, problem):
    with pytest.raises(SystemExit) as ended:
        site("--config", config(text))
    assert ended.value.code == cli.Exit.USAGE
    assert problem in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a = " + "[" * 60_000, "is nested more than 8 deep"),
        ("a = " + "[" * 900 + "]" * 900, "is nested more than 8 deep"),
        ("a = " + "{a=" * 20_000, "is nested more than 8 deep"),
        (".".join(["a"] * 30_000) + " = 1", "is nested more than 8 deep"),
        ("k = {" + ".".join(["a"] * 3_000) + " = 1}", "is nested more than 8 deep"),
        ("max_rounds = " + "9" * 5000, "site.toml is no TOML: "),
        ("".join(f"k{k} = 1\n" for k in range(9_000)), "a file of options has at most 65,536 bytes"),
        (
            "max_rounds = 2026-01-01T00:00:00Z",
            "has a value that is no text in quotes, number, true, false or list",
        ),
        ('x = "\\ud800"', "site.toml is no TOML"),
    ],
)
def test_files_that_are_bombs(config, capsys, text, problem):
    path, before = config(text), time.process_time()
    with pytest.raises(SystemExit) as ended:
        site("--config", path)
    assert ended.value.code == cli.Exit.USAGE
    assert problem in capsys.readouterr().err
    assert time.process_time() - before < 5


def test_dots_in_texts_are_no_nested_options(config):
    columns = [f"lab.value.{k}" for k in range(200)]
    given = site("--config", config(f"accept = {columns} # {'.' * 60}"))
    assert given.accept == columns


def test_variables_that_are_none(config, capsys, monkeypatch):
    """A limit that its variable misspells would be off in silence."""
    for name in NEEDED:
        monkeypatch.setenv(f"MCBNC_{name.upper()}", "learning" if name == "task" else "x")
    monkeypatch.setenv("MCBNC_LISTEN", "127.0.0.1:1")  # the coordinator's may be there too
    monkeypatch.setenv("MCBNC_LIBRARY", "another's")
    assert site().data == "x"
    for wrong, near in (
        ("MCBNC_MIN_CEL", ": do you mean MCBNC_MIN_CELL?"),
        ("MCBNC_LIBARY", ": do you mean MCBNC_LIBRARY?"),
        ("MCBNC_QQQQ", ". Others' must begin otherwise"),
    ):
        monkeypatch.setenv(wrong, "5")
        for part in ("site", "check", "coordinator"):
            with pytest.raises(SystemExit) as ended:
                read_arguments(["federate", part])
            assert ended.value.code == cli.Exit.USAGE
            assert f"the variable {wrong} stands for no option{near}" in capsys.readouterr().err
        monkeypatch.delenv(wrong)
    monkeypatch.setenv("MCBNC_MIN_CELL", "x")
    with pytest.raises(SystemExit):
        site()
    assert "MCBNC_MIN_CELL: argument --min-cell: invalid int value: 'x'" in capsys.readouterr().err


@pytest.mark.parametrize("where", ["argument", "variable", "file"])
def test_wrong_usage_is_a_line_of_json_where_these_are_asked_for(config, capsys, monkeypatch, where):
    path = config("min_cel = 5\n" + 'log_format = "json"\n' * (where == "file"))
    if where == "variable":
        monkeypatch.setenv("MCBNC_LOG_FORMAT", "json")
    asked = ["--log-format=json"] * (where == "argument")
    with pytest.raises(SystemExit) as ended:
        site("--config", path, *asked)
    assert ended.value.code == cli.Exit.USAGE
    (line,) = capsys.readouterr().err.splitlines()
    told = json.loads(line)
    assert set(told) == {"time", "level", "message"}
    assert told["message"] == (
        f"mcbnc federate site: {path}: there is no option 'min_cel': do you mean min_cell?"
    )
    config('log_format = "json"')
    for wrong, problem in (
        (["--max-rounds", "x"], "argument --max-rounds: invalid int value: 'x'"),
        (["--max-round", "3"], "unrecognized arguments: --max-round 3: do you mean --max-rounds?"),
    ):
        with pytest.raises(SystemExit):
            site("--config", path, *wrong)
        assert json.loads(capsys.readouterr().err)["message"].endswith(problem)


def test_files_that_are_not_there(capsys, tmp_path):
    with pytest.raises(SystemExit):
        site("--config", str(tmp_path / "none.toml"))
    assert "none.toml: No such file" in capsys.readouterr().err


def test_other_commands_take_no_variables(monkeypatch, tmp_path):
    monkeypatch.setenv("MCBNC_OUT", "elsewhere")
    assert read_arguments(["federate", "keys", "--out", str(tmp_path), "--name", "a"]).out == tmp_path


EXAMPLES = ROOT / "examples" / "federate"


@pytest.mark.parametrize("party", ["site", "coordinator"])
def test_the_examples_have_good_options(party, monkeypatch):
    """Their files are not here, so what is checked is that each option is one, with a value that it takes."""
    given = read_arguments(["federate", party, "--config", str(EXAMPLES / f"{party}.toml")])
    assert (given.task, given.log_format) == ("learning", "json")
    commands = re.findall(r"federate (\w+) --config (\S+)", (EXAMPLES / f"mcbnc-{party}.service").read_text())
    assert {Path(path).name for _, path in commands} == {f"{party}.toml"}
    assert {command for command, _ in commands} == ({"check", "site"} if party == "site" else {party})
    assert (
        f'"federate", "{party}", "--config", "/etc/mcbnc/{party}.toml"'
        in (EXAMPLES / "compose.yaml").read_text()
    )


def test_the_trial_in_containers_has_good_options():
    text = (EXAMPLES / "three-sites.yaml").read_text()
    commands = re.findall(r"command: >-\n((?: {6}.*\n)+)", text)
    given = [read_arguments(command.split()) for command in commands]
    assert [each.part for each in given] == ["coordinator", "site", "site", "site"]
    assert len({str(each.state) for each in given[1:]}) == given[0].sites == 3
    (script,) = re.findall(r"- \|\n((?: {8}.*\n)+)", text)
    steps = re.findall(r"^ +(mcbnc .*)", script.replace("$$i", "1"), re.MULTILINE)
    assert len(steps) == 5
    for step in steps:
        read_arguments(step.split()[1:])


# --- messages -----------------------------------------------------------------------------------------------


def test_lines_of_json(capsys, config, monkeypatch):
    for name in NEEDED:
        monkeypatch.setenv(f"MCBNC_{name.upper()}", "none" if name != "task" else "learning")
    assert cli.main(["federate", "site", "--log-format", "json"]) == cli.Exit.BAD_INPUT
    (line,) = capsys.readouterr().err.splitlines()
    told = json.loads(line)
    assert set(told) == {"time", "level", "message"}
    assert told["level"] == "error"
    with stamped("json"):
        say("two\nlines \u202e")
        say("beware", "warning")
    plain, warning = map(json.loads, capsys.readouterr().err.splitlines())
    assert (plain["level"], plain["message"]) == ("info", "two\nlines \u202e")
    assert (warning["level"], warning["message"]) == ("warning", "beware")
    with stamped("text"):
        say("beware", "warning")
    assert capsys.readouterr().err.split(" ", 2)[2] == "warning: beware\n"


# --- a simulation -------------------------------------------------------------------------------------------


@pytest.fixture
def tables(tmp_path):
    paths = [str(tmp_path / f"site-{k}.csv") for k in range(3)]
    for k, path in enumerate(paths):
        rng = np.random.default_rng(k)
        a, noise = rng.integers(0, 2, (2, 80))
        rows = np.column_stack([a, a ^ (noise & rng.integers(0, 2, 80)), noise])
        np.savetxt(path, rows, "%d", ",", header="a,b,c", comments="")
    return paths


@pytest.mark.parametrize(
    ("options", "same"),
    [
        ([], {}),
        (["--rounds", "one"], {"rounds": "one"}),
        (
            ["--masks", "--pairs", "union", "--score", "bdeu", "--ess", "3"],
            {"pairs": "union", "score": mcbnc.BDeu(3)},
        ),
        (
            ["--outliers", "drop", "--forbidden", "a->b"],
            {"outliers": "drop", "knowledge": {"forbidden": [("a", "b")]}},
        ),
    ],
)
def test_a_simulation_of_learning(tables, capsys, tmp_path, options, same):
    out = tmp_path / "net.csv"
    command = ["federate", "simulate", "--task", "learning", *tables, *options]
    assert cli.main(command) == 0
    want = mcbnc.federated.simulate_learning([*tables], **same)
    shown = capsys.readouterr().out
    assert f"each site sent {want.numbers:,} numbers" in shown
    assert f"{want.leaks[-1].numbers:,}  {want.leaks[-1].what}" in shown
    assert cli.main([*command, "--out", str(out)]) == 0
    assert mcbnc.read(out).edges == want.result.edges


def test_a_simulation_of_a_consensus(tmp_path, capsys):
    paths = [tmp_path / f"{k}.json" for k in range(3)]
    for path, edges in zip(paths, ([("a", "b")], [("a", "b"), ("b", "c")], [("a", "b")]), strict=True):
        mcbnc.write(mcbnc.consensus([edges], nodes=["a", "b", "c"]), path)
    assert (
        cli.main(
            ["federate", "simulate", "--task", "consensus", *map(str, paths), "--theta", "0.5", "--json"]
        )
        == 0
    )
    record = json.loads(capsys.readouterr().out)
    assert record["theta"] == 0.5
    assert cli.main(["federate", "simulate", "--task", "consensus", *map(str, paths)]) == 0
    assert "rounds; each site sent" in capsys.readouterr().out


def test_a_simulation_names_the_file(tables, capsys, tmp_path):
    bad = tmp_path / "bad.csv"
    bad.write_text("a,b,x\n0,1,1\n")
    assert cli.main(["federate", "simulate", "--task", "learning", *tables, str(bad)]) == 1
    assert "bad.csv" in capsys.readouterr().err
