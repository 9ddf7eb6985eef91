"""The error of a transport, and whether an end of the run has its result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import McbncError
from ..federated import Incomplete

if TYPE_CHECKING:
    from ..federated import Client, Coordinator


class TransportError(McbncError):
    """The other end cannot be reached, is not trusted, or has stopped the run. The message is for users."""


def has_result(end: Client | Coordinator) -> bool:
    try:
        return end.result is not None
    except Incomplete:
        return False
