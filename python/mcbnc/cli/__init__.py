"""The command line, ``mcbnc`` or ``python -m mcbnc``: the public functions, with files in and out.

Results go to stdout, all else to stderr. Data are CSV there, comparisons a table; ``--json`` makes one
JSON object of either. The exit codes are :class:`Exit`'s.
"""

from ._commands import Exit, main

__all__ = ["Exit", "main"]
