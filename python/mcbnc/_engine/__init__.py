"""The engine: the library, the jobs, and the progress of a job. No other package calls the library.

A request is one job (`request.py`): `load.py` loads the library at the first call, `ffi.py` starts the job
and waits in slices, so that Ctrl-C arrives, and `aside.py` copies large arrays in a helper thread.
`answer.py` reads the result, whose arrays are views that are made when they are used. `status.py` raises
what a status stands for.

Executors are known in one file, `chunks.py`. `learn_many`, `batch`, `stability` and `bootstrap` read and
align their input first, and give `Chunking.run` the way to ask for a range of clients, runs or resamples.
Without an executor that is one job here, or with a checkpoint one job after the other. With an executor a
chunk is a request with its arrays: plain values that any executor can send. The field ``first`` of a
request lets draws and messages of a chunk count as the whole does. A stability of many runs goes in blocks.

A checkpoint of a run is the run in slices (`slices.py`). A request "run" with ``slice`` pauses between two
deletions and answers with the steps so far. They go back with the next slice. The engine replays them, prunes
the inputs by the arcs that they removed, and searches on, which is exact (core/fuse/consensus/doc.go). The
last request, ``ended``, makes the result of the steps. Stabilities, bootstraps and searches are kept by their
pieces. `checkpoint.py` keeps both, tells one call from another, and says when the next slice is due.
`versions.py` prints what a report of a problem should contain.
`layout.py` is what arrays a kept part must have, so a file that was made by hand is found damaged.
"""
