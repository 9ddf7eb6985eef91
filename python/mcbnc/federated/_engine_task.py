"""The tasks that the engine does: consensus and learning. A session takes any other `Site` and `Task` too."""

from __future__ import annotations

from typing import Any

from ..errors import InvalidInputError
from ._task import Site, Task

__all__ = ["read_site", "read_task"]


def read_site(data: Any) -> Site:
    """The argument `data` of a client."""
    if isinstance(data, Site):
        return data
    raise InvalidInputError("data", argument="data")


def read_task(task: Any, nodes: list[Any], clients: int, options: dict[str, Any]) -> Task:
    """The arguments `task` and `options` of a coordinator."""
    assert isinstance(task, Task)
    return task
