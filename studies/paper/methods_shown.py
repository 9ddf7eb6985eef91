"""The methods that the report shows, in the order of its tables, and what each of them is."""

from __future__ import annotations

MCBNC = ("mcbnc auto", "mcbnc 0.5", "mcbnc refusion", "mcbnc cap 1")
INPUTS = ("mean input", "fusion")
VOTES = ("vote arcs", "vote skeleton", "averaged", "climb", "dsep vote")
BOUNDED = ("bounded fusion", "bounded inputs", "bounded arcs")
ROWS = ("jointly", "pooled")
DEFAULTS = ("mcbnc auto, defaults", "jointly, defaults")
SHOWN = (*MCBNC, *INPUTS, *VOTES, *BOUNDED, *ROWS, *DEFAULTS)

MEANING = {
    "mcbnc auto": "the consensus at the θ of the least mean SMHD to the inputs, as in the paper's tables",
    "mcbnc 0.5": "the consensus at θ = 0.5",
    "mcbnc refusion": "as *mcbnc auto*, but the fusion of the inputs as the cuts have left them",
    "mcbnc cap 1": "as *mcbnc auto*, but no input counts more than 1 in a criticality",
    "mean input": "no graph: the mean of the measure over the clients' own DAGs",
    "fusion": "the fusion G⁺, from which the consensus starts",
    "vote arcs": "the arcs of more than half of the inputs",
    "vote skeleton": "the edges of more than half of the inputs; then v-structures by majority",
    "averaged": "the averaged network of Scutari and Nagarajan (2013)",
    "climb": "a greedy search for the DAG of least mean SMHD to the inputs",
    "dsep vote": "deletions from G⁺ while at least half of the inputs d-separate the ends",
    "bounded fusion": "greedy fusion of bounded treewidth, from arcs of G⁺ by frequency",
    "bounded inputs": "greedy fusion of bounded treewidth, arc by arc of each input in turn",
    "bounded arcs": "greedy fusion of bounded treewidth, from the inputs' arcs by frequency",
    "jointly": "learned from sums over all clients' rows; sees more than DAGs",
    "pooled": "learned from all clients' rows in one table; sees more than DAGs",
    "mcbnc auto, defaults": "as *mcbnc auto*, from DAGs learned by BDs and xges, the defaults of then",
    "jointly, defaults": "as *jointly*, by the same defaults",
}
