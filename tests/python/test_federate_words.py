"""What the parties of ``mcbnc federate`` tell their operators."""

from __future__ import annotations

import pytest

pytest.importorskip("cryptography", reason="federations over HTTPS need the library cryptography")

from mcbnc._federate.board import Turn
from mcbnc._federate.errors import TransportError
from mcbnc._federate.taking_part import take_part
from mcbnc._federate.wire import STOPPED


def test_a_coordinators_reason_does_not_control_the_terminal():
    class Stopped:
        def exchange(self, *_):
            return Turn(STOPPED, b"\x1b]0;owned\x07\x1b[2Jgo away\r\n\xff")

    with pytest.raises(TransportError) as caught:
        take_part(None, Stopped(), patience=0, say=lambda line: None)
    assert str(caught.value) == (
        r"the coordinator has stopped: \x1b]0;owned\x07\x1b[2Jgo away\r\n" + "\N{REPLACEMENT CHARACTER}"
    )
