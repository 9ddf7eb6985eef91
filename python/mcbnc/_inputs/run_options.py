"""The options that hold for a run and for all its states."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from .._base.options import NO_LIMIT, STARTS, check_flag, check_seed, check_word, read_whole, read_workers
from .knowledge import read_knowledge, renamed
from .known import Edges, Known


class RunKeywords(TypedDict, total=False):
    """The options, as keywords, of every function that makes runs. :func:`mcbnc.consensus` describes them."""

    cap: int | None
    k_max: int | None
    start: Literal["cpdag", "dag"]
    canonical: bool
    knowledge: Any


@dataclass(frozen=True)
class RunOptions:
    """The options of a run. Requests to the engine and saved files use the same names.

    Python checks kinds, words and the names of nodes. The engine checks values.
    """

    k_max: int | None
    start: str
    canonical: bool
    seed: int | None = None
    cap: int | None = None
    workers: int = 0
    """0 means all cores."""
    required: Edges | None = None
    forbidden: Edges | None = None

    @classmethod
    def read(cls, nodes: list[Hashable], given: RunKeywords, workers: Any, seed: Any = None) -> RunOptions:
        """Read the arguments that a public function was given, over these nodes."""
        return cls(
            k_max=read_whole(given["k_max"], "k_max", NO_LIMIT),
            cap=read_whole(given["cap"], "cap", NO_LIMIT),
            start=check_word(given["start"], "start", STARTS),
            canonical=check_flag(given["canonical"], "canonical"),
            seed=check_seed(seed),
            workers=read_workers(workers),
            **read_knowledge(given["knowledge"], nodes),
        )

    def request(self, shared: bool = True) -> dict[str, Any]:
        """The fields of a request to the engine. Options that are None are left out.

        `shared`: the operation shares its work among workers. The engine refuses them where it does not.
        """
        given = {name: value for name, value in vars(self).items() if value is not None}
        if not shared:
            del given["workers"]
        return given

    @property
    def known(self) -> Known | None:
        """What is known of the edges. None: nothing."""
        if not self.required and not self.forbidden:
            return None
        return {"required": self.required, "forbidden": self.forbidden}

    def arguments(self, nodes: list[Hashable]) -> dict[str, Any]:
        """These options as arguments of :func:`mcbnc.consensus`, but with `seed` and `workers` None."""
        return {**renamed(vars(self), nodes), "seed": None, "workers": None}
