"""Scores of the sites' own rows: who may ask for them, and who sends them.

A score is a nonlinear function of a site's counts, with dozens of binary places. A sum over few sites
has one solution in whole counts. So own scores under masks show the coordinator each site's counts, and no
site sends them unless its operator allows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..._base.options import check_flag
from ..._base.wording import wording
from ...errors import InvalidInputError
from .._protocol.errors import Refused

__all__ = ["check_own_scores", "check_something_left", "read_searches"]


def read_searches(tables: Any, own: Any) -> tuple[bool, bool]:
    """Whether a coordinator asks for tables of counts, and whether for own scores. It must ask for one."""
    asked = check_flag(tables, "tables"), check_flag(own, "own")
    if not any(asked):
        words = wording()
        raise InvalidInputError(
            f"{words.flag('tables', False)} leaves nothing to learn from but the sites' own scores, and they "
            f"are not asked for: add {words.flag('own', True)}. With masks each site must then say "
            f"{words.flag('tell_scores', True)}, which shows its counts to the coordinator",
            argument="tables",
        )
    return asked


def check_own_scores(options: Mapping[str, Any], masked: bool, tell_scores: bool) -> None:
    """Refuse a session with masks that asks for own scores, unless this site sends them."""
    if masked and not tell_scores and options.get("own", False) is not False:
        raise Refused(
            "the session asks for scores of this site's own rows. They would show its counts to the "
            f"coordinator, in spite of the masks. {wording().flag('tell_scores', True)} allows it",
            reason="scores",
        )


def check_something_left(task: Any, masked: bool, tables: bool, tell_scores: bool) -> None:
    """Refuse to start a site that would refuse every session of its task."""
    if task == "learning" and masked and not tables and not tell_scores:
        words = wording()
        raise InvalidInputError(
            f"{words.flag('tables', False)} leaves nothing to send but scores of this site's own rows, and "
            f"the site does not send them: {words.flag('tell_scores', True)} allows it, which shows its "
            "counts to the coordinator",
            argument="limits",
        )
