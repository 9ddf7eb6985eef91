"""The command line: it runs a command, and tells in its exit code how the command ended."""

from __future__ import annotations

import argparse
import gc
from collections.abc import Sequence

from .._base.memory import limits
from ..errors import McbncError
from ._arguments import command_module, read_arguments
from ._end import Exit, Terminated, terminable
from ._files import check_outs
from ._objects import make_score
from ._streams import StdoutClosed, discard_stdout, flush, prepare_stdout, say, stamped
from ._wording import files_named, in_shell


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        The arguments after the program's name. The default is the arguments of the process.

    Returns
    -------
    int
        The exit code, a member of :class:`Exit`.

    Raises
    ------
    SystemExit
        argparse exits with code 2 on wrong usage, and with code 0 after ``--help`` and ``--version``.
    """
    given = read_arguments(arguments)
    prepare_stdout()
    if getattr(given, "lasting", False):
        with stamped(given.log_format), terminable():
            code = _run(given)
        gc.freeze()  # or the end of the process would search all objects for garbage, which takes 60 ms
        return code
    return _run(given)


def _run(given: argparse.Namespace) -> int:
    try:
        with limits(getattr(given, "memory_limit", None)), files_named():
            make_score(given)
            if isinstance(outs := getattr(given, "out", None), list):  # some commands have one --out
                check_outs(outs, getattr(given, "digits", None))
            code: int = command_module(given.command).run(given)
        flush()
        return code
    except StdoutClosed:
        discard_stdout()
        return Exit.BROKEN_PIPE
    except (McbncError, OSError) as error:
        say(in_shell(error, given), "error")
        return Exit.BAD_INPUT
    except MemoryError as error:
        say(f"out of memory: {error}".removesuffix(": "), "error")
        return Exit.BAD_INPUT
    except Terminated:
        say("terminated: the same command goes on")
        return Exit.TERMINATED
    except KeyboardInterrupt:
        say("interrupted")
        return Exit.INTERRUPTED
