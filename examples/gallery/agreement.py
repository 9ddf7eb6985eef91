"""Which hospital is unlike the others?

A heat map with a row and a column for each of ten hospitals. Nine agree with each other. The row and the
column of hospital 4 have low shares throughout, and its label is bold and orange.

clients.md
"""

import numpy as np

import mcbnc

hospitals = mcbnc.datasets.load("alarm")
dags = list(hospitals.dags)
mixed = np.random.default_rng(7).permutation(len(hospitals.nodes))
dags[4] = dags[4][np.ix_(mixed, mixed)]  # one network with its variables mixed up
mcbnc.agreement(dags, nodes=hospitals.nodes).plot()
