"""How sure is each arc?

A heat map with a row and a column for each of 37 variables, from and to. Most cells are close to 0. Some
stand out: most resamples of the rows have these arcs.

bootstrap.md
"""

import mcbnc

hospitals = mcbnc.datasets.load_rows("alarm")
rows = mcbnc.Rows(hospitals.data[1], names=hospitals.nodes, states=hospitals.states)
mcbnc.bootstrap(rows, resamples=50, seed=1).plot()
