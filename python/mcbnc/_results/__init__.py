"""The base class of all results, and the result of a baseline."""
