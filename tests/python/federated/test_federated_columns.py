"""Sites with different columns, from sums over all sites: the rule in plain Python, masks, refusals."""

from __future__ import annotations

from dataclasses import replace

import apart_rule
import numpy as np
import pytest
from federation import deliver, keys, public, run
from helpers import LONGER
from over_sites import as_rows, draw_sites
from test_federated_scope import MOST, Stage

import mcbnc
import mcbnc.federated as fed
from mcbnc.federated._protocol import messages
from mcbnc.federated._secure.keys import Identity
from mcbnc.federated._tasks.rows import draw_key

SITE_OPTIONS = {"search": "ges", "prior": None}


def place_of(names):
    return {name: k for k, name in enumerate(names)}


def expected(tables, states, kind, most, keys=None, seed=0, searches=3):
    """The class and the rows by the plain rule."""
    names = sorted(states)
    place = place_of(names)
    rows = mcbnc.Rows(tables, states=states, columns="union")
    learned = mcbnc.learn_many(rows, score=kind, max_parents=most, **SITE_OPTIONS)
    rule = apart_rule.Rule(
        [({place[name] for name in table}, as_rows(table, names)) for table in tables],
        [[(place[a], place[b]) for a, b in one.edges] for one in learned],
        [len(states[name]) for name in names],
        kind, most=most, keys=keys, seed=seed,
    )  # fmt: skip
    return names, *rule.run(searches)


def check_result(found, names, p, rows):
    """The class is the rule's, and the counts of its families are those of the rule's rows."""
    order = [found.nodes.index(name) for name in names]
    cpdag = np.asarray(found.cpdag)[np.ix_(order, order)]
    assert set(map(tuple, np.argwhere(cpdag).tolist())) == p
    cells = np.array(rows)
    place = place_of(names)
    for family in found._families:
        of = [place[found.nodes[i]] for i in [*family.parents, family.node]]
        joint = np.ravel_multi_index(cells[:, of].T, family.arity)
        np.testing.assert_array_equal(*np.unique(joint, return_counts=True)[:1], family.joint)
        np.testing.assert_array_equal(np.unique(joint, return_counts=True)[1], family.counts)


def check_rule(seed):
    rng = np.random.default_rng(seed)
    n, kind = int(rng.integers(3, 6)), str(rng.choice(["bds", "bdeu"]))
    tables, states = draw_sites(rng, n, int(rng.integers(2, 5)), 40)
    most, searches = int(rng.choice([2, 6])), int(rng.integers(1, 4))
    data = mcbnc.Rows(tables, states=states, columns="union")
    options = {"score": kind, "prior": None, "max_parents": most, "seed": seed, "searches": searches}
    found = fed.simulate_learning(data, **options).result
    names, p, rows = expected(tables, states, kind, most, seed=seed, searches=searches)
    check_result(found, names, p, rows)
    for a in names:
        for b in names:
            assert found.seen.sites[found.nodes.index(a), found.nodes.index(b)] == sum(
                a in table and b in table for table in tables
            )


@pytest.mark.parametrize("seed", range(16))
def test_sums_find_what_the_rule_finds(seed):
    check_rule(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1000 + 100 * LONGER, 10))
def test_sums_find_what_the_rule_finds_in_more_cases(seed):
    for k in range(10):
        check_rule(seed + k)


SITES = 6


def two_kinds(seed):
    """Six sites. Three lack one column and the others another one."""
    rng = np.random.default_rng(seed)
    tables, states = draw_sites(rng, 5, SITES, 80, chance=1)
    for k, table in enumerate(tables):
        del table[f"v{k % 2}"]
    return tables, states


def session(tables, states, *, limits=None, theirs=None, state=None, **options):
    """A coordinator and its clients, with masks."""
    names = sorted(states)
    coordinator = fed.Coordinator(
        names,
        len(tables),
        task="learning",
        columns="union",
        states=states,
        limits=theirs,
        score="bds",
        **options,
    )
    private = keys(len(tables))
    peers = [public(key) for key in private]
    clients = {
        k: fed.Client(
            mcbnc.Rows(table, states={name: states[name] for name in table}),
            task="learning",
            identity=private[k],
            peers=peers,
            limits=limits,
            state=None if state is None else state / f"site{k}",
        )
        for k, table in enumerate(tables)
    }
    return coordinator, clients, private


