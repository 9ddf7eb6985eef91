"""The tasks that the engine does, by their words. A session takes any other `Site` and `Task` too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..._plumbing import check_word
from ...errors import InvalidInputError
from .._protocol.messages import Hello
from .._protocol.task import Site, Task
from .consensus import ConsensusSite, ConsensusTask, consensus_again
from .modes import MODES, choose_mode, learning_again
from .options import Setting, TaskOptions, refuse_unknown
from .vote import VoteSite, VoteTask, vote_again

TASKS: Mapping[str, tuple[type[TaskOptions], ...]] = {
    "consensus": (ConsensusTask,),
    "vote": (VoteTask,),
    "learning": MODES,
}
"""The options of each task. If it has several modes, the options that are given decide."""
_AGAIN: Mapping[str, Any] = {
    "consensus": consensus_again,
    "vote": vote_again,
    "learning": learning_again,
}


def site_of(task: str) -> Any:
    """The class of a site of the task."""
    if task == "learning":
        from .rows import RowSite  # it loads what reads tables, which a site with a DAG does not need

        return RowSite
    return {"consensus": ConsensusSite, "vote": VoteSite}[task]


def read_site(data: Any, task: Any, options: dict[str, Any], masks: bool) -> Site:
    """The arguments `data`, `task`, `options` and `masks` of a client."""
    if isinstance(data, Site):
        return data
    if masks and options.get("several"):
        raise InvalidInputError("several: a site of several DAGs needs masks=False", argument="several")
    kind = site_of(check_word(task, "task", tuple(TASKS)))
    refuse_unknown(f"a site of {task}", options, kind.__init__.__kwdefaults__)
    site: Site = kind(data, **options)
    return site


def read_task(task: Any, options: Mapping[str, Any], setting: Setting) -> Task:
    """The arguments `task` and `options` of a coordinator."""
    if isinstance(task, (Task, TaskOptions)):
        for name in options:
            raise InvalidInputError(
                f"{name}: the task is an object, which has its own options", argument=name
            )
        return task if isinstance(task, Task) else task.begin(setting)
    if check_word(task, "task", tuple(TASKS)) == "learning":
        return choose_mode(options, setting.nodes).begin(setting)
    return TASKS[task][0].of(options).begin(setting)


def replayed(hello: Hello) -> Task:
    """The task of a run again, as its coordinator had it, from the first message to the sites."""
    task = check_word(hello.task, "task", tuple(TASKS))
    made: Task = _AGAIN[task](hello.nodes, hello.clients, hello.options)
    if made.options != hello.options:
        raise InvalidInputError("the options are none of this task", argument="options")
    return made
