"""Different columns at different sites: the chains of learn_jointly, against the rule in plain Python."""

from __future__ import annotations

import itertools

import numpy as np
import over_rule
import pytest
from helpers import LONGER
from over_sites import as_rows, draw_sites

import mcbnc
from mcbnc._engine.request import execute
from mcbnc._rows.rows import read_datasets


def ask(tables, states, dags, **options):
    """The engine's chains."""
    rows = mcbnc.Rows(tables, states=states, columns="union", missing="fill")
    data = read_datasets(rows, "bds", union=True, fill=True)
    graphs = np.zeros((data.r, data.n, data.n), np.uint8)
    for k, dag in enumerate(dags):
        for a, b in dag:
            graphs[k, data.nodes.index(a), data.nodes.index(b)] = 1
    request = data.request("learn_union", gaps=data.gaps, **options)
    return data, execute(data.nodes, request, {**data.arrays, "dags": graphs})


def check_rule(seed, chains, rounds, gaps=0.0):
    """One case: the engine's chains have the rule's classes and the rule's cells."""
    rng = np.random.default_rng(seed)
    n, kind = int(rng.integers(3, 6)), str(rng.choice(["bds", "bdeu"]))
    tables, states = draw_sites(rng, n, int(rng.integers(2, 5)), 40, gaps=gaps)
    names = sorted(states)
    most = int(rng.choice([2, 6]))
    forbidden = [(0, 1)] if rng.random() < 0.3 else []
    knowledge = {"forbidden": [{names[a], names[b]} for a, b in forbidden]}
    rows = mcbnc.Rows(tables, states=states, columns="union", missing="fill")
    learned = mcbnc.learn_many(
        rows, score=kind, search="ges", prior=None, max_parents=most, knowledge=knowledge
    )
    assert [set(one.nodes) for one in learned] == [set(table) for table in tables]
    data, reply = ask(
        tables, states, [one.edges for one in learned], score=kind, seed=seed, chains=chains, rounds=rounds,
        max_parents=most,
        forbidden=[[*(_index(tables, f"v{v}") for v in pair), 1] for pair in forbidden],
    )  # fmt: skip
    place = {name: k for k, name in enumerate(names)}
    rule = over_rule.Rule(
        [
            ({place[name] for name in table}, as_rows(table, names)) for table in tables
        ],
        [[(place[a], place[b]) for a, b in one.edges] for one in learned],
        [len(states[name]) for name in names],
        kind, most=most, forbidden=forbidden,
    )  # fmt: skip
    order = [data.nodes.index(name) for name in names]
    skeletons = []
    for chain in range(chains):
        p, filled = rule.chain(seed, chain, rounds)
        got = reply.arrays["cpdag"][chain][np.ix_(order, order)]
        assert set(map(tuple, np.argwhere(got).tolist())) == p
        cells = np.split(
            reply.arrays["filled"][chain], np.cumsum([data.n * count for count in data.rows])[:-1]
        )
        mine = sorted(
            (sorted(place[name] for name in table), count, block.reshape(data.n, count).T[:, order].tolist())
            for table, count, block in zip(tables, data.rows, cells, strict=True)
        )
        theirs = sorted((s[0], s[1], r) for s, r in zip(rule.sites, filled, strict=True))
        assert mine == theirs
        skeletons.append({frozenset(pair) for pair in p})
    return tables, rows, kind, most, knowledge, skeletons, names


def _index(tables, name):
    return list(dict.fromkeys(name for table in tables for name in table)).index(name)


@pytest.mark.parametrize("seed", range(24))
def test_chains_are_the_rules(seed):
    check_rule(seed, chains=1, rounds=1)


@pytest.mark.filterwarnings("ignore:.*without a value", "ignore:no row has")
@pytest.mark.parametrize("seed", range(100, 112))
def test_chains_fill_gaps_by_the_rule(seed):
    check_rule(seed, chains=1, rounds=1, gaps=(0.05, 0.2, 0.6)[seed % 3])


def check_filled(seed):
    """One table with gaps: the answer is the vote of the rule's chains, without votes of sites."""
    rng = np.random.default_rng(seed)
    n, kind = int(rng.integers(3, 6)), str(rng.choice(["bds", "bdeu"]))
    (table,), states = draw_sites(rng, n, 1, 60, chance=1, gaps=(0.05, 0.2, 0.6)[seed % 3])
    names = sorted(states)
    found = mcbnc.learn(
        mcbnc.Rows(table, states=states, missing="fill"),
        score=kind,
        search="ges",
        prior=None,
        seed=seed,
        max_parents=6,
    )
    rows = as_rows(table, names)
    site = set(range(n)), rows
    rule = over_rule.Rule([site], None, [len(states[name]) for name in names], kind)
    chains = [rule.chain(seed, k, 6)[0] for k in range(3)]
    shares = {
        (names[a], names[b]): sum((a, b) in p or (b, a) in p for p in chains) / 3
        for a, b in itertools.combinations(range(n), 2)
    }
    joined = {tuple(sorted(edge)) for edge in found.edges}
    assert joined == {pair for pair, share in shares.items() if share > 0.5}
    for row in found.to_frame().to_dict("records"):
        assert row["stability"] == pytest.approx(shares[tuple(sorted((row["from"], row["to"])))])
    gone = {name: sum(cell is None for cell in table[name]) for name in names}
    assert found.filled == {name: count for name, count in gone.items() if count}


@pytest.mark.filterwarnings("ignore:.*without a value", "ignore:no row has")
@pytest.mark.parametrize("seed", range(200, 206))
def test_a_filled_table_is_the_rules(seed):
    check_filled(seed)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*without a value", "ignore:no row has")
@pytest.mark.parametrize("block", range(3 * LONGER))
def test_gaps_are_filled_by_the_rule_in_full(block):
    for seed in range(2000 + 5 * block, 2005 + 5 * block):
        check_rule(seed, chains=2, rounds=3, gaps=(0.05, 0.2, 0.6)[seed % 3])
        check_filled(seed)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(3 * LONGER))
def test_chains_are_the_rules_in_full(block):
    for seed in range(1000 + 10 * block, 1010 + 10 * block):
        tables, rows, kind, most, knowledge, skeletons, names = check_rule(seed, chains=3, rounds=6)
        if all(set(table) == set(tables[0]) for table in tables):
            continue  # then the answer is another rule's
        together = mcbnc.learn_jointly(
            rows,
            score=kind,
            search="ges",
            prior=None,
            seed=seed,
            max_parents=most,
            knowledge=knowledge,
            outliers="keep",
        )
        for a, b in itertools.combinations(range(len(names)), 2):
            voted = sum(frozenset((a, b)) in skeleton for skeleton in skeletons) >= 2
            sees = sum(names[a] in table and names[b] in table for table in tables)
            want = "not seen together" if not sees else "edge" if voted else "no edge"
            assert together.status(names[a], names[b]) == want
