"""Different columns at different sites: the chains of learn_jointly, against the rule in plain Python."""

from __future__ import annotations

import itertools

import numpy as np
import over_rule
import pytest

import mcbnc
from mcbnc._engine.request import execute
from mcbnc._rows.rows import read_datasets


def draw_sites(rng, n, sites, rows, chance=0.6):
    """Tables of which each has some of n columns, in any order of rows and columns."""
    arity = rng.integers(2, 4, n)
    above = [rng.choice(v, min(v, 2), replace=False) for v in range(n)]
    tables = []
    for k in range(sites):
        count = int(rng.integers(rows // 2, rows + 1))
        cells = np.zeros((count, n), int)
        for v in range(n):
            noise = rng.random(count) < 0.25
            copied = cells[:, above[v]].sum(axis=1)
            cells[:, v] = np.where(noise, rng.integers(0, arity[v], count), copied) % arity[v]
        has = [v for v in range(n) if rng.random() < chance or v % sites == k or v == k % n]
        tables.append({f"v{v}": [f"s{x}" for x in cells[:, v]] for v in has})
    states = {f"v{v}": [f"s{x}" for x in range(arity[v])] for v in range(n)}
    return tables, states


def ask(tables, states, dags, **options):
    """The engine's chains."""
    rows = mcbnc.Rows(tables, states=states, columns="union")
    data = read_datasets(rows, "bds", union=True)
    graphs = np.zeros((data.r, data.n, data.n), np.uint8)
    for k, dag in enumerate(dags):
        for a, b in dag:
            graphs[k, data.nodes.index(a), data.nodes.index(b)] = 1
    seen = np.ones((data.r, data.n), np.uint8) if data.seen is None else data.seen
    request = data.request("learn_union", **options)
    return data, execute(data.nodes, request, {**data.arrays, "dags": graphs, "seen": seen})


def check_rule(seed, chains, rounds):
    """One case: the engine's chains have the rule's classes and the rule's cells."""
    rng = np.random.default_rng(seed)
    n, kind = int(rng.integers(3, 6)), str(rng.choice(["bds", "bdeu"]))
    tables, states = draw_sites(rng, n, int(rng.integers(2, 5)), 40)
    names = sorted(states)
    most = int(rng.choice([2, 6]))
    forbidden = [(0, 1)] if rng.random() < 0.3 else []
    knowledge = {"forbidden": [{names[a], names[b]} for a, b in forbidden]}
    rows = mcbnc.Rows(tables, states=states, columns="union")
    learned = mcbnc.learn_many(rows, score=kind, search="ges", max_parents=most, knowledge=knowledge)
    assert [set(one.nodes) for one in learned] == [set(table) for table in tables]
    data, reply = ask(
        tables, states, [one.edges for one in learned], score=kind, seed=seed, chains=chains, rounds=rounds,
        max_parents=most,
        forbidden=[[*(_index(tables, f"v{v}") for v in pair), 1] for pair in forbidden],
    )  # fmt: skip
    place = {name: k for k, name in enumerate(names)}
    rule = over_rule.Rule(
        [
            (
                {place[name] for name in table},
                [
                    [int(table[name][r][1:]) if name in table else None for name in names]
                    for r in range(len(next(iter(table.values()))))
                ],
            )
            for table in tables
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


@pytest.mark.slow
@pytest.mark.parametrize("block", range(8))
def test_chains_are_the_rules_in_full(block):
    for seed in range(1000 + 25 * block, 1025 + 25 * block):
        tables, rows, kind, most, knowledge, skeletons, names = check_rule(seed, chains=3, rounds=6)
        if all(set(table) == set(tables[0]) for table in tables):
            continue  # then the answer is another rule's
        together = mcbnc.learn_jointly(
            rows, score=kind, search="ges", seed=seed, max_parents=most, knowledge=knowledge, outliers="keep"
        )
        for a, b in itertools.combinations(range(len(names)), 2):
            voted = sum(frozenset((a, b)) in skeleton for skeleton in skeletons) >= 2
            sees = sum(names[a] in table and names[b] in table for table in tables)
            want = "not seen together" if not sees else "edge" if voted else "no edge"
            assert together.status(names[a], names[b]) == want
