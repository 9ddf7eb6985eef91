"""The kinds of things that a graph may be given as. Each kind is a file, and `table.py` has their order.

A kind has two functions. ``recognise(thing)`` returns whether the thing is of the kind. It imports no
library: while a library is not loaded, no object can be one of its. ``read(thing, place)`` makes a
`NamedMatrix`. The objects of other libraries are recognised by `_base/libraries.py`.
"""
