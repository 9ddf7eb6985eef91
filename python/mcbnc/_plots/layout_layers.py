"""A layered layout of our own: Sugiyama, Tagawa and Toda 1981, in small. No randomness.

Longest paths give the layers. Barycentres and swaps give the orders. Least squares give x.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right, insort
from collections import deque
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..errors import InvalidInputError

Points = NDArray[np.float64]
Rows = list[list[int]]

_BEND = 0.08  # the width kept free for an edge that passes through a layer
_GAP = 0.18  # between neighbours in a layer
_RISE = 0.5  # between layers
_SWEEPS = 24
_PASSES = 80
_MOST_WORK = 4_000_000  # by _work: some seconds


class _Net:
    """The nodes, and a bend wherever an edge passes through a layer: edges join neighbouring layers only."""

    def __init__(self, rank: list[int], widths: Sequence[float], arcs: Sequence[tuple[int, int]]) -> None:
        self.nodes = len(rank)
        self.rank = list(rank)
        self.widths = list(widths)
        self.chains: list[list[int]] = []
        """Of each arc: its tail, its bends, its head."""
        for i, j in arcs:
            bends = range(len(self.rank), len(self.rank) + rank[j] - rank[i] - 1)
            self.rank += range(rank[i] + 1, rank[j])
            self.widths += [_BEND] * len(bends)
            self.chains.append([i, *bends, j])
        self.above: Rows = [[] for _ in self.rank]
        self.below: Rows = [[] for _ in self.rank]
        for chain in self.chains:
            for a, b in itertools.pairwise(chain):
                self.below[a].append(b)
                self.above[b].append(a)


def lay_out_in_layers(sizes: Points, arcs: Sequence[tuple[int, int]]) -> tuple[Points, list[Points]]:
    """An :data:`mcbnc._plots.layout.Engine`. Takes O(passes (n + bends + arcs)), and a graph's crossings.

    It refuses what would take more than some seconds, by :func:`_work`.
    """
    rank = _ranks(len(sizes), arcs)
    if _work(rank, arcs) > _MOST_WORK:
        raise InvalidInputError(
            f"layout 'layered' would take too long for {len(arcs)} edges over {len(rank)} nodes in "
            f"{max(rank) + 1} layers; layout='circle' takes no time, and to_dot() writes the network for "
            "other programs",
            argument="layout",
        )
    net = _Net(rank, sizes[:, 0].tolist(), arcs)
    x = _straighten(net, _order(net))
    height = float(sizes[:, 1].max())
    y = -np.array(net.rank) * (height + _RISE)
    at = np.column_stack([x, y])
    return at[: net.nodes], [
        _route(at[chain], sizes[chain[0]], sizes[chain[-1]], height) for chain in net.chains
    ]


def _ranks(n: int, arcs: Sequence[tuple[int, int]]) -> list[int]:
    """The layer of each node: the longest path to it. A node with more children than parents is above."""
    parents: Rows = [[] for _ in range(n)]
    children: Rows = [[] for _ in range(n)]
    for i, j in arcs:
        children[i].append(j)
        parents[j].append(i)
    rank, waiting = [0] * n, [len(above) for above in parents]
    order = [node for node in range(n) if not waiting[node]]
    for node in order:  # grows as it goes
        for child in children[node]:
            rank[child] = max(rank[child], rank[node] + 1)
            waiting[child] -= 1
            if not waiting[child]:
                order.append(child)
    for node in reversed(order):
        if len(children[node]) > len(parents[node]):
            rank[node] = min(rank[child] for child in children[node]) - 1
    return rank


def _work(rank: list[int], arcs: Sequence[tuple[int, int]]) -> int:
    """What one sweep of swaps may take: for each place of the widest layer, all pairs of edges at a node.

    It is known before there are bends. There may be as many bends as edges times layers.
    """
    above, below = [0] * len(rank), [0] * len(rank)
    opened = [0] * (max(rank) + 2)  # by layer, how many nodes and bends it has more than the one above
    bends = 0
    for layer in rank:
        opened[layer] += 1
        opened[layer + 1] -= 1
    for i, j in arcs:
        below[i] += 1
        above[j] += 1
        opened[rank[i] + 1] += 1
        opened[rank[j]] -= 1
        bends += rank[j] - rank[i] - 1
    widest = max(itertools.accumulate(opened))
    return widest * (2 * bends + sum(degree**2 for degree in above + below))


def _order(net: _Net) -> Rows:
    """Swaps of neighbours follow each barycentre sweep. The best is kept."""
    rows = _first_order(net)
    best, least = [list(row) for row in rows], _crossings(net, rows)
    for sweep in range(_SWEEPS):
        down = sweep % 2 == 0
        near, levels = (net.above, range(len(rows))) if down else (net.below, range(len(rows) - 1, -1, -1))
        place = _places(rows)
        for level in levels:
            row = rows[level]
            row.sort(key=lambda node: _mean([place[other] for other in near[node]], place[node]))
            place.update((node, k - (len(row) - 1) / 2) for k, node in enumerate(row))
        _swap(net, rows)
        found = _crossings(net, rows)
        if found < least:
            best, least = [list(row) for row in rows], found
        if not least:
            break
    return best


def _first_order(net: _Net) -> Rows:
    """As a breadth-first search of the whole comes by."""
    rows: Rows = [[] for _ in range(max(net.rank) + 1)]
    queue, seen = deque([0]), {0}
    while queue:
        node = queue.popleft()
        rows[net.rank[node]].append(node)
        for other in net.below[node] + net.above[node]:
            if other not in seen:
                seen.add(other)
                queue.append(other)
    return rows


def _places(rows: Rows) -> dict[int, float]:
    """Each node's place in its layer, counted from the layer's middle."""
    return {node: k - (len(row) - 1) / 2 for row in rows for k, node in enumerate(row)}


def _mean(values: list[float], default: float) -> float:
    return sum(values) / len(values) if values else default


def _crossings(net: _Net, rows: Rows) -> int:
    """How many pairs of edges cross."""
    place = _places(rows)
    total = 0
    for row in rows:
        ends: list[float] = []  # of the edges from nodes further left, sorted
        for node in row:
            found = [place[other] for other in net.below[node]]
            total += sum(len(ends) - bisect_right(ends, end) for end in found)
            for end in found:
                insort(ends, end)
    return total


def _swap(net: _Net, rows: Rows) -> None:
    """Swap neighbours in a layer as long as that saves crossings."""
    place = _places(rows)

    def saving(left: int, right: int) -> int:
        """How many crossings fewer there are with the two the other way round."""
        saved = 0
        for near in (net.above, net.below):
            for a in near[left]:
                at = place[a]
                for b in near[right]:
                    saved += (at > place[b]) - (at < place[b])
        return saved

    better = True
    while better:
        better = False
        for row in rows:
            for k in range(len(row) - 1):
                left, right = row[k : k + 2]
                if saving(left, right) > 0:
                    row[k : k + 2] = right, left
                    place[left], place[right] = place[right], place[left]
                    better = True


def _straighten(net: _Net, rows: Rows) -> Points:
    """The x of each node: least squares of the edges' widths, boxes kept apart.

    The objective is convex; one layer's optimum, the others held, is an isotonic regression. Going
    over the layers again and again therefore leads to the optimum of the whole.
    """
    near = [net.above[node] + net.below[node] for node in range(len(net.rank))]
    # As dot has it: long edges are to be straight before short ones are to be steep.
    pull = [
        np.array([(1.0, 2.0, 8.0)[(node >= net.nodes) + (other >= net.nodes)] for other in near[node]])
        for node in range(len(near))
    ]
    x = np.zeros(len(net.rank))
    layers = []
    for row in rows:
        widths = np.array([net.widths[node] for node in row])
        offset = np.concatenate([[0.0], np.cumsum((widths[:-1] + widths[1:]) / 2 + _GAP)])
        x[row] = offset - offset[-1] / 2
        starts = np.cumsum([0, *(len(near[node]) for node in row[:-1])])
        others, pulls = (
            np.concatenate([near[node] for node in row]),
            np.concatenate([pull[node] for node in row]),
        )
        layers.append((row, offset, starts, others, pulls, np.add.reduceat(pulls, starts)))
    for passing in range(_PASSES):
        for row, offset, starts, others, pulls, total in layers if passing % 2 else layers[::-1]:
            want = np.add.reduceat(pulls * x[others], starts) / total
            x[row] = _rising(want - offset, total.tolist()) + offset
    return x


def _rising(values: Points, weights: Sequence[float]) -> Points:
    """The nearest sequence that never falls (weighted least squares): pool adjacent violators."""
    pools: list[tuple[float, float, int]] = []  # mean, weight, length
    for value, weight in zip(values.tolist(), weights, strict=True):
        mean, total, length = value, weight, 1
        while pools and pools[-1][0] > mean:
            other, more, longer = pools.pop()
            mean = (mean * total + other * more) / (total + more)
            total, length = total + more, length + longer
        pools.append((mean, total, length))
    return np.repeat([pool[0] for pool in pools], [pool[2] for pool in pools])


def _route(stops: Points, tail: Points, head: Points, height: float) -> Points:
    """From the tail's lower border to the head's upper one, by the bends.

    It meets no box: it is in a layer only at its bends, straight, and leans there by no more than
    the gap on either side allows.
    """
    points = [_port(stops[0], stops[1], tail, -1)]
    leans = []
    for before, bend, after in zip(stops, stops[1:], stops[2:], strict=False):
        lean = (after[0] - before[0]) / (after[1] - before[1]) * height / 2
        drop = np.array([min(max(lean, -_GAP), _GAP), height / 2])
        points += [bend + drop, bend - drop]
        leans += [drop, drop]
    points.append(_port(stops[-1], stops[-2], head, 1))
    route = points[:1]
    for k, (a, b) in enumerate(itertools.pairwise(points)):
        start, end = a + (b - a) / 3, b - (b - a) / 3
        if k % 2 == 0:  # from layer to layer; else through one, straight
            reach = (a[1] - b[1]) / height * 0.7
            start = a - leans[k - 1] * reach if k else start
            end = b + leans[k] * reach if k < len(points) - 2 else end
        route += [start, end, b]
    return np.array(route)


def _port(centre: Points, towards: Points, size: Points, side: int) -> Points:
    """The point at which an edge leaves the box's upper (1) or lower (-1) border."""
    ahead = towards - centre
    reach = 0.4 * size[0]
    lean = ahead[0] / max(abs(ahead[1]), 1e-9) * size[1] / 2
    port: Points = centre + np.array([min(max(lean, -reach), reach), side * size[1] / 2])
    return port
