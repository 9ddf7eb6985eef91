"""Which sums of whole numbers leave the numbers of few sites open: exact integer linear algebra.

Each row of a matrix is how often each site's number counts in a sum that is known. Sites' numbers can be
changed by z without changing any sum if the matrix times z is 0. These z are a lattice. If its projection to
a few sites is all whole vectors, then these sites could have any numbers whatever: nothing about them is
known, not even a remainder. Otherwise some combination of the sums, perhaps modulo some number, shows their
numbers or a part of them: the weights 1, 16 and 16 show the first site's number modulo 16. Counts are not
negative, and so small sums may show more than this algebra does.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

Vectors = list[list[int]]


def null_lattice(rows: Sequence[Sequence[int]], columns: int) -> Vectors:
    """A basis of all whole vectors z of length `columns` with row · z = 0 for each row."""
    basis = [[int(i == j) for j in range(columns)] for i in range(columns)]
    for row in rows:
        values = [sum(a * b for a, b in zip(row, z, strict=True)) for z in basis]
        _, basis = _eliminate(basis, values)
    return basis


def is_open(basis: Vectors, places: Sequence[int]) -> bool:
    """Whether the projection of a lattice to these places is all whole vectors."""
    for place in places:
        divisor, basis = _eliminate(basis, [z[place] for z in basis])
        if divisor != 1:
            return False
    return True


def shown(rows: Sequence[Sequence[int]], columns: int, most: int) -> tuple[int, ...]:
    """At most `most` columns that the sums of `rows` show something of: the fewest, or none.

    Columns that are in the same rows are exchangeable, so `most` of them stand for all.
    """
    alike: dict[tuple[int, ...], list[int]] = {}
    for column in range(columns):
        alike.setdefault(tuple(row[column] for row in rows), []).append(column)
    chosen = sorted(column for group in alike.values() for column in group[:most])
    basis = null_lattice(rows, columns)
    for size in range(1, most + 1):
        for places in combinations(chosen, size):
            if not is_open(basis, places):
                return places
    return ()


def _eliminate(vectors: Vectors, values: list[int]) -> tuple[int, Vectors]:
    """The greatest common divisor of the values, and a basis of the combinations of the vectors with value 0.

    `values` are those of the vectors by some linear function. This is Euclid's algorithm on them.
    """
    vectors, values = list(vectors), list(values)
    while len(left := [i for i, value in enumerate(values) if value]) > 1:
        least = min(left, key=lambda i: abs(values[i]))
        for i in left:
            if i != least:
                times = values[i] // values[least]
                values[i] -= times * values[least]
                vectors[i] = [a - times * b for a, b in zip(vectors[i], vectors[least], strict=True)]
    divisor = abs(values[left[0]]) if left else 0
    return divisor, [vector for vector, value in zip(vectors, values, strict=True) if not value]
