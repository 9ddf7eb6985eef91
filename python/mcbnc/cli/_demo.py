"""The command line's ``demo``: learn from the clients' rows, fuse, and compare with other methods."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from .. import datasets
from .._comparing.compare import METHODS, Comparison, compare
from .._consensus.results import ConsensusResult
from .._graphs.graph import Graph
from .._graphs.structures import structures_record
from .._learning.jointly import learn_jointly
from .._learning.learn import learn, learn_many
from .._learning.structure import Learned
from .._rows.rows import Rows
from ..datasets import ClientRows
from ._end import Exit
from ._files import RESULT_SUFFIXES, is_picture, write, write_new
from ._options import add_options, add_outs, value, word
from ._streams import print_text, say
from ._text import csv_text, json_text
from ._values import folder

_STORIES = ("alike", "messy", "unlike")
"""What the demo tells of: clients with DAGs over the same variables, files with faults, or unlike tables."""

CONSENSUS = "mcbnc auto"
JOINTLY = "jointly"
POOLED = "all rows in one"
_VOTE = "vote skeleton"
_CLIENT = "median input"
_WIDTH = 100


def add(command: argparse.ArgumentParser) -> None:
    about = (
        "write the clients' rows and structures and the true network to files in DIR, which is made if it is "
        "missing"
    )
    add_options(
        command,
        story=word(
            _STORIES,
            "clients with DAGs over the same variables (default), hospitals whose files have faults that a "
            "recipe mends, or hospitals with other columns, empty cells and repeated rows. The last two are "
            "of the network alarm",
        ),
        network={"choices": datasets.names(), "default": "alarm", "help": "default: alarm"},
        export=value(folder, "DIR", about),
    )
    add_options(command, "memory_limit")
    add_outs(command, RESULT_SUFFIXES, "the consensus, or a picture of the consensus and the comparison,")
    add_options(command, "json")


def run(given: argparse.Namespace) -> Exit:
    from ._messy_demo import messy_demo  # it loads reports, which no other story needs
    from ._unlike_demo import unlike_demo

    if given.export is not None:
        given.export.mkdir(parents=True, exist_ok=True)  # a bad path fails before the work
    stories: dict[str, Callable[[], Any]] = {"messy": messy_demo, "unlike": unlike_demo}
    result = stories.get(given.story, partial(_alike, given.network))()
    for path in given.out:
        write(result if is_picture(path) else result.network_found, path)
    print_text(json_text(result.record()) if given.json else result.summary())
    if given.export is not None:
        for files, what in result.export(given.export).items():
            say(f"wrote {given.export / files}: {what}")
    return Exit.FINE


@dataclass(frozen=True)
class Demo:
    """The results of the demo."""

    network: str
    rows: ClientRows | None
    """The clients' rows. None if only DAGs are bundled."""
    dags: Sequence[Graph]
    """The structure of each client: learned from its rows, or bundled."""
    gold: Graph
    comparison: Comparison

    @property
    def consensus(self) -> ConsensusResult:
        result: ConsensusResult = self.comparison.results[CONSENSUS]
        return result

    @property
    def network_found(self) -> ConsensusResult:
        """What the demo is about."""
        return self.consensus

    @property
    def learned(self) -> list[Learned]:
        """The structure learned by each client. If only DAGs are bundled, the list is empty."""
        return [dag for dag in self.dags if isinstance(dag, Learned)]

    def summary(self) -> str:
        """A few lines on the run, the table of the methods, and what the table means."""
        result = self.consensus
        clients, nodes = len(self.dags), len(self.comparison.nodes)
        if self.rows is not None:
            rows = [len(data) for data in self.rows.data]
            seconds = sum(graph.seconds for graph in self.learned)
            lines = [
                f"{self.network.upper()}: {sum(rows)} rows of {clients} clients, from {min(rows)} to "
                f"{max(rows)} each, over {nodes} nodes",
                f"learned: a structure from each client's rows, in {seconds:.2g} s of work",
            ]
        else:
            lines = [f"{self.network.upper()}: {clients} client DAGs over {nodes} nodes"]
        lines.append(
            f"fused: {np.count_nonzero(result.fusion)} edges; {len(result.edges)} stay at theta "
            f"{result._theta_text(result.theta)}, in {result.seconds:.2g} s"
        )
        table = repr(self.comparison).partition("\n")[2]
        return "\n".join([*lines, "", table, "", _story(self.comparison), ""])

    def record(self) -> dict[str, Any]:
        """The results as an object for JSON."""
        return {
            "network": self.network,
            "learned": [
                {
                    "rows": graph.rows,
                    "edges": len(graph.edges),
                    graph.criterion: graph.score,
                    "score_title": graph._score_title,
                    "seconds": graph.seconds,
                }
                for graph in self.learned
            ],
            "theta": self.consensus.theta,
            "methods": self.comparison.table,
            "inputs": self.comparison.inputs,
        }

    def plot(self) -> Any:
        """Draw the consensus beside the truth, and below them the distances of each method."""
        from .._plots.demo import draw

        return draw(self.consensus._picture(self.gold), *self.comparison._picture())

    def export(self, folder: Path) -> dict[str, str]:
        """Write the demo's inputs to a folder, as a user would bring them. Return what is in which files.

        The folder gets a table of rows and a structure for each client, all structures in one file, and
        the true network. Structures are bnlearn's model strings: this format needs no parameters.
        """
        hospitals = [f"hospital-{k:02}" for k in range(1, len(self.dags) + 1)]
        files, written = {}, {}
        if self.rows is not None:
            for hospital, cells in zip(hospitals, _cells(self.rows), strict=True):
                files[f"{hospital}.csv"] = csv_text(self.rows.nodes, cells)
            written["hospital-*.csv"] = f"the rows of {len(hospitals)} hospitals"
        for hospital, dag in zip(hospitals, self.dags, strict=True):
            files[f"{hospital}.bn"] = f"{dag.to_bnlearn()}\n"
        written["hospital-*.bn"] = f"the structures of {len(hospitals)} hospitals, as model strings"
        files["clients.json"] = json_text(structures_record(self.dags))
        files["truth.bn"] = f"{self.gold.to_bnlearn()}\n"
        write_new(folder, files)
        return {**written, "clients.json": "the same structures in one file", "truth.bn": "the true network"}


