"""The rivals under a treewidth bound, written down as their papers' code does them, for small graphs.

The greedy fusions are those of ``ConsensusUnion``, the genetic ones ``GeneticTreeWidthUnion``, in the
repositories of Torrijos, Puerta, Aledo and Gámez (CEC 2024 and GECCO 2025). A DAG is a set of arcs over the
nodes 0..n-1.

The names of the kinds: "fusion" has a gene for each arc of the fusion (E_G+), "inputs" one for each arc of
each input, "arcs" one for each arc that any input has.

The programs leave open, or to hash tables, what is ruled here. Arcs go by falling weight of the DAGs that
have them, then by (u, v). Equal inputs are one input with the sum of their weights. Inputs take turns by
falling weight, then by their lists of arcs.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

Arc = tuple[int, int]
Dag = frozenset[Arc]
Pair = frozenset[int]


def parents(dag: Iterable[Arc], v: int) -> set[int]:
    return {a for a, b in dag if b == v}


def children(dag: Iterable[Arc], v: int) -> set[int]:
    return {b for a, b in dag if a == v}


def moral(dag: Iterable[Arc]) -> set[Pair]:
    arcs = set(dag)
    married = {Pair(two) for _, c in arcs for two in itertools.combinations(parents(arcs, c), 2)}
    return {Pair(arc) for arc in arcs} | married


def smhd(a: Dag, b: Dag) -> int:
    return len(moral(a) ^ moral(b))


def width(n: int, dag: Iterable[Arc]) -> int:
    """The largest clique of the min-fill triangulation of the moral graph, less one."""
    near: dict[int, set[int]] = {v: set() for v in range(n)}
    for a, b in moral(dag):
        near[a].add(b)
        near[b].add(a)

    def fill(v: int) -> list[tuple[int, int]]:
        return [(a, b) for a, b in itertools.combinations(sorted(near[v]), 2) if b not in near[a]]

    largest = 0
    while near:
        v = min(near, key=lambda x: (len(fill(x)), x))
        largest = max(largest, len(near[v]))
        for a, b in fill(v):
            near[a].add(b)
            near[b].add(a)
        for a in near.pop(v):
            near[a].discard(v)
    return largest


# --- the fusion: a greedy order, and minimal I-maps along it ------------------------------------------------


def reaches(dag: Iterable[Arc], a: int, b: int) -> bool:
    found, todo = {a}, [a]
    while todo:
        new = children(dag, todo.pop()) - found
        found |= new
        todo.extend(new)
    return b in found


def make_sink(dag: set[Arc], x: int) -> None:
    """Cover each arc out of x and reverse it; next is always the lowest child with no other way to it."""
    while below := children(dag, x):
        c = min(c for c in below if not reaches(dag - {(x, c)}, x, c))
        own, other = parents(dag, x), parents(dag, c) - {x}
        dag |= {(p, c) for p in own} | {(p, x) for p in other}
        dag.remove((x, c))
        dag.add((c, x))


def sink_cost(dag: set[Arc], x: int) -> int:
    below, own = children(dag, x), parents(dag, x)
    covers = sum(len(own - parents(dag, c)) for c in below)
    new = set().union(*(parents(dag, c) for c in below)) - {x} - own - below
    return len(below) + covers + len(new)


def greedy_order(n: int, dags: Sequence[Dag]) -> list[int]:
    """From last to first, the node that is the cheapest to make a sink of all DAGs."""
    work, left, order = [set(dag) for dag in dags], set(range(n)), []
    while left:
        x = min(left, key=lambda y: (sum(sink_cost(dag, y) for dag in work), y))
        for dag in work:
            make_sink(dag, x)
            dag -= {arc for arc in dag if x in arc}
        left.remove(x)
        order.insert(0, x)
    return order


def separated(dag: Dag, u: int, v: int, given: set[int]) -> bool:
    """D-separation, by paths in the moral graph of the ancestors."""
    kept = {u, v, *given}
    while more := {a for a, b in dag if b in kept} - kept:
        kept |= more
    edges = moral({arc for arc in dag if arc[1] in kept})
    found, todo = {u}, [u]
    while todo:
        x = todo.pop()
        new = {y for edge in edges if x in edge for y in edge} - found - given
        found |= new
        todo.extend(new)
    return v not in found


def imap(dag: Dag, order: Sequence[int]) -> Dag:
    """The minimal I-map along the order, by its definition."""
    return Dag(
        (p, v)
        for k, v in enumerate(order)
        for p in order[:k]
        if not separated(dag, p, v, set(order[:k]) - {p})
    )


def union_along(dags: Iterable[Dag], order: Sequence[int]) -> Dag:
    return Dag().union(*(imap(dag, order) for dag in dags))


# --- greedy fusions within a bound --------------------------------------------------------------------------


@dataclass(frozen=True)
class Inputs:
    n: int
    dags: tuple[Dag, ...]
    weights: tuple[int, ...]

    @property
    def order(self) -> list[int]:
        """The order that all genes are decoded along: that of the original inputs."""
        return greedy_order(self.n, self.dags)

    @property
    def turns(self) -> list[list[int]]:
        """The distinct inputs in turn, each as the indices of all that are equal to it."""
        alike = {dag: [i for i, other in enumerate(self.dags) if other == dag] for dag in self.dags}
        weight = {dag: sum(self.weights[i] for i in same) for dag, same in alike.items()}
        return [alike[dag] for dag in sorted(alike, key=lambda dag: (-weight[dag], sorted(dag)))]

    def by_frequency(self, dags: Iterable[Dag]) -> list[Arc]:
        dags = list(dags)
        share = {arc: self.frequency(arc, dags) for arc in set().union(*dags)}
        return sorted(share, key=lambda arc: (-share[arc], arc))

    def frequency(self, arc: Arc, dags: Iterable[Dag]) -> int:
        return sum(w for dag, w in zip(dags, self.weights, strict=True) if arc in dag)

    def mean(self, values: Iterable[int]) -> Fraction:
        total = sum(w * x for w, x in zip(self.weights, values, strict=True))
        return Fraction(total, sum(self.weights))


def add_within(n: int, arcs: Iterable[Arc], bound: int) -> Dag:
    """Each arc in turn, unless the graph would be too wide with it."""
    taken: set[Arc] = set()
    for arc in arcs:
        if width(n, taken | {arc}) <= bound:
            taken.add(arc)
    return Dag(taken)


def max_treewidth(given: Inputs, bound: int) -> Dag:
    """``MaxTreewidth``, kind "fusion"."""
    along = given.order
    imaps = [imap(dag, along) for dag in given.dags]
    return add_within(given.n, given.by_frequency(imaps), bound)


def turns_of_inputs(given: Inputs) -> list[list[tuple[int, Arc]]]:
    """Round robin: the most frequent arc of each input, then the next of each, and so on."""
    ranked = given.by_frequency(given.dags)
    rounds = itertools.zip_longest(
        *([[(i, arc) for i in same] for arc in ranked if arc in given.dags[same[0]]] for same in given.turns)
    )
    return [turn for turns in rounds for turn in turns if turn is not None]


def turns_of_arcs(given: Inputs) -> list[list[tuple[int, Arc]]]:
    """Each arc by falling frequency, in all inputs that have it."""
    return [
        [(i, arc) for i, dag in enumerate(given.dags) if arc in dag] for arc in given.by_frequency(given.dags)
    ]


TURNS: dict[str, Callable[[Inputs], list[list[tuple[int, Arc]]]]] = {
    "inputs": turns_of_inputs,
    "arcs": turns_of_arcs,
}


def grown_copies(given: Inputs, bound: int, kind: str) -> list[Dag]:
    """Copies of the inputs that grow turn by turn, while their fusion, along its own order, is in bounds."""
    copies = [set[Arc]() for _ in given.dags]
    for turn in TURNS[kind](given):
        for i, arc in turn:
            copies[i].add(arc)
        now = [Dag(copy) for copy in copies]
        if width(given.n, union_along(now, greedy_order(given.n, now))) > bound:
            for i, arc in turn:
                copies[i].remove(arc)
    return [Dag(copy) for copy in copies]


def max_treewidth_before(given: Inputs, bound: int, kind: str) -> Dag:
    """``MaxTreewidthBefore`` ("inputs") and ``MaxTreewidthBeforeWoRepeat`` ("arcs").

    The union along the original order may be too wide. Then it is trimmed as :func:`max_treewidth` does.
    """
    along = given.order
    imaps = [imap(copy, along) for copy in grown_copies(given, bound, kind)]
    union = Dag().union(*imaps)
    return union if width(given.n, union) <= bound else add_within(given.n, given.by_frequency(imaps), bound)


def bounded(given: Inputs, bound: int, kind: str) -> Dag:
    return max_treewidth(given, bound) if kind == "fusion" else max_treewidth_before(given, bound, kind)


# --- genes --------------------------------------------------------------------------------------------------


def genes_of(given: Inputs, kind: str) -> list[list[tuple[int, Arc]]]:
    """The (input, arc) that each gene stands for. Of "fusion", the input is the I-map of an input."""
    if kind == "fusion":
        along = given.order
        imaps = [imap(dag, along) for dag in given.dags]
        every = sorted(set().union(*imaps))
        return [[(i, arc) for i, dag in enumerate(imaps) if arc in dag] for arc in every]
    if kind == "inputs":
        return [[(i, arc) for i in same] for same in given.turns for arc in sorted(given.dags[same[0]])]
    every = sorted(set().union(*given.dags))
    return [[(i, arc) for i, dag in enumerate(given.dags) if arc in dag] for arc in every]


def decode(given: Inputs, kind: str, chosen: Iterable[list[tuple[int, Arc]]]) -> Dag:
    """The DAG of the genes that are on."""
    held = [set[Arc]() for _ in given.dags]
    for gene in chosen:
        for i, arc in gene:
            held[i].add(arc)
    if kind == "fusion":
        return Dag().union(*held)
    return union_along((Dag(own) for own in held), given.order)


def fitness(given: Inputs, dag: Dag, to: str) -> Fraction:
    """What is to be small, without the penalty: the mean SMHD to the inputs, or the SMHD to the fusion."""
    if to == "fusion":
        return Fraction(smhd(dag, union_along(given.dags, given.order)))
    return given.mean(smhd(dag, own) for own in given.dags)


def penalized(given: Inputs, dag: Dag, to: str, bound: int) -> Fraction:
    """The fitness, times the size of the largest clique over the largest allowed where that is exceeded."""
    own = width(given.n, dag)
    factor = Fraction(own + 1, bound + 1) if own > bound else Fraction(1)
    return fitness(given, dag, to) * factor


def best_of_all(given: Inputs, kind: str, to: str, bound: int) -> tuple[Fraction, set[Dag]]:
    """The least fitness of all chromosomes within the bound, and the DAGs that have it."""
    genes = genes_of(given, kind)
    least, found = None, set[Dag]()
    for on in itertools.product((False, True), repeat=len(genes)):
        dag = decode(given, kind, itertools.compress(genes, on))
        if width(given.n, dag) > bound:
            continue
        value = fitness(given, dag, to)
        if least is None or value < least:
            least, found = value, set()
        if value == least:
            found.add(dag)
    assert least is not None, "the empty DAG is in every bound"
    return least, found
