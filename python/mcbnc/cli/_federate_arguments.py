"""The arguments of ``federate`` and of its own commands."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from .._base.options import OUTPUTS, SEARCHES, STARTS
from .._graphs.formats import NETWORK_SUFFIXES
from ._files import RESULT_SUFFIXES
from ._help import FEDERATE_EXAMPLES
from ._options import add_constraints, add_json, add_memory_limit, add_outs, add_quiet, add_rows, add_workers
from ._score import DISCRETE, add_parameters
from ._values import file, folder, k_max, pairs, site_weights, theta, words

__all__ = ["TASKS", "TASK_OPTIONS", "add_federate"]

TASKS = ("consensus", "learning")
TASK_OPTIONS = (
    *("theta", "cap", "k_max", "start", "output", "canonical", "order", "member", "open_above", "budget"),
    "weights",
    *("pairs", "own", "score", "search", "max_parents", "tables"),
    *("union", "draft"),
)
"""The coordinator's options that are those of a task. One that is not given has no attribute."""
_UNSET: Any = argparse.SUPPRESS


def add_federate(commands: Any, add: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the command and its own commands. `add` makes one from its name, purpose and examples."""
    command = add(
        commands, "federate", "one answer from many sites by sums alone, over HTTPS", FEDERATE_EXAMPLES
    )
    own = command.add_subparsers(dest="part", required=True, metavar="COMMAND")
    _add_keys(own, add)
    _add_certificates(own, add)
    _add_names(own, add)
    _add_coordinator(own, add)
    _add_site(own, add)


def _add_keys(own: Any, add: Callable[..., argparse.ArgumentParser]) -> None:
    command = add(own, "keys", "make the key by which other sites know a site", "")
    command.add_argument("--out", type=folder, required=True, metavar="DIR", help="where the two files go")
    command.add_argument("--name", required=True, metavar="NAME", help="the name of the site")


def _add_certificates(own: Any, add: Callable[..., argparse.ArgumentParser]) -> None:
    command = add(
        own,
        "certificates",
        "make an authority and its certificates, for tests and small federations",
        "An organisation with an authority of its own takes certificates from there.\n",
    )
    command.add_argument("coordinator", metavar="COORDINATOR", help="the name of the coordinator")
    command.add_argument("sites", nargs="+", metavar="SITE", help="the names of the sites")
    command.add_argument("--out", type=folder, required=True, metavar="DIR", help="where the files go")
    command.add_argument(
        "--host",
        action="append",
        default=[],
        metavar="HOST",
        help="a name or an address under which the sites reach the coordinator, besides localhost. The "
        "option may be repeated",
    )
    command.add_argument("--days", type=int, default=90, metavar="N", help="valid for N days (default 90)")


def _add_names(own: Any, add: Callable[..., argparse.ArgumentParser]) -> None:
    command = add(
        own, "names", "list the nodes, and for learning the states, that all sites must agree on", ""
    )
    command.add_argument(
        "files",
        type=file,
        nargs="*",
        metavar="FILE",
        help="CSV files with rows, files with DAGs, or files that this command wrote",
    )
    _add_task(command)
    command.add_argument(
        "--states",
        type=file,
        metavar="FILE",
        help="a code book: a CSV file with the columns node and state, or a JSON file as this command writes "
        "it. The states are the code book's alone, and the other files are checked against it",
    )
    command.add_argument("--out", type=file, required=True, metavar="FILE", help="a JSON file")
    add_rows(command.add_argument_group("the rows").add_argument)


def _add_coordinator(own: Any, add: Callable[..., argparse.ArgumentParser]) -> None:
    command = add(own, "coordinator", "ask the sites, and add up their answers", "")
    command.set_defaults(lasting=True)
    _add_task(command)
    option = command.add_argument
    option(
        "--names",
        type=file,
        required=True,
        metavar="FILE",
        help="the nodes, and for learning the states: a file of federate names",
    )
    option("--listen", required=True, metavar="HOST:PORT", help="where the sites connect to")
    option("--sites", type=int, metavar="N", help="check that --peers has so many sites")
    option("--log", required=True, metavar="FILE", help="the questions and sums. With it a run goes on")
    option("--new-session", action="store_true", help="go on with the log after sites have lost their states")
    option("--max-numbers", type=int, metavar="N", help="promise the sites to ask for at most N numbers")
    _add_transport(command, None, "stop if no site replies for so long (default: wait for ever)")
    _add_outcome(command, (*RESULT_SUFFIXES, *NETWORK_SUFFIXES))
    _add_task_options(command)


def _add_site(own: Any, add: Callable[..., argparse.ArgumentParser]) -> None:
    command = add(own, "site", "answer the coordinator's questions about the data of this site", "")
    command.set_defaults(lasting=True)
    _add_task(command)
    option = command.add_argument
    option("--coordinator", required=True, metavar="URL", help="https://HOST:PORT")
    option("--proxy", metavar="URL", help="http://HOST:PORT of a proxy that lets connections through")
    option("--data", type=file, required=True, metavar="FILE", help="rows in CSV, or one DAG")
    option("--identity", type=file, required=True, metavar="FILE", help="the private key of federate keys")
    option(
        "--state",
        required=True,
        metavar="FILE",
        help="what the site must remember. With it a site goes on. Keep it on a disk with file locks, and "
        "out of backups: an older copy has forgotten with whom the site took part",
    )
    option("--names", type=file, metavar="FILE", help="check the nodes and their states against this file")
    option(
        "--check",
        action="store_true",
        help="only try the data, the keys, the certificates, the state and the connection: take no part",
    )
    option(
        "--no-tables",
        dest="tables",
        action="store_const",
        const=False,
        help="refuse a session that asks for tables of counts",
    )
    option(
        "--tell-scores",
        action="store_true",
        help="with masks, send scores of this site's own rows if the coordinator asks for them (--own). This "
        "shows this site's counts to the coordinator, in spite of the masks (default: refuse such a session)",
    )
    option("--union", choices=("or", "counts"), help="refuse a session of the other kind")
    option("--member", choices=("votes", "lowest"), help="refuse a consensus of the other kind")
    option(
        "--min-cell",
        type=int,
        default=0,
        metavar="K",
        help="refuse to send a table with a count from 1 to K - 1 (default 0)",
    )
    option("--max-numbers", type=int, metavar="N", help="send at most N numbers")
    option(
        "--max-draft", dest="draft", type=int, metavar="N", help="answer at most N steps ahead (default 64)"
    )
    option(
        "--max-variables", type=int, metavar="N", help="send no table of more than N variables (default 12)"
    )
    option(
        "--least-change",
        type=int,
        metavar="N",
        help="take part with other sites than in earlier sessions, if N or more are others (default: never). "
        "Sums over several sets of sites may show the numbers of one site",
    )
    _add_transport(command, 600.0, "give up when the coordinator is out of reach for so long (default 600)")
    _add_outcome(command, RESULT_SUFFIXES)
    add_rows(command.add_argument_group("the rows").add_argument)


def _add_task(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--task",
        choices=TASKS,
        required=True,
        help="the consensus of the sites' DAGs, or one structure from their rows",
    )


def _add_transport(command: argparse.ArgumentParser, patience: float | None, what: str) -> None:
    option = command.add_argument_group("the connection").add_argument
    option("--peers", required=True, metavar="DIR", help="the public keys of all sites, NAME.pub")
    option("--certificate", type=file, required=True, metavar="FILE", help="of this end, in PEM")
    option("--key", type=file, required=True, metavar="FILE", help="the certificate's private key")
    option("--ca", type=file, required=True, metavar="FILE", help="the authority's certificate")
    option("--patience", type=float, default=patience, metavar="SECONDS", help=what)
    option(
        "--no-masks", dest="masks", action="store_false", help="the coordinator sees each site's own numbers"
    )
    option(
        "--same-weight",
        type=int,
        metavar="N",
        help="with masks, at least N sites must have each weight (default 3). With fewer, sums may show the "
        "numbers of one site",
    )
    option("--max-rounds", type=int, metavar="N", help="at most N questions (default 2000)")
    option("--max-message", type=int, metavar="BYTES", help="at most so many bytes at once (default 2^28)")


def _add_outcome(command: argparse.ArgumentParser, suffixes: tuple[str, ...]) -> None:
    add_outs(command, suffixes, "the result")
    add_json(command)
    add_quiet(command)
    add_memory_limit(command.add_argument)


def _add_task_options(command: argparse.ArgumentParser) -> None:
    option = command.add_argument_group("both tasks").add_argument
    option("--draft", type=int, default=_UNSET, metavar="N", help="steps that one question looks ahead")
    option(
        "--union", choices=("or", "counts"), default=_UNSET, help="hide how many sites have an edge, or not"
    )
    add_constraints(option, "criticality or score", _UNSET)
    add_workers(option)
    option = command.add_argument_group("--task consensus").add_argument
    option(
        "--theta", type=theta, default=_UNSET, metavar="auto|X", help="as in mcbnc consensus (default 0.5)"
    )
    option("--cap", type=int, default=_UNSET, metavar="N", help="as in mcbnc consensus")
    option("--k-max", type=k_max, default=_UNSET, metavar="K|none", help="as in mcbnc consensus (default 10)")
    option("--start", choices=STARTS, default=_UNSET, help="as in mcbnc consensus")
    option("--output", choices=OUTPUTS, default=_UNSET, help="as in mcbnc consensus")
    option("--canonical", action="store_true", default=_UNSET, help="as in mcbnc consensus")
    option("--order", type=words, default=_UNSET, metavar="NAME,...", help="as in mcbnc consensus")
    option(
        "--weights",
        type=site_weights,
        default=_UNSET,
        metavar="SITE=W,...",
        help="how much each site's DAG counts (default: equal weights)",
    )
    option(
        "--member", choices=("votes", "lowest"), default=_UNSET, help="direct edges by votes, or ask nothing"
    )
    option(
        "--open-above", type=int, default=_UNSET, metavar="N", help="deletions of one edge answered at once"
    )
    option("--budget", type=int, default=_UNSET, metavar="N", help="numbers of one question at most")
    option = command.add_argument_group("--task learning").add_argument
    option(
        "--pairs",
        type=pairs,
        default=_UNSET,
        metavar="votes|union|all|X",
        help="as in mcbnc learn --jointly. votes, the default, asks for tables of all pairs, union for far "
        "fewer",
    )
    option(
        "--own",
        action="store_true",
        default=_UNSET,
        help="ask for scores of each site's own rows too, as mcbnc learn --jointly does. With masks each "
        "site must say --tell-scores, since this shows its counts to the coordinator",
    )
    option("--score", type=str.lower, choices=DISCRETE, default=_UNSET, help="as in mcbnc learn")
    add_parameters(option, DISCRETE, _UNSET)
    option("--search", choices=SEARCHES, default=_UNSET, help="as in mcbnc learn")
    option("--max-parents", type=int, default=_UNSET, metavar="K", help="as in mcbnc learn")
    option(
        "--no-tables",
        dest="tables",
        action="store_false",
        default=_UNSET,
        help="ask for the sites' own scores alone, and for no tables: needs --own",
    )
