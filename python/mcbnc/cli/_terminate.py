"""The end by SIGTERM, which service managers send: told like Ctrl-C, and files are left as then."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

__all__ = ["Terminated", "terminable"]


class Terminated(KeyboardInterrupt):
    """The process got SIGTERM. Whoever cleans up after Ctrl-C cleans up after this too."""


@contextmanager
def terminable() -> Iterator[None]:
    """Raise Terminated in the main thread at SIGTERM, while the context lasts."""
    if threading.current_thread() is not threading.main_thread():  # it alone gets signals
        yield
        return
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _terminate(*_: object) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second one must not break off the end
    raise Terminated
