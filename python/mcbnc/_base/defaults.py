"""The defaults of the functions that learn: the search, and the scores.

`make -C studies defaults` chose the search and the scores of states, and docs/defaults.md has the evidence.
The signatures, the docstrings, the shell and R are held to this file by a test.
"""

from __future__ import annotations

from .options import PriorName, SearchName
from .scoring import QNML, DegenerateGaussian, MixedBIC, Score

SEARCH: SearchName = "xges"
"""The search of each function that has the rows."""

SUMS_SEARCH: SearchName = "ges"
"""The search of a federation. "xges" asks for several times as many sums, so a user has to choose it."""

PRIOR: PriorName | None = "edges"
"""The prior of structures, with every score."""

SCORE: Score = QNML(surplus=2)
"""The score of tables of states: of one, of several, and of all together."""

MIXED_SCORE: Score = MixedBIC()
"""The score of a table that has a column with decimals beside a column of states."""

GAPS_SCORE: Score = DegenerateGaussian()
"""The score of such a table with cells to be filled."""

NUMBERS_SCORE: Score = DegenerateGaussian(values="raw")
"""The score of a federation in which a column has numbers: their ranks at a site would show its rows."""
