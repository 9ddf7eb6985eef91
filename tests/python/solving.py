"""Attacks that solve the sums of a federation: for what each site has, among all that it may have.

A candidate is something that one site may have, such as a table or a DAG. Of each there is the vector that
such a site sends. The attacker has the sum of the vectors of some candidates, one for each site, and looks
for these. Sums do not show which site has which one, so what there is to find is a multiset.
"""

from __future__ import annotations

from mcbnc.federated import Coordinator
from mcbnc.federated._protocol import messages
from mcbnc.federated._protocol.task import Allowed, Found, Secrets, Sum

MOST = Allowed(10**7, 99)
RANDOM = ("pairs", "imaps")
"""Questions whose answers are random where they are not 0, with the union "or"."""


def told(coordinator, open_site, truth, candidates):
    """The vectors of the candidates in an honest run over sites that have the true ones, and their sum.

    A number that is random where it is not 0 is 1 there, and its sum is 1 if any is.
    """
    assert isinstance(coordinator, Coordinator)
    hello = messages.read(next(coordinator).bytes, 1 << 28)
    sites = [open_site(hello, each) for each in truth]
    others = [open_site(hello, each) for each in candidates]
    history, vectors, sums = [], [[] for _ in candidates], []
    while not isinstance(step := coordinator._task.next(history), Found):
        answers = [
            site.answer(step, Secrets(bytes(31) + bytes([k]), b""), MOST, k) for k, site in enumerate(sites)
        ]
        history.append(Sum(step, sum(answers)))
        info = step.info
        hidden = info.get("kind") == "imaps" and hello.options["union"] == "or"
        random = set(range(len(answers[0]))) if hidden else set()
        if info.get("pairs") == "or":
            n, first = len(hello.nodes), int("facts" in info)
            random = set(range(first, first + n * (n - 1) // 2))
        empty = [at for at in range(len(answers[0])) if at in random and not history[-1].numbers[at]]
        kept = [at for at in range(len(answers[0])) if at not in random or at in empty]
        sums += [int(history[-1].numbers.view("i8")[at]) for at in kept]
        for vector, site in zip(vectors, others, strict=True):
            answer = site.answer(step, Secrets(bytes(32), b""), MOST, 0).view("i8")
            vector += [int(answer[at] != 0) if at in random else int(answer[at]) for at in kept]
    return vectors, sums


def solutions(vectors, sums, sites):
    """How many multisets of so many candidates have vectors that add up to the sums: by exhaustive search."""
    bits = 2 + (sites * max(abs(x) for vector in [*vectors, sums] for x in vector)).bit_length()

    def packed(vector):  # one number, of which no part overflows
        return sum(x << (bits * k) for k, x in enumerate(vector))

    goal, found = packed(sums), 0
    ways = [{0: 1}, *({} for _ in range(sites - 1))]  # by how many are taken: of each total, in how many ways
    for added in map(packed, vectors):
        for taken in reversed(range(sites)):  # what is reached with this candidate is not taken up again
            found += ways[taken].get(goal - (sites - taken) * added, 0)
            for more in range(1, sites - taken):
                for total, count in ways[taken].items():
                    further = total + more * added
                    ways[taken + more][further] = ways[taken + more].get(further, 0) + count
    return found


def _dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def reduced(basis):
    """The basis reduced by Lenstra, Lenstra and Lovász (1982), in whole numbers alone (Cohen 1993, 2.6.7)."""
    b = [list(each) for each in basis]
    n = len(b)
    d, lam = [1] + [0] * n, [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1):
            u = _dot(b[i], b[j])
            for k in range(j):
                u = (d[k + 1] * u - lam[i][k] * lam[j][k]) // d[k]
            if j < i:
                lam[i][j] = u
            else:
                d[i + 1] = u

    def subtract(k, i):
        q = (2 * lam[k][i] + d[i + 1]) // (2 * d[i + 1])
        if q:
            b[k] = [x - q * y for x, y in zip(b[k], b[i], strict=True)]
            lam[k][i] -= q * d[i + 1]
            for j in range(i):
                lam[k][j] -= q * lam[i][j]

    def swap(k):
        b[k], b[k - 1] = b[k - 1], b[k]
        for j in range(k - 1):
            lam[k][j], lam[k - 1][j] = lam[k - 1][j], lam[k][j]
        top = lam[k][k - 1]
        new = (d[k - 1] * d[k + 1] + top * top) // d[k]
        for i in range(k + 1, n):
            old = lam[i][k]
            lam[i][k] = (d[k + 1] * lam[i][k - 1] - top * old) // d[k]
            lam[i][k - 1] = (new * old + top * lam[i][k]) // d[k + 1]
        d[k] = new

    k = 1
    while k < n:
        subtract(k, k - 1)
        if 4 * d[k + 1] * d[k - 1] < 3 * d[k] ** 2 - 4 * lam[k][k - 1] ** 2:
            swap(k)
            k = max(k - 1, 1)
        else:
            for i in range(k - 2, -1, -1):
                subtract(k, i)
            k += 1
    return b


def _rows(vectors, weight):
    """The candidates as vectors of a lattice: what they are, and what they send, one and their numbers."""
    count = len(vectors)
    return [
        [*(int(i == k) for i in range(count)), *(weight * x for x in (1, *vector))]
        for k, vector in enumerate(vectors)
    ]


def shortest_relation(vectors):
    """The least squared length of a reduced basis of all exchanges of candidates that change no sum."""
    count = len(vectors)
    weight = 1 << (2 * count + max(max(map(abs, each)) for each in vectors).bit_length())
    kernel = [row[:count] for row in reduced(_rows(vectors, weight)) if not any(row[count:])]
    return min(_dot(row, row) for row in kernel)


def by_lattice(vectors, sums, sites):
    """The multiset that a lattice reduction finds, as numbers of each candidate. None: it finds none."""
    count = len(vectors)
    weight = 1 << (2 * count + max(max(map(abs, each)) for each in vectors).bit_length())
    rows = [[*row, 0] for row in _rows(vectors, weight)]
    rows.append([*[0] * count, *(-weight * x for x in (sites, *sums)), 1])
    for row in reduced(rows):
        found = [row[-1] * x for x in row[:count]]
        if abs(row[-1]) == 1 and not any(row[count:-1]) and min(found) >= 0:
            return found
    return None
