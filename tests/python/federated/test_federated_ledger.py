"""Which sets of sites may take part one after the other: the rule against brute force, and known attacks."""

from __future__ import annotations

import itertools
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from federation import Values, coordinate, deliver, keys, kill, make_clients, median, public, run, site_values
from helpers import LONGER

import mcbnc
from mcbnc import cli
from mcbnc._https import certificates
from mcbnc.cli._arguments import read_arguments
from mcbnc.cli._federate_objects import SITE_LIMITS, limits_given
from mcbnc.federated import Client, Coordinator, Limits, Refused, hand_over
from mcbnc.federated._protocol import messages
from mcbnc.federated._secure import ledger
from mcbnc.federated._secure.keys import Identity, read_peers
from mcbnc.federated._secure.lattice import is_open, null_lattice, shown
from mcbnc.federated._secure.ledger import SiteSet, check_sets, read_sets
from mcbnc.federated._simulate import carry

MOST = 1 << 28
FANO = [(0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (1, 4, 6), (2, 3, 6), (2, 4, 5)]
"""Seven sets of three of seven sites, of which each two share one."""


def rows_of(sets, sites):
    return [[int(k in each) for k in range(sites)] for each in sets]


# --- the algebra --------------------------------------------------------------------------------------------


def any_values_fit(rows, places, span):
    """By trying: whether each unit vector of these places can be made up for by the other columns."""
    matrix = np.array(rows, np.int64).reshape(len(rows), -1)
    others = [k for k in range(matrix.shape[1]) if k not in places]
    steps = np.array(list(itertools.product(range(-span, span + 1), repeat=len(others))), np.int64)
    made = steps.reshape(len(steps), len(others)) @ matrix[:, others].T
    return all((made == -matrix[:, place]).all(axis=1).any() for place in places)


@pytest.mark.parametrize("weights", [1, 2, 3])
def test_what_is_open_by_brute_force(weights):
    rng, most, span = np.random.default_rng(weights), 6 if weights == 1 else 4, 4 if weights == 1 else 25
    answers = []
    for _ in range(400 if weights == 1 else 60):
        sites = int(rng.integers(2, most + 1))
        rows = rng.integers(0, weights + 1, (int(rng.integers(1, 5)), sites)).tolist()
        basis = null_lattice(rows, sites)
        assert not (np.array(basis, np.int64).reshape(-1, sites) @ np.array(rows).T).any()
        for size in (1, 2, 3):
            for places in itertools.combinations(range(sites), size):
                if sites - size > (4 if weights == 1 else 3):
                    continue
                answers.append(any_values_fit(rows, places, span))
                assert is_open(basis, places) == answers[-1], (rows, places)
    assert min(answers.count(True), answers.count(False)) > 100


@pytest.mark.parametrize("seed", range(30))
def test_columns_of_the_same_rows_stand_for_each_other(seed):
    rng = np.random.default_rng(seed)
    sites = int(rng.integers(3, 9))
    rows = rows_of([np.flatnonzero(rng.random(sites) < 0.6) for _ in range(int(rng.integers(1, 5)))], sites)
    basis = null_lattice(rows, sites)
    every = [
        places
        for size in (1, 2)
        for places in itertools.combinations(range(sites), size)
        if not is_open(basis, places)
    ]
    found = shown(rows, sites, 2)
    assert bool(found) == bool(every)
    assert not found or (found in every and len(found) == min(map(len, every)))


def test_known_leaks_are_found():
    assert shown(rows_of([(0, 1, 2, 3), (1, 2, 3)], 4), 4, 2) == (0,)
    assert shown(rows_of([(0, 1, 2, 3, 4), (2, 3, 4)], 5), 5, 2) == (0, 1)
    assert shown(rows_of(FANO, 7), 7, 2) == (0,)
    assert shown(rows_of([range(7), (1, 2, 3), (4, 5, 6)], 7), 7, 2) == (0,)
    assert shown([[1, 16, 16]], 3, 2) == (0,)  # the first site's number modulo 16
    assert shown([[1, 1, 1, 16, 16, 16]], 6, 2) == ()
    # The sum of these is 2 (a + b + c) + d + e + f: the parity of a sum of three, and of nothing smaller.
    assert shown(rows_of([(0, 1, 3), (1, 2, 4), (0, 2, 5)], 6), 6, 1) == ()
    assert shown(rows_of([range(5), range(8)], 8), 8, 2) == ()
    assert shown(rows_of([range(5), range(7)], 7), 7, 2) == (5, 6)


def test_a_large_federation_is_checked_at_once():
    rows = rows_of([range(3 * k) for k in range(1, 100)], 300)
    assert shown(rows[::9], 300, 2) == ()


# --- a coordinator that chooses the sets -------------------------------------------------------------------


def name(k):
    return bytes([k]) * 32


def of(sites, may_leave=(), **more):
    sites = sorted(sites)
    return SiteSet(tuple(map(name, sites)), tuple(name(k) for k in sites if k in may_leave), **more)


class Sites:
    """Sites that report to each other with whom they took part, and a coordinator that chooses the sets."""

    def __init__(self, sites, may_leave=()):
        self.sites = sites
        self.may_leave = set(may_leave)
        self.lists = [[] for _ in range(sites)]
        self.told = []

    def ask(self, some):
        """Whether all of them take part."""
        new = of(some, self.may_leave)
        known = [each for k in some for each in self.lists[k]]
        try:
            for k in some:
                check_sets(new, known, {}, b"" if k in self.may_leave else name(k))
        except Refused:
            return False
        for k in some:
            self.lists[k] = [*self.lists[k], new]
        self.told = [*self.told, frozenset(some)]
        return True

    def copy(self):
        other = Sites(self.sites, self.may_leave)
        other.lists, other.told = list(self.lists), list(self.told)
        return other

    def broken_up(self):
        """The sets of which a site was missing in a later set, in which others of them were."""
        return [
            (before, after)
            for i, before in enumerate(self.told)
            for after in self.told[i + 1 :]
            if before & after and before - after
        ]

    def check(self, least):
        """No one learns anything of fewer than `least` sites, except of those that gave themselves up."""
        broken_up = self.broken_up()
        assert all(before - after <= self.may_leave for before, after in broken_up)
        departed = {k for before, _ in broken_up for k in before & self.may_leave}
        basis = null_lattice(rows_of(self.told, self.sites), self.sites)
        for size in range(1, least):
            for places in itertools.combinations(range(self.sites), size):
                if not departed.intersection(places):
                    assert is_open(basis, places), (self.told, self.may_leave, places)


@pytest.mark.parametrize("may_leave", [(), (0,), (0, 1), (0, 1, 2), (0, 1, 2, 3), (0, 1, 2, 3, 4)])
def test_no_sequence_of_sets_shows_a_site(monkeypatch, may_leave):
    """All sequences of four sets of two and more of five sites, where one site alone must not be shown."""
    monkeypatch.setattr(ledger, "QUORUM", 2)
    sets = [some for size in range(2, 6) for some in itertools.combinations(range(5), size)]
    reached = 0

    def play(sites, depth):
        nonlocal reached
        for some in sets if depth else ():
            after = sites.copy()
            if frozenset(some) not in sites.told and after.ask(some):
                after.check(2)
                reached += 1
                play(after, depth - 1)

    play(Sites(5, may_leave), 4 if len(may_leave) < 4 else 3)
    assert reached >= 30


@pytest.mark.parametrize("seed", range(40 * LONGER))
def test_no_long_sequence_of_sets_shows_two_sites(seed):
    rng = np.random.default_rng(seed)
    sites = Sites(int(rng.integers(7, 13)), np.flatnonzero(rng.random(12) < rng.random()).tolist())
    accepted = 0
    for _ in range(60):
        some = set(np.flatnonzero(rng.random(sites.sites) < rng.random()).tolist())
        if sites.told and rng.random() < 0.7:  # a step from a set that there was
            some = set(sites.told[int(rng.integers(len(sites.told)))]) ^ (
                some if rng.random() < 0.5 else set()
            )
            some -= set(rng.permutation(sorted(sites.may_leave))[:1].tolist())
        if len(some) >= 3 and sites.ask(sorted(some)):
            accepted += 1
            sites.check(3)
    assert accepted >= 1  # the first one; in one of 300 sequences no other


def test_what_a_list_of_ones_own_would_not_see():
    """{a, ..., g} less {b, c, d} less {e, f, g} is a, and no one has seen all three."""
    sites = Sites(7)
    assert sites.ask(range(7))
    assert not sites.ask((1, 2, 3))
    assert not sites.ask((4, 5, 6))
    fano = Sites(7)
    assert [fano.ask(some) for some in FANO] == [True, *[False] * 6]


def test_at_least_three_join():
    sites = Sites(12)
    assert sites.ask(range(4))
    assert not sites.ask(range(5))
    assert not sites.ask(range(6))
    assert sites.ask(range(7))
    assert sites.ask((7, 8, 9))  # another federation
    assert not sites.ask(range(9))  # a part of it
    assert sites.ask(range(10))  # all of both
    assert sites.ask(range(10))


def test_who_said_so_may_leave():
    sites = Sites(8, may_leave=(0, 1, 7))
    assert sites.ask(range(6))
    assert not sites.ask((0, 1, 2, 3, 4))  # 5 has not agreed to it
    assert sites.ask((1, 2, 3, 4, 5))
    assert sites.ask((2, 3, 4, 5))
    assert sites.ask((1, 2, 3, 4, 5))
    assert not sites.ask((1, 2, 3, 4, 5, 7))  # it may leave, and has not yet


def test_who_may_leave_leaves_three():
    """Where a site has left, the others must be enough for their sum to be known."""
    sites = Sites(5, may_leave=(0,))
    assert sites.ask((0, 1, 2))
    assert not sites.ask((1, 2))
    assert not sites.ask((0, 3, 4))  # 0 counts as known then
    assert sites.ask((0, 1, 2))


def test_a_site_is_not_given_up_by_others_word():
    """A liar claims that a site had agreed that it may leave."""
    lie = of(range(5), may_leave=(0,))
    new = of((1, 2, 3, 4))
    check_sets(new, [lie], {}, name(1))
    with pytest.raises(Refused, match="lacks"):
        check_sets(new, [lie, of(range(5))], {}, name(1))  # an honest site's word is there too
    back = of((0, 1, 2, 3))
    with pytest.raises(Refused, match="lacks"):
        check_sets(back, [of(range(5), may_leave=(0,))], {}, name(0))
    with pytest.raises(Refused, match="numbers of"):
        check_sets(of(range(5)), [of((1, 2, 3, 4), may_leave=(0,)), lie], {}, name(0))


def test_parts_count_as_known():
    halves = (tuple(map(name, range(3))), tuple(map(name, range(3, 6))))
    parts = of(range(6), parts=halves)
    check_sets(parts, [of(range(6))], {}, name(0))
    check_sets(of(range(9)), [parts], {}, name(0))
    other = (tuple(map(name, (0, 1, 3))), tuple(map(name, (2, 4, 5))))
    with pytest.raises(Refused, match="numbers of"):
        check_sets(of(range(6), parts=other), [parts], {}, name(0))
    small = of(range(6), parts=((name(0),), tuple(map(name, range(1, 6)))))  # all operators allow it
    check_sets(small, [of(range(6))], {}, name(0))


def test_sites_that_leave_themselves_out_stay_the_same_set():
    judged = of(range(4), judged=True)
    check_sets(judged, [of(range(4))], {}, name(0))
    for new, known in ((of(range(7)), judged), (replace(of(range(7)), judged=True), of(range(4)))):
        with pytest.raises(Refused, match="leave themselves out"):
            check_sets(new, [known], {}, name(0))


def test_records_are_read_as_they_were_written():
    whole = of(range(4), may_leave=(1,), parts=((name(0), name(2)), (name(1), name(3))), judged=True)
    assert read_sets([whole.record(), of((1, 2)).record()]) == [whole, of((1, 2))]


@pytest.mark.parametrize(
    "changes",
    [
        {"sites": []},
        {"sites": "ab"},
        {"sites": [name(1).hex(), name(0).hex()]},
        {"sites": [name(0).hex(), name(0).hex()]},
        {"sites": [name(10).hex().upper()]},
        {"sites": ["zz" * 32]},
        {"sites": ["ab"]},
        {"may_leave": [name(7).hex()]},
        {"parts": [[name(0).hex()]]},
        {"parts": 7},
        {"judged": 1},
        {"more": 1},
    ],
)
def test_wrong_records(changes):
    record = {**of(range(4)).record(), **changes}
    for wrong in (record, None):
        with pytest.raises(ValueError, match=r"no set|identities|hexadecimal"):
            read_sets([wrong])


# --- sessions ----------------------------------------------------------------------------------------------


def together(clients, values, *some):
    assert run(coordinate(len(some)), {i: clients[k] for i, k in enumerate(some)}) == median(
        [values[k] for k in some]
    )


def test_three_join_and_one_leaves(tmp_path):
    values = site_values(1, 8)
    consents = {k: Limits(may_leave=k == 3) for k in range(8)}

    def client(k):
        return make_clients(values, states=tmp_path, only=k, limits=consents[k])[k]

    clients = {k: client(k) for k in range(8)}
    together(clients, values, 0, 1, 2, 3)
    with pytest.raises(Refused) as caught:
        together(clients, values, 0, 1, 2, 3, 4, 5)
    assert caught.value.reason == "change"
    together(clients, values, 0, 1, 2)  # 3 is gone
    clients = {k: client(k) for k in range(8)}  # all restart
    together(clients, values, 0, 1, 2, 4, 5, 6)
    with pytest.raises(Refused):
        together(clients, values, 0, 1, 2, 4, 5)
    with pytest.raises(Refused):
        together(clients, values, 4, 5, 6)
    together(clients, values, 0, 1, 2, 4, 5, 6)


def test_others_remember_for_a_site_that_has_lost_its_state():
    values = site_values(2, 5)
    clients = make_clients(values)
    together(clients, values, *range(5))
    clients[0] = make_clients(values, only=0)[0]
    coordinator = coordinate(4)
    sites = dict(enumerate(clients[k] for k in range(4)))
    coordinator.feed(deliver(sites, next(coordinator)))
    with pytest.raises(Refused, match=f"lacks {public(keys(5)[4]).hex()}") as caught:
        clients[0].answer(next(coordinator).bytes)
    assert caught.value.reason == "change"


def test_a_coordinator_cannot_change_what_sites_tell_each_other():
    values = site_values(2, 4)
    clients = make_clients(values)
    together(clients, values, *range(4))
    coordinator = coordinate(4)
    coordinator.feed(deliver(clients, next(coordinator)))
    roster = messages.read(next(coordinator).bytes, MOST)
    for change in ({"sets": []}, {"may_leave": True}):
        for k, member in enumerate(roster.members):
            if member.identity == clients[0].identity:
                continue
            members = [*roster.members[:k], replace(member, **change), *roster.members[k + 1 :]]
            with pytest.raises(Refused) as caught:
                clients[0].answer(replace(roster, members=members).pack())
            assert caught.value.reason == "key"


@pytest.mark.parametrize("sets", [[7], [of((0, 1, 2)).record()]])
def test_a_site_that_lists_nonsense_is_to_blame(sets):
    values = site_values(2, 3)
    clients = make_clients(values)
    coordinator = coordinate(3)
    hello = next(coordinator)
    replies = deliver(clients, hello)
    key = messages.read(replies[1], MOST)
    signer = Identity(keys(3)[1])
    lie = replace(key.member, sets=sets)
    signature = signer.sign(key.hello, lie.key, lie.claims())
    replies[1] = replace(key, member=replace(lie, signature=signature)).pack()
    with pytest.raises(Refused, match="client 1: a site") as caught:
        coordinator.feed(replies)
    assert (caught.value.client, caught.value.reason) == (1, "key")


def test_the_check_is_made_once_for_a_set(monkeypatch):
    calls = []
    monkeypatch.setattr(
        "mcbnc.federated._site.session.check_sets", lambda *given: calls.append(given) or check_sets(*given)
    )
    values = site_values(2, 3)
    together(make_clients(values), values, 0, 1, 2)
    assert len(calls) == 3
    assert Limits().may_leave is False


@pytest.mark.parametrize("given", [[], ["--may-leave"]])
def test_the_shell_says_so(given):
    required = (
        "--coordinator https://a:1 --data d --identity i --state s --peers p --certificate c --key k --ca a"
    )
    parsed = read_arguments(["federate", "site", "--task", "learning", *required.split(), *given])
    assert limits_given(parsed, *SITE_LIMITS).may_leave is bool(given)


# --- new keys -----------------------------------------------------------------------------------------------


def with_new_key(values, states, olds, new, others, limits=None):
    """A site that has had the keys `olds` before, the oldest first."""
    chain = [*olds, new]
    earlier = [hand_over(old, public(after)) for old, after in pairwise(chain)]
    return Client(Values(values), identity=new, peers=others, earlier=earlier, state=states, limits=limits)


@pytest.mark.parametrize("keys_before", [1, 2])
@pytest.mark.parametrize("restarted", [False, True])
def test_a_site_with_a_new_key_is_the_same_site(tmp_path, keys_before, restarted):
    values, old, new = site_values(1, 4), keys(4), keys(3, seed=7)
    clients = make_clients(values, states=tmp_path)
    together(clients, values, *range(4))
    peers = [public(key) for key in [*old[:3], new[keys_before - 1]]]
    chain = [old[3], *new[: keys_before - 1]]
    kill(tmp_path / "site3")
    for k in range(3):
        kill(tmp_path / f"site{k}")
        clients[k] = Client(Values(values[k]), identity=old[k], peers=peers, state=tmp_path / f"site{k}")
    state = tmp_path / "site3" if restarted else None  # its old state, or none: the others know
    clients[3] = with_new_key(values[3], state, chain, new[keys_before - 1], peers)
    together(clients, values, *range(4))
    with pytest.raises(Refused, match="refuses"):
        together(clients, values, 0, 1, 3)
    together(clients, values, *range(4))


def test_a_new_key_that_the_old_one_did_not_sign_is_another_site():
    values, old, new = site_values(1, 4), keys(4), keys(1, seed=7)[0]
    clients = make_clients(values)
    together(clients, values, *range(4))
    peers = [public(key) for key in [*old, new]]
    for k in range(3):
        clients[k]._peers = read_peers(peers)
    clients[3] = Client(Values(values[3]), identity=new, peers=peers)
    with pytest.raises(Refused) as caught:
        together(clients, values, *range(4))
    assert caught.value.reason == "change"


@pytest.mark.parametrize("wrong", ["signature", "other key", "length", "text", "order"])
def test_what_is_no_proof_of_an_earlier_key(wrong):
    a, b, c = keys(3)
    good = hand_over(a, public(b))
    earlier = {
        "signature": [good[:-1] + bytes([good[-1] ^ 1])],
        "other key": [hand_over(a, public(c))],
        "length": [good[:-1]],
        "text": ["x" * 96],
        "order": [hand_over(c, public(b)), hand_over(a, public(c))],
    }[wrong]
    with pytest.raises(mcbnc.InvalidInputError, match="earlier"):
        Client(Values([1]), identity=b, peers=[public(a)], earlier=earlier)
    client = make_clients(site_values(0, 3), only=1)[1]
    client._earlier = [each for each in earlier if isinstance(each, bytes)] or [b"7"]
    coordinator = coordinate(3)
    hello = next(coordinator)
    replies = deliver({**make_clients(site_values(0, 3)), 1: client}, hello)
    with pytest.raises(Refused, match="client 1") as caught:
        coordinator.feed(replies)
    assert (caught.value.client, caught.value.reason) == (1, "key")


def test_the_shell_makes_a_new_key_after_an_old_one(tmp_path):
    for folder, more in (("one", []), ("two", ["one"]), ("three", ["two"])):
        after = [part for old in more for part in ("--after", str(tmp_path / old / "a.key"))]
        assert cli.main(["federate", "keys", "--out", str(tmp_path / folder), "--name", "a", *after]) == 0
    private = [certificates.read_identity(str(tmp_path / f / "a.key")) for f in ("one", "two", "three")]
    first, second, third = (key.public_key() for key in private)
    expected = [hand_over(private[0], second), hand_over(private[1], third)]
    assert certificates.read_earlier(str(tmp_path / "three" / "a.key")) == expected
    assert certificates.read_earlier(str(tmp_path / "one" / "a.key")) == []
    assert certificates.read_peers_folder(str(tmp_path / "three")) == {"a": third.public_bytes_raw()}
    client = Client(Values([1]), identity=private[2], peers=[first], earlier=expected)
    assert client.identity == third.public_bytes_raw()
    with open(tmp_path / "three" / "a.key", "a") as file:
        file.write("-----BEGIN MCBNC EARLIER KEY-----\n!!\n-----END MCBNC EARLIER KEY-----\n")
    with pytest.raises(mcbnc.InvalidInputError, match="earlier key"):
        certificates.read_earlier(str(tmp_path / "three" / "a.key"))


def test_a_site_that_has_left_has_its_name_in_messages(tmp_path):
    """Its key is no more among the peers, so the names of peers are kept with the sets of sites."""
    secrets = {f"hospital-0{k}": bytes([k]) * 32 for k in range(1, 5)}
    dag = [[0, 1], [0, 0]]

    def meet(*here):
        known = {name: Identity(secrets[name]).public for name in here}
        clients = {
            name: Client(
                dag, nodes=["a", "b"], identity=secrets[name], peers=known, state=tmp_path / f"{name}.state"
            )
            for name in here
        }
        try:
            carry(Coordinator(["a", "b"], list(here)), clients)
        finally:
            for client in clients.values():
                client.close()

    everyone = sorted(secrets)
    meet(*everyone)
    with pytest.raises(Refused, match="the roster lacks hospital-04, which took part"):
        meet(*everyone[:3])
    meet(*everyone)
