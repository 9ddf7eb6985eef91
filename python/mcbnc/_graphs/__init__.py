"""The class Graph, which all results share, and graphs in files and strings.

`_base/files.py` opens and unpacks a file. `recognising.py` has the table of all formats, and finds that of a
file by its content. A parser for each format makes names and arcs, and says how its files begin:
`block_formats.py` for BIF, .net and .dsc, `line_formats.py` for .dne and .dsl, `xml_networks.py` for XMLBIF
and .xdsl, `probmodel.py` for .pgmx, `uai.py`, `dot.py`, `graphml.py`, `gml.py`, `dagitty.py`, `table.py`,
`bnlearn.py`, `tetrad.py`, and `structures.py` for JSON. `xml_reader.py` reads XML, and refuses entities. All
formats of networks collect nodes and parents in `families.py`, which has the checks. GraphML and GML collect
nodes and edges in `drawn.py`.

No parser tries the same characters again, so hostile text takes linear time too.

What an edge means is in `marks.py`: two tails are undirected, and circles are refused. `arrows.py` has the
marks that Graphviz draws, `arc_columns.py` those in tables of arcs. `labels.py` decides whether identifiers
or labels are the names. `latents.py` finds the nodes that a file calls latent.

`formats.py` has the writer of each suffix that can be written, and `identifiers.py` the names that a format
can hold.

Graph objects of other tools are recognised by their module, so their libraries are never imported:
`causallearn.py`, `pyagrum.py`. `lingam.py` and `tigramite.py` read matrices.

`saved.py` reads a saved run, because a saved result is a graph that ``dags`` may hold.
"""
