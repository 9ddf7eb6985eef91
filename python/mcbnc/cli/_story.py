"""The demo's explanation of its table: what the numbers mean, and what to do with them."""

from __future__ import annotations

import textwrap
from typing import Any

from .._comparing.comparison import Comparison

__all__ = ["CONSENSUS", "JOINTLY", "POOLED", "story"]

CONSENSUS = "mcbnc auto"
JOINTLY = "jointly"
POOLED = "all rows in one"
_VOTE = "vote skeleton"
_CLIENT = "median input"
_WIDTH = 100


def story(comparison: Comparison) -> str:
    """Say in sentences what happened, what the table says, which method to take, and what to do next."""
    rows = {row["method"]: row for row in comparison.table}
    from_rows = (
        f'The row "{JOINTLY}" is mcbnc.learn_jointly: it asks the clients\' rows instead of their DAGs, by '
        f'sums over the clients. The row "{POOLED}" learns from one table of all rows, which clients who '
        "keep their rows to themselves cannot make. "
    )
    told = {
        "What happened": "Each client has a DAG, with an arrow for each direct dependence between two "
        "variables. mcbnc fuses the DAGs into one that has every dependence of every client, and then "
        "deletes the edges that few clients need. The clients share their DAGs and no rows.",
        "How to read the table": "SMHD and SHD are distances between two networks, and 0 means equal. SMHD "
        "counts the pairs of variables that only one of the two networks joins, by an edge or as two parents "
        "of one variable. SHD counts the edges that are missing, added or directed differently. Gold is the "
        "true network, which only a demo knows. Treewidth says what exact inference costs: each unit "
        "multiplies the cost. The rows with vote, averaged and climb are simpler methods on the same DAGs. "
        f"{from_rows if POOLED in rows else ''}The last two rows are the clients themselves.",
        "What it says": f"From the true network, the median client is at SHD {_shd(rows[_CLIENT])}, the "
        f"consensus ({CONSENSUS}) at {_shd(rows[CONSENSUS])}, and a vote ({_VOTE}) at {_shd(rows[_VOTE])}. "
        "One example proves little. Over many networks the consensus is about as accurate as a vote, and not "
        "more so: the page docs/theta.md has the studies.",
        "Which to take": "A vote is enough if all you want is one network. Take the consensus if you want "
        "a network for every threshold from one run, the largest network within a treewidth, edges that are "
        "required or forbidden, or the reason why an edge stays or goes. If the clients' rows can be asked, "
        "mcbnc.learn_jointly is mostly nearer to the truth than both: docs/jointly.md has its study.",
    }
    paragraphs = [textwrap.fill(f"{head}. {text}", _WIDTH) for head, text in told.items()]
    return "\n\n".join([*paragraphs, _NEXT])


_NEXT = """\
What to do next.
  mcbnc demo --out demo.png     the consensus beside the truth, and the distances, as a picture
  mcbnc demo --export DIR       the inputs of this demo as files, to try the other commands on
  mcbnc --help                  the other commands"""


def _shd(row: dict[str, Any]) -> str:
    return f"{row['shd_to_gold']:g}"
