"""What the R package of `r/` calls.

All values that cross are numbers, strings, lists, dicts and bytes. reticulate converts these without NumPy,
so the R package works with every pair of versions of reticulate and NumPy.
"""

from .calls import call

__all__ = ["call"]
