"""What is around one variable?

Cirrhosis in the middle, two parents above it, and eleven children below it. The legend says that 14 of 70
nodes are shown.

explorer.md
"""

import mcbnc

hospitals = mcbnc.datasets.load("hepar2")
found = mcbnc.consensus(hospitals.dags, theta="auto", nodes=hospitals.nodes)
found.plot(focus="Cirrhosis", hops=1)