def _alike(network: str) -> Demo:
    """Run the demo with a bundled network. If rows are bundled, learn from them, else start from DAGs."""
    methods: dict[str, Any] = {name: name for name in METHODS}
    if network not in datasets.row_names():
        clients = datasets.load(network)
        dags = [Graph(dag, list(clients.nodes), named=True) for dag in clients.dags]
        gold = Graph(clients.gold, list(clients.nodes), named=True)
        return Demo(network, None, dags, gold, compare(dags, gold, {**methods, "the truth": gold}))
    rows = datasets.load_rows(network)
    about: dict[str, Any] = {"names": rows.nodes, "states": rows.states}
    sites = Rows(rows.data, **about)
    learned = learn_many(sites)
    gold = Graph(rows.gold, list(rows.nodes), named=True)
    # For comparison only: these need the rows of all clients, or sums over them.
    methods |= {
        JOINTLY: learn_jointly(Rows(rows.data, **about)),
        POOLED: learn(Rows(np.concatenate(rows.data), **about)),
    }
    methods["the truth"] = gold
    return Demo(network, rows, learned, gold, compare(learned, gold, methods))


def _cells(rows: ClientRows) -> Iterator[list[list[str]]]:
    """The rows of each client in turn, with the names of the states in the cells."""
    states = [np.array(rows.states[node], dtype=object) for node in rows.nodes]
    for data in rows.data:
        columns = [names[codes] for names, codes in zip(states, data.T, strict=True)]
        cells: list[list[str]] = np.stack(columns, axis=1).tolist()
        yield cells


def _story(comparison: Comparison) -> str:
    """Write in sentences what happened, what the table shows, which method to take, and what to do next."""
    rows = {row["method"]: row for row in comparison.table}
    from_rows = (
        f'The row "{JOINTLY}" is mcbnc.learn_jointly: it asks the clients\' rows instead of their DAGs, by '
        f'sums over the clients. The row "{POOLED}" learns from one table of all rows, which clients who '
        "keep their rows to themselves cannot make. "
    )
    told = {
        "What happened": "Each client has a DAG, with an arrow for each direct dependence between two "
        "variables. mcbnc fuses the DAGs into one that has every dependence of every client, and then "
        "deletes the edges that few clients need. The clients share their DAGs and no rows.",
        "How to read the table": "SMHD and SHD are distances between two networks, and 0 means equal. SMHD "
        "counts the pairs of variables that only one of the two networks joins, by an edge or as two parents "
        "of one variable. SHD counts the edges that are missing, added or directed differently. Gold is the "
        "true network, which only a demo has. Treewidth is the cost of exact inference: each unit "
        "multiplies the cost. The rows with vote, averaged and climb are simpler methods on the same DAGs. "
        f"{from_rows if POOLED in rows else ''}The last two rows are the clients themselves.",
        "What it shows": f"From the true network, the median client is at SHD {_shd(rows[_CLIENT])}, the "
        f"consensus ({CONSENSUS}) at {_shd(rows[CONSENSUS])}, and a vote ({_VOTE}) at {_shd(rows[_VOTE])}. "
        "One example proves little. Over many networks the consensus is about as accurate as a vote, and not "
        "more so: the page docs/theta.md has the studies.",
        "Which to take": "A vote is enough if all you want is one network. Take the consensus if you want "
        "a network for every threshold from one run, the largest network within a treewidth, edges that are "
        "required or forbidden, or the reason why an edge stays or goes. If the clients' rows can be asked, "
        "mcbnc.learn_jointly is mostly nearer to the truth than both: docs/jointly.md has its study.",
    }
    paragraphs = [textwrap.fill(f"{head}. {text}", _WIDTH) for head, text in told.items()]
    return "\n\n".join([*paragraphs, _NEXT])


_NEXT = """\
What to do next.
  mcbnc demo --out demo.png     the consensus beside the truth, and the distances, as a picture
  mcbnc demo --export DIR       the inputs of this demo as files, to try the other commands on
  mcbnc demo --story messy      files with faults, and the recipe that mends them
  mcbnc demo --story unlike     hospitals with other columns, empty cells and repeated rows
  mcbnc --help                  the other commands"""


def _shd(row: dict[str, Any]) -> str:
    return f"{row['shd_to_gold']:g}"
