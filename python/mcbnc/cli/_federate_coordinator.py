"""The command line's ``federate coordinator``."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from typing import Any

from .._base.show import counted
from .._graphs.formats import NETWORK_SUFFIXES
from .._https import certificates, names
from .._https.coordinating import coordinate
from .._https.mailbox import Mailbox
from .._https.server import Server, listen, read_address
from .._https.tls import server_context
from ..errors import InvalidInputError
from ..federated import Coordinator
from ..federated._results.sums import list_leaks
from ..federated._tasks.private import hidden_by
from ..federated._tasks.registry import TASKS
from ._federate_data import check_recipe, refuse_recipe
from ._federate_objects import COMMON_LIMITS, known_given, limits_given, speaker, task_options_given
from ._federate_result import show_result, write_result
from ._files import suffix
from ._objects import edges_with_names
from ._wording import files_named


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
    limits = limits_given(given, *COMMON_LIMITS)
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
    progress = speaker(given)
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
                found=partial(write_result, given),
            )
    show_result(given, coordinator.result)
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


def _task(given: argparse.Namespace, book: names.Names) -> dict[str, Any]:
    """The arguments of a coordinator that say what it finds out."""
    options = _task_options(given, book)
    if given.task == "learning":
        return {"task": given.task, **options}
    (task,) = TASKS[given.task]  # it has an option `nodes`, and the coordinator has an argument `nodes`
    return {"task": task.of(options)}


def _task_options(given: argparse.Namespace, book: names.Names) -> dict[str, Any]:
    """The options of the task that were given, with the names of nodes in place of their texts."""
    options = task_options_given(given)
    if "order" in options:
        options["order"] = edges_with_names([options["order"]], book.nodes)[0]
    if given.task == "learning":
        if book.states is None:
            raise InvalidInputError(f"{given.names}: learning needs the states of all nodes")
        options["states"] = book.states
    return {**options, **known_given(given, book.nodes), "workers": given.workers}


PARTS = {"coordinator": _coordinator}
