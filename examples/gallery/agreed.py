"""What do the hospitals agree on?

A network of 20 variables of newborn children. Its arrows point down, are as wide as the share of the
hospitals that join their ends, and are solid blue if they are directed and orange with a hollow head if they
are reversible.

method.md
"""

import mcbnc

hospitals = mcbnc.datasets.load("child")
found = mcbnc.consensus(hospitals.dags, theta="auto", nodes=hospitals.nodes)
found.plot()
