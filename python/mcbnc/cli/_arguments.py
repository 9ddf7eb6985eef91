"""The command line's arguments, command by command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from .. import datasets
from .._base.files import STDIN
from .._base.options import OUTPUTS
from .._comparing.compare import BOUNDED_METHODS, METHODS, UNION_METHODS
from .._graphs.formats import NETWORK_SUFFIXES
from .._version import __version__
from ._bootstrap import NETWORKS
from ._demo import STORIES
from ._discretize import BINS_HELP, add_discretize
from ._files import COMPARISON_SUFFIXES, PAGE, RESULT_SUFFIXES, TRAJECTORY_SUFFIXES
from ._help import EXAMPLES, EXITS, FILES, OVERVIEW
from ._learn import add_jointly
from ._objects import add_score
from ._options import (
    LIMITS,
    ROWS,
    Parser,
    add_command,
    add_files,
    add_options,
    add_outs,
    add_run_options,
    add_search,
    several,
    value,
    word,
)
from ._pool import add_pool
from ._provenance import add_provenance
from ._tidy import add_tidy
from ._values import bins, file, folder, theta, words


def read_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The arguments, or an exit with code 2. The attribute ``command`` is the subcommand's name."""
    parser = _parser(sys.argv[1:] if arguments is None else arguments)
    given = parser.parse_args(arguments)
    if given.command is None:
        parser.print_help()
        parser.exit()
    inputs = [
        *getattr(given, "files", ()),
        *(getattr(given, name, None) for name in ("file", "gold", "bins")),
    ]
    if inputs.count(STDIN) > 1:
        parser.error("- is given twice, and standard input can be read once")
    return given


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """The parser. A command that the arguments do not name has none of its own."""
    top = Parser(
        prog="mcbnc",
        description=OVERVIEW,
        epilog=f"{EXAMPLES['mcbnc']}\n{FILES}\n{EXITS}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"mcbnc {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for name, (purpose, add) in _COMMANDS.items():
        command = add_command(commands, name, purpose, EXAMPLES[name])
        if name in arguments:
            add(command)
    return top


def _add_check(command: argparse.ArgumentParser) -> None:
    command.add_argument("files", nargs="+", **value(file, "FILE", "CSV as for learn"))
    add_options(command, "json")
    add_score(command.add_argument)
    add_options(command.add_argument_group("the rows"), *ROWS, "decimal", "columns", "repeats")


def _add_learn(command: argparse.ArgumentParser) -> None:
    about = (
        "CSV with the names in the header, one row for each case, and in each cell a state or, by "
        "scores that take them, a number. Files may be compressed by gzip. - is standard input"
    )
    command.add_argument("files", nargs="+", **value(file, "FILE", about))
    add_outs(
        command,
        (*RESULT_SUFFIXES, *NETWORK_SUFFIXES),
        "the structure (of several data files only .json, which consensus reads, but with --jointly any "
        f"format, and with its probabilities {' '.join(NETWORK_SUFFIXES)})",
    )
    add_jointly(command)
    add_options(command, "json", "quiet")
    search = command.add_argument_group("the search")
    add_search(search)
    about = (
        "break ties at random (default: the lowest nodes win). With --jointly --columns union or --missing "
        "fill, draw what is in no row by this seed (default: 0)"
    )
    shuffles = "search the rows K times more, with the cells of each column shuffled"
    chances = "how many edges chance alone would make"
    draws = "draw the rows of each site again N times and learn from each draw, to find how sure each edge is"
    share = "the share of the draws that join its ends, at most 0.97"
    add_options(
        search,
        *LIMITS,
        seed=value(
            int,
            "N",
            about,
            r='draw what is in no row by this seed, with columns = "union" or missing = "fill" (default: 0)',
        ),
        chance=value(
            int,
            "K",
            f"{shuffles}, and report on stderr {chances} (default: 10 for files of up to 1,000 rows, else 0; "
            "with --jointly 0)",
            r=f"{shuffles}, to find {chances} (default: 10 for tables of up to 1,000 rows, else 0; "
            "in learn_jointly 0)",
        ),
        resamples=value(
            int,
            "N",
            f"{draws}. A last column, chance_true, is {share} (default: 0)",
            default=argparse.SUPPRESS,
            r=f"{draws}. The column chance_true of edges is {share} (default: 50 for one table of up to "
            "1,000 rows and 40 columns in which at most 50 edges are found, else 0)",
        ),
    )
    add_options(command.add_argument_group("the rows"), *ROWS, "decimal", "columns", "repeats", bins=_BINS)


def _add_bootstrap(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", **value(file, "FILE", "CSV as for learn"))
    add_options(
        command,
        resamples=value(
            int, "N", "structures to learn, each of rows that are drawn again (default 200)", default=200
        ),
        seed=value(
            int,
            "N",
            "draw the rows by this seed (default: a new one, shown on stderr)",
            r="draw the rows by this seed (default: a new one, in the element seed)",
        ),
        network=word(
            NETWORKS,
            "what --out writes: the averaged network, or the consensus of the structures "
            f"(default: {NETWORKS[0]})",
        ),
        threshold=value(
            theta,
            "auto|X",
            "take the pairs of strength > X, or delete edges of criticality <= X (default: auto)",
            default="auto",
            r="join the pairs of strength > X, from 0 to 1 (default: auto, the estimate of Scutari and "
            "Nagarajan 2013)",
        ),
    )
    what = "the network (.json: the structures of all resamples)"
    add_outs(command, RESULT_SUFFIXES, what, "beside the strengths on")
    add_options(command, "json", "quiet")
    search = command.add_argument_group("the search")
    add_search(search)
    add_options(search, *LIMITS)
    add_options(command.add_argument_group("the rows"), *ROWS, "decimal", "repeats", bins=_BINS)


def _add_consensus(command: argparse.ArgumentParser) -> None:
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


def _add_trajectory(command: argparse.ArgumentParser) -> None:
    add_files(command)
    add_outs(command, (*TRAJECTORY_SUFFIXES, PAGE), "the trajectory, or its explorer,")
    add_run_options(command)


def _add_compare(command: argparse.ArgumentParser) -> None:
    add_files(command)
    plain, bounded = (", ".join(names) for names in (METHODS, BOUNDED_METHODS))
    usual = f"(default: all but climb shd and dsep vote). With --nodes union: {', '.join(UNION_METHODS)}"
    usual_in_r = usual.replace("--nodes union", 'nodes = "union"')
    add_options(
        command,
        gold=value(
            file,
            "FILE",
            "the true network, with which the methods are compared too",
            r="the true network, a graph of any kind, with which the methods are compared too",
        ),
        methods=several(
            words,
            "NAME,...",
            f"any of: {plain}; with --max-treewidth: {bounded} {usual}",
            r=f"names, any of: {plain}; with max_treewidth: {bounded} {usual_in_r}",
        ),
        max_treewidth=value(int, "N", "for each bounded or genetic fusion, which need it"),
    )
    add_options(command, "nodes", "weights", "outliers", "workers", "memory_limit")
    about = "for each consensus, climb, dsep vote, bounded or genetic fusion"
    add_options(command, time_limit=value(float, "SECONDS", about))
    add_outs(command, COMPARISON_SUFFIXES, "the table of the methods, or a picture of the table,")
    add_options(command, "json")


def _add_demo(command: argparse.ArgumentParser) -> None:
    about = (
        "write the clients' rows and structures and the true network to files in DIR, which is made if it is "
        "missing"
    )
    add_options(
        command,
        story=word(
            STORIES,
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


def _add_federate(command: argparse.ArgumentParser) -> None:
    from ._federate_arguments import add_federate  # it loads the tasks, which no other command needs

    add_federate(command)


_BINS = value(bins, "N|FILE", f"cut continuous columns first. {BINS_HELP}")
_COMMANDS = {
    "check": ("list every problem of data files at once", _add_check),
    "tidy": ("change data files as a recipe says", add_tidy),
    "discretize": ("cut the continuous columns of data files into bins", add_discretize),
    "learn": ("learn a structure from each data file", _add_learn),
    "bootstrap": (
        "draw the rows of a data file again, and count how often the learned structures have each edge",
        _add_bootstrap,
    ),
    "pool": ("make one network of what several sources say, and of rows", add_pool),
    "consensus": ("fuse DAGs, and delete the edges that few of them need", _add_consensus),
    "trajectory": ("delete down to the last edge: every threshold at once", _add_trajectory),
    "compare": (
        "measure the distance of two graphs, or compare the consensus of many DAGs with simpler methods",
        _add_compare,
    ),
    "provenance": ("tell how a result was made, and whether its inputs have changed since", add_provenance),
    "federate": ("one answer from many sites by sums alone, over HTTPS", _add_federate),
    "demo": ("learn from the rows of bundled clients, fuse, and compare", _add_demo),
}
"""What each command is for, and the function that adds its arguments."""
