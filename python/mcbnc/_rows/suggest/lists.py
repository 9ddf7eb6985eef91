"""The recipe that all sites may have, from what they tell of their tables and not from the tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..listing import SiteList, table_of
from ..options import RowOptions
from .cells import find_markers, find_units
from .finding import Finding
from .names import find_ids, find_names, find_swaps
from .proposal import Proposal
from .stages import run_stages
from .states import find_bins, find_books, find_codings, find_spellings

_STAGES: Sequence[Callable[[Finding], None]] = (
    find_names,
    find_swaps,
    find_markers,
    find_units,
    find_spellings,
    find_codings,
    find_ids,
)


def propose_for_sites(lists: Sequence[SiteList], options: RowOptions, *, discrete: bool) -> Proposal:
    """The recipe that may make the sites' tables alike, with a code book of each column of states.

    `discrete`: the score takes states alone.
    """
    f = Finding(
        {k: table_of(told, k) for k, told in enumerate(lists)}, [told.site for told in lists], options
    )
    run_stages(f, _STAGES)
    _find_unlisted(f)
    find_books(f, every=True)
    if discrete:
        find_bins(f)
    return Proposal(f.sites or [], f.found.values())


def _find_unlisted(f: Finding) -> None:
    """Columns of which a site tells the name alone."""
    for name, columns in f.columns():
        for k, own in columns.items():
            if not own.states:
                f.add(None, ("rows",), "ids", [name], f"{name}: {f.name(k)} lists none of its values")
