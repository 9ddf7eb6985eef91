"""Tables of what the results are of: machine, versions, hours, and what was left out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from data import Study
from markdown import DASH, fixed, listed, table


def _fact(study: Study, name: str) -> Any:
    return study.results.get("about", {}).get(name)


def facts(study: Study, name: str) -> str:
    """A dictionary of facts in one line, or a single fact as it is."""
    found = _fact(study, name)
    if not isinstance(found, dict):
        return DASH if found is None else str(found)
    return ", ".join(f"{key} {value}" for key, value in found.items())


def count(study: Study, name: str) -> str:
    """How many networks or clients there are, or a number."""
    found = _fact(study, name)
    return DASH if found is None else str(len(found) if isinstance(found, list) else found)


def numbers(study: Study, name: str) -> str:
    return listed([str(each) for each in _fact(study, name) or []]) or DASH


def hours(study: Study) -> str:
    found = _fact(study, "hours")
    if not isinstance(found, dict):
        return DASH if found is None else fixed(found, 2)
    return ", ".join(f"{name} {fixed(x, 2)}" for name, x in found.items())


def left_out(study: Study) -> str:
    """What was not run, and why."""
    rows: dict[tuple[str, str], list[str]] = {}
    for each in _fact(study, "left_out") or []:
        methods, networks, least, why = (
            _told(each.get(key)) for key in ("methods", "networks", "from_clients", "why")
        )
        rows.setdefault((methods, why), []).append(f"{networks} from r = {least}")
    if not rows:
        return "Nothing was left out."
    cells = [[methods, ", ".join(where), why] for (methods, why), where in rows.items()]
    return table(["methods", "networks", "why"], cells, words=3)


def quick(study: Study) -> str:
    """What stands below the title of a page of a small part of the study."""
    if not _fact(study, "quick"):
        return ""
    return (
        "\n**This page is of `make -C studies paper QUICK=1`: a small part of the study. "
        "Its numbers are no results.**\n"
    )


def missing(study: Study) -> str:
    found = _fact(study, "missing")
    if not found:
        return "No case is missing."
    told = listed([f"{number} of {name}" for name, number in found.items()])
    return f"**These results are of an unfinished study.** Missing: {told}."


def _told(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(str(each) for each in value)
    return DASH if value is None else str(value)


PARTS: dict[str, Callable[..., str]] = {
    "about": facts,
    "count": count,
    "hours": hours,
    "left_out": left_out,
    "missing": missing,
    "numbers": numbers,
}
