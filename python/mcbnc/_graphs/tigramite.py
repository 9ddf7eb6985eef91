"""tigramite's graphs: arrays of strings, with a third axis for the lag."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.names import default_names, read_names
from .._base.nesting import array_of
from .._base.place import placed
from .._base.show import as_text, shown
from ..errors import InvalidInputError
from .graph import PDAG
from .marks import Marked, adjacency_of, refuse

_MIRRORED = {"<": ">", ">": "<"}
_CIRCLES = (
    "; PCMCI+ writes o-o for an edge that it leaves undirected: if this graph is PCMCI+'s, "
    'give numpy.where(strings == "o-o", "---", strings)'
)


def from_tigramite(strings: Any, names: Any = None) -> PDAG:
    """Read a graph of tigramite without lagged links.

    Parameters
    ----------
    strings : (n, n, lags) or (n, n) array of str
        [i, j, k] is the link from node i, k steps back, to node j: ``"-->"``, ``"<--"`` or ``"---"``, or
        ``""`` for none. tigramite calls it ``results["graph"]``.
    names : sequence of n names, optional
        tigramite's ``var_names``. Default: the nodes have no names.

    Returns
    -------
    PDAG

    Raises
    ------
    InvalidInputError
        If a link goes back in time: a Bayesian network has no time. To leave all such links out, give
        ``strings[:, :, 0]``. Also if a link is neither directed nor undirected, such as ``o-o``,
        ``o->``, ``<->`` or ``x-x``. The message names the link and its ends.

    Notes
    -----
    ``o-o`` has two meanings in tigramite, so the caller chooses one. LPCMCI writes it where
    either mark is possible, and its graph is no class of DAGs. PCMCI+ writes it for an undirected edge,
    which is ``numpy.where(strings == "o-o", "---", strings)``. The time is that of reading the array.

    Examples
    --------
    >>> import mcbnc
    >>> strings = [["", "-->", ""], ["<--", "", "---"], ["", "---", ""]]
    >>> graph = mcbnc.from_tigramite(strings, names=["a", "b", "c"])
    >>> graph.directed, graph.undirected
    ([('a', 'b')], [('b', 'c')])
    """
    given = None if names is None else read_names(names, "names")
    with placed("strings"):
        links = _as_links(strings)
        if given is not None and len(given) != len(links):
            raise InvalidInputError(f"names has {len(given)} names, but there are {len(links)} nodes")
        nodes = default_names(len(links)) if given is None else given
        _check_lags(links, nodes)
        return PDAG(adjacency_of(_edges(links[:, :, 0], nodes), nodes), nodes, named=given is not None)


def _as_links(strings: Any) -> NDArray[Any]:
    """The strings as an array (n, n, lags)."""
    try:
        links = array_of(strings)
    except MemoryError:
        raise
    except Exception:  # ragged rows; a class's __array__ may raise anything
        links = np.asarray(None)
    if links.ndim == 2:
        links = links[:, :, None]
    square = links.ndim == 3 and links.shape[0] == links.shape[1]
    if not square or links.dtype.kind not in "UO" or not all(isinstance(x, str) for x in links.flat):
        raise InvalidInputError(
            f"it must be an array of strings such as '-->', (n, n, lags) or (n, n), not {shown(strings)}"
        )
    if not links.size:
        raise InvalidInputError("it has no nodes")
    return links


def _check_lags(links: NDArray[Any], nodes: list[Hashable]) -> None:
    lagged = np.argwhere(links[:, :, 1:] != "")
    if len(lagged):
        i, j, before = lagged[0].tolist()
        u, v = (as_text(nodes[k]) for k in (i, j))
        link = f"{u}(t-{before + 1}) {links[i, j, before + 1]} {v}(t)"
        raise InvalidInputError(
            f"the link {link} is lagged, and a Bayesian network has no time; "
            "give strings[:, :, 0] to leave all lagged links out",
            nodes=[nodes[i], nodes[j]],
        )


def _edges(links: NDArray[Any], nodes: list[Hashable]) -> Iterator[Marked]:
    for i, j in np.argwhere((links != "") | (links.T != "")).tolist():
        if i == j:
            raise InvalidInputError(f"{as_text(nodes[i])} has a link to itself", nodes=[nodes[i]])
        if i > j:
            continue
        link, back = str(links[i, j]), str(links[j, i])
        if back != "".join(_MIRRORED.get(mark, mark) for mark in reversed(link)):
            u, v = shown(nodes[i]), shown(nodes[j])
            raise InvalidInputError(
                f"[{u}, {v}] is {link!r}, but [{v}, {u}] is {back!r}", nodes=[nodes[i], nodes[j]]
            )
        if len(link) != 3 or link[1] != "-":
            raise refuse(link, nodes[i], nodes[j])
        if link == "o-o":
            raise refuse(link, nodes[i], nodes[j], _CIRCLES)
        yield Marked(i, j, _MIRRORED.get(link[0], link[0]), link[2])
