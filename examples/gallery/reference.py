"""How does it differ from a known network?

A network of 27 variables of car insurance. Colours and line styles separate the edges of both networks from
those of one network alone and from those that point the other way.

conventions.md
"""

import mcbnc

hospitals = mcbnc.datasets.load("insurance")
found = mcbnc.consensus(hospitals.dags, theta="auto", nodes=hospitals.nodes)
found.plot(compare=hospitals.gold)
