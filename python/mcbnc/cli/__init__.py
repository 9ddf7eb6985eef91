"""The command line, ``mcbnc`` or ``python -m mcbnc``: the public functions with files as input and output.

Results go to stdout, and all messages go to stderr. On stdout, data are CSV and comparisons are a table.
``--json`` prints one JSON object instead. :class:`Exit` lists the exit codes.
"""

from ._commands import main
from ._end import Exit

__all__ = ["Exit", "main"]
