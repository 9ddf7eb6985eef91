"""The arguments of the commands of ``federate``."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Sequence
from typing import Any

from .._base.scoring import SUMMED_SCORES
from .._graphs.formats import NETWORK_SUFFIXES
from ..federated._secure.ledger import QUORUM
from ..federated._secure.limits import Limits
from ..federated._secure.noise import DELTA
from ..federated._tasks.modes import CHOICES, COLUMNS
from ..federated._tasks.options import TaskOptions
from ..federated._tasks.registry import TASKS
from ._files import RESULT_SUFFIXES
from ._objects import add_parameters
from ._options import ROWS, add_constraints, add_options, add_outs, flag, off, value, word
from ._streams import LOG_FORMATS
from ._values import file, folder, k_max, numbers, pairs, site_weights, theta, words

_TASK = {
    "choices": tuple(TASKS),
    "required": True,
    "help": "the consensus of the sites' DAGs, a vote on their skeletons, or one structure from the rows",
}
_FORMS: dict[str, Callable[[str], Any]] = {
    "N": int,
    "K": int,
    "X": float,
    "auto|X": theta,
    "K|none": k_max,
    "NAME,...": words,
    "SITE=W,...": site_weights,
    "votes|union|all|X": pairs,
}
"""How the text of an option is read, by what stands for it in the help."""


_UNSET: Any = argparse.SUPPRESS
_TABLES = [*(kind.table() for kinds in TASKS.values() for kind in kinds), CHOICES]
_OPTIONS = {name: option for table in _TABLES for name, option in table.items() if option.about}
TASK_OPTIONS = set(_OPTIONS)
"""The coordinator's options that are those of a task. One that is not given has no attribute."""

