"""Messages, names, options and arrays, for every other package.

This package imports no other package of mcbnc.

Sites may have names. `sites.py` turns a dict of sites into a list for the function. `wording.py` keeps the
names for the time of the call, so that a message says ``dags['north']``, and an error that passes has
``.site``. Weights and counts by name are brought into the order of the sites.
`Inputs.sites` and `Run.sites` take the names on into results and saved files.

A graph is a matrix or a list of arcs (`adjacency.py`). Whoever asks for `matrix`, `dense` or `Inputs.graphs`
makes a matrix of a list, so what can do with the arcs asks for those.

Arrays of results know names: `named_array.py` is the one way by which a property hands out a graph's array.

A time limit is one object, made where a public function reads its options (`limit.py`). Each job of the call
gets the seconds that are left. So reading counts, and so do the jobs before.

The limit of memory is in a context variable, so that every request of a call has it (`memory.py`).
`snapshot.py` is the format of a checkpoint's file. `lock.py` lets one call at a time use a checkpoint, and
one site at a time a state file.
"""
