"""Claims of Appendix B about synthetic networks, for each reading of its protocol."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean
from typing import Any

from claims import Claim, almost_all, every, most
from data import Study, groups

Row = dict[str, Any]
READINGS = ("attempts", "successes")
SMALL = 10
"""The size for which the paper makes an exception."""
NAMES = {"attempts": "0.75 n attempts", "successes": "0.75 n changes"}


def claims(study: Study) -> Iterator[Claim]:
    for reading in READINGS:
        rows = [row for row in study.part("synthetic") if row["reading"] == reading]
        yield fall(rows, reading)
        yield flat(rows, reading)
        yield rise(rows, reading)
        yield recovered(rows, reading)
        yield exception(rows, reading)
        yield half(rows, reading)


def mean_curve(rows: list[Row], measure: str) -> list[tuple[float, float]]:
    """The mean over repetitions at each θ of the grid."""
    columns = zip(*(row[measure] for row in rows), strict=True)
    return [(theta, fmean(column)) for theta, column in zip(rows[0]["theta"], columns, strict=True)]


def sizes(rows: list[Row]) -> dict[tuple[int, int], list[Row]]:
    return groups(rows, lambda row: (row["nodes"], row["clients"]))


def _of(curve: list[tuple[float, float]], low: float, high: float) -> list[float]:
    return [y for theta, y in curve if low - 1e-9 <= theta <= high + 1e-9]


def _shapes(rows: list[Row]) -> Iterator[tuple[str, list[tuple[float, float]]]]:
    for (nodes, clients), some in sizes(rows).items():
        yield f"n = {nodes} r={clients}", mean_curve(some, "smhd_inputs")


def fall(rows: list[Row], reading: str) -> Claim:
    flags = []
    for name, curve in _shapes(rows):
        start, quarter = _of(curve, 0, 0)[0], _of(curve, 0.25, 0.25)[0]
        flags.append((name, start - quarter >= 0.8 * (start - min(_of(curve, 0, 0.75)))))
    return almost_all(
        f"Appendix B, {NAMES[reading]}",
        "SMHD to the inputs falls rapidly for θ < 0.25",
        "at least 80 % of the fall up to θ = 0.75",
        flags,
        "sizes",
    )


def flat(rows: list[Row], reading: str) -> Claim:
    flags = []
    for name, curve in _shapes(rows):
        middle, whole = _of(curve, 0.25, 0.75), _of(curve, 0, 1)
        flags.append((name, max(middle) - min(middle) <= 0.1 * (max(whole) - min(whole))))
    return almost_all(
        f"Appendix B, {NAMES[reading]}",
        "SMHD to the inputs is flat for θ from 0.25 to 0.75",
        "it varies there by at most 10 % of its whole range",
        flags,
        "sizes",
    )


def rise(rows: list[Row], reading: str) -> Claim:
    flags = []
    for name, curve in _shapes(rows):
        middle, end = _of(curve, 0.25, 0.75), _of(curve, 0.75, 1)
        flags.append((name, end[-1] - end[0] > max(middle) - min(middle) and end[-1] > 1.1 * end[0]))
    return almost_all(
        f"Appendix B, {NAMES[reading]}",
        "SMHD to the inputs rises sharply for θ > 0.75",
        "from 0.75 to 1 by more than 10 %, and by more than it varies from 0.25 to 0.75",
        flags,
        "sizes",
    )


def zero_share(rows: list[Row], low: float = 0.25, high: float = 0.75) -> float:
    """How often SMHD to G_0 is 0, over repetitions and θ."""
    zeros = [
        y == 0 for row in rows for y in _of(list(zip(row["theta"], row["smhd"], strict=True)), low, high)
    ]
    return fmean(zeros)


def recovered(rows: list[Row], reading: str) -> Claim:
    flags = [
        (f"n = {nodes} r={clients}", zero_share(some) > 0.5)
        for (nodes, clients), some in sizes(rows).items()
        if nodes != SMALL
    ]
    return almost_all(
        f"Appendix B, {NAMES[reading]}",
        "but for n = 10, SMHD to G₀ is typically 0 for θ from 0.25 to 0.75",
        "SMHD is 0 at more than half of these θ and repetitions",
        flags,
        "sizes",
    )


def exception(rows: list[Row], reading: str) -> Claim:
    flags = [
        (f"r = {clients}", zero_share(some) <= 0.5)
        for (nodes, clients), some in sizes(rows).items()
        if nodes == SMALL
    ]
    return most(
        f"Appendix B, {NAMES[reading]}",
        "n = 10 is the exception",
        "SMHD is 0 at no more than half of these θ and repetitions",
        flags,
        "numbers of inputs",
    )


def half(rows: list[Row], reading: str) -> Claim:
    flags = []
    for (nodes, clients), some in sizes(rows).items():
        curve = mean_curve(some, "smhd")
        least = min(y for _, y in curve)
        flags.append((f"n = {nodes} r={clients}", _of(curve, 0.5, 0.5)[0] <= least + 0.05 * nodes))
    return every(
        f"Appendix B, {NAMES[reading]}",
        "θ = 0.5 is a reasonable default",
        "mean SMHD to G₀ at 0.5 within 0.05 n of the least over θ",
        flags,
        "sizes",
    )
