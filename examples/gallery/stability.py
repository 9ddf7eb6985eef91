"""Would other hospitals have given the same?

A heat map with a row and a column for each of 27 variables, from and to. A few dozen cells stand out: most of
200 runs with resampled hospitals have these arcs.

theta.md
"""

import mcbnc

hospitals = mcbnc.datasets.load("insurance")
mcbnc.stability(hospitals.dags, nodes=hospitals.nodes, seed=1).plot()
