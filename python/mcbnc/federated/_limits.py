"""What a site lets a coordinator ask for."""

from __future__ import annotations

from dataclasses import dataclass, fields

from .._base.options import check_count, check_flag
from ._roster import LEAST_MASKED

__all__ = ["Limits"]


@dataclass(frozen=True)
class Limits:
    """The most that a coordinator may ask of a site in one session.

    A coordinator has limits too, and tells them in its first message. A site refuses a session that may go
    beyond its own limits, and any question beyond the session's.

    Parameters
    ----------
    rounds : int
        Questions.
    numbers : int
        Numbers in all answers together.
    draft : int
        Steps that one question may look ahead. With more of them, a run takes fewer rounds and shows the
        coordinator more sums.
    message : int
        Bytes of one message.
    least_change : int or None
        None: all sessions with masks have the same sites, as far as the site remembers. A number is weaker:
        two sessions have the same sites, or differ in at least so many. Sums over several sets of sites can
        then be combined to the numbers of one site.
    variables : int
        Variables of one table of counts. It holds for the site alone: no coordinator promises it.
    same_weight : int
        With masks, so many sites at least must have each weight. A weighted sum tells no more than the sums
        over the sites of one weight. 1 allows all weights: then a sum can tell the numbers of one site.
    tables : bool
        False refuses sessions with tables of counts. It holds for the site alone too.

    Raises
    ------
    InvalidInputError
        If a number is no whole number, or below 1.
    """

    rounds: int = 2_000
    numbers: int = 50_000_000
    draft: int = 64
    message: int = 1 << 28
    least_change: int | None = None
    variables: int = 12
    same_weight: int = LEAST_MASKED
    tables: bool = True

    def __post_init__(self) -> None:
        check_flag(self.tables, "tables")
        numbers = {field.name for field in fields(self)} - {"tables"}
        for name in numbers - ({"least_change"} if self.least_change is None else set()):
            check_count(getattr(self, name), name, 1)

    def promise(self) -> dict[str, int]:
        """What a coordinator with these limits tells the sites."""
        return {"rounds": self.rounds, "numbers": self.numbers, "draft": self.draft}

    def allow(self, promised: dict[str, int]) -> bool:
        """Whether a session with these promises stays within the limits."""
        return all(promised[name] <= most for name, most in self.promise().items())
