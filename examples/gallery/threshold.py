"""Which threshold?

Three curves of steps over the threshold. The number of edges and the treewidth fall. The mean distance to the
inputs falls first and then rises; a line and three dots mark the threshold at which the distance is least.

theta.md
"""

import mcbnc

hospitals = mcbnc.datasets.load("hepar2")
run = mcbnc.trajectory(hospitals.dags, nodes=hospitals.nodes)
run.plot()
