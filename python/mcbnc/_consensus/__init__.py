"""A run of the engine, its results, and all that is made of runs.

A `Trajectory` is plain arrays, so it can be pickled and outlives a fork. `Run.ask` in `run.py` sends the
steps back with each question about a state, and the engine replays them without a search
(core/fuse/engine/replay.go):

===================  ==================  ====================================================
asked by             request             what the engine does
===================  ==================  ====================================================
``at(theta)``        ``state``           makes the DAG of one state
``select``           ``profile``         measures all states
``explain``          ``deletion``        searches the deletions of one edge that is left
``explain``          ``criticality``     finds the cuts in the inputs as the steps left them
``to_frame``         ``criticalities``   searches every edge of a state
===================  ==================  ====================================================

`ConsensusResult` and `Trajectory` are in one file, `results.py`, because each makes the other. What a
trajectory has by itself is in `states.py`. What both have of their run is in `run.py`. `consensus`
and `trajectory` are in one file, `consensus.py`, because they have all options in common.

A saved run is one JSON object (core/fuse/runfile/document.go): inputs as arc lists, options, order, fusion
and steps. Ψ and the CPDAG are worked out again at loading. Loading makes the arrays of the text, sends them
through the checks that saving makes, and replays every step. `saving.py` and `loading.py` add the kinds of
the names and the file system.
"""
