"""The units of systemd: their commands as they are shipped, by a user who reads what systemd lets it read."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from helpers import ROOT

pytest.importorskip("cryptography", reason="federations over HTTPS need the library cryptography")

from federating import SITES, free_port, make_parties

from mcbnc import cli

UNITS = ROOT / "examples" / "federate"
NOBODY, GROUP = 65534, 54321  # of the user that DynamicUser makes, and of those who may read the rows
PATIENCE = 300  # seconds
PUBLIC = ("site.toml", "coordinator.toml", "names.json", "ca.pem", "coordinator.pem", "hospital-01.pem")


def settings(unit: str) -> dict[str, list[str]]:
    """Each setting of a unit, with its values."""
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r"^(\w+)=(.*)$", (UNITS / unit).read_text(), re.MULTILINE):
        found.setdefault(name, []).append(value)
    return found


@pytest.mark.parametrize("party", ["site", "coordinator"])
def test_units_hand_over_every_private_file(party):
    """The rows may be larger than all credentials of a unit, so a group reads them."""
    unit = settings(f"mcbnc-{party}.service")
    options = dict(re.findall(r'^(\w+) = "(.*)"$', (UNITS / f"{party}.toml").read_text(), re.MULTILINE))
    private = {"identity", "key"} & set(options)
    handed = dict(each.split(":") for each in unit["LoadCredential"])
    assert {options[name] for name in private} == set(handed.values())
    variables = dict(each.split("=") for line in unit["Environment"] for each in line.split())
    assert variables.pop("OPENBLAS_NUM_THREADS", None) == ("1" if party == "site" else None)
    assert variables == {f"MCBNC_{name.upper()}": f"%d/{name}" for name in private}
    assert set(handed) == private
    assert unit["DynamicUser"] == ["yes"]
    assert unit.get("SupplementaryGroups") == (["mcbnc-rows"] if party == "site" else None)


@pytest.fixture
def machine():
    """A folder whose parts stand for /etc/mcbnc, /var/lib/mcbnc and the folder of credentials."""
    folder = Path(tempfile.mkdtemp(prefix="mcbnc-units-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def as_nobody(command: list[str], variables: dict[str, str], groups: str = "--clear-groups"):
    ids = [f"--reuid={NOBODY}", f"--regid={NOBODY}", groups, "--no-new-privs", "--bounding-set=-all"]
    own = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT / "python"),
        "HOME": "/nonexistent",
        **variables,
    }
    return subprocess.Popen(
        ["setpriv", *ids, *command], env=own, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )


def needs_root():
    if os.name == "nt" or os.geteuid() or shutil.which("setpriv") is None:
        pytest.skip("only root becomes another user, by setpriv")
    if as_nobody([sys.executable, "-c", "import mcbnc"], {}).wait():
        pytest.skip("another user may not read this Python")


def install(machine: Path, port: int) -> None:
    """What an operator does, as root."""
    etc = machine / "etc"
    etc.mkdir(mode=0o755)
    make_parties(machine)
    tables = [f"{machine}/{site}.csv" for site in SITES]
    for k, path in enumerate(tables):
        rows = [f"{i % 2},{(i // 2 + k * (i % 3 == 0)) % 2},{i % 2}" for i in range(40)]
        Path(path).write_text("\n".join(["a,b,c", *rows]) + "\n")
    names = ["federate", "names", "--task", "learning", *tables, "--out", str(etc / "names.json")]
    assert cli.main(names) == 0
    for path in (machine / "tls").iterdir():
        shutil.copy(path, etc)
    shutil.copy(machine / "keys" / "hospital-01.key", etc)
    shutil.copytree(machine / "peers", etc / "peers")
    shutil.copy(tables[0], etc / "rows.csv")
    os.chown(etc / "rows.csv", 0, GROUP)
    (etc / "rows.csv").chmod(0o640)
    for party in ("site", "coordinator"):
        state = machine / party
        state.mkdir(mode=0o700)
        os.chown(state, NOBODY, NOBODY)
        text = (UNITS / f"{party}.toml").read_text()
        for there, here in (
            ("/etc/mcbnc", str(etc)),
            ("/var/lib/mcbnc", str(state)),
            ("coordinator.example.org:8443", f"localhost:{port}"),
            ("0.0.0.0:8443", f"127.0.0.1:{port}"),
        ):
            text = text.replace(there, here)
        (etc / f"{party}.toml").write_text(text)
    for path in etc.rglob("*"):
        if path.suffix == ".key":
            path.chmod(0o600)
    for name in PUBLIC:
        (etc / name).chmod(0o644)


def hand_over(machine: Path, unit: dict[str, list[str]], party: str, by_list: bool) -> dict[str, str]:
    """What systemd does with LoadCredential and Environment.

    It hands files over by a list of rights, if it can. Then the file is root's, and its mode has the list's
    mask in the place of the group's rights.
    """
    folder = machine / f"credentials-{party}"
    folder.mkdir()
    for each in unit["LoadCredential"]:
        name, path = each.split(":")
        shutil.copy(path.replace("/etc/mcbnc", str(machine / "etc")), folder / name)
        os.chown(folder / name, 0 if by_list else NOBODY, NOBODY)
        (folder / name).chmod(0o440 if by_list else 0o400)
    os.chown(folder, NOBODY, NOBODY)
    folder.chmod(0o500)
    words = [each.split("=") for line in unit["Environment"] for each in line.split()]
    return {"CREDENTIALS_DIRECTORY": str(folder), **{k: v.replace("%d", str(folder)) for k, v in words}}


def commands(machine: Path, unit: dict[str, list[str]], setting: str) -> list[str]:
    (line,) = unit[setting]
    mcbnc, *rest = line.replace("/etc/mcbnc", str(machine / "etc")).split()
    assert mcbnc == "/opt/mcbnc/bin/mcbnc"
    return [sys.executable, "-m", "mcbnc", *rest]


@pytest.mark.parametrize("by_list", [True, False])
def test_units_run_as_they_are_shipped(machine, by_list):
    needs_root()
    port = free_port()
    install(machine, port)
    units = {party: settings(f"mcbnc-{party}.service") for party in ("coordinator", "site")}
    given = {party: hand_over(machine, unit, party, by_list) for party, unit in units.items()}
    blind = as_nobody(commands(machine, units["coordinator"], "ExecStart"), {})
    assert "Permission denied" in blind.communicate(timeout=PATIENCE)[1]
    started = [as_nobody(commands(machine, units["coordinator"], "ExecStart"), given["coordinator"])]
    try:
        rows = f"--groups={GROUP}"
        end = time.monotonic() + PATIENCE
        while True:  # the coordinator may not listen yet
            check = as_nobody(commands(machine, units["site"], "ExecStartPre"), given["site"], rows)
            said = check.communicate(timeout=PATIENCE)[1]
            if not check.returncode or "reached" not in said or time.monotonic() > end:
                break
        assert check.returncode == 0, said
        assert "all is well" in said
        started.append(as_nobody(commands(machine, units["site"], "ExecStart"), given["site"], rows))
        for site in SITES[1:]:
            own = f"{machine}/tls/{site}"
            options = [
                *("--task", "learning", "--data", f"{machine}/{site}.csv", "--peers", f"{machine}/peers"),
                *("--coordinator", f"https://localhost:{port}", "--state", f"{machine}/{site}.state"),
                *("--identity", f"{machine}/keys/{site}.key", "--ca", f"{machine}/tls/ca.pem"),
                *("--certificate", f"{own}.pem", "--key", f"{own}.tls.key"),
            ]
            command = [sys.executable, "-m", "mcbnc", "federate", "site", *options]
            here = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
            pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
            started.append(subprocess.Popen(command, env=here, **pipes))
        for process in started:
            said = process.communicate(timeout=PATIENCE)[1]
            assert process.returncode == 0, said
    finally:
        for process in started:
            if process.poll() is None:
                process.kill()
    for party in ("coordinator", "site"):
        written = machine / party / "network.csv"
        assert written.stat().st_uid == NOBODY
        assert "a" in written.read_text()


def test_others_may_still_not_read_a_key(tmp_path, monkeypatch):
    """A folder of credentials excuses the mask of a list of rights, and nothing else."""
    from mcbnc._https.certificates import read_identity
    from mcbnc.errors import InvalidInputError

    assert cli.main(["federate", "keys", "--out", str(tmp_path / "a"), "--name", "a"]) == 0
    key = tmp_path / "a" / "a.key"
    for folder, mode, good in (
        (None, 0o440, False),
        (tmp_path, 0o440, False),
        (tmp_path / "a", 0o440, True),
        (tmp_path / "a", 0o444, False),
        (tmp_path / "a", 0o400, True),
    ):
        key.chmod(mode)
        monkeypatch.setenv("CREDENTIALS_DIRECTORY", "" if folder is None else str(folder))
        if good:
            read_identity(str(key))
            continue
        with pytest.raises(InvalidInputError, match="others may read this private key"):
            read_identity(str(key))