_BOOK = value(
    file, "FILE", "learning: read the rows by this file of federate names (default: as the rows are)"
)
_NAME = value(
    str,
    "NAME",
    "what --recipe calls this site (default: the name in the certificate, if there is one and the recipe has "
    "it, or else the name of the file without folder and suffix)",
)
_NUMBERS = flag("read columns of numbers as numbers, also if --names lists none")
_SITE = {
    "coordinator": value(str, "URL", "https://HOST:PORT", required=True),
    "proxy": value(str, "URL", "http://HOST:PORT of a proxy that lets connections through"),
    "data": value(file, "FILE", "rows in CSV, or one DAG", required=True),
    "identity": value(file, "FILE", "the private key of federate keys", required=True),
    "state": value(
        str,
        "FILE",
        "what the site must remember. With it a site goes on. Keep it on a disk with file locks, and out of "
        "backups: an older copy has forgotten what the site spent, and the other sites refuse it",
        required=True,
    ),
    "names": value(file, "FILE", "check the nodes and their states against this file"),
    "site": _NAME,
    "numbers": _NUMBERS,
    "columns": word(COLUMNS, "the data have all columns of --names, or some"),
    "no_tables": {
        "dest": "tables",
        "action": "store_const",
        "const": False,
        "help": "refuse a session that asks for tables of counts",
    },
    "tell_scores": flag(
        "without masks, send scores of this site's own rows if the coordinator asks for them (--own), and "
        "normal scores of its numbers (--score dg). Its counts follow from them, also those that --no-tables "
        "and --min-cell hold back (default: refuse such a session; with masks no site sends them)"
    ),
    "union": {"choices": ("or", "counts"), "help": "refuse a session of the other kind"},
    "member": {"choices": ("votes", "lowest"), "help": "refuse a consensus of the other kind"},
    "min_cell": value(
        int, "K", "refuse to send a table with a count from 1 to K - 1 (default %(default)s)", default=0
    ),
    "max_epsilon": value(
        float,
        "X",
        "take part only with --epsilon, and until all runs together have spent this much of a row's privacy "
        "(default: answer one question with noise, ever)",
    ),
    "max_delta": value(
        float,
        "X",
        "refuse a session of a larger --delta, and add up by this one what runs spend "
        f"(default {Limits.delta:g})",
    ),
    "colluders": value(
        int,
        "C",
        "refuse a session with noise that C sites and the coordinator together can take off so far that "
        f"--epsilon does not hold (default {Limits.colluders})",
    ),
    "max_numbers": value(int, "N", f"send at most N numbers (default {Limits.numbers:,})"),
    "max_sessions": value(int, "N", "answer in at most N sessions, ever (default: in any number)"),
    "max_total": value(int, "N", "send at most N numbers in all sessions together (default: any number)"),
    "max_draft": value(int, "N", f"answer at most N steps ahead (default {Limits.draft})", dest="draft"),
    "max_variables": value(int, "N", f"send no table of more than N variables (default {Limits().widest})"),
    "least_change": value(
        int,
        "N",
        "take part with other sites than in earlier sessions, if N or more are others (default: only with "
        f"all of these and at least {QUORUM} new ones). Sums over several sets of sites may show the "
        "numbers of one site",
    ),
    "may_leave": flag(
        "let the other sites go on without this one if it is gone. The coordinator may then learn its numbers"
    ),
}
_COORDINATOR = {
    "names": value(
        file, "FILE", "the nodes, and for learning the states: a file of federate names", required=True
    ),
    "recipe": value(
        file,
        "FILE",
        "the recipe that all sites must have (default: that of --names, or any, if all sites have the same)",
    ),
    "listen": value(str, "HOST:PORT", "where the sites connect to", required=True),
    "sites": value(int, "N", "check that --peers has this number of sites"),
    "journal": value(str, "FILE", "the questions and the answers. With it a run goes on", required=True),
    "new_session": flag("go on with the journal after sites have lost their states"),
    "max_numbers": value(
        int, "N", f"promise the sites to ask for at most N numbers (default {Limits.numbers:,})"
    ),
}
_CONNECTION = {
    "peers": value(str, "DIR", "the public keys of all sites, NAME.pub", required=True),
    "certificate": value(file, "FILE", "of this end, in PEM", required=True),
    "key": value(file, "FILE", "the certificate's private key", required=True),
    "ca": value(file, "FILE", "the authority's certificate", required=True),
}
_SESSION = {
    "no_masks": off("masks", "the coordinator sees each site's own numbers"),
    "same_weight": value(
        int,
        "N",
        f"with masks, at least N sites must have each weight (default {Limits.same_weight}). With fewer, "
        "sums may show the numbers of one site",
    ),
    "same_columns": value(
        int,
        "N",
        "with masks and --columns union, at least N sites must have the columns of any site (default "
        f"{Limits.same_columns}), for the same reason. A site with masks takes part in --nodes union with 1 "
        "alone",
    ),
    "max_rounds": value(int, "N", f"at most N questions (default {Limits.rounds:,})"),
    "max_message": value(int, "BYTES", f"at most this number of bytes at once (default {Limits.message:,})"),
}


def _add_keys(command: argparse.ArgumentParser) -> None:
    add_options(
        command,
        out=value(folder, "DIR", "where the two files go", required=True),
        name=value(str, "NAME", "the name of the site", required=True),
        after=value(
            file,
            "FILE",
            "the site's private key so far, which signs the new one: the others then know the site",
        ),
    )


def _add_certificates(command: argparse.ArgumentParser) -> None:
    about = "the name of the coordinator, then those of the sites; with --add, those of the new sites"
    command.add_argument("names", nargs="+", metavar="NAME", help=about)
    add_options(
        command,
        add=flag(
            "add sites to the certificates in DIR. The coordinator then needs DIR/ca.pem again; the other "
            "sites go on with theirs"
        ),
        out=value(folder, "DIR", "where the files go", required=True),
        host=value(
            str,
            "HOST",
            "a name or an address under which the sites reach the coordinator, besides localhost. The option "
            "may be repeated",
            action="append",
            default=[],
        ),
        days=value(int, "N", "valid for N days (default %(default)s)", default=90),
    )


