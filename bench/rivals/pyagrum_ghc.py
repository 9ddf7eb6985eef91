#!/usr/bin/env python3
"""pyAgrum's greedy hill-climbing with BDeu, on `FILE THREADS SECONDS [tabu]`. Only the search is timed.

With "tabu", its local search with a tabu list is run in place of it, with its default list of 100 changes and
two steps down.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np
import pandas as pd
import pyagrum
import rival


def prepare(names: list[str], arity: list[int], codes: np.ndarray, threads: int) -> Callable[[], rival.Edges]:
    template = pyagrum.BayesNet()  # has also the states that do not occur in the rows, since BDeu counts them
    for name, states in zip(names, arity, strict=True):
        template.add(pyagrum.LabelizedVariable(name, name, states))
    learner = pyagrum.BNLearner(pd.DataFrame(codes, columns=names), template)
    learner.setNumberOfThreads(threads)
    learner.useNoPrior()  # no prior besides that of BDeu, whose equivalent sample size is 1
    learner.useScoreBDeu()
    if sys.argv[4:] == ["tabu"]:
        learner.useLocalSearchWithTabuList()
    else:
        learner.useGreedyHillClimbing()

    def search() -> rival.Edges:
        place = {learner.idFromName(name): v for v, name in enumerate(names)}
        return [(place[a], place[b], 0) for a, b in learner.learnDAG().arcs()]

    return search


if __name__ == "__main__":
    rival.main(prepare)
