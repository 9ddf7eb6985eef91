"""The base class of all results, and the result of a baseline.

`Baseline` is here and not in `_comparing`: :mod:`mcbnc.baselines` makes baselines, and `compare` calls that
module. In `_comparing` the two would import each other.
"""
