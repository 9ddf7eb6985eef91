"""What a site demands of a roster before it answers any question."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from ..._plumbing import counted, differences
from .._protocol.errors import Refused
from .._protocol.messages import Hello, Member, Roster
from .keys import read_earlier, verify
from .ledger import SiteSet, read_sets


class Known(NamedTuple):
    """What a site says of itself."""

    sets: list[SiteSet]
    """With whom it took part."""
    present: dict[bytes, bytes]
    """Of each earlier key of the site its present one."""


def check_members(roster: Roster, hello: Hello, own: Member) -> None:
    """Refuse a roster that lacks this site as it is, or has other than the promised number of sites."""
    if len(roster.members) != hello.clients:
        raise Refused("the roster has another number of sites than the session", reason="roster")
    identities = roster.identities()
    if list(identities) != sorted(set(identities)):
        raise Refused("the roster has a site twice, or is not sorted", reason="key")
    if own not in roster.members:
        raise Refused("the roster lacks this site's own key", reason="roster")


def check_keys(
    roster: Roster, own: Member, peers: Mapping[bytes, str], names: Mapping[bytes, str]
) -> list[Known]:
    """What all sites say of themselves.

    Refuse keys that are there twice, that their owners did not sign, or of sites that are no peers. `names`
    are those of the peers, and of sites that were peers before.
    """
    if len({member.key for member in roster.members}) < len(roster.members):
        raise Refused("the roster has a key twice", reason="key")
    known = []
    for member in roster.members:
        known.append(check_member(roster.hello, member))
        if member != own and member.identity not in peers:
            called = names.get(member.identity, member.identity.hex())
            raise Refused(f"the roster has the site {called}, which is no peer", reason="peer")
    return known


def check_member(hello: bytes, member: Member) -> Known:
    """What a site says of itself. Refuse what it did not sign, or what cannot be."""
    verify(hello, member.identity, member.key, member.claims(), member.signature)
    try:
        sets = read_sets(member.sets)
        earlier = read_earlier([bytes.fromhex(each) for each in member.earlier], member.identity)
    except (TypeError, ValueError):
        raise Refused(
            "a site's list of its earlier keys, or of its sets of sites, is invalid", reason="key"
        ) from None
    if not all({member.identity, *earlier}.intersection(each.sites) for each in sets):
        raise Refused("a site lists a set of sites that it was not in", reason="key")
    return Known(sets, dict.fromkeys(earlier, member.identity))


def known_sets(known: Collection[Known]) -> tuple[list[SiteSet], dict[bytes, bytes]]:
    """All sets that the sites of a roster list, and the present key of each earlier one of these sites."""
    return [each for one in known for each in one.sets], {
        k: v for one in known for k, v in one.present.items()
    }


def check_change(
    new: SiteSet, earlier: Iterable[SiteSet], own: bytes, least: int, names: Mapping[bytes, str]
) -> None:
    """Refuse a set of sites that differs from an earlier one in fewer than `least` sites, but in some.

    So for the sites that are like the site `own`. This is a weak rule: sums of more sets than two can be
    combined too. {a, b, c} and {a, d, e} less {a, b, c, d, e} leave the vector of a. `names` are those of the
    sites.
    """
    pairs = [(new.sites, past.sites) for past in earlier]
    pairs += [(new.part_of(own), past.part_of(own)) for past in earlier if new.parts and past.parts]
    for now, before in pairs:
        if not 0 < len(set(now).symmetric_difference(before)) < least:
            continue
        called = [[names.get(each, each.hex()) for each in some] for some in (now, before)]
        raise Refused(
            f"the roster differs from an earlier session's in fewer than {counted(least, 'site')}: it "
            f"{differences(*called)}. The difference of two sums could show the numbers of single sites",
            reason="change",
        )
