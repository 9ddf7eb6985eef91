"""What a site loads until it calls the coordinator: many sites may start at once on one machine."""

from __future__ import annotations

import subprocess
import sys

import pytest

START = """
import sys
from mcbnc import cli
assert cli.main(sys.argv[1:]) == 1  # nothing listens there
print(*sys.modules)
"""
# Whatever the data are: what makes other results, what draws, and the other end.
NEVER = {
    "mcbnc._comparing",
    "mcbnc._explorer",
    "mcbnc._learning.bootstrap",
    "mcbnc._learning.jointly",
    "mcbnc._learning.learn",
    "mcbnc._plots",
    "mcbnc._rows.suggest.stages",
    "mcbnc._https.server",
    "mcbnc.cli._learn",
    "mcbnc.federated._attack",
    "mcbnc.federated._coordinator",
    "mcbnc.federated._disclosure",
    "mcbnc.federated._results.summed_vote",
    "mcbnc.federated._results.without_sites",
    "mcbnc.federated._simulate",
    "numpy.random",
    *("matplotlib", "networkx", "pandas", "pgmpy", "scipy", "statistics", "tqdm"),
}
DATA = {"learning": "x,y\n0,1\n1,0\n0,0\n", "consensus": "digraph { x -> y }", "vote": "digraph { x -> y }"}
# A site with rows reads no graphs, and one with a graph no rows.
NOT_OF = {
    "learning": {"mcbnc._graphs.reading", "mcbnc._graphs.recognising"},
    "consensus": {"mcbnc._rows.columns"},
    "vote": {"mcbnc._rows.columns"},
}
NEEDED = {
    "learning": "mcbnc._rows.align",
    "consensus": "mcbnc._graphs.recognising",
    "vote": "mcbnc._graphs.recognising",
}


@pytest.mark.parametrize("task", DATA)
def test_a_site_loads_no_more_than_it_needs_until_it_calls(parties, tmp_path, task):
    data = tmp_path / ("rows.csv" if task == "learning" else "a.dot")
    data.write_text(DATA[task])
    given = [
        *("federate", "site", "--task", task, "--data", data, "--state", tmp_path / "state"),
        *("--coordinator", "https://localhost:1", "--patience", "0", "--peers", parties / "peers"),
        *("--identity", parties / "keys" / "hospital-01.key", "--ca", parties / "tls" / "ca.pem"),
        *("--certificate", parties / "tls" / "hospital-01.pem"),
        *("--key", parties / "tls" / "hospital-01.tls.key"),
    ]
    done = subprocess.run([sys.executable, "-c", START, *map(str, given)], capture_output=True, text=True)
    assert "cannot be reached" in done.stderr
    loaded = set(done.stdout.split())
    assert {"mcbnc._https.connection", "mcbnc.federated._site.session", NEEDED[task]} <= loaded
    assert loaded & (NEVER | NOT_OF[task]) == set()


def test_a_list_of_commands_loads_none():
    script = START.replace("assert cli.main(sys.argv[1:]) == 1", "code = 0\ntry: cli.main(['--version'])")
    script = script.replace("  # nothing listens there", "\nexcept SystemExit: pass")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    commands = {"mcbnc.cli._consensus", "mcbnc.cli._learn", "mcbnc.cli._federate", "mcbnc.federated"}
    assert "mcbnc.cli._arguments" in loaded
    assert loaded & {*commands, "mcbnc._rows", "mcbnc._learning"} == set()
