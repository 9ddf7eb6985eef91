"""Calls of seconds that nothing can interrupt, in a helper thread, so that Ctrl-C arrives at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

# A wait for a lock ends at once when a signal comes, except on Windows, where Ctrl-C waits for the slice.
_SLICE = 0.05

T = TypeVar("T")


class _Call(Generic[T]):
    """A call whose caller may go away before its end. Then `forget` is given what the call returns.

    There is no lock. The thread records that the call has ended, and then checks whether the caller has
    gone. The caller records that it goes, and then checks whether the call has ended. So one of them sees
    the other, or both do, and `forget` must bear two calls.
    """

    def __init__(self, function: Callable[[], T], forget: Callable[[T], None]) -> None:
        self._function = function
        self._forget = forget
        self._returned: list[T] = []
        self._raised: list[BaseException] = []
        self._ended = threading.Event()
        self._gone = False

    def run(self) -> None:
        try:
            self._returned.append(self._function())
        except BaseException as error:
            self._raised.append(error)
        self._ended.set()
        if self._gone:
            self._drop()

    def wait(self) -> T:
        try:
            threading.Thread(target=self.run, name="mcbnc call", daemon=True).start()
            while not self._ended.wait(_SLICE):
                pass
        except BaseException:
            self._gone = True
            if self._ended.is_set():
                self._drop()
            raise
        if self._raised:
            raise self._raised[0]
        return self._returned[0]

    def _drop(self) -> None:
        for value in self._returned:
            self._forget(value)


def call_aside(function: Callable[[], T], forget: Callable[[T], None]) -> T:
    """Call `function` in a helper thread, and wait for it.

    If an exception such as KeyboardInterrupt ends the wait, it is raised at once. The call goes on in the
    helper thread, and `forget` is given what it returns, perhaps twice. The end of the process does not wait
    for the thread.
    """
    return _Call(function, forget).wait()
