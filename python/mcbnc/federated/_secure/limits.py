"""What a site lets a coordinator ask for.

A score of a site's own rows is a nonlinear function of its counts, with dozens of binary places. A sum over
few sites has one solution in whole counts. So own scores under masks show the coordinator each site's counts,
and no site sends them unless its operator allows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from ..._base.options import check_count, check_flag, check_word, read_number
from ..._base.wording import wording
from ...errors import InvalidInputError
from .._protocol.errors import Refused
from .ledger import QUORUM
from .noise import told_epsilon

WORDS = {"union": ("or", "counts"), "member": ("votes", "lowest")}
"""Options of tasks that a site may demand, and what each may be."""
_VARIABLES = 12
_FLAGS = ("tables", "tell_scores", "may_leave")


@dataclass(frozen=True)
class Limits:
    """The most that a coordinator may ask of a site in one session.

    A coordinator has limits too, and sends them in its first message. A site refuses a session that may go
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
        Bytes of one message. A site answers with no longer vector of numbers either.
    least_change : int or None
        None: a session with masks has all sites of earlier ones, and none or at least three new ones, so that
        no sums can be combined to those of fewer than three sites. All sites tell each other with whom they
        took part. A number is weaker: two sessions have the same sites, or differ in at least so many. Sums
        over several sets of sites can then be combined to the numbers of one site.
    variables : int or None
        Variables of one table of counts, or of one family by which cells are filled. It holds for the site
        alone: no coordinator promises it. None: 12. A number also refuses sessions of sites with different
        columns, since several families make a table of few variables one of many.
    same_weight : int
        With masks, so many sites at least must have each weight. A weighted sum shows no more than the sums
        over the sites of one weight. 1 allows all weights: then a sum can show the numbers of one site.
    same_columns : int
        With masks, and sites with different columns, so many sites at least must have the columns of any of
        them. A coordinator that lies about its sums learns the sum over the sites of each set of columns. 1
        allows all sets: then it can learn the numbers of one site.
    tables : bool
        False refuses sessions with tables of counts. It holds for the site alone too. Learning then has
        nothing but scores of the site's own rows, which `tell_scores` must allow.
    tell_scores : bool
        True takes part in sessions with masks that ask for scores of the site's own rows. **This shows the
        site's counts to the coordinator**, in spite of the masks: a sum of a few such scores has one solution
        in whole counts. It holds for the site alone. Without masks the coordinator sees all numbers anyway,
        so there is nothing to allow.
    may_leave : bool
        True allows the other sites to go on without this one, if it is gone. The difference of two sums then
        is this site's numbers, so the coordinator may learn them. So it may if another site is gone that has
        said the same.
    epsilon : float or None
        A number refuses sessions that are not differentially private, and answers after which a row's privacy
        would be spent beyond it: over all sessions that the site remembers, with the session's own delta. It
        holds for the site alone.
    union : {"or", "counts"} or None
        Refuses sessions with another `union`: "or" hides how many sites have an edge. None takes either. It
        holds for the site alone, and so does `member`.
    member : {"votes", "lowest"} or None
        Refuses a consensus with another `member`: "lowest" asks nobody for arrows. None takes either.

    Raises
    ------
    InvalidInputError
        If a number is no whole number, or below 1, or a word is none of these.
    """

    rounds: int = 2_000
    numbers: int = 50_000_000
    draft: int = 64
    message: int = 1 << 28
    least_change: int | None = None
    variables: int | None = None
    same_weight: int = QUORUM
    same_columns: int = QUORUM
    tables: bool = True
    tell_scores: bool = False
    may_leave: bool = False
    epsilon: float | None = None
    union: str | None = None
    member: str | None = None

    def __post_init__(self) -> None:
        for name in _FLAGS:
            check_flag(getattr(self, name), name)
        for name, words in WORDS.items():
            if getattr(self, name) is not None:
                check_word(getattr(self, name), name, words)
        if self.epsilon is not None and read_number(self.epsilon, "epsilon", "a number above 0") <= 0:
            raise InvalidInputError("epsilon must be a number above 0", argument="epsilon")
        numbers = {field.name for field in fields(self)} - {*_FLAGS, *WORDS, "epsilon"}
        unset = {name for name in ("least_change", "variables") if getattr(self, name) is None}
        for name in numbers - unset:
            check_count(getattr(self, name), name, 1)

    @property
    def widest(self) -> int:
        """The most variables of one table."""
        return _VARIABLES if self.variables is None else self.variables

    def promise(self) -> dict[str, int]:
        """What a coordinator with these limits sends to the sites."""
        return {"rounds": self.rounds, "numbers": self.numbers, "draft": self.draft}

    def check_task(self, task: Any, masked: bool) -> None:
        """Refuse to start a site that would refuse every session of its task."""
        if task == "learning" and masked and not self.tables and not self.tell_scores:
            words = wording()
            raise InvalidInputError(
                f"{words.flag('tables', False)} leaves nothing to send but scores of this site's own rows, "
                f"and the site does not send them: {words.flag('tell_scores', True)} allows it, which shows "
                "its counts to the coordinator",
                argument="limits",
            )

    def check_options(self, options: Mapping[str, Any], masked: bool) -> None:
        """Refuse a session whose options this site does not take part in."""
        if not self.tables and options.get("tables", False) is not False:
            raise Refused("the session asks for tables of counts", reason="limits")
        apart = options.get("columns", "same") != "same"
        if apart and self.variables is not None:
            raise beyond_tables("max_variables")
        if masked and apart and not _at_least(options.get("same_columns"), self.same_columns):
            raise Refused(
                f"the session allows sets of columns that fewer than {self.same_columns} sites have. Sums "
                "may then show the numbers of one site",
                reason="limits",
            )
        private = options.get("epsilon") is not None
        if private and not masked:
            raise Refused("the session adds noise without masks, where it hides too little", reason="masks")
        if self.epsilon is not None and not private:
            raise Refused("the session's sums are not differentially private", reason="limits")
        for name in WORDS:
            wanted = getattr(self, name)
            if wanted is not None and options.get(name, wanted) != wanted:
                raise Refused(f"the session's {name} is not {wanted!r}", reason="limits")
        if masked and not self.tell_scores and options.get("own", False) is not False:
            raise Refused(
                "the session asks for scores of this site's own rows. They would show its counts to the "
                f"coordinator, in spite of the masks. {wording().flag('tell_scores', True)} allows it",
                reason="scores",
            )

    def check_spent(self, rho: float, delta: float) -> None:
        """Refuse an answer after which so much of the rows' privacy would be spent."""
        if self.epsilon is not None and (all_of_it := told_epsilon(rho, delta)) > self.epsilon:
            raise Refused(
                f"with this answer the privacy of a row would be spent up to epsilon {all_of_it:.3g}, and "
                f"this site allows {self.epsilon:g}",
                reason="limits",
            )


def beyond_tables(option: str) -> Refused:
    """The refusal of a session of different columns by a site with an option that bounds tables."""
    return Refused(
        "the session is of sites with different columns. Cells that a site lacks are filled by parameters "
        "which the coordinator sends, so a table of few variables may tell of many, and of small cells: this "
        f"site's {option} (--{option.replace('_', '-')}) would bound nothing",
        reason="limits",
    )


def _at_least(value: Any, least: int) -> bool:
    return type(value) is int and value >= least
