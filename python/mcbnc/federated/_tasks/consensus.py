"""The task "consensus": the consensus of the sites' DAGs, as :func:`mcbnc.consensus` finds it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..._base.arrays import pack, unpack
from ..._base.names import default_names, same_names
from ..._base.options import OUTPUTS, check_count, check_flag, check_word, read_theta, read_workers
from ..._engine.request import Arrays, Reply
from ..._inputs.convert import read_dags
from ..._inputs.knowledge import knowledge_of, without_knowledge
from ..._inputs.run_options import RunOptions
from ..._inputs.weights import read_order
from ...errors import InvalidInputError
from .._protocol.messages import Hello
from .._protocol.task import Asked, Found, SiteTask, Sum
from .._results.checks import check_consensus
from .._results.party import Party
from .._results.summed import summed_consensus
from .._secure.limits import WORDS
from .._secure.weights import count_dags, read_dag_counts, read_site_weights, weight_arrays
from .arguments import read_nodes
from .engine import Follower, answer, check_options
from .scope import check_consensus_question
from .shard import Shard

__all__ = ["Consensus", "DAGSite"]

NAME = "consensus"
_RUN = ("k_max", "cap", "start", "canonical", "required", "forbidden")
_OF_ALL = ("order", "weights", "dags")
"""Options that are arrays for the engine."""
_RESULT = (
    "order",
    "fusion",
    "adjacency",
    "cpdag",
    "step_edges",
    "score",
    "psi",
    "step_seconds",
    "h_ptr",
    "h",
)
_ARRAYS = (*_RESULT, "s_ptr", "s")


class Consensus:
    """The coordinator's side. The parameters are those of :class:`mcbnc.federated.Coordinator`."""

    name = NAME
    counted: ClassVar[dict[str, int]] = {"open_above": 64, "budget": 1_000_000}
    """The options that count numbers of one question, and their defaults."""

    def __init__(
        self,
        nodes: list[Any],
        clients: int,
        *,
        theta: Any = 0.5,
        k_max: Any = 10,
        cap: Any = None,
        start: Any = "cpdag",
        output: Any = "extension",
        canonical: Any = False,
        knowledge: Any = None,
        order: Any = None,
        union: Any = "or",
        member: Any = "votes",
        weights: Any = None,
        dags: Any = None,
        draft: Any = 16,
        open_above: Any = counted["open_above"],
        budget: Any = counted["budget"],
        workers: Any = None,
    ) -> None:
        self._party = Party(nodes, clients)
        run = RunOptions.read(
            nodes,
            k_max=k_max,
            cap=cap,
            start=start,
            canonical=canonical,
            knowledge=knowledge,
            workers=workers,
        )
        self._workers = run.workers
        places = read_order(order, nodes)
        self.options: dict[str, Any] = {
            **{name: getattr(run, name) for name in _RUN},
            "theta": None if theta is None else read_theta(theta),
            "output": check_word(output, "output", OUTPUTS),
            "union": check_word(union, "union", WORDS["union"]),
            "member": check_word(member, "member", WORDS["member"]),
            "draft": check_count(draft, "draft", 1),
            "open_above": check_count(open_above, "open_above", 1),
            "budget": check_count(budget, "budget", 1),
            "order": places["order"].tolist() if places else None,
            "weights": read_site_weights(weights, clients),
            "dags": read_dag_counts(dags, clients),
        }
        self._engine = Follower(self._party, {**places, **weight_arrays(self.options)})

    def next(self, history: Sequence[Sum]) -> Asked | Found:
        """The next question, or the end."""
        request = {**_engine_options(self.options), "workers": self._workers, "task": NAME}
        step = self._engine.follow(request, history)
        if isinstance(step, Asked):
            return step
        info, arrays = _public(step)
        timed = {**info, "seconds": step.info["seconds"]}
        return Found(_result(self._party, self.options, timed, arrays), info, arrays)


