"""One recipe for all parties: a site whose table was read by another one counts other things."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from ..._plumbing import shown
from ...errors import InvalidInputError
from .._protocol.errors import Refused
from .._protocol.messages import Roster

_DIGEST = 32


def read_digest(recipe: Any) -> bytes:
    """The argument `recipe` of a coordinator: the SHA-256 of its text. Empty: there is none."""
    if isinstance(recipe, bytes):
        if len(recipe) not in (0, _DIGEST):
            raise InvalidInputError("recipe: a SHA-256 has 32 bytes", argument="recipe")
        return recipe
    from ..._plumbing import read_recipe

    read = read_recipe(recipe)
    return b"" if read is None else bytes.fromhex(read.sha256)


def check_recipes(recipes: Mapping[Hashable, bytes], coordinators: bytes) -> None:
    """Refuse a site with another recipe than the coordinator, or if this has none, than most sites have.

    `recipes` are the SHA-256 of the sites' recipes, by what messages call the sites.
    """
    of_sites = [*recipes.values()]
    usual = coordinators or max(of_sites, key=of_sites.count, default=b"")
    odd = next((site for site, own in recipes.items() if own != usual), None)
    if odd is None:
        return
    other = next((f"site {shown(site)}" for site, own in recipes.items() if own == usual), "")
    told = _difference(
        f"site {shown(odd)}", recipes[odd], "the coordinator" if coordinators else other, usual
    )
    raise Refused(
        f"{told}: all parties must have the same file (--recipe FILE)",
        reason="recipe",
        client=odd,
    )


def recipes_of(roster: Roster, names: Mapping[bytes, str]) -> dict[Hashable, bytes]:
    """The recipes of all sites of a roster, by their names or the digits of their keys."""
    return {names.get(each.identity, each.identity.hex()): each.recipe for each in roster.members}


def recipe_of(roster: Roster) -> bytes:
    """The recipe of all sites of a roster. Empty: they have none."""
    return roster.members[0].recipe


def _difference(one: str, own: bytes, other: str, usual: bytes) -> str:
    from ..._plumbing import short_hash

    if own and usual:
        return f"{one} has another recipe ({short_hash(own.hex())}) than {other} ({short_hash(usual.hex())})"
    if usual:
        return f"{one} has no recipe, and {other} has one ({short_hash(usual.hex())})"
    return f"{one} has a recipe ({short_hash(own.hex())}), and {other} has none"
