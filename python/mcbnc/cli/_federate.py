"""The command line's ``federate``: keys, certificates, names, a coordinator and a site."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any

from .._base.show import counted
from .._consensus.results import ConsensusResult
from .._graphs.formats import NETWORK_SUFFIXES
from .._graphs.structures import structures_record
from .._https import certificates, names
from .._https.connection import Connection
from .._https.coordinating import coordinate
from .._https.mailbox import Mailbox
from .._https.server import Server, listen, read_address
from .._https.status import status_text
from .._https.taking_part import take_part
from .._https.tls import client_context, server_context
from .._inputs.knowledge import Knowledge
from .._rows.rows import Rows
from ..errors import InvalidInputError
from ..federated import (
    Client,
    Coordinator,
    CurvePoint,
    Limits,
    disclosure,
    privacy_curve,
    simulate,
    simulate_learning,
    simulate_vote,
    verify,
)
from ..federated._results.summed_vote import SummedVote
from ..federated._results.sums import list_leaks
from ..federated._secure.limits import beyond_tables
from ..federated._tasks.private import hidden_by
from ..federated._tasks.registry import TASKS
from ._federate_arguments import TASK_OPTIONS
from ._federate_data import check_recipe, names_of, read_data, refuse_recipe
from ._federate_quantiles import quantiles_of_run
from ._federate_recipe import agreed_names, are_lists, write_site_list
from ._files import Dags, edges_with_names, read_files, show, suffix, write, write_text
from ._objects import knowledge_given, rows_given
from ._records import consensus_record, result_record
from ._streams import say, warnings_are_lines
from ._text import edges_text, json_text
from ._wording import files_named


def _keys(given: argparse.Namespace) -> None:
    private, public = certificates.make_identity(given.out, given.name, given.after)
    say(f"wrote {private}: keep it secret, and keep a copy")
    say(f"wrote {public}: give it to all other sites and to the coordinator, by a way that both ends trust")


def _certificates(given: argparse.Namespace) -> None:
    coordinator, sites = (None, given.names) if given.add else (given.names[0], given.names[1:])
    if not sites:
        raise InvalidInputError("give the name of the coordinator, and those of the sites")
    if given.add and given.host:
        raise InvalidInputError("--host is of the coordinator's certificate, and --add makes those of sites")
    made = certificates.make_certificates(given.out, coordinator, sites, given.host, given.days)
    say(f"wrote {counted(len(made), 'certificate')} to {given.out}: for tests and small federations only")
    if given.add:
        say(f"give the coordinator {given.out / 'ca.pem'} again, by which it identifies the new sites")


def _names(given: argparse.Namespace) -> None:
    if given.states is None and not given.files and given.counts is None:
        raise InvalidInputError("files: give at least one, or for learning a code book by --states")
    if given.for_recipe:
        write_site_list(given)
        return
    if given.counts is not None:
        book = quantiles_of_run(given)
    elif are_lists(given):
        agreed = agreed_names(given)
        if agreed is None:
            return
        book = agreed
    elif given.states is None:
        every = [names_of(given, file) for file in given.files]
        with files_named(), warnings_are_lines():
            book = names.merge(given.files, every, given.columns == "union", given.accept)
    else:
        book = _states(given)
    names.write_names_file(given.out, book)
    say(f"wrote {given.out}: {counted(len(book.nodes), 'node')}")


def _states(given: argparse.Namespace) -> names.Names:
    """The code book alone. No file adds to it, so it does not depend on any rows."""
    if given.task != "learning":
        raise InvalidInputError("--states: only learning has states")
    book = names.read_codebook(given.states)
    for file in given.files:
        own = names_of(given, file, book, given.states)
        names.check(file, own, book, given.states, given.columns == "union")
    return book


def _coordinator(given: argparse.Namespace) -> None:
    book = names.read_names_file(given.names)
    if given.task != "learning":
        refuse_recipe(given)
    if given.recipe is not None:  # else it is that of the names
        check_recipe(book, given.names, given.recipe)
    _check_networks(given, book)
    address, peers = read_address(given.listen), certificates.read_peers_folder(given.peers)
    if given.sites not in (None, len(peers)):
        raise InvalidInputError(f"--sites: {given.peers} has the keys of {counted(len(peers), 'site')}")
    limits = _limits(given, *_COMMON_LIMITS)
    context = server_context(given.certificate, given.key, given.ca)
    with files_named():
        coordinator = Coordinator(
            book.nodes,
            sorted(peers),
            masks=given.masks,
            limits=limits,
            journal=given.journal,
            new_session=given.new_session,
            recipe=given.recipe if book.recipe is None else bytes.fromhex(book.recipe),
            **_task(given, book),
        )
    progress = _speaker(given)
    with coordinator:
        mailbox = Mailbox(peers)
        server = Server(address, context, mailbox, limits.message, progress)
        progress(f"listening at {server.server_name}:{server.server_port} for {counted(len(peers), 'site')}")
        with listen(server):
            coordinate(
                coordinator,
                mailbox,
                peers,
                most=limits.message,
                patience=given.patience,
                say=progress,
                found=partial(_write, given),
            )
    _show(given, coordinator.result)
    _report_cost(coordinator, progress)


def _check_networks(given: argparse.Namespace, book: names.Names) -> None:
    """Refuse a format with probabilities where there are no counts."""
    score = vars(given).get("score")
    products = book.numbers or vars(given).get("rounds") == "one" or (score and not score.discrete)
    counts = given.task == "learning" and "tables" not in given and not products
    for path in given.out:
        if suffix(path) in NETWORK_SUFFIXES and not counts:
            raise InvalidInputError(
                f"{path}: {suffix(path)} holds probabilities, which only learning with tables makes"
            )


def _report_cost(coordinator: Coordinator, progress: Callable[[str], None]) -> None:
    rounds, numbers = counted(coordinator.rounds, "round"), counted(coordinator.numbers, "number", ",")
    progress(f"{rounds}; each site sent {numbers}")
    progress("the coordinator saw these sums over all sites:")
    for leak in list_leaks(coordinator.history, coordinator.options):
        progress(f"{leak.numbers:>10,} {leak.what} ({leak.zeros:,} are 0, {leak.small:,} are 1 to 4)")
    hidden = hidden_by(coordinator.options, coordinator.nodes, len(coordinator.clients))
    if hidden is not None:
        progress(str(hidden))


def _site(given: argparse.Namespace) -> None:
    name = certificates.certificate_name(given.certificate)
    key, peers = certificates.read_identity(given.identity), certificates.read_peers_folder(given.peers)
    public = key.public_key().public_bytes_raw()
    if peers.get(name) != public:
        raise InvalidInputError(
            f"{given.identity}: this is not the identity of {name!r}, the name in the certificate"
            if name in peers
            else f"{given.peers}: there is no {name}{certificates.PUBLIC}, and the certificate is of {name!r}"
        )
    limits = _limits(given, *_SITE_LIMITS)
    _check_bounds(given)
    context = client_context(given.certificate, given.key, given.ca)
    progress = _speaker(given)
    connection = Connection(given.coordinator, context, limits.message, progress, given.proxy)
    given.identified = name
    data = read_data(given, progress)
    client = Client(
        data,
        identity=key if given.masks else public,
        peers=peers if given.masks else None,
        earlier=certificates.read_earlier(given.identity),
        limits=limits,
        state=given.state,
        masks=given.masks,
    )
    if given.masks and not given.may_leave and not client.took_part:
        progress(
            "before the first run: without --may-leave the other sites cannot go on if this one is gone for "
            "good, and to add it later does not help. With it the coordinator may then learn this site's "
            "numbers"
        )
    if given.part == "check":
        with client:
            progress(connection.check())
        progress("all is well: this site has tried everything but to take part")
        return
    with files_named(data=given.data), warnings_are_lines(), client:
        result = take_part(client, connection, patience=given.patience, say=progress)
    _write(given, result)
    _show(given, result)


def _status(given: argparse.Namespace) -> None:
    context = client_context(given.certificate, given.key, given.ca)
    told = Connection(given.coordinator, context, 0, say, given.proxy).status()
    for path in given.out:
        write_text(path, json_text(told))
    show(given, lambda: told, lambda: status_text(told))


def _check_bounds(given: argparse.Namespace) -> None:
    """Refuse bounds of tables where the site would refuse all sessions that it is started for."""
    for option, value in (("min_cell", given.min_cell), ("max_variables", given.max_variables)):
        if given.columns == "union" and value:
            raise InvalidInputError(f"--columns union: {beyond_tables(option)}")


def _task(given: argparse.Namespace, book: names.Names) -> dict[str, Any]:
    """The arguments of a coordinator that say what it finds out."""
    options = _task_options(given, book)
    if given.task == "learning":
        return {"task": given.task, **options}
    (task,) = TASKS[given.task]  # it has an option `nodes`, and the coordinator has an argument `nodes`
    return {"task": task.of(options)}


def _task_options(given: argparse.Namespace, book: names.Names) -> dict[str, Any]:
    """The options of the task that were given, with the names of nodes in place of their texts."""
    options = _options_given(given)
    if "order" in options:
        options["order"] = edges_with_names([options["order"]], book.nodes)[0]
    if given.task == "learning":
        if book.states is None:
            raise InvalidInputError(f"{given.names}: learning needs the states of all nodes")
        options["states"] = book.states
    return {**options, **_known(given, book.nodes), "workers": given.workers}


def _known(given: argparse.Namespace, nodes: Sequence[Hashable] = ()) -> dict[str, Any]:
    """The argument `knowledge` of a task, if there is any: a vote refuses it."""
    known = knowledge_given(given, nodes)
    return {} if known == Knowledge() else {"knowledge": known}


def _options_given(given: argparse.Namespace) -> dict[str, Any]:
    """The options of the task that were given."""
    options = {name: value for name, value in vars(given).items() if name in TASK_OPTIONS}
    if given.task == "learning" and "nodes" in options:
        raise InvalidInputError("learning takes no nodes; it takes columns", argument="nodes")
    return options


_COMMON_LIMITS = ("max_rounds", "max_numbers", "max_message", "same_weight", "same_columns")
_SITE_LIMITS = (
    *_COMMON_LIMITS,
    *(
        "max_variables",
        "max_epsilon",
        "max_delta",
        "colluders",
        "max_sessions",
        "max_total",
        "draft",
        "least_change",
        "may_leave",
        "tables",
        "tell_scores",
        "union",
        "member",
    ),
)


def _limits(given: argparse.Namespace, *options: str) -> Limits:
    """The limits that were given, and the defaults of the others."""
    values = {name.removeprefix("max_"): getattr(given, name) for name in options}
    return Limits(**{name: value for name, value in values.items() if value is not None})


def _speaker(given: argparse.Namespace) -> Callable[[str], None]:
    """Where lines about the progress go."""
    return (lambda line: None) if given.quiet else say


def _record(result: Any) -> dict[str, Any]:
    if isinstance(result, ConsensusResult):
        return consensus_record(result, Dags([], []))
    if isinstance(result, SummedVote):
        return {
            **result_record(result),
            **result._record(),
            "status": result.status,
            "seconds": result.seconds,
        }
    learned = {
        "rows": result.rows,
        result.criterion: result.score,
        "score_title": result._score_title,
        "search": result.method,
    }
    return {**structures_record([result]), "learned": [learned]}


def _write(given: argparse.Namespace, result: Any) -> None:
    for path in given.out:  # the inputs, which a saved run has, are at the sites
        write(result, path, lambda: _record(result), given.digits)
    _speaker(given)(f"the result is there: {counted(len(result), 'edge')}")


def _show(given: argparse.Namespace, result: Any) -> None:
    show(given, lambda: _record(result), lambda: edges_text(result))


def _simulate(given: argparse.Namespace) -> None:
    options = _options_given(given)
    options |= {"masks": given.masks, "workers": given.workers}
    if given.task != "learning":
        if given.names is not None:
            raise InvalidInputError("--names: DAGs are read without it, so only learning takes it")
        dags = read_files(given.files, None)
        over = options.pop("nodes", "same") == "union"
        nodes = list(dict.fromkeys(x for each in dags.graphs[: None if over else 1] for x in each.nodes))
        if "order" in options:
            options["order"] = edges_with_names([options["order"]], nodes)[0]
        with dags.named():
            report = (simulate if given.task == "consensus" else simulate_vote)(
                dags.by_site,
                nodes="union" if over else None,
                limits=_limits(given, "same_columns"),
                **_known(given, nodes),
                **options,
            )
    else:
        with files_named(datasets=given.files), warnings_are_lines():
            rows, codebook = _rows_by_codebook(given)
            report = simulate_learning(
                rows,
                codebook=codebook,
                min_cell=given.min_cell,
                limits=_limits(given, "tell_scores", "max_delta", "same_columns"),
                **_known(given),
                **options,
            )
    for path in given.out:
        write(report.result, path, lambda: _record(report.result), given.digits)
    show(given, lambda: _record(report.result), lambda: f"{report}\n")


def _rows_by_codebook(given: argparse.Namespace) -> tuple[Rows, dict[Any, Any] | None]:
    """The rows of a simulation, and the code book of ``--names`` by which they are read, if there is one."""
    if given.names is None:
        return rows_given(given, given.files), None
    book = names.read_names_file(given.names)
    if book.states is None:
        raise InvalidInputError(f"{given.names}: learning needs the states of all nodes")
    check_recipe(book, given.names, given.recipe)
    states = {node: own for node, own in book.states.items() if node not in book.numbers}
    return rows_given(given, given.files, states=states), book.states


def _verify(given: argparse.Namespace) -> None:
    peers = None if given.peers is None else certificates.read_peers_folder(given.peers)
    found = verify(given.journal, peers=peers)
    for path in given.out:
        if found.result is None:
            raise InvalidInputError(f"{path}: the run has not ended, so there is no result")
        write(found.result, path, lambda: _record(found.result), given.digits)
    lines = [str(found), *(f"{leak.numbers:>10,} {leak.what}" for leak in found.leaks)]
    say("all that is there follows from the answers that the sites signed")
    for each in found.unchecked:
        say(f"not checked: {each}")
    record = {
        "rounds": found.rounds,
        "signed": found.signed,
        "recipe": found.recipe or None,
        "unchecked": found.unchecked,
    }
    show(given, lambda: record, lambda: "\n".join(lines) + "\n")


def _report(given: argparse.Namespace) -> None:
    peers = None if given.peers is None else certificates.read_peers_folder(given.peers)
    found = disclosure(given.journal, peers=peers, attack=given.attack, seed=given.seed)
    for path in given.out:
        write_text(path, json_text(found.record()) if suffix(path) == ".json" else found.page())
    show(given, found.record, lambda: f"{found}\n")


def _curve(given: argparse.Namespace) -> None:
    options = {
        name: value
        for name, value in vars(given).items()
        if name in TASK_OPTIONS - {"epsilon", "delta", "seed"}
    }
    truth = None if given.truth is None else read_files([given.truth], None).graphs[0]
    with files_named(datasets=given.files), warnings_are_lines():
        rows, codebook = _rows_by_codebook(given)
        points = privacy_curve(
            rows,
            given.epsilon,
            codebook=codebook,
            delta=given.delta,
            truth=truth,
            draws=given.draws,
            seed=given.seed,
            knowledge=knowledge_given(given),
            **options,
        )
    heads = CurvePoint._fields
    lines = ["".join(f"{head:>10}" for head in heads), *("".join(f"{x:>10.4g}" for x in p) for p in points)]
    show(given, lambda: {"curve": [p._asdict() for p in points]}, lambda: "\n".join(lines) + "\n")


PARTS = {
    "keys": _keys,
    "certificates": _certificates,
    "names": _names,
    "coordinator": _coordinator,
    "site": _site,
    "check": _site,
    "status": _status,
    "simulate": _simulate,
    "verify": _verify,
    "report": _report,
    "curve": _curve,
}
"""The commands of ``federate``."""
