"""The command line's ``consensus``."""

from __future__ import annotations

import argparse

import numpy as np

from .._base.options import OUTPUTS
from .._base.show import counted
from .._consensus.consensus import consensus
from ._end import Exit, exit_code
from ._files import PAGE, RESULT_SUFFIXES, publish
from ._graph_files import read_files
from ._options import add_files, add_options, add_outs, add_run_options, value, word
from ._records import consensus_record
from ._streams import say, warnings_are_lines
from ._text import edges_text
from ._trajectory import run_options_given
from ._values import theta


def add(command: argparse.ArgumentParser) -> None:
    add_files(command)
    about = (
        "delete edges of criticality <= X (default 0.5). auto selects the threshold whose consensus is "
        "nearest to the inputs"
    )
    add_options(command, theta=value(theta, "auto|X", about, default=0.5))
    add_outs(command, (*RESULT_SUFFIXES, PAGE), "the consensus, or its explorer,")
    about = (
        f"a DAG of the final equivalence class, or the fusion of the pruned inputs (default: {OUTPUTS[0]})"
    )
    add_options(command, output=word(OUTPUTS, about))
    add_run_options(command)


def run(given: argparse.Namespace) -> Exit:
    dags = read_files(given.files, given.format, given.node_names)
    with dags.named(), warnings_are_lines():
        result = consensus(dags.by_site, given.theta, output=given.output, **run_options_given(given, dags))
    publish(given, result, lambda: consensus_record(result, dags), lambda: edges_text(result))
    if not given.quiet:
        result._seek_chance()
        say(
            f"{dags.describe(result)} over {counted(len(result.nodes), 'node')}: "
            f"{counted(len(result), 'edge')}, "
            f"{len(result.reversible)} of them reversible, {result._pairs_told()}"
            f"at theta {result._theta_text(result.theta)} (fusion: {np.count_nonzero(result.fusion)}), "
            f"in {result.seconds:.3g} s{result._doubt_told()}"
        )
    return exit_code(result.status)
