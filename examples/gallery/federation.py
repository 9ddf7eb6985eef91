"""What did the federation learn?

A network of 37 variables. Almost all edges are blue: the true network has them too.

federate.md
"""

import mcbnc
from mcbnc import federated

hospitals = mcbnc.datasets.load_rows("alarm")
rows = mcbnc.Rows(hospitals.data, names=hospitals.nodes, states=hospitals.states)
report = federated.simulate_learning(rows, masks=True)
report.result.plot(compare=hospitals.gold)
