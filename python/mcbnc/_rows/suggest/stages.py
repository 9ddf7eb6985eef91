"""The recipe that may mend tables: one rule after the other, each on what the ones before have mended."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Mapping, Sequence

from ..._base.show import printed
from ...errors import DataWarning
from .. import neighbours
from ..opened import Opened
from ..options import RowOptions
from ..repeats import SHARED_ADVICE
from ..report import Problem
from .cells import find_codes, find_markers, find_odd_cells, find_units
from .dates import find_dates
from .finding import Finding
from .lines import find_lone_lines, mended_tables
from .names import find_ids, find_names, find_swaps
from .proposal import Proposal
from .repeats import find_repeats
from .states import find_bins, find_books, find_codings, find_near_misses, find_spellings

_STAGES: Sequence[Callable[[Finding], None]] = (
    find_lone_lines,
    find_names,
    find_swaps,
    find_dates,
    find_odd_cells,
    find_markers,
    find_codes,
    find_units,
    find_spellings,
    find_codings,
    find_near_misses,
    find_ids,
)


def propose(
    tables: Mapping[int, Opened],
    files: Mapping[int, str],
    sites: Sequence[str] | None,
    options: RowOptions,
    *,
    discrete: bool,
    problems: Sequence[Problem],
) -> Proposal:
    """The recipe that may mend tables, whose problems these are.

    `tables` are those that can be read, by number, and `files` the paths of others. `sites` names all.
    `discrete`: the score takes states alone.
    """
    mended = [*mended_tables(files, options, sites is None or len(sites) == 1)]
    f = Finding({**tables, **{k: table for k, table, _ in mended}}, sites, options)
    for k, _, told in mended:
        for key, value in told.items():
            f.add(k, ("lines",), key, value, "the file can be read so")
    run_stages(f, _STAGES)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        find_repeats(f)
        find_books(f)
        if discrete:
            find_bins(f)
    readable: set[Hashable] = {name for k, _, _ in mended for name in (f.name(k), files[k])}
    if mended and len(f.now) == 1:
        readable.add(None)  # the only table has no name
    others = [one for one in problems if one.column is not None or one.site not in readable]
    return Proposal(sites or [], f.found.values(), [*map(_note, _without_lines(f, others))])


def run_stages(f: Finding, stages: Sequence[Callable[[Finding], None]]) -> None:
    """Ask one rule after the other, and apply what a rule finds before the next one looks."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        for stage in stages:
            before = {**f.found}
            stage(f)
            if f.found != before:
                f.apply(before)


def _without_lines(f: Finding, problems: Sequence[Problem]) -> list[Problem]:
    """The problems that no line is about: errors of other columns, and warnings of rows."""
    told: set[str | None] = {one.column for one in f.found.values()}
    for one in f.found.values():
        told |= {one.key} if one.section == ("rename",) else {*one.value} if one.key == "ids" else set()
    return [
        one
        for one in problems
        if (one.severity == "error" and (one.column is None or printed(one.column) not in told))
        or one.advice in (SHARED_ADVICE, neighbours.ADVICE)
    ]


def _note(problem: Problem) -> str:
    where = [printed(part) for part in (problem.site, problem.column, problem.at) if part not in (None, "")]
    return f"{', '.join(where)}{': ' if where else ''}{problem.problem}"
