"""With whom sites have taken part, and which sets of sites may take part next.

Sums over several sets of sites can be combined. The sums over {a, b, c, d} and {b, c, d} show the numbers of
a. Seven sets of three sites, of which each two share one, show the numbers of all seven. So a site checks
each new set of sites against the earlier ones:

1. Each earlier set that shares a site with the new one is a part of the new one, but for sites that had said
   that they may leave.
2. Whatever the sums over all these sets are, any two sites could have any numbers (`lattice.py`). It does not
   hold for the sites of an earlier set, of which some have left, that had said that they may leave: their
   numbers count as known.

A site has seen only the sets that it was in. So each site sends its list along with its key, and signs both.
Then all sites of a roster know all sets that one of them has seen. Without the first rule that would not be
enough: {a, ..., g} less {b, c, d} less {e, f, g} is a, and b would not know of {e, f, g}, nor e of {b, c, d}.
`tests/python/federated/test_federated_ledger.py` has a coordinator try sequences of sets.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..._plumbing import listed
from .._protocol.errors import Refused
from .lattice import shown

QUORUM = 3
"""So many sites take part in a session with masks: of two, each could take its own numbers from the sum."""

_LENGTH = 64  # of an identity, in hexadecimal
Sites = tuple[bytes, ...]


@dataclass(frozen=True)
class SiteSet:
    """The sites of one session with masks, by their identities, sorted."""

    sites: Sites
    may_leave: Sites = ()
    """Those who had said that the others may go on without them."""
    parts: tuple[Sites, ...] = ()
    """Sites of the same weight, or with the same columns: the sum over each part counts as known."""
    judged: bool = False
    """Whether sites left themselves out, so that nobody knows which ones the sums are over."""

    def renamed(self, present: Mapping[bytes, bytes]) -> SiteSet:
        """The same sites, by their present keys."""

        def of(sites: Sites) -> Sites:
            return tuple(sorted({present.get(site, site) for site in sites}))

        return SiteSet(of(self.sites), of(self.may_leave), tuple(sorted(map(of, self.parts))), self.judged)

    def part_of(self, site: bytes) -> Sites:
        """The sites that are like a site; () if all are, or it is not there."""
        return next((part for part in self.parts if site in part), ())

    def record(self) -> dict[str, Any]:
        """The set as JSON has it."""
        return {
            "sites": _hex(self.sites),
            "may_leave": _hex(self.may_leave),
            "parts": [_hex(part) for part in self.parts],
            "judged": self.judged,
        }


def read_sets(records: Any) -> list[SiteSet]:
    """Read what :meth:`SiteSet.record` wrote, or raise ValueError."""
    return [_read(record) for record in records]


def check_sets(new: SiteSet, known: Iterable[SiteSet], names: Mapping[bytes, str], protect: bytes) -> None:
    """Refuse a set of sites whose sums, with those of the known sets, would show the numbers of few sites.

    `names` are those of the sites, for the error. The numbers of the site `protect` never count as known,
    whatever others say.
    """
    sets = list(dict.fromkeys([*known, new]))
    left: set[bytes] = set()
    for each in sets:
        gone = set(each.sites).difference(new.sites)
        if missing := sorted(gone.difference(each.may_leave)):
            raise _refused(
                f"the roster lacks {_called(missing, names)}, which took part with a site of the roster "
                "before, and did not say then that it may leave"
            )
        if each.sites != new.sites and (each.judged or new.judged):
            raise _refused(
                "the roster has other sites than an earlier session's, and in one of the two sessions sites "
                "leave themselves out"
            )
        if gone:
            left.update(each.may_leave)
    left.discard(protect)
    if sites := shown_sites(sets, left):
        raise _refused(
            "the sums over the roster, with those over earlier sets of sites, would show numbers of "
            f"{_called(sites, names)}"
        )


def shown_sites(sets: list[SiteSet], left: Collection[bytes] = ()) -> list[bytes]:
    """Fewer sites than a session needs, of which the sums over all these sets show something: few, or none.

    The numbers of those who `left` count as known.
    """
    every = sorted({site for each in sets for site in each.sites})
    rows = [[int(site in members) for site in every] for members in _sums(sets, set(left))]
    return [every[place] for place in shown(rows, len(every), QUORUM - 1)]


def _sums(sets: list[SiteSet], left: set[bytes]) -> list[set[bytes]]:
    """The sets of sites whose sums count as known, without those that have left."""
    sums: list[Sites] = []
    for each in sets:
        # Parts of fewer sites are there only if all operators allow it. Then they count for nothing.
        large = len(each.parts) > 0 and min(map(len, each.parts)) >= QUORUM
        sums += each.parts if large else [each.sites]
    return [members for part in sums if (members := set(part) - left)]


def _called(sites: list[bytes], names: Mapping[bytes, str]) -> str:
    return listed([names.get(site, site.hex()) for site in sites])


def _refused(problem: str) -> Refused:
    return Refused(
        f"{problem}. So take part with the same sites again, or with these and at least {QUORUM} new ones at "
        "once. Where all sites accept that single sites' numbers may be shown, the limit least_change "
        "(--least-change N) allows sets that differ in N sites or more",
        reason="change",
    )


def _hex(sites: Iterable[bytes]) -> list[str]:
    return [site.hex() for site in sites]


def _read(record: Any) -> SiteSet:
    if not isinstance(record, dict) or set(record) != {"sites", "may_leave", "parts", "judged"}:
        raise ValueError("no set of sites")
    sites, may_leave = _read_sites(record["sites"]), _read_sites(record["may_leave"])
    if not isinstance(record["parts"], list) or type(record["judged"]) is not bool:
        raise ValueError("no set of sites")
    parts = tuple(_read_sites(part) for part in record["parts"])
    if not sites or not set(may_leave) <= set(sites) or (parts and sorted(sum(parts, ())) != list(sites)):
        raise ValueError("no set of sites")
    return SiteSet(sites, may_leave, parts, record["judged"])


def _read_sites(given: Any) -> Sites:
    if not isinstance(given, list) or not all(type(each) is str and len(each) == _LENGTH for each in given):
        raise ValueError("no identities")
    sites = tuple(bytes.fromhex(each) for each in given)
    if list(sites) != sorted(set(sites)) or _hex(sites) != given:
        raise ValueError("identities twice, or not sorted")
    return sites
