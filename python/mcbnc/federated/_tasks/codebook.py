"""A site's own code book: what it has agreed on, whatever a coordinator says.

A site that compared its rows with what a coordinator sends would answer questions about them by refusing: a
range that is halved again and again finds the oldest patient. So the session's states and ranges are compared
with the site's own code book, and the rows with nothing but that, before there is a session.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from ..._plumbing import shown
from ...errors import InvalidInputError
from .._protocol.errors import Refused
from .arguments import read_states
from .numbers import Listed, Numbers
from .quantiles import first_difference

CodeBook = dict[Hashable, "list[Hashable] | Numbers"]


def read_codebook(codebook: Any) -> CodeBook:
    """The argument `codebook`: by node, its states or :class:`Numbers`. None: the site has none."""
    if codebook is None:
        return {}
    if not isinstance(codebook, Mapping):
        raise InvalidInputError(
            f"codebook must be a dict of the states, or Numbers, of each node, not {shown(codebook)}",
            argument="codebook",
        )
    return dict(zip(codebook, read_states([*codebook.values()], [*codebook]), strict=True))


def check_agreed(codebook: CodeBook, nodes: Sequence[Any], listed: Listed, ranges: bool) -> None:
    """Refuse a session with other states or ranges than those of the code book.

    `ranges`: a range that the code book does not have is refused too.
    """
    for node, sent in zip(nodes, listed, strict=True):
        own = codebook.get(node)
        if own is not None and not _same(own, sent):
            theirs, ours = _both(sent, own)
            raise _refused(
                f"the session has {theirs} of {shown(node)}, and this site's code book has {ours}: all "
                "parties must have the same one"
            )
        if ranges and own is None and isinstance(sent, Numbers) and sent.ends is not None:
            raise _refused(
                f"the session has {_told(sent)} of {shown(node)}, and this site has no code book "
                "(--names FILE, in Python codebook={...}). A site that compared its "
                "rows with the coordinator's range would tell its least and its largest number by refusing"
            )


def _same(own: list[Hashable] | Numbers, sent: list[Hashable] | Numbers) -> bool:
    if isinstance(own, Numbers) or isinstance(sent, Numbers):
        return own == sent or (isinstance(own, Numbers) and sent == Numbers())  # ranks need no range
    return {(type(each) is bool, each) for each in own} == {(type(each) is bool, each) for each in sent}


def _both(sent: list[Hashable] | Numbers, own: list[Hashable] | Numbers) -> tuple[str, str]:
    """The difference between what a session and a code book have."""
    if isinstance(sent, Numbers) and isinstance(own, Numbers) and sent.map and own.map:
        return first_difference(sent.map, own.map)
    return _told(sent), _told(own)


def _told(each: list[Hashable] | Numbers) -> str:
    if isinstance(each, Numbers) and each.map:
        return f"quantiles from {each.map[0][1]:g} to {each.map[-1][1]:g}"
    if isinstance(each, Numbers):
        return "numbers" if each.low is None else f"the range {each.low:g} to {each.high:g}"
    return f"the states {shown(each)}"


def _refused(problem: str) -> Refused:
    return Refused(problem, reason="data")