def test_masked_sites_draw_by_keys_of_their_own():
    tables, states = two_kinds(3)
    coordinator, clients, private = session(tables, states, prior=None, seed=8)
    found = run(coordinator, clients)
    drawn = [tuple(map(int, draw_key(8, Identity(key).salt()))) for key in private]
    assert len(set(drawn)) == SITES
    names, p, rows = expected(tables, states, "bds", 6, keys=drawn)
    check_result(found, names, p, rows)
    assert found.status("v0", "v1") == "not seen together"
    assert ("v0", "v1") not in found.edges
    assert ("v1", "v0") not in found.edges
    for client in clients.values():
        np.testing.assert_array_equal(client.result.adjacency, found.adjacency)
        assert client.result.seen["v0", "v2"] == (3, None)
        assert client.result.status("v0", "v1") == "not seen together"


def test_every_site_fills_the_same_rows_after_a_restart(tmp_path):
    tables, states = two_kinds(4)
    coordinator, clients, _ = session(tables, states, searches=1)
    want = run(coordinator, clients)
    coordinator, clients, _ = session(tables, states, searches=1, state=tmp_path)
    for message in coordinator:
        coordinator.feed(deliver(clients, message))
        for client in clients.values():
            client.close()
        clients = session(tables, states, searches=1, state=tmp_path)[1]
    np.testing.assert_array_equal(coordinator.result.adjacency, want.adjacency)
    assert coordinator.result.score == want.score


def test_masks_need_three_sites_of_each_set_of_columns():
    tables, states = two_kinds(5)
    tables[0]["v0"] = tables[1]["v0"][:1] * len(tables[0]["v2"])  # one site has all columns
    coordinator, clients, _ = session(tables, states)
    with pytest.raises(fed.Refused, match="fewer than 3 sites have the columns of client 0") as caught:
        run(coordinator, clients)
    assert (caught.value.reason, caught.value.client) == ("limits", 0)
    assert coordinator.rounds == 1
    one = fed.Limits(same_columns=1)
    coordinator, clients, _ = session(tables, states, theirs=one)
    with pytest.raises(fed.Refused, match="client 0 refuses"):
        run(coordinator, clients)
    coordinator, clients, _ = session(tables, states, theirs=one, limits=one)
    assert run(coordinator, clients).seen["v0", "v1"] == (1, None)


def test_a_site_keeps_to_the_sites_of_its_columns(tmp_path):
    """Over sessions the sum over the sites of one set of columns must not change by one site."""
    tables, states = two_kinds(6)
    three = fed.Limits(least_change=3, same_columns=1)
    coordinator, clients, _ = session(tables, states, state=tmp_path, limits=three, theirs=three)
    run(coordinator, clients)
    for client in clients.values():
        client.close()
    tables[0]["v0"] = ["s0"] * len(tables[0]["v2"])
    coordinator, clients, _ = session(tables, states, state=tmp_path, limits=three, theirs=three)
    with pytest.raises(fed.Refused, match="refuses") as caught:
        run(coordinator, clients)
    assert caught.value.reason == "change"


def test_a_coordinator_that_lies_about_columns_gets_nothing():
    tables, states = two_kinds(7)
    coordinator, clients, _ = session(tables, states)
    for message in coordinator:
        question = messages.read(message.bytes, MOST)
        if isinstance(question, messages.Question) and "sees" in question.info:
            break
        coordinator.feed(deliver(clients, message))
    all_of_them = [list(range(5))] * SITES
    lies = [
        (all_of_them, "proof"),
        (question.info["sees"][:3], "data"),
        ([[0]] * SITES, "proof"),
        (7, "data"),
    ]
    for k, (sees, reason) in enumerate(lies):
        lie = replace(question, info={**question.info, "sees": sees})
        with pytest.raises(fed.Refused) as caught:
            clients[k].answer(lie.pack())
        assert caught.value.reason == reason


