"""Fusions whose treewidth is bounded, by a greedy and by a genetic search."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

import numpy as np

from ._base.options import check_count, check_word, read_size
from ._base.sites import takes_sites
from ._engine.progress import ProgressOption
from ._inputs.arguments import SearchArguments
from ._results.baseline import find
from ._results.bounded import Bounded

Kind = Literal["fusion", "inputs", "arcs"]
_KINDS = ("fusion", "inputs", "arcs")


@takes_sites("dags")
def bounded(
    dags: Any,
    max_treewidth: int,
    kind: Kind = "fusion",
    *,
    nodes: Any = None,
    weights: Any = None,
    outliers: Literal["keep", "drop"] = "keep",
    workers: int | None = None,
    progress: ProgressOption = None,
    time_limit: float | None = None,
) -> Bounded:
    """A fusion that takes arcs greedily, as long as the treewidth stays within a bound.

    The three kinds come from P. Torrijos, J. A. Gámez and J. M. Puerta: "fusion" from *Structural fusion of
    Bayesian networks with limited treewidth using genetic algorithms* (CEC 2024), where it is named
    MaxTreewidth; "inputs" and "arcs" from GECCO 2025 (doi 10.1145/3712256.3726333), where they are named
    MaxTreewidthBefore and MaxTreewidthBeforeWoRepeat.

    Parameters
    ----------
    dags, nodes, outliers, workers
        As in :func:`mcbnc.consensus`.
    max_treewidth : int
        At least 0. The bound on the width of the min-fill triangulation of the moral graph, counted as the
        size of the largest clique minus one. The papers count the size of the clique, so their bound 4
        is 3 here.
    kind : {"fusion", "inputs", "arcs"}
        What is tried, arc by arc.

        "fusion": the arcs of the :func:`mcbnc.fusion`, those in most of the inputs' I-maps first.

        "inputs": the arcs of each input. The inputs begin without arcs. They take turns: each gets back its
        most frequent arc that it has not tried yet. The arc stays if the fusion of what all inputs then
        have, with an order of its own, is within the bound.

        "arcs": the same, but an arc goes into all inputs that have it at once, the most frequent arc first.
    weights : sequence of float, optional
        As in :func:`mcbnc.consensus`. How frequent an arc is, and the fitness, count by weight. A DAG of
        weight 0, such as a dropped outlier, has no part in the fusion.
    progress : None, bool or function
        As in :func:`mcbnc.consensus`. It counts the arcs to try.
    time_limit : float, optional
        Seconds. After this time no more arcs are tried, and the ``status`` is "time_limit". The fusion itself
        is made in any case.

    Returns
    -------
    Bounded

    Raises
    ------
    InvalidInputError, CycleError
        As in :func:`mcbnc.consensus`.

    Notes
    -----
    With the kinds "inputs" and "arcs", the result is the union of the I-maps of what the inputs have in the
    end, along the order of the fusion of all inputs. This is another order than those that were tried, so
    the result may be above the bound. Then its arcs are tried once more, those in most I-maps first, and
    ``trimmed`` lists those that are out.

    Ties go to the lowest (from, to). With "inputs", the input of the greatest weight has the first turn
    (ties: the lowest list of arcs). Equal DAGs are one input, which counts as often as it occurs in the
    costs of an order. The authors' Java program leaves ties to hash tables, and it bounds the
    triangulation that it gets by maximum cardinality search.

    The exact treewidth may be smaller than the width. To find it for each arc would cost too much.

    "fusion" costs one triangulation for each arc of the fusion. "inputs" and "arcs" cost an order, r I-maps
    and a triangulation for each arc of the inputs.

    Examples
    --------
    >>> from mcbnc import baselines
    >>> a = [[0, 1, 1], [0, 0, 1], [0, 0, 0]]
    >>> b = [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
    >>> found = baselines.bounded([a, a, b], 1, nodes=["x", "y", "z"])
    >>> found.edges, found.treewidth
    ([('x', 'y'), ('y', 'z')], 1)
    """
    which = check_word(kind, "kind", _KINDS)
    return find(
        partial(Bounded, which, None),
        "bounded",
        f"bounded fusion on {which}",
        SearchArguments(dags, nodes, weights, outliers, workers, progress, time_limit),
        unit="arc",
        genes=which,
        max_treewidth=read_size(max_treewidth, "max_treewidth"),
    )


@takes_sites("dags")
def genetic(
    dags: Any,
    max_treewidth: int,
    kind: Kind = "fusion",
    population: int = 100,
    generations: int = 100,
    seed: int | None = None,
    start: Literal["greedy", "mcbnc", "random"] = "greedy",
    fitness: Literal["inputs", "fusion"] = "inputs",
    *,
    nodes: Any = None,
    weights: Any = None,
    outliers: Literal["keep", "drop"] = "keep",
    workers: int | None = None,
    progress: ProgressOption = None,
    time_limit: float | None = None,
) -> Bounded:
    """A fusion within a bound on the treewidth that a genetic algorithm makes nearest to the inputs.

    The algorithms are those of P. Torrijos, J. A. Gámez and J. M. Puerta: "fusion" is E_G+ of *Structural
    fusion of Bayesian networks with limited treewidth using genetic algorithms* (CEC 2024); "inputs" and
    "arcs" are E_𝔾 and E*_𝔾 of GECCO 2025 (doi 10.1145/3712256.3726333).

    Parameters
    ----------
    dags, max_treewidth, nodes, weights, outliers, workers
        As in :func:`bounded`.
    kind : {"fusion", "inputs", "arcs"}
        What the genes are. An individual chooses some of them.

        "fusion": the arcs of the :func:`mcbnc.fusion`. An individual stands for the DAG of its arcs.

        "inputs": the arcs of each input. An individual stands for the union of the I-maps of what each
        input keeps, along the order of the fusion of all inputs.

        "arcs": the same, but an arc is kept by all inputs that have it, or by none.
    population : int
        The number of individuals, from 2 on.
    generations : int
        How often the population is crossed and then mutated, from 1 on.
    seed : int, optional
        The seed of all draws. The same seed gives the same result with any number of workers. Default: a
        new seed each time, in :attr:`Bounded.seed`.
    start : {"greedy", "mcbnc", "random"}
        The first two individuals of the beginning. The others are random.

        "greedy": what :func:`bounded` chooses for the bound, and for a bound that is smaller by one. With
        "inputs", the second choice is out of the first.

        "mcbnc": what a run of :func:`mcbnc.trajectory` leaves of the inputs at these two bounds. Of the
        states whose min-fill width is within the bound, it is the one with the least mean SMHD to the
        inputs. With "arcs", an arc is kept if at least half of the weight that had the arc still has it.

        "random": random as well.
    fitness : {"inputs", "fusion"}
        What is to be small: the mean SMHD to the inputs, or the SMHD to the fusion.
    progress : None, bool or function
        As in :func:`mcbnc.consensus`. It counts generations.
    time_limit : float, optional
        Seconds. After this time the result is the best so far, and its ``status`` is "time_limit". The
        fusion itself is made in any case.

    Returns
    -------
    Bounded

    Raises
    ------
    InvalidInputError, CycleError
        As in :func:`mcbnc.consensus`.

    Notes
    -----
    Let w be the size of the largest clique of the min-fill triangulation, ``max_treewidth + 1`` the limit,
    and x = w / limit. If x > 1, the fitness is multiplied by x.

    - Beginning: with "inputs", a gene is chosen with probability 1/2. Otherwise let f be the weight of the
      inputs with the arc (for "fusion", with the arc in their I-map), and q = (f - l) / (m - l). Here m is
      the greatest f, and l is the least f minus the mean weight of a DAG. A gene is chosen with probability
      1 / (1 - ln q), or with 1/2 if all f are equal.
    - Crossing: the first two new individuals are the best one within the bound so far, and the best of the
      present ones without the first. Each other one has two parents. Each parent wins a tournament of two
      that are drawn with replacement. One point divides the genes of one parent from those of the other.
    - Mutation, of all individuals: a chosen gene is dropped with probability (x / 10)^2 if x < 1, else with
      log10(x) / 3 + 0.01. Another gene is chosen with probability ((x - 1) / 2)^2 + 0.01 if x < 1, else with
      0.01 / (x + 0.01).

    The result is the best individual within the bound that ever was (ties: the first). If there was none,
    it is the first individual of the beginning, trimmed as in :func:`bounded`, or with the random start the
    empty DAG. So with "inputs" and "arcs" the result may be worse than that of :func:`bounded`, whose
    trimmed graph is no individual.

    Some flaws of the authors' Java program are mended:

    - There, threads write the best individual at the same time, so a run cannot be repeated.
    - There, the first two individuals of "inputs" are never random, whatever the start.
    - There, the frequencies of "arcs" at the beginning are all 1 and belong to other arcs.
    - There, the first individual of "fusion" tries the arcs in the order of insertion, not by frequency.
    - There, w comes from maximum cardinality search, which is often wider than min-fill.
    - The order of genes and inputs, and so the result, does not depend on hash tables, on the order of the
      DAGs, or with names on the order of the columns.

    Equal DAGs are one input with one set of genes. The random numbers of individual i in generation t are a
    ChaCha8 stream of its own, whose key is (seed, t, i, purpose).

    An evaluation costs a union, a triangulation, and the I-map of each input whose kept arcs are not those of
    a parent.

    Examples
    --------
    >>> from mcbnc import baselines
    >>> a = [[0, 1, 1], [0, 0, 1], [0, 0, 0]]
    >>> b = [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
    >>> found = baselines.genetic([a, a, b], 1, nodes=["x", "y", "z"], seed=1)
    >>> found.treewidth, found.fitness
    (1, 0.6666666666666666)
    """
    which = check_word(kind, "kind", _KINDS)
    drawn = int(np.random.default_rng().integers(2**32)) if seed is None else check_count(seed, "seed")
    return find(
        partial(Bounded, which, drawn),
        "genetic",
        f"genetic fusion on {which}",
        SearchArguments(dags, nodes, weights, outliers, workers, progress, time_limit),
        unit="generation",
        genes=which,
        max_treewidth=read_size(max_treewidth, "max_treewidth"),
        population=read_size(population, "population"),
        generations=read_size(generations, "generations"),
        seed=drawn,
        fitness=check_word(fitness, "fitness", ("inputs", "fusion")),
        **dict[str, Any]({"from": check_word(start, "start", ("greedy", "mcbnc", "random"))}),
    )
