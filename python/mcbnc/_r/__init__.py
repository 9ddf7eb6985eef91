"""What the R package of `r/` calls.

All values that cross are numbers, strings, lists, dicts and bytes. reticulate converts these without NumPy,
so the R package works with every pair of versions of reticulate and NumPy. Debian's reticulate, for one,
cannot read arrays of NumPy 2. Errors come back as values, because a condition of R has to have the index of a
DAG, counted from 1.
"""

from .calls import call

__all__ = ["call"]