def _add_names(command: argparse.ArgumentParser) -> None:
    about = "CSV files with rows, files with DAGs, or files that this command wrote"
    command.add_argument("files", nargs="*", **value(file, "FILE", about))
    add_options(
        command,
        task=_TASK,
        states=value(
            file,
            "FILE",
            "a code book: a CSV file with the columns node and state, or a JSON file as this command writes "
            "it. The states are the code book's alone, and the other files are checked against it",
        ),
        for_recipe=flag(
            "at a site: list the columns with their states, and of numbers the range and how many are in "
            "each of fixed bins. Of such lists --recipe FILE writes a recipe, or applies that which is "
            "there"
        ),
        counts=value(
            file,
            "JOURNAL",
            "a run of learning in which --recipe cut numbers into bins: make a code book of the quantiles "
            "that its counts show",
        ),
        site=_NAME,
        numbers=_NUMBERS,
        columns=word(COLUMNS, "all files have the same nodes, or take all nodes"),
        out=value(file, "FILE", "a JSON file", required=True),
    )
    add_options(command.add_argument_group("the rows"), *ROWS)


def _add_coordinator(command: Any) -> None:
    command.set_defaults(lasting=True)
    command.add_config()
    add_options(command, task=_TASK, **_COORDINATOR)
    about = "stop if no site replies for so long (default: wait for ever)"
    _add_connection(command, value(float, "SECONDS", about))
    _add_outcome(command, (*RESULT_SUFFIXES, *NETWORK_SUFFIXES))
    _add_task_options(command)


def _add_task_options(command: argparse.ArgumentParser) -> None:
    """Add a group for the options of several tasks, one for each task, and one for each mode of a task."""
    each = {task: _common(kinds) for task, kinds in TASKS.items()}
    each["learning"].update(CHOICES)
    shared = {name for name in _OPTIONS if sum(name in own for own in each.values()) > 1}
    several = command.add_argument_group("several tasks")
    _add_unset(several, shared)
    add_constraints(several, "criticality or score", _UNSET)
    add_options(several, "workers")
    for task, kinds in TASKS.items():
        own = each[task] - shared
        group = command.add_argument_group(f"--task {task}")
        _add_unset(group, own)
        if "score" in own:
            add_parameters(group.add_argument, SUMMED_SCORES, _UNSET)
        for kind in kinds if len(kinds) > 1 else ():
            _add_unset(command.add_argument_group(kind.title), kind.table().keys() - own - shared)


def _common(kinds: Sequence[type[TaskOptions]]) -> set[str]:
    """The options that several of these have, or that the only one has."""
    least = min(2, len(kinds))
    every = set().union(*(kind.table() for kind in kinds))
    return {name for name in every if sum(name in kind.table() for kind in kinds) >= least}


def _add_site(command: Any) -> None:
    """Add the options of a site, which are those of the check of one too."""
    command.set_defaults(lasting=True)
    command.add_config()
    add_options(command, task=_TASK, **_SITE)
    about = "give up when the coordinator is out of reach for so long (default %(default)g)"
    _add_connection(command, value(float, "SECONDS", about, default=600.0))
    _add_outcome(command, RESULT_SUFFIXES)
    add_options(command.add_argument_group("the rows"), *ROWS)


def _add_status(command: argparse.ArgumentParser) -> None:
    own = {name: _CONNECTION[name] for name in ("certificate", "key", "ca")}
    add_options(command, **{name: _SITE[name] for name in ("coordinator", "proxy")}, **own)
    add_outs(command, (".json",), "the status")
    add_options(command, "json")


def _add_simulate(command: Any) -> None:
    command.add_argument(
        "files", nargs="+", **value(file, "FILE", "the data of a site: rows in CSV, or one DAG")
    )
    add_options(
        command,
        task=_TASK,
        names=_BOOK,
        masks=flag(f"mask the sites' numbers, which takes {QUORUM} sites; the result is the same"),
        **{name: _SITE[name] for name in ("min_cell", "tell_scores", "max_delta")},
        same_columns=_SESSION["same_columns"],
    )
    add_outs(command, (*RESULT_SUFFIXES, *NETWORK_SUFFIXES), "the result")
    add_options(command, "json", "memory_limit")
    _add_task_options(command)
    add_options(command.add_argument_group("the rows"), *(name for name in ROWS if name != "missing"))


