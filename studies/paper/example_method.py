"""A method of one's own in the study, in ten lines: the client's DAG that is nearest to all clients' DAGs.

    python studies/paper/study.py build/paper --json build/mine --methods studies/paper/example_method.py

A method is a function of a case. ``case.dags`` are the clients' DAGs, (r, n, n), and ``case.nodes`` the
names. ``case.tables`` are the clients' rows, and ``case.states`` the numbers of states. The function returns
any graph that mcbnc.metrics takes. The results of the other methods are kept, so this one alone is run.
"""

from methods import Case

import mcbnc


def medoid(case: Case):
    """The DAG of the least mean SMHD to all."""
    return min(case.dags, key=lambda dag: mcbnc.metrics.mean_smhd(dag, case.dags))


METHODS = {"medoid": medoid}