class DAGSite:
    """A site that has a DAG, or with `shard` several.

    `nodes` are the names of the nodes of DAGs without names. `workers` are the threads of a shard.
    """

    def __init__(self, data: Any, *, nodes: Any = None, shard: bool = False, workers: Any = None) -> None:
        self._workers = read_workers(workers)
        inputs = read_dags(data if check_flag(shard, "shard") else [data], nodes, "data")
        if inputs.r != 1 and not shard:
            raise InvalidInputError(f"data must be one DAG, but there are {inputs.r}", argument="data")
        self._nodes = read_nodes(inputs.nodes)
        self._packed = pack(inputs.graphs)

    @property
    def nodes(self) -> list[Any]:
        """The names of the nodes."""
        return self._nodes

    def digest(self) -> bytes:
        """Of the names and the DAGs."""
        content = hashlib.sha256(NAME.encode() + repr(self._nodes).encode())
        content.update(self._packed.tobytes())
        return content.digest()

    def open(self, hello: Hello) -> SiteTask:
        """Bring the DAG to the session's order of the nodes."""
        if hello.task != NAME:
            raise InvalidInputError(
                f"this site takes part in a consensus, not in {hello.task}", argument="task"
            )
        moved = same_names(self._nodes, hello.nodes, "data", None, "the session")
        return _DAGTask(hello, self._packed, moved, self._workers)


class _DAGTask:
    """A site's side of one session."""

    def __init__(self, hello: Hello, packed: NDArray[np.uint8], moved: list[int], workers: int) -> None:
        self._party = Party(hello.nodes, hello.clients)
        self._options = check_options(hello.options, lambda sent: _read_again(self._party, sent))
        self._packed, self._moved, self._workers = packed, moved, workers
        self._place = 0
        self._shard: Shard | None = None
        if self._options["draft"] > hello.promise["draft"]:
            raise InvalidInputError("the session looks further ahead than it promises", argument="draft")
        for name in Consensus.counted:
            if self._options[name] > hello.promise["numbers"]:
                raise InvalidInputError(f"{name} is more numbers than the session promises", argument=name)
        if self._options["dags"] is None and len(packed) > 1:
            raise InvalidInputError(
                f"the site has {len(packed)} DAGs, and in this session each site has one", argument="data"
            )

    def set_place(self, place: int) -> None:
        """Take the site's place, which gives its weight."""
        self._place = place

    def check(self, question: Asked) -> None:
        """Refuse what the session's options exclude."""
        drafted = question.info.get("drafted")
        if type(drafted) is not int or drafted > self._options["draft"]:
            raise InvalidInputError("the question looks further ahead than was promised", argument="drafted")
        check_consensus_question(self._options, question)

    def answer(self, question: Asked, secret: bytes, most: int) -> NDArray[np.uint64]:
        """The site's numbers."""
        request = {**_engine_options(self._options), "task": NAME, "site": self._place}
        arrays = weight_arrays(self._options)
        if self._options["dags"] is None:
            arrays |= {"dags": self._dags(), "secret": np.frombuffer(secret, np.uint8)}
            return answer(self._party, request, arrays, question, most)
        if self._shard is None:
            request["workers"] = self._workers
            self._shard = Shard(self._party, request, {**arrays, "dags": self._dags()})
        return self._shard.answer(question, secret, most)

    def _dags(self) -> NDArray[np.uint8]:
        """The DAGs in the session's order of the nodes."""
        n = len(self._moved)
        dags = unpack(self._packed, n)
        if self._moved == list(range(n)):
            return dags
        return np.ascontiguousarray(dags[:, self._moved][:, :, self._moved])

    def result(self, info: dict[str, Any], arrays: Arrays) -> Any:
        """The result that the coordinator sent."""
        check_consensus(self._party, self._options, info, arrays)
        return _result(self._party, self._options, info, arrays)


def _read_again(party: Party, options: dict[str, Any]) -> dict[str, Any]:
    """The options that a coordinator would send if it was given these, with indices as the nodes' names."""
    nodes = default_names(party.n)
    known = knowledge_of(options, nodes)
    return Consensus(nodes, party.r, **without_knowledge(options), knowledge=known).options


def _engine_options(options: dict[str, Any]) -> dict[str, Any]:
    """The options of a session as a request has them."""
    return {name: value for name, value in options.items() if name not in _OF_ALL and value is not None}


def _public(reply: Reply) -> tuple[dict[str, Any], Arrays]:
    """What all sites receive at the end. A run that is repeated sends the same, so it sends no times."""
    names: tuple[str, ...] = ("theta", "forced")
    info = {name: reply.info[name] for name in names if name in reply.info}
    return info, {name: reply.arrays[name] for name in _ARRAYS}


def _result(party: Party, options: dict[str, Any], info: dict[str, Any], arrays: Arrays) -> Any:
    run = RunOptions(**{name: options[name] for name in _RUN})
    count, weights = count_dags(options, party.r), weight_arrays(options)
    return summed_consensus(party, run, options["theta"], info, arrays, count, weights)
