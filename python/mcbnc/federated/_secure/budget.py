"""What a site spends over all its sessions, and how much of it there is.

A budget is the site's own. It is checked when a session begins, before the data are looked at. So a refusal
depends on no row, and costs no computation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from ..._plumbing import counted
from .._protocol.errors import Refused
from .._protocol.fields import Whole, read_fields, readers
from .limits import Limits
from .noise import told_epsilon

_FORM = readers({"rho": float, "sessions": Whole, "numbers": Whole})


@dataclass
class Spent:
    """What a site has spent over all its sessions."""

    rho: float = 0.0
    """How much of a row's privacy all noisy answers have spent, as ρ."""
    sessions: int = 0
    """The sessions in which the site was asked something."""
    numbers: int = 0
    """How many numbers all answers have together."""

    def record(self) -> dict[str, Any]:
        """What is spent, as JSON has it."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def read(cls, record: Mapping[str, Any]) -> Spent:
        """Read what :meth:`record` wrote, or raise Refused."""
        return cls(**read_fields(record, _FORM, "state"))


def check_budget(limits: Limits, spent: Spent, numbers: int, rho: float) -> None:
    """Refuse a session that would spend more than the site allows over all sessions.

    The session asks for `numbers` numbers at least. With noise its answer spends `rho`; 0: there is none.
    """
    if limits.sessions is not None and spent.sessions >= limits.sessions:
        raise _beyond(
            f"this site has answered in {counted(spent.sessions, 'session')}, and its --max-sessions "
            f"(in Python Limits(sessions=...)) allows {limits.sessions}"
        )
    if (left := numbers_left(limits, spent)) is not None and left < numbers:
        raise _beyond(
            f"this site has sent {counted(spent.numbers, 'number')} in all sessions, and its --max-total (in "
            f"Python Limits(total=...)) allows {limits.total:,}: the session asks for {numbers:,} at least"
        )
    if rho:
        _check_rho(limits, spent.rho, rho)


def numbers_left(limits: Limits, spent: Spent) -> int | None:
    """How many numbers the site may still send. None: any number."""
    return None if limits.total is None else max(limits.total - spent.numbers, 0)


def _check_rho(limits: Limits, before: float, rho: float) -> None:
    if limits.epsilon is None:
        if before:
            raise _beyond(
                "this site has answered a question with noise before. The mean of two answers has less "
                "noise than either. --max-epsilon (in Python Limits(epsilon=...)) is how much all "
                "its answers together may spend"
            )
    elif (all_of_it := told_epsilon(before + rho, limits.delta)) > limits.epsilon:
        raise _beyond(
            f"with this answer the privacy of a row would be spent up to epsilon {all_of_it:.3g}, with "
            f"delta {limits.delta:g}, and this site allows {limits.epsilon:g}"
        )


def _beyond(problem: str) -> Refused:
    return Refused(problem, reason="limits")
