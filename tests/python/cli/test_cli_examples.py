"""Every example of every ``--help``, run by a shell in a folder that has the files which it names."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest
from federating import free_port
from helpers import ROOT

import mcbnc
from mcbnc.cli import _help
from mcbnc.cli._arguments import COMMANDS, read_arguments

NODES = ["asia", "smoke", "tub", "lung", "xray"]
_GAP = re.compile(r"(?<=\S) {2,}(?=\S).*")
_JQ = """import json, sys
print(json.dumps(json.load(sys.stdin)[sys.argv[1][1:]]))
"""


def examples(command: str) -> list[str]:
    """The commands of a help text, without the explanations on their right."""
    text = _help.EXAMPLES[command].replace(" \\\n", " ")
    lines = [line[2:] for line in text.splitlines() if line.startswith("  mcbnc ")]
    return [_GAP.sub("", line) if "  --" not in line else re.sub(" +", " ", line) for line in lines]


def table(seed: int, rows: int = 300, numbers: bool = False) -> str:
    rng = np.random.default_rng(seed)
    asia, smoke, noise = rng.integers(0, 2, (3, rows))
    tub, lung = asia & rng.integers(0, 2, rows), np.where(rng.random(rows) < 0.9, smoke, noise)
    columns = [asia, smoke, tub, lung, tub | lung]
    named = [np.where(column, "yes", "no").tolist() for column in columns]
    if numbers:
        named.append([f"{x:.2f}" for x in rng.normal(smoke, 1)])
    head = ",".join([*NODES, "age"][: len(named)])
    return "\n".join([head, *(",".join(row) for row in zip(*named, strict=True))]) + "\n"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """What examples name, by the name of the file."""
    folder = tmp_path_factory.mktemp("files")
    made = {
        f"{name}.csv": table(k) for k, name in enumerate(["patients", *(f"hospital-0{k}" for k in "123")])
    }
    for name, text in made.items():
        (folder / name).write_text(text)
    networks = {name: mcbnc.learn_jointly([str(folder / name)]) for name in made}
    truth, *hospitals = networks.values()
    for name, network in [("truth", truth), *((f"hospital-0{k}", x) for k, x in enumerate(hospitals, 1))]:
        mcbnc.write(network, folder / f"{name}.bif")
        made[f"{name}.bif"] = (folder / f"{name}.bif").read_text()
    for name in ("b.dot", "c.dot", "a.dot", "b.csv", "consensus.csv"):
        mcbnc.write(hospitals[0], folder / name)
        made[name] = (folder / name).read_text()
    made["a.bif"] = made["truth.bif"]
    clients = {"nodes": NODES, "clients": [[*map(list, network.edges)] for network in hospitals]}
    made |= dict.fromkeys(["big.json", "clients.json"], json.dumps(clients))
    made |= {f"{name}.csv with numbers": table(k, numbers=True) for k, name in enumerate(["patients", "new"])}
    made |= {f"hospital-0{k}.csv with numbers": table(k, numbers=True) for k in range(1, 4)}
    rng = np.random.default_rng(5)
    for name in ("labs/1.csv", "labs/2.csv"):
        cells = [f"{x:.2f},{x + y:.2f}\n" for x, y in rng.normal(size=(80, 2))]
        made[name] = "sodium,potassium\n" + "".join(cells)
    made["expert-1.csv"] = "from,to\nsmoke,lung\ntub,xray\nasia,tub\n"
    made["expert-2.csv"] = "from,to,strength,direction\nsmoke,lung,0.9,0.8\nlung,xray,0.7,1\n"
    made["expert-3.csv"] = "lung,smoke,tub\n0,0.2,0\n0.7,0,0\n0,0.1,0\n"
    made["codebook.csv"] = "node,state\n" + "".join(f"{node},no\n{node},yes\n" for node in NODES)
    made["rows.csv"] = made["patients.csv"]
    return made


_TABLES = ["hospital-01.csv", "hospital-02.csv", "hospital-03.csv"]
_NETWORKS = ["hospital-01.bif", "hospital-02.bif", "hospital-03.bif"]
_EXPERTS = ["expert-1.csv", "expert-2.csv", "expert-3.csv"]
NEEDED = {
    "mcbnc": [*_TABLES, *_NETWORKS, *_EXPERTS, "patients.csv", "truth.bif"],
    "check": [*_TABLES, "labs/1.csv", "labs/2.csv"],
    "tidy": _TABLES,
    "discretize": [f"{name} with numbers" for name in (*_TABLES, "patients.csv", "new.csv")],
    "learn": [*_TABLES, "patients.csv"],
    "bootstrap": ["patients.csv"],
    "pool": [*_EXPERTS, "patients.csv"],
    "consensus": ["a.bif", "b.csv", "c.dot", *_NETWORKS[:2], "big.json"],
    "trajectory": _NETWORKS,
    "compare": [*_NETWORKS, "consensus.csv", "truth.bif", "a.dot", "b.dot", "clients.json"],
    "provenance": _TABLES,
    "federate": ["codebook.csv", "rows.csv"],
    "demo": [],
}


@pytest.fixture
def shell(tmp_path, files):
    """A function that runs one line in a folder with these files."""
    folder, programs = tmp_path / "here", tmp_path / "programs"
    folder.mkdir()
    programs.mkdir()
    script = f'#!/bin/sh\nexec "{sys.executable}" -m mcbnc "$@"\n'
    (programs / "mcbnc").write_text(script)
    if shutil.which("jq") is None:
        (programs / "jq.py").write_text(_JQ)
        (programs / "jq").write_text(f'#!/bin/sh\nexec "{sys.executable}" "{programs}/jq.py" "$@"\n')
    for program in programs.iterdir():
        program.chmod(0o755)
    python = os.pathsep.join([str(ROOT / "python"), os.environ.get("PYTHONPATH", "")])
    variables = {k: v for k, v in os.environ.items() if not k.startswith("MCBNC_") or k == "MCBNC_LIBRARY"}
    variables |= {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": python}

    def run(line: str, needed=(), **options):
        for name in needed:
            path = folder / name.removesuffix(" with numbers")
            path.parent.mkdir(exist_ok=True)
            path.write_text(files[name])
        given = {"cwd": folder, "env": variables, "text": True, "stdin": subprocess.DEVNULL}
        return subprocess.Popen(
            line, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **{**given, **options}
        )

    run.folder = folder
    return run


def ended(process: subprocess.Popen) -> str:
    said = process.communicate(timeout=600)[0]
    assert process.returncode == 0, (process.args, said)
    assert "error:" not in said, (process.args, said)  # of the first command of a pipe, whose code is lost
    return said


def test_all_commands_have_examples_and_all_files_of_them_are_here():
    assert set(NEEDED) == set(_help.EXAMPLES) == {"mcbnc", *COMMANDS}
    assert all(len(examples(command)) >= 3 for command in NEEDED)
    assert sum(map(len, map(examples, NEEDED))) > 45


@pytest.mark.skipif(os.name == "nt", reason="the examples are for a POSIX shell")
@pytest.mark.parametrize(
    "command",
    [
        pytest.param(command, marks=pytest.mark.slow if command == "demo" else ())
        for command in NEEDED
        if command != "federate"
    ],
)
def test_examples_run(shell, command):
    pytest.importorskip("matplotlib", reason="some write pictures")
    needed = NEEDED[command]
    for line in examples(command):
        ended(shell(line, needed))
        needed = ()  # a file that an example has written is the next one's


@pytest.mark.skipif(os.name == "nt", reason="the examples are for a POSIX shell")
def test_the_examples_of_a_federation_run(shell):
    """All but the host, which is this machine. Two more sites do what the example's site does."""
    pytest.importorskip("cryptography", reason="federations over HTTPS need the library cryptography")
    keys, names, coordinator, site = examples("federate")
    ended(shell(keys, NEEDED["federate"]))
    port = free_port()
    others = ["hospital-02", "hospital-03"]
    for other in others:
        ended(shell(keys.replace("hospital-01", other)))
    ended(shell("mkdir peers; cp keys/*.pub peers"))
    ended(shell(f"mcbnc federate certificates coordinator hospital-01 {' '.join(others)} --out . "))
    ended(shell(names))
    started = [shell(coordinator.replace("0.0.0.0:8443", f"127.0.0.1:{port}"))]
    here = site.replace("coordinator.example:8443", f"localhost:{port}")
    for name in ("hospital-01", *others):
        own = here.replace("hospital-01", name).replace("network.csv", f"{name}.csv")
        started.append(shell(own))
    said = [ended(process) for process in started]
    assert "the result is there" in said[0]
    want = mcbnc.read(shell.folder / "network.csv").edges
    assert want == mcbnc.read(shell.folder / "hospital-03.csv").edges != []


def test_options_have_their_whole_names(capsys):
    for given, near in (
        (["learn", "a.csv", "--time", "3"], "unrecognized arguments: --time.*: do you mean --time-limit"),
        (["consensus", "a.bif", "--out=x.csv", "--canon"], "--canon: do you mean --canonical"),
        (["federate", "simulate", "a", "--task", "learning", "--min", "5"], "--min.*do you mean --min-cell"),
        (["federate", "keys", "--out", "k", "--nam", "a"], "required: --name"),
        (["--vers"], "unrecognized arguments: --vers: do you mean --version"),
        (["demo", "--exprot", "x"], "unrecognized arguments: --exprot x: do you mean --export"),
        (["demo", "extra"], "unrecognized arguments: extra\n"),
    ):
        with pytest.raises(SystemExit) as ended:
            read_arguments(given)
        assert ended.value.code == 2
        assert re.search(near, capsys.readouterr().err), given
