"""Which method comes nearest?

Two panels, for the distances SMHD and SHD, with a row for each of eight methods and one for the inputs. A
blue dot is the mean distance to the inputs, and an orange diamond the distance to the true network.

baselines.md
"""

import mcbnc

hospitals = mcbnc.datasets.load("child")
mcbnc.compare(hospitals.dags, hospitals.gold, nodes=hospitals.nodes).plot()
