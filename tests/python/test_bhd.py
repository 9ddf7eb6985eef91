"""The rival score of bench/together/bhd, against a transcription whose bound another method maximises."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from itertools import product

import numpy as np
import pytest
from helpers import ROOT

integrate, optimize, special = (
    pytest.importorskip(f"scipy.{part}") for part in ("integrate", "optimize", "special")
)
psi, lgamma = special.digamma, special.gammaln
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    if not shutil.which("go"):
        pytest.skip("go is missing")
    path = tmp_path_factory.mktemp("bhd") / "bhd"
    subprocess.run(["go", "build", "-o", path, "./bench/together/bhd"], cwd=ROOT, check=True)
    return path


def ask(program, tables, arity, **more):
    sites = [base64.b64encode(np.asarray(table, np.uint8).tobytes()).decode() for table in tables]
    problem = {"arity": list(map(int, arity)), "sites": sites, "strength": 1.0, "prior": 1.0, **more}
    done = subprocess.run([program], input=json.dumps(problem), stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def counted(tables, arity, family):
    """The counts of a family, as (sites, joint states of the parents, states of the child)."""
    y, *parents = family
    states = list(product(*(range(arity[p]) for p in parents)))
    out = np.zeros((len(tables), len(states), arity[y]))
    for f, table in enumerate(tables):
        for row in table:
            out[f, states.index(tuple(row[parents])), row[y]] += 1
    return out


def bound(counts, s, prior, kappa, tau):
    """The bound of the log marginal likelihood, with ν put in, term by term."""
    sites, cells = counts.shape
    nu = counts + s * kappa
    theta = psi(nu) - psi(nu.sum(1, keepdims=True))  # E log θ
    alpha = psi(tau * kappa) - psi(tau)  # E log α
    log_gamma = lgamma(s * kappa) + s * (1 - kappa) / tau + (1 - s * kappa) * (np.log(kappa) - alpha)
    total = (counts * theta).sum()
    total += sites * lgamma(s) - sites * log_gamma.sum() + ((s * kappa - 1) * theta).sum()
    total += lgamma(cells * prior) - cells * lgamma(prior) + ((prior - 1) * alpha).sum()
    total -= (lgamma(nu.sum(1)) - lgamma(nu).sum(1) + ((nu - 1) * theta).sum(1)).sum()
    total -= lgamma(tau) - lgamma(tau * kappa).sum() + ((tau * kappa - 1) * alpha).sum()
    return total


def highest(counts, s, prior):
    """The highest bound of (sites, joint states) counts, by a method that is not the program's."""
    if counts.shape[1] == 1:
        return 0.0

    def minus(x):
        kappa = np.exp(x[1:] - x[1:].max())
        return -bound(counts, s, prior, kappa / kappa.sum(), np.exp(x[0]))

    start = np.concatenate([[3.0], np.log(counts.sum(0) + 1)])
    return -optimize.minimize(minus, start, method="BFGS", options={"gtol": 1e-7, "maxiter": 5000}).fun


def plain(counts, strength, prior):
    """The score of a family by its definition."""
    s, states = strength * counts[0].size, counts.shape[2]
    joint = highest(counts.reshape(len(counts), -1), s, prior)
    return joint - highest(counts.sum(2), s, prior * states)


def drawn(rng, arity, sites, rows, alike):
    """Rows in which each variable depends on the ones before, unless alike in each site's own way."""
    tables = []
    for f in range(sites):
        ways = np.random.default_rng(0 if alike else f)
        table = np.zeros((rows, len(arity)), np.uint8)
        for v, states in enumerate(arity):
            for key in np.unique(table[:, :v] @ (4 ** np.arange(v)).astype(int)):
                here = table[:, :v] @ (4 ** np.arange(v)).astype(int) == key
                table[here, v] = rng.choice(states, here.sum(), p=ways.dirichlet([0.7] * states))
        tables.append(table)
    return tables


@pytest.mark.parametrize("seed", range(6))
def test_scores_are_those_of_the_definition(program, seed):
    rng = np.random.default_rng(seed)
    arity = rng.integers(2, 4, 3).tolist()
    tables = drawn(rng, arity, int(rng.integers(1, 6)), int(rng.integers(1, 60)), alike=bool(seed % 2))
    families = [[0], [1], [1, 0], [0, 1], [2, 0, 1], [0, 1, 2]]
    strength, prior = rng.choice([0.2, 1.0, 5.0]), rng.choice([1.0, 3.0])
    found = ask(program, tables, arity, families=families, strength=strength, prior=prior)["Scores"]
    want = [plain(counted(tables, arity, family), strength, prior) for family in families]
    assert found == pytest.approx(want, rel=1e-6, abs=1e-5)


def bdeu(counts, ess):
    """The sum over the sites of BDeu of each site's rows alone."""
    cell, given = ess / counts[0].size, ess / counts.shape[1]
    joint = lgamma(cell + counts) - lgamma(cell)
    return joint.sum() + (lgamma(given) - lgamma(given + counts.sum(2))).sum()


def test_limits(program):
    """With a mean that is known to be uniform, the score is the sites' own BDeu. Else a site learns from the
    others: if they are alike, the score is nearer than the own one to BDeu of all rows together."""
    arity, family = [2, 3, 2], [2, 0, 1]
    tables = drawn(np.random.default_rng(5), arity, 8, 300, alike=True)
    counts = counted(tables, arity, family)

    def score(prior):
        return ask(program, tables, arity, families=[family], prior=prior)["Scores"][0]

    own, pooled = bdeu(counts, 12.0), bdeu(counts.sum(0, keepdims=True), 12.0)
    assert score(1e9) == pytest.approx(own, abs=1e-3)
    assert own + 5 < score(1.0) < pooled


@pytest.mark.parametrize("sites", [1, 2, 5])
def test_it_is_a_bound_of_the_marginal_likelihood(program, sites):
    """The marginal likelihood of a variable of two states is an integral over its mean."""
    ones = np.random.default_rng(sites).binomial(40, 0.2, sites)
    tables = [(np.arange(40) < k)[:, None] for k in ones]
    counts = np.column_stack([40 - ones, ones]).astype(float)

    def likelihood(alpha):
        s_alpha = 2 * np.array([1 - alpha, alpha])
        return np.exp(
            (lgamma(2) - lgamma(42) + (lgamma(s_alpha + counts) - lgamma(s_alpha)).sum(1)).sum() + shift
        )

    (found,) = ask(program, tables, [2], families=[[0]])["Scores"]
    shift = -found
    exact = np.log(integrate.quad(likelihood, 0, 1, limit=200)[0])
    assert 0 < exact < 0.6


@pytest.mark.parametrize("search", ["ges", "xges"])
@pytest.mark.parametrize("sites", [1, 6])
def test_a_search_finds_what_rows_show(program, search, sites):
    """a → c ← b; d alone. The order of the columns does not count, nor do sites without rows."""
    rng = np.random.default_rng(sites)
    tables = []
    for _ in range(sites):
        a, b, d = rng.integers(0, 2, (3, 500))
        c = (a + b + (rng.random(500) < 0.1)) % 3
        tables.append(np.column_stack([a, b, c, d]))
    extended = search == "xges"
    assert ask(program, tables, [2, 2, 3, 2], extended=extended)["Arcs"] == [[0, 2], [1, 2]]
    turned = [table[:, ::-1] for table in [*tables, tables[0][:0]]]
    assert ask(program, turned, [2, 3, 2, 2], extended=extended)["Arcs"] == [[2, 1], [3, 1]]
