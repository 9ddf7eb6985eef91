"""The callers' DAGs, weights and constraints, in the form that the engine takes.

`convert.py` is the way of ``dags``: it reads each input, aligns the names, and makes one array (r, n, n) of
bytes with the ranks of the names. Kinds that are arcs by nature, such as matrices of scipy.sparse, become
lists of arcs instead, and no matrix is made of them (`_base/adjacency.py`). A sparse array (r, n, n) becomes
one list of arcs, and no object is made of each graph. `kinds/table.py` is the one place that asks what an
input is. `conventions.py` has the hints for matrices whose convention was not given.

A partially directed input becomes a DAG of its class once, when it is read (`extend.py`), or right after the
run, which reports which inputs they are. So a result keeps, explains and saves the DAGs that it was made of,
and ``extended`` lists these.

The options of a run are one object, `RunOptions` in `run_options.py`. It is read once from the arguments, and
the run keeps it. Requests and saved files have its fields. Python checks kinds, words and the names of nodes.
The engine checks values. Python checks only the values that it calculates with itself.
"""
