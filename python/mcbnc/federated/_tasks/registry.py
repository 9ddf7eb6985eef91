"""The tasks that the engine does: consensus and learning. A session takes any other `Site` and `Task` too."""

from __future__ import annotations

from typing import Any

from ..._base.options import check_word
from ...errors import InvalidInputError
from .._protocol.task import Site, Task
from .consensus import Consensus, DAGSite
from .learning import Learning
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


def _make(kind: Any, arguments: tuple[Any, ...], options: dict[str, Any]) -> Any:
    known = kind.__init__.__kwdefaults__ or {}
    for name in options:
        if name not in known:
            raise InvalidInputError(
                f"the task has no option {name}; it has {', '.join(known)}", argument=name
            )
    return kind(*arguments, **options)
