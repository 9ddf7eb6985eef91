"""What a site demands of a roster before it answers any question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..._base.names import differences
from .._protocol.errors import Refused
from .._protocol.messages import Hello, Member, Roster
from .keys import verify

QUORUM = 3
"""So many sites take part in a session with masks: of two, each could take its own numbers from the sum."""


def check_members(roster: Roster, hello: Hello, own: Member) -> None:
    """Refuse a roster that lacks this site as it is, or has other than the promised number of sites."""
    if len(roster.members) != hello.clients:
        raise Refused("the roster has another number of sites than the session", reason="roster")
    identities = roster.identities()
    if list(identities) != sorted(set(identities)):
        raise Refused("the roster has a site twice, or is not sorted", reason="key")
    if own not in roster.members:
        raise Refused("the roster lacks this site's own key", reason="roster")


def check_keys(roster: Roster, own: Member, peers: Mapping[bytes, str]) -> None:
    """Refuse keys that are there twice, that their owners did not sign, or of sites that are no peers."""
    if len({member.key for member in roster.members}) < len(roster.members):
        raise Refused("the roster has a key twice", reason="key")
    for member in roster.members:
        verify(roster.hello, member.identity, member.key, member.signature)
        if member != own and member.identity not in peers:
            raise Refused(f"the roster has the site {member.identity.hex()}, which is no peer", reason="peer")


def check_change(
    roster: Roster, earlier: Iterable[tuple[bytes, ...]], least: int | None, names: Mapping[bytes, str]
) -> None:
    """Refuse a set of sites that makes the sums of earlier sessions show too much.

    The difference of the sums of two sets that differ in one site is the vector of that site. Sums of more
    sets can be combined too: {a, b, c} and {a, d, e} less {a, b, c, d, e} leave the vector of a. A site has
    seen only the sets that it was in, so no rule on differences is safe. Without `least`, all sessions have
    the same sites. With `least`, two sets may differ in at least so many sites. `names` are those of the
    sites.
    """
    identities = set(roster.identities())
    for past in earlier:
        changes = len(identities.symmetric_difference(past))
        if not changes or (least is not None and changes >= least):
            continue
        called = [[names.get(each, each.hex()) for each in sorted(some)] for some in (identities, past)]
        what = (
            "has other sites than an earlier session's"
            if least is None
            else f"differs from an earlier session's in fewer than {least} sites"
        )
        raise Refused(
            f"the roster {what}: it {differences(*called)}. The difference of two sums could show the "
            "numbers of single sites, so take part with the same sites again. Where all sites accept it, the "
            "limit least_change (--least-change N) allows sets that differ in N sites or more",
            reason="change",
        )
