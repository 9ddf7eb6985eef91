"""The part of the page of the study of defaults that tells of other packages."""

from __future__ import annotations

from collections.abc import Sequence

from page import table
from paired import SECONDS, SHD, SMHD, Case, average, groups
from peer_study import FEW_NODES, OF_FEW, OF_MORE, PEERS, QUICK, few, sample
from peer_study import SECONDS as LIMIT
from resume import key_of
from trials import DEFAULT, EMPTY, method
from verdict import FEW_ROWS, record

OURS = method("learn", DEFAULT)
NOTHING = method("learn", EMPTY)
SHOWN = {NOTHING: "empty", OURS: "mcbnc"}
"""What stands beside the peers, by its name in a case."""


def joined(cases: Sequence[Case], kept: Sequence[Case]) -> list[Case]:
    """The cases of the sample, each with what the peers found too."""
    of_peers = {key_of(case): case for case in kept}
    some = []
    for case in sample(cases):
        its = of_peers[key_of(case)]
        some.append({**case, **its, "found": {**case["found"], **its["found"]}})
    return some


def ran(case: Case) -> tuple[str, ...]:
    return PEERS if few(case) else QUICK


def all_finished(cases: Sequence[Case], peers: Sequence[str]) -> list[Case]:
    return [case for case in cases if all(peer in case["found"] for peer in peers)]


def distances(cases: Sequence[Case], peers: Sequence[str]) -> str:
    """The mean SMHD / SHD by number of rows, in the cases that all these peers finished."""
    columns = dict(sorted(groups(all_finished(cases, peers), "table_rows").items()))
    pairs = {
        name: [tuple(average(its, name, measure) for measure in (SMHD, SHD)) for its in columns.values()]
        for name in (*SHOWN, *peers)
    }
    least = [min(round(sum(pair), 1) for pair in column) for column in zip(*pairs.values(), strict=True)]
    lines = [["cases", *(str(len(its)) for its in columns.values())]]
    for name, own in pairs.items():
        cells = []
        for (smhd, shd), low in zip(own, least, strict=True):
            text = f"{smhd:.1f} / {shd:.1f}"
            cells.append(f"**{text}**" if round(smhd + shd, 1) == low else text)
        lines.append([SHOWN.get(name, name), *cells])
    return table(["", *(f"{rows:,}" for rows in columns)], lines)


def records(cases: Sequence[Case]) -> str:
    """The default against each peer, in the cases that the peer finished, and what did not finish."""
    lines = []
    for peer in PEERS:
        run = [case for case in cases if peer in ran(case)]
        its = [case for case in run if peer in case["found"]]
        stopped, failed = (sum(peer in case[kind] for case in run) for kind in ("stopped", "failed"))
        by_rows = [
            str(record([case for case in its if (case["table_rows"] < FEW_ROWS) == below], OURS, peer))
            for below in (True, False)
        ]
        spent = [f"{1000 * average(its, name, SECONDS):,.1f}" for name in (OURS, peer)] if its else ["–", "–"]
        lines.append([peer, *map(str, (len(run), stopped, failed)), *by_rows, *spent])
    heads = [
        "", "cases", "not finished", "failed", f"W/T/L, < {FEW_ROWS} rows", f"≥ {FEW_ROWS} rows",
        "mcbnc, ms", "peer, ms",
    ]  # fmt: skip
    return table(heads, lines)


def nearer(cases: Sequence[Case]) -> str:
    """The peers whose mean is below the default's at some number of rows, over the cases of three kinds."""
    small = [case for case in cases if few(case)]
    lines = [
        *nearer_over("first table", all_finished(cases, QUICK), QUICK),
        *nearer_over("second table", all_finished(small, PEERS), PEERS),
    ]
    for peer in PEERS:
        lines += nearer_over("all that it finished", all_finished(cases, [peer]), [peer])
    return table(["", "cases", "rows", "its mean", "mcbnc"], lines) if lines else "Nowhere."


def nearer_over(which: str, cases: Sequence[Case], peers: Sequence[str]) -> list[list[str]]:
    """A line for each peer and number of rows, with the mean SMHD + SHD of the peer and of the default."""
    lines = []
    for peer in peers:
        for rows, some in sorted(groups(cases, "table_rows").items()):
            theirs, ours = (sum(average(some, name, m) for m in (SMHD, SHD)) for name in (peer, OURS))
            if theirs < ours:
                lines.append([peer, which, f"{rows:,}", f"{theirs:.1f}", f"{ours:.1f}"])
    return lines


def versions(cases: Sequence[Case]) -> str:
    return ", ".join(sorted({version for case in cases for version in case["versions"].values()}))


def parts(cases: Sequence[Case], kept: Sequence[Case]) -> dict[str, str]:
    """The texts that the template names."""
    some = joined(cases, kept)
    small = [case for case in some if few(case)]
    return {
        "peer_cases": str(len(some)),
        "of_few": str(OF_FEW),
        "of_more": str(OF_MORE),
        "peer_versions": versions(some),
        "few_nodes": str(FEW_NODES),
        "peer_seconds": str(LIMIT),
        "peer_quick": distances(some, QUICK),
        "peer_all": distances(small, PEERS),
        "peer_records": records(some),
        "nearer": nearer(some),
    }
