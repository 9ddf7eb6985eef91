"""What a site lets a coordinator ask for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from ..._plumbing import check_count, check_flag, check_word, counted, read_number, wording
from ...errors import InvalidInputError
from .._protocol.errors import Refused
from .ledger import QUORUM
from .noise import DELTA
from .unmaskable import unmaskable

WORDS = {"union": ("or", "counts"), "member": ("votes", "lowest")}
"""Options of tasks that a site may demand, and what each may be."""
_VARIABLES = 12
_FLAGS = ("tables", "tell_scores", "may_leave")
_UNSET = ("least_change", "variables", "sessions", "total")
_DELTAS = 1e-30, 0.5


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
        no sums can be combined to those of fewer than three sites. All sites report to each other with whom
        they took part. A number is weaker: two sessions have the same sites, or differ in at least that
        number. Sums over several sets of sites can then be combined to the numbers of one site.
    variables : int or None
        Variables of one table of counts, or of one family by which cells are filled. It holds for the site
        alone: no coordinator promises it. None: 12. A number also refuses sessions of sites with different
        columns, since several families make a table of few variables one of many.
    same_weight : int
        With masks, at least this number of sites must have each weight. A weighted sum shows no more than the
        sums over the sites of one weight. 1 allows all weights: then a sum can show the numbers of one site.
    same_columns : int
        With masks, and sites with different columns, at least this number of sites must have the columns of
        any of them. A coordinator that lies about its sums learns the sum over the sites of each set of
        columns. 1 allows all sets: then it can learn the numbers of one site. A session of DAGs over
        different nodes with masks takes 1, because nobody is told which site has which nodes.
    tables : bool
        False refuses sessions with tables of counts. It holds for the site alone too. Learning then has
        nothing but scores of the site's own rows, which `tell_scores` must allow, without masks.
    tell_scores : bool
        True takes part in sessions without masks that ask for scores of the site's own rows, or for normal
        scores of its numbers, which are functions of their ranks at the site. **From these the coordinator
        learns the site's counts**, also those that `tables` and ``min_cell`` hold back. It holds for the site
        alone. With masks no site sends either.
    may_leave : bool
        True allows the other sites to go on without this one, if it is gone. The difference of two sums then
        is this site's numbers, so the coordinator may learn them. So it may if another site is gone that has
        also agreed to it.
    epsilon : float or None
        A number refuses sessions that are not differentially private, and sessions after which a row's
        privacy would be spent beyond it: over all sessions that the site remembers, with this `delta`. None
        answers one question with noise, ever: of several answers with noise of their own, the mean hides
        less. It holds for the site alone.
    delta : float
        The greatest delta that a differentially private session may have, and the one by which the site adds
        up what its answers spend. With a large one there is hardly any noise. It holds for the site alone.
    colluders : int
        A session with noise must hide each row also from a coordinator with which so many sites work. It
        holds for the site alone.
    sessions, total : int or None
        Of all sessions that the site remembers: in how many it answers, and how many numbers all its answers
        have together. None: any number. They hold for the site alone.
    union : {"or", "counts"} or None
        Refuses sessions with another `union`: "or" hides how many sites have an edge. None takes either. It
        holds for the site alone, and so does `member`.
    member : {"votes", "lowest"} or None
        Refuses a consensus with another `member`: "lowest" asks no site for arrows. None takes either.

    Raises
    ------
    InvalidInputError
        If a number is no whole number, or below 1, or a word is not one of these. `epsilon` is above 0,
        and `delta` from 1e-30 to below 0.5.
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
    delta: float = DELTA
    colluders: int = 0
    sessions: int | None = None
    total: int | None = None
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
        read_delta(self.delta)
        check_count(self.colluders, "colluders")
        numbers = {field.name for field in fields(self)} - {*_FLAGS, *WORDS, "epsilon", "delta", "colluders"}
        unset = {name for name in _UNSET if getattr(self, name) is None}
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
        if task == "learning" and not self.tables and (masked or not self.tell_scores):
            words = wording()
            raise InvalidInputError(
                f"{words.flag('tables', False)} leaves nothing to send but scores of this site's own rows. "
                f"With masks no site sends them, and without only with {words.flag('tell_scores', True)}",
                argument="limits",
            )

    def check_options(self, options: Mapping[str, Any], masked: bool) -> None:
        """Refuse a session whose options this site does not take part in."""
        if not self.tables and options.get("tables", False) is not False:
            raise Refused("the session asks for tables of counts", reason="limits")
        self._check_columns(options, masked)
        self._check_noise(options, masked)
        for name in WORDS:
            wanted = getattr(self, name)
            if wanted is not None and options.get(name, wanted) != wanted:
                raise Refused(f"the session's {name} is not {wanted!r}", reason="limits")
        beyond = unmaskable(options)
        if beyond is not None and (masked or not self.tell_scores):
            why = (
                "With masks no site sends them"
                if masked
                else f"This site does not send them. {wording().flag('tell_scores', True)} allows it"
            )
            raise Refused(f"the session asks for {beyond.what}. {why}", reason="scores")

    def _check_columns(self, options: Mapping[str, Any], masked: bool) -> None:
        """Refuse sites with different columns, or nodes, where sums may show too much."""
        apart = options.get("columns", "same") != "same"
        if apart and self.variables is not None:
            raise beyond_tables("max_variables")
        if masked and apart and not _at_least(options.get("same_columns"), self.same_columns):
            raise Refused(
                f"the session allows sets of columns that fewer than {counted(self.same_columns, 'site')} "
                "have. Sums "
                "may then show the numbers of one site",
                reason="limits",
            )
        if masked and options.get("nodes", "same") != "same" and self.same_columns > 1:
            raise Refused(
                "the session's DAGs are over different nodes. Where one site alone has both nodes of a pair, "
                "sums show that site's own numbers to the coordinator, in spite of the masks. "
                "--same-columns 1 (in Python Limits(same_columns=1)) allows it",
                reason="limits",
            )

    def _check_noise(self, options: Mapping[str, Any], masked: bool) -> None:
        """Refuse noise that hides too little, and no noise where there must be some."""
        private = options.get("epsilon") is not None
        if private and not masked:
            raise Refused("the session adds noise without masks, where it hides too little", reason="masks")
        if self.epsilon is not None and not private:
            raise Refused("the session's sums are not differentially private", reason="limits")
        if private and not _at_most(options.get("delta"), self.delta):
            raise Refused(
                f"the session's delta is above {self.delta:g}, the greatest that this site allows "
                "(--max-delta, in Python Limits(delta=...)). With a large delta the noise hides little",
                reason="limits",
            )
        if private and not _at_least(options.get("colluders"), self.colluders):
            raise Refused(
                f"the noise does not hide a row from a coordinator and {counted(self.colluders, 'site')} "
                "that work with it (--colluders, in Python Limits(colluders=...))",
                reason="limits",
            )


def read_delta(value: Any) -> float:
    """The argument `delta`, of a site's limits or of a session."""
    small = read_number(value, "delta", "a number between 0 and 1")
    if not _DELTAS[0] <= small < _DELTAS[1]:
        raise InvalidInputError(
            f"delta must be from {_DELTAS[0]:g} to below {_DELTAS[1]:g}, not {small}", argument="delta"
        )
    return small


def beyond_tables(option: str) -> Refused:
    """The refusal of a session of different columns by a site with an option that bounds tables."""
    return Refused(
        "the session is of sites with different columns. Cells that a site lacks are filled by parameters "
        "which the coordinator sends, so a table of few variables may depend on many, and on small cells: "
        f"this site's {option} (--{option.replace('_', '-')}) would bound nothing",
        reason="limits",
    )


def _at_least(value: Any, least: int) -> bool:
    return type(value) is int and value >= least


def _at_most(value: Any, most: float) -> bool:
    return type(value) in (int, float) and value <= most
