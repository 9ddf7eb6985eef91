"""One recipe for all parties: its hash in the first messages, and what is refused without it."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("cryptography", reason="masks need the library cryptography")

from federation import keys, public

import mcbnc
import mcbnc.federated as fed
from mcbnc.federated._protocol import messages
from mcbnc.federated._simulate import carry

RECIPE = mcbnc.Recipe(
    """
[columns.smoker]
states = ["no", "yes"]
[columns.sick]
states = ["no", "yes"]
[sites.west.rename]
"Smoker " = "smoker"
[sites.west.recode.smoker]
"0" = "no"
"1" = "yes"
[sites.east.recode.smoker]
nein = "no"
ja = "yes"
[sites.north]
"""
)
OTHER = mcbnc.Recipe(f"{RECIPE.text}# the same with a remark\n")
SITES = ["north", "west", "east"]
STATES = {"smoker": ["no", "yes"], "sick": ["no", "yes"]}


def words(codes, *states):
    return np.array(states)[codes].tolist()


def tables(clean: bool = False):
    """Three sites of other codings. `clean`: all have one."""
    made = {}
    for k, site in enumerate(SITES):
        rng = np.random.default_rng(k)
        smoker = rng.integers(0, 2, 150)
        sick = words(np.where(rng.random(150) < 0.2, 1 - smoker, smoker), "no", "yes")
        own = {"west": ("0", "1"), "east": ("nein", "ja")}.get(site, ("no", "yes"))
        name = "Smoker " if site == "west" and not clean else "smoker"
        made[site] = {name: words(smoker, *(("no", "yes") if clean else own)), "sick": sick}
    return made


def parties(recipes, *, coordinators=None, masks=True, journal=None):
    """The coordinator, and a site for each recipe. None: its table is clean, and it has none."""
    private = keys(3)
    peers = dict(zip(SITES, map(public, private), strict=True))
    sites = {}
    for key, (site, recipe) in zip(private, recipes.items(), strict=True):
        rows = mcbnc.Rows({site: tables(clean=recipe is None)[site]}, recipe=recipe)
        own = {"identity": key, "peers": peers} if masks else {"masks": False}
        sites[site] = fed.Client(rows, task="learning", **own)
    coordinator = fed.Coordinator(
        [*STATES], SITES, task="learning", states=STATES, masks=masks, recipe=coordinators, journal=journal
    )
    return coordinator, sites


def learned(result):
    return result.edges, result.score, result.rows, result.reversible


def refusal(**given) -> fed.Refused:
    with pytest.raises(fed.Refused) as caught:
        carry(*parties(**given))
    assert caught.value.reason == "recipe"
    return caught.value


@pytest.mark.parametrize("masks", [True, False])
@pytest.mark.parametrize(
    "coordinators", [None, RECIPE, bytes.fromhex(RECIPE.sha256)], ids=["none", "recipe", "hash"]
)
def test_sites_of_other_codings_learn_what_clean_tables_have(masks, coordinators, tmp_path):
    path = tmp_path / "journal"
    coordinator, sites = parties(
        dict.fromkeys(SITES, RECIPE), masks=masks, coordinators=coordinators, journal=path
    )
    carry(coordinator, sites)
    clean = fed.simulate_learning(tables(clean=True))
    assert coordinator.result.edges
    assert all(learned(one.result) == learned(clean.result) for one in (coordinator, *sites.values()))
    coordinator.close()
    found = fed.disclosure(path)
    assert found.recipe == RECIPE.sha256
    assert f"one recipe, of the SHA-256 {RECIPE.sha256}" in str(found)
    if masks:
        verified = fed.verify(path)
        assert verified.recipe == RECIPE.sha256
        assert f"the recipe {RECIPE.sha256}" in str(verified)


def test_a_simulation_has_the_recipe_of_its_rows():
    report = fed.simulate_learning(mcbnc.Rows(tables(), recipe=RECIPE), masks=True)
    assert learned(report.result) == learned(fed.simulate_learning(tables(clean=True)).result)


def test_no_recipe_is_one_too(tmp_path):
    coordinator, sites = parties(dict.fromkeys(SITES), journal=tmp_path / "journal")
    carry(coordinator, sites)
    coordinator.close()
    assert fed.verify(tmp_path / "journal").recipe == ""
    assert "recipe" not in str(fed.disclosure(tmp_path / "journal"))


SHORT, OTHERS = f"{RECIPE.sha256[:12]}…", f"{OTHER.sha256[:12]}…"


@pytest.mark.parametrize("masks", [True, False])
@pytest.mark.parametrize(
    ("recipes", "coordinators", "said", "client"),
    [
        (
            (RECIPE, OTHER, RECIPE),
            None,
            f"site 'west' has another recipe ({OTHERS}) than site 'north' ({SHORT})",
            "west",
        ),
        (
            (RECIPE, RECIPE, None),
            None,
            f"site 'east' has no recipe, and site 'north' has one ({SHORT})",
            "east",
        ),
        (
            (None, RECIPE, None),
            None,
            f"site 'west' has a recipe ({SHORT}), and site 'north' has none",
            "west",
        ),
        (
            (OTHER, OTHER, OTHER),
            RECIPE,
            f"site 'north' has another recipe ({OTHERS}) than the coordinator ({SHORT})",
            "north",
        ),
        (
            (None, None, None),
            RECIPE,
            f"site 'north' has no recipe, and the coordinator has one ({SHORT})",
            "north",
        ),
    ],
)
def test_other_recipes_are_refused(recipes, coordinators, said, client, masks):
    refused = refusal(recipes=dict(zip(SITES, recipes, strict=True)), coordinators=coordinators, masks=masks)
    assert said in str(refused)
    assert refused.client == client


def greeted(coordinator, sites):
    """The Hello, and the sites' replies."""
    message = next(coordinator)
    replies = {site: own.answer(message.bytes) for site, own in sites.items()}
    coordinator.feed(replies)
    return message.bytes, {site: messages.read(reply, 1 << 20).member for site, reply in replies.items()}


