"""The error of a transport."""

from __future__ import annotations

from ..errors import McbncError

__all__ = ["TransportError"]


class TransportError(McbncError):
    """The other end cannot be reached, is not trusted, or has stopped the run. The message is for users."""
