"""How far a run is: what the coordinator tells its sites, and how a person reads it.

It has what each site knows of its own answers, and the names of the sites that are waited for. It has no
sums, and no numbers of a site.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from typing import Any, NamedTuple

from .._base.show import counted, printable
from ..federated._protocol.fields import Whole, read_fields, readers


class Progress(NamedTuple):
    """What is asked of the sites now."""

    round: int
    """The number of the question; 0 for another message."""
    asked: str
    """What the sites are asked for, in words."""
    numbers: int = 0
    """How many numbers that is from each site. 0: the task does not say."""
    rounds: int = 0
    """How many questions all sites have answered."""
    sent: int = 0
    """How many numbers each site has sent for them."""


_FORM = readers(
    {
        "status": str,
        "problem": str,
        "round": Whole,
        "asked": str,
        "numbers": Whole,
        "rounds": Whole,
        "sent": Whole,
        "since": str,
        "waiting": list,
        "sites": dict,
    }
)
_SITE = readers({"connected": bool, "heard": str})
NOTHING_ASKED = Progress(0, "nothing yet")
RUNNING, COMPLETE, STOPPED = "running", "complete", "stopped"


def stamp() -> str:
    """The time now, as the status has times."""
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


def record(
    progress: Progress,
    since: str,
    waiting: Sequence[str],
    sites: Mapping[str, tuple[bool, str]],
    end: str | None,
) -> dict[str, Any]:
    """The status as JSON has it.

    `since` is when the sites were asked. `sites` has of each site whether its connection is open, and when
    it asked for a message last. `end` is what has stopped the run, or empty if nothing has; None if it runs.
    """
    return {
        "status": RUNNING if end is None else STOPPED if end else COMPLETE,
        "problem": end or "",
        **progress._asdict(),
        "since": since,
        "waiting": list(waiting) if end is None else [],
        "sites": {name: {"connected": here, "heard": at} for name, (here, at) in sites.items()},
    }


def asked_line(progress: Progress) -> str:
    """What is asked, in one line."""
    what = "" if not progress.numbers else f", {counted(progress.numbers, 'number', ',')} from each site"
    return f"round {progress.round}: {progress.asked}{what}" if progress.round else progress.asked


def status_text(told: Mapping[str, Any]) -> str:
    """A status for a person to read."""
    done = f"{counted(told['rounds'], 'round')} done, {counted(told['sent'], 'number', ',')} from each site"
    if told["status"] == COMPLETE:
        return f"complete: {done}\n"
    if told["status"] == STOPPED:
        return f"stopped: {printable(told['problem'])}\n{done}\n"
    asked = asked_line(Progress(**{name: told[name] for name in Progress._fields}))
    lines = [f"{asked}, since {told['since']}"]
    for name in told["waiting"]:
        site = told["sites"][name]
        how = "connected" if site["connected"] else "not connected"
        lines.append(f"waiting for {name}: {how}, last heard {site['heard'] or 'never'}")
    return "".join(f"{printable(line)}\n" for line in [*lines, done])


def read_status(told: Any) -> dict[str, Any]:
    """Check a status that came over the network. Raises Refused, or ValueError."""
    if not isinstance(told, dict):
        raise ValueError("no status")
    read = read_fields(told, _FORM, "status")
    for site in read["sites"].values():
        if not isinstance(site, dict):
            raise ValueError("a site is none")
        read_fields(site, _SITE, "status")
    if not all(isinstance(name, str) and name in read["sites"] for name in read["waiting"]):
        raise ValueError("a site that is waited for is none of the sites")
    return read