@pytest.mark.parametrize(
    ("info", "why"),
    [
        ({"unit": 20, "sees": [[0, 1]], "tables": [[0]]}, "not filled"),
        ({"unit": 20, "tables": [[0]]}, "not filled"),
        ({"facts": True, "pairs": "counts"}, "another way"),
        ({"unit": 20, "own": [[0]]}, "scores of this site's own rows"),
        ({"unit": 20, "sees": [[0, 1]] * 2, "fill": {"number": 0}, "tables": [[0]]}, "which columns it has"),
        ({"unit": 20, "fill": {"number": 0}, "tables": [[0]]}, "the columns that each site sees"),
        ({"sees": [[0, 1]], "votes": [[1, 0]]}, "not an ascending list"),
        ({"sees": [[0, 1]], "votes": [[0]]}, "is no pair"),
        ({"unit": 20, "sees": [[0, 1]], "fill": {"number": -1}, "tables": [[0]]}, "no filling -1"),
    ],
)
def test_questions_that_are_refused(info, why):
    states = [["low", "mid", "top"]] * 2
    coordinator = fed.Coordinator(["a", "b"], 1, task="learning", states=states, masks=False, columns="union")
    rows = mcbnc.Rows({"a": ["low", "mid"], "b": ["low", "top"]}, states=dict(zip("ab", states, strict=True)))
    Stage(fed.Client(rows, task="learning", masks=False), coordinator).refuses(info, why)


def test_questions_about_columns_are_of_sessions_with_different_ones():
    states = [["low", "mid"]] * 2
    for info in ({"facts": True, "seen": 1}, {"sees": [[0, 1]], "votes": [[0, 1]]}):
        coordinator = fed.Coordinator(["a", "b"], 1, task="learning", states=states, masks=False)
        site = fed.Client({"a": ["low"], "b": ["mid"]}, task="learning", masks=False)
        Stage(site, coordinator).refuses(info, "all sites have the same")


@pytest.mark.parametrize(
    ("options", "argument"),
    [
        ({"columns": "union", "own": True}, "columns"),
        ({"columns": "union", "own": True, "tables": False}, "columns"),
        ({"columns": "union", "tables": False}, "tables"),
        ({"columns": "union", "union": "or"}, "union"),
        ({"columns": "some"}, "columns"),
        ({"columns": "union", "searches": 0}, "searches"),
        ({"columns": "union", "seed": -1}, "seed"),
        ({"seed": 1}, "seed"),
        ({"searches": 2}, "searches"),
        ({"same_columns": 2}, "same_columns"),
    ],
)
def test_options_that_are_refused(options, argument):
    with pytest.raises(mcbnc.InvalidInputError) as caught:
        fed.Coordinator(["a", "b"], 3, task="learning", states=[2, 2], masks=False, **options)
    assert caught.value.argument == argument


def test_a_column_that_no_site_has_is_named():
    coordinator = fed.Coordinator(
        ["a", "b"], 1, task="learning", states=[["x"], ["y"]], masks=False, columns="union"
    )
    with pytest.raises(mcbnc.InvalidInputError, match="no site has b;") as caught:
        run(coordinator, {0: fed.Client({"a": ["x"]}, task="learning", masks=False)})
    assert caught.value.nodes == ["b"]


def test_a_column_that_the_session_lacks_is_refused():
    coordinator = fed.Coordinator(["a"], 1, task="learning", states=[["x"]], masks=False, columns="union")
    site = fed.Client({"a": ["x"], "b": ["y"]}, task="learning", masks=False)
    hello = next(coordinator).bytes
    with pytest.raises(fed.Refused, match="has 'b' besides"):
        site.answer(hello)


def test_the_same_columns_everywhere_are_learned_as_ever():
    tables, states = draw_sites(np.random.default_rng(9), 4, 3, 60, chance=1)
    for columns in ("union", "common"):
        data = mcbnc.Rows(tables, states=states, columns=columns)
        found = fed.simulate_learning(data, max_parents=6)
        want = mcbnc.learn_jointly(
            mcbnc.Rows(tables, states=states), own=False, outliers="keep", search="ges", max_parents=6
        )
        np.testing.assert_array_equal(found.result.adjacency, want.adjacency)
        assert found.result.score == want.score


def test_a_result_tells_what_no_site_sees():
    tables, states = two_kinds(10)
    report = fed.simulate_learning(mcbnc.Rows(tables, states=states, columns="union"), seed=2)
    found = report.result
    assert found.seen.unseen == 1
    assert "1 pair not seen together" in repr(found)
    assert found.pairs == 9
    assert [leak.what for leak in report.leaks] == [
        "the number of rows of all sites",
        "which sites have a column",
        "how many sites' classes have an edge, by its direction",
        "counts of joint states in all rows, with drawn states in the columns that a site lacks",
    ]
    assert "probability" in found.to_bif()
    again = fed.simulate_learning(mcbnc.Rows(tables, states=states, columns="union"), seed=2).result
    assert again.score == found.score
    other = fed.simulate_learning(mcbnc.Rows(tables, states=states, columns="union"), seed=3).result
    assert other.score != found.score
