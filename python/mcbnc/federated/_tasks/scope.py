"""The scope of a session: a question that its options do not ask for is refused.

The engine answers any question that makes sense. All sites have the options, and may rely on them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..._plumbing import read_record
from ...errors import InvalidInputError
from .._protocol.frame import canonical
from .._protocol.task import Asked

_ONE = canonical({"facts": True, "products": True})
"""The question of a session of one round."""
_OF_UNION = ("seen", "sees", "votes", "fill")


def check_learning_question(options: Mapping[str, Any], sites: int, question: Asked) -> None:
    """Refuse a question about rows that the options exclude, with an InvalidInputError."""
    info = question.info
    _check_kind(options, question)
    _check_told(options, sites, info)
    if options["columns"] == "union":
        sees = info.get("sees")
        if "tables" in info and "fill" not in info:
            raise _beyond("it asks for tables of rows that are not filled")
        if sees is not None and not (isinstance(sees, list) and len(sees) == sites):
            raise _beyond("it does not say of each site which columns it has")
    elif any(name in info for name in _OF_UNION):
        raise _beyond("it is about different columns, and all sites have the same")
    if "tables" in info and options["tables"] is not True:
        raise _beyond("it asks for tables in a session without them")
    if "own" in info and options["own"] is not True:
        raise _beyond("it asks for scores of this site's own rows in a session without them")
    asks = (options["pairs"] != "all" or options["outliers"] == "drop") and options["columns"] == "same"
    among = options["union"] if asks else None
    if "pairs" in info and info["pairs"] != among:
        raise _beyond("it asks for pairs in another way than the session does")
    most = None if options["required"] else options["max_parents"]  # required edges may take more parents
    width = max(_width(info, "tables"), _width(info, "own"))
    if most is not None and width > int(most) + 1:
        raise _beyond("it asks for more parents than max_parents")


def tells(options: Mapping[str, Any]) -> bool:
    """Whether questions about rows tell what rests on sums: votes, columns, or counts to fill by."""
    return bool(options["outliers"] == "drop" or options["columns"] == "union")


def is_shown(options: Mapping[str, Any], info: Mapping[str, Any]) -> bool:
    """Whether later questions about rows tell the sites what rests on the sum of this one."""
    return tells(options) and any(info.get(name) for name in ("pairs", "seen", "shared"))


def _check_told(options: Mapping[str, Any], sites: int, info: Mapping[str, Any]) -> None:
    """Where sites judge themselves, only the first question comes without the votes by which they do."""
    told = info.get("told")
    if options["outliers"] != "drop":
        if told is not None:
            raise _beyond("it tells votes, and no site judges itself")
    elif told is None:
        if set(info) != {"pairs"}:
            raise _beyond("it tells no votes, by which this site judges itself")
    elif "pairs" in info or not isinstance(told, dict) or told.get("sites") != sites:
        raise _beyond("it tells votes in another way than the session does")


def _check_kind(options: Mapping[str, Any], question: Asked) -> None:
    """Products and counts are of different sessions, and a session of one round has one question."""
    info = question.info
    products = not read_record(options["score"]).discrete
    if products and any(name in info for name in ("tables", "own")):
        raise _beyond("it asks for counts or scores, and the session is about sums of products")
    if not products and "products" in info:
        raise _beyond("it asks for sums of products, and the session is about counts")
    # Nothing else can be in it: so after a restored state too, the site can be asked it in one way alone.
    if options["rounds"] == "one" and (question.arrays or canonical(info) != _ONE):
        raise _beyond("it is not the one question of a session of one round")


def check_consensus_question(options: Mapping[str, Any], question: Asked) -> None:
    """Refuse a question about a DAG that the options exclude, with an InvalidInputError."""
    kind = question.info.get("kind")
    fused_again = options["output"] == "refusion"
    if kind in ("sees", "distances", "joins") and options["nodes"] != "union":
        raise _beyond("it is about different nodes, and all DAGs have the same")
    if kind == "morals" and options["nodes"] == "union":
        raise _beyond("it asks for moral graphs, and the DAGs are over different nodes")
    if kind == "distances" and options["theta"] != "auto":
        raise _beyond("it asks for distances, and the session has a threshold")
    if kind == "joins" and options["theta"] is None:
        raise _beyond("it asks what the result explains, and the session has no threshold")
    if kind in ("sees", "joins") and _listed(question, "q_steps"):
        raise _beyond("it asks about states, and needs none")
    if kind != "distances" and "prefixes" in question.info:
        raise _beyond("it names states that it does not measure")
    if kind == "arrows" and (fused_again or options["member"] != "votes"):
        raise _beyond("it asks for arrows, and the session's result takes none")
    if kind == "morals" and options["theta"] != "auto":
        raise _beyond("it asks for moral graphs, and the session has a threshold")
    if fused_again:  # a second fusion is along an order of its own
        return
    order = options["order"]
    if kind == "costs" and order is not None:
        raise _beyond("it asks for an order, and the session has one")
    if kind in ("costs", "imaps") and _listed(question, "q_steps"):
        raise _beyond("it asks for a second fusion")
    if kind == "imaps" and order is not None and _listed(question, "q_order") != order:
        raise _beyond("it asks along another order than the session's")


def check_vote_question(options: Mapping[str, Any], question: Asked) -> None:
    """Refuse a question about a DAG that is none of a vote's, with an InvalidInputError."""
    kind = question.info.get("kind")
    if kind in ("sees", "explained") and options["nodes"] != "union":
        raise _beyond("it is about different nodes, and all DAGs have the same")
    if any(_listed(question, name) for name in ("q_steps", "q_order", "q_open")):
        raise _beyond("it asks about states of a consensus")
    if kind != "explained" and _listed(question, "q_only"):
        raise _beyond("it asks about some pairs alone")
    if kind in ("sees", "shares") and _listed(question, "q_arcs"):
        raise _beyond("it is about a graph, and needs none")


def _width(info: Mapping[str, Any], name: str) -> int:
    sets = info.get(name, [])
    if not isinstance(sets, list) or not all(isinstance(each, list) for each in sets):
        raise InvalidInputError(f"the question's {name} are no lists of nodes", argument="question")
    return max(map(len, sets), default=0)


def _listed(question: Asked, name: str) -> list[Any]:
    if name not in question.arrays:
        raise InvalidInputError(f"the question has no {name}", argument="question")
    listed: list[Any] = question.arrays[name].tolist()
    return listed


def _beyond(why: str) -> InvalidInputError:
    return InvalidInputError(f"the question is not one of this session: {why}", argument="question")