def _add_verify(command: Any) -> None:
    command.add_argument("journal", **value(file, "JOURNAL", "the file of --journal of a coordinator"))
    about = "the public keys of the sites that took part (default: any sites, also invented ones)"
    add_options(command, peers=value(str, "DIR", about))
    add_outs(command, (*RESULT_SUFFIXES, *NETWORK_SUFFIXES), "the result")
    add_options(command, "json")


def _add_report(command: argparse.ArgumentParser) -> None:
    command.add_argument("journal", **value(file, "JOURNAL", "the file of --journal of a coordinator"))
    add_options(
        command,
        peers=value(
            str, "DIR", "the public keys of the sites that took part (default: any sites, also invented ones)"
        ),
        attack=flag("run the federation again on drawn rows, and try to find whose rows are in it"),
        seed=value(int, "N", "of what the attack draws (default %(default)s)", default=0),
    )
    add_outs(command, (".html", ".json"), "the report")
    add_options(command, "json", "memory_limit")


def _add_curve(command: argparse.ArgumentParser) -> None:
    command.set_defaults(out=[])
    command.add_argument(
        "files", nargs="+", **value(file, "FILE", "rows of a site in CSV, such as other ones")
    )
    add_options(
        command,
        names=_BOOK,
        epsilon=value(numbers, "X,...", "those to try (default 0.3,1,3,10)", default=[0.3, 1, 3, 10]),
        delta=value(float, "X", f"default {DELTA:g}"),
        draws=value(int, "N", "how often noise is drawn for each (default %(default)s)", default=5),
        seed=value(int, "N", "of the noise (default %(default)s)", default=0),
        truth=value(file, "FILE", "a graph from which to measure (default: the result without noise)"),
    )
    add_options(command, "json", "memory_limit")
    learning = command.add_argument_group("learning")
    _add_unset(learning, ("score", "search", "max_parents", "most_rows", "colluders"))
    add_parameters(learning.add_argument, SUMMED_SCORES, _UNSET)
    add_constraints(learning, "score", _UNSET)
    add_options(command.add_argument_group("the rows"), *(name for name in ROWS if name != "missing"))


def _add_unset(group: Any, names: Collection[str]) -> None:
    """Add options of tasks, as their classes list them. One that is not given has no attribute."""
    for name, option in _OPTIONS.items():
        if name not in names:
            continue
        if not option.form:
            added = off(name, option.about) if option.default else flag(option.about)
        elif isinstance(option.form, str):
            added = value(_FORMS[option.form], option.form, option.about)
        else:
            added = {"choices": option.form, "help": option.about}
        if name == "score":
            added["type"] = str.lower
        spelled = f"no_{name}" if option.default is True else name
        add_options(group, **{spelled: {**added, "default": _UNSET}})


def _add_connection(command: argparse.ArgumentParser, patience: dict[str, Any]) -> None:
    add_options(command.add_argument_group("the connection"), **_CONNECTION, patience=patience, **_SESSION)


def _add_outcome(command: argparse.ArgumentParser, suffixes: tuple[str, ...]) -> None:
    command.set_defaults(digits=None)
    add_outs(command, suffixes, "the result")
    about = "messages on standard error: lines of text (default), or of JSON with time, level and message"
    add_options(command, "json", "quiet", "memory_limit", log_format=word(LOG_FORMATS, about))


ADDED_BY: dict[str, Callable[[Any], None]] = {
    "keys": _add_keys,
    "certificates": _add_certificates,
    "names": _add_names,
    "coordinator": _add_coordinator,
    "site": _add_site,
    "check": _add_site,
    "status": _add_status,
    "simulate": _add_simulate,
    "verify": _add_verify,
    "report": _add_report,
    "curve": _add_curve,
}
"""What adds the arguments of each command."""