def test_the_first_messages_have_the_hash():
    coordinator, sites = parties(dict.fromkeys(SITES, RECIPE), coordinators=RECIPE)
    hello, members = greeted(coordinator, sites)
    digest = bytes.fromhex(RECIPE.sha256)
    assert messages.read(hello, 1 << 20).recipe == digest
    assert [member.recipe for member in members.values()] == [digest] * 3
    roster = messages.read(next(coordinator).bytes, 1 << 20)
    assert [member.recipe for member in roster.members] == [digest] * 3


@pytest.mark.parametrize("masks", [True, False])
def test_a_site_refuses_a_roster_of_other_recipes(masks):
    """Also from a coordinator that does not compare them."""
    coordinator, sites = parties({**dict.fromkeys(SITES, RECIPE), "west": OTHER}, masks=masks)
    greeted(coordinator, sites)
    roster = coordinator._exchange.roster()
    for site in SITES:
        with pytest.raises(fed.Refused, match="another recipe") as caught:
            sites[site].answer(roster)
        assert caught.value.reason == "recipe"


def test_a_site_signs_its_recipe():
    member = messages.Member(bytes(32), b"", b"")
    signed = messages.Member(bytes(32), b"", b"", recipe=bytes.fromhex(RECIPE.sha256))
    assert member.claims() != signed.claims()


@pytest.mark.parametrize("wrong", ["0", "00", 3, None])
def test_a_hash_that_is_none_is_refused(wrong):
    coordinator, _ = parties(dict.fromkeys(SITES))
    frame = messages.unpack(next(coordinator).bytes, 1 << 20)
    frame.fields["recipe"] = wrong
    with pytest.raises(fed.Refused, match="its field 'recipe' is wrong"):
        messages.Hello.read(frame)


def test_a_run_goes_on_with_its_own_recipe(tmp_path):
    """Another hash is another run, and other data."""
    path = tmp_path / "journal"
    coordinator, sites = parties(dict.fromkeys(SITES, RECIPE), coordinators=RECIPE, journal=path)
    greeted(coordinator, sites)
    coordinator.close()
    with pytest.raises(mcbnc.InvalidInputError, match="another run"):
        parties(dict.fromkeys(SITES, OTHER), coordinators=OTHER, journal=path)
    sites = [parties(dict.fromkeys(SITES, own))[1]["west"] for own in (RECIPE, OTHER)]
    assert sites[0]._site.digest() != sites[1]._site.digest()


def test_arguments_of_a_coordinator():
    with pytest.raises(mcbnc.InvalidInputError, match="a SHA-256 has 32 bytes"):
        parties(dict.fromkeys(SITES), coordinators=b"short")
    with pytest.raises(mcbnc.InvalidInputError, match="recipe must be a path"):
        parties(dict.fromkeys(SITES), coordinators=7)


def test_tables_know_the_recipe_that_made_them():
    """A site whose table the recipe has made before has the recipe too."""
    tidy = mcbnc.tidy(tables(), RECIPE)
    for own, recipe in ((tidy["west"], RECIPE.sha256), (tables(clean=True)["west"], "")):
        assert fed.Client(own, task="learning", masks=False)._site.recipe.hex() == recipe


def test_a_named_table_is_one_table():
    """A recipe of several sites is for one of them too, wherever one table is taken."""
    rows = mcbnc.Rows({"west": tables()["west"]}, recipe=RECIPE)
    assert mcbnc.learn(rows).edges == mcbnc.learn(tables(clean=True)["west"]).edges
    with pytest.raises(mcbnc.InvalidInputError, match="must be one table, but these Rows have 3 sites"):
        fed.Client(mcbnc.Rows(tables(), recipe=RECIPE), task="learning", masks=False)
    with pytest.raises(mcbnc.InvalidInputError, match="'wset', which is not a site of the recipe"):
        mcbnc.Rows({"wset": tables()["west"]}, recipe=RECIPE)
