"""Messages, names, options and arrays, for every other package.

This package imports no other package of mcbnc.
"""
