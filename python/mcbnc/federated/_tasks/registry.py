"""The tasks that the engine does: consensus and learning. A session takes any other `Site` and `Task` too."""

from __future__ import annotations

from typing import Any

from ..._plumbing import check_word
from ...errors import InvalidInputError
from .._protocol.messages import Hello
from .._protocol.task import Site, Task
from .consensus import Consensus, DAGSite, consensus_again
from .learning import Learning, learning_again
from .rows import RowSite

_TASKS: dict[str, tuple[Any, Any]] = {"consensus": (Consensus, DAGSite), "learning": (Learning, RowSite)}


def read_site(data: Any, task: Any, options: dict[str, Any], masks: bool) -> Site:
    """The arguments `data`, `task`, `options` and `masks` of a client."""
    if isinstance(data, Site):
        return data
    if masks and options.get("shard"):
        raise InvalidInputError("shard: a site of several DAGs needs masks=False", argument="shard")
    site: Site = _make(_TASKS[check_word(task, "task", tuple(_TASKS))][1], (data,), options)
    return site


def read_task(task: Any, nodes: list[Any], clients: int, options: dict[str, Any], most: int) -> Task:
    """The arguments `task` and `options` of a coordinator, whose limits allow so many numbers."""
    if isinstance(task, Task):
        return task
    kind = _TASKS[check_word(task, "task", tuple(_TASKS))][0]
    defaults = {name: min(default, most) for name, default in kind.counted.items()}
    made: Task = _make(kind, (nodes, clients), {**defaults, **options})
    return made


def replayed(hello: Hello) -> Task:
    """The task of a run again, as its coordinator had it, from the first message to the sites."""
    task = check_word(hello.task, "task", tuple(_TASKS))
    again = learning_again if task == Learning.name else consensus_again
    made: Task = again(hello.nodes, hello.clients, hello.options)
    if made.options != hello.options:
        raise InvalidInputError("the options are none of this task", argument="options")
    return made


def _make(kind: Any, arguments: tuple[Any, ...], options: dict[str, Any]) -> Any:
    known = kind.__init__.__kwdefaults__ or {}
    for name in options:
        if name not in known:
            raise InvalidInputError(
                f"the task has no option {name}; it has {', '.join(known)}", argument=name
            )
    return kind(*arguments, **options)
