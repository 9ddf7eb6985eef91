"""A terminal in the place of stderr."""

from __future__ import annotations

import io
import sys


class Terminal(io.StringIO):
    def isatty(self):
        return True


def at_a_terminal(monkeypatch):
    """Make stderr a terminal. A fixture cannot, because pytest replaces sys.stderr after the setup."""
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    return screen
