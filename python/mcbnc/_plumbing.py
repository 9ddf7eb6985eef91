"""What `federated` stands on: all that it takes of the private modules of the package.

So another module may move, and a change of what a federation needs is a change of this file. A module of
`federated` loads what it takes alone.
"""

# mypy: implicit-reexport
# ruff: noqa: F401

from __future__ import annotations

from typing import TYPE_CHECKING

from ._base.later import at_first_use

if TYPE_CHECKING:
    from ._base import defaults
    from ._base.arrays import pack, unpack
    from ._base.extras import import_extra
    from ._base.lock import Lock
    from ._base.names import differences, read_names, same_names
    from ._base.options import (
        MOST_STATES,
        PriorName,
        SearchName,
        check_count,
        check_flag,
        check_word,
        read_number,
        read_pairs,
        read_prior,
        read_theta,
        read_whole,
        read_workers,
    )
    from ._base.paths import PathLike, named_bad_path
    from ._base.scoring import SUMMED_SCORES, Score, ScoreOption, read_record, read_score
    from ._base.show import counted, listed, printed, shown
    from ._base.sites import takes_sites
    from ._base.warn import warn
    from ._base.wording import sited, wording
    from ._base.writing import write_whole
    from ._consensus.results import ConsensusResult, Trajectory, UnionConsensus, result_of
    from ._consensus.run import Run
    from ._engine.request import Arrays, Reply, execute
    from ._graphs.graph import PDAG
    from ._graphs.identifiers import Network
    from ._inputs.align import Nodes
    from ._inputs.convert import read_dags
    from ._inputs.knowledge import read_knowledge, renamed
    from ._inputs.origin import Origin
    from ._inputs.run_options import RunOptions
    from ._inputs.weights import read_order, read_weights
    from ._learning.counts import FamilyCounts
    from ._learning.dense import tell_dense
    from ._learning.jointly_learned import JointlyLearned
    from ._learning.made import MadeOfRows
    from ._learning.pair_weights import read_pair_weights
    from ._results.baseline import Baseline
    from ._results.made import Made, knowledge_told
    from ._results.result import Result
    from ._results.seen import Seen
    from ._results.union_vote import ExplainedVote
    from ._rows.recipe import read_recipe, short_hash
    from ._rows.rows import Rows, chosen_columns, read_datasets, read_rows
    from ._rows.table import Table
    from ._rows.words import ColumnsName
    from ._version import __version__

_LATER = {
    "_base": ("defaults",),
    "_base.arrays": ("pack", "unpack"),
    "_base.extras": ("import_extra",),
    "_base.lock": ("Lock",),
    "_base.names": ("differences", "read_names", "same_names"),
    "_base.options": (
        "MOST_STATES",
        "PriorName",
        "SearchName",
        "check_count",
        "check_flag",
        "check_word",
        "read_number",
        "read_pairs",
        "read_prior",
        "read_theta",
        "read_whole",
        "read_workers",
    ),
    "_base.paths": ("PathLike", "named_bad_path"),
    "_base.scoring": ("SUMMED_SCORES", "Score", "ScoreOption", "read_record", "read_score"),
    "_base.show": ("counted", "listed", "printed", "shown"),
    "_base.sites": ("takes_sites",),
    "_base.warn": ("warn",),
    "_base.wording": ("sited", "wording"),
    "_base.writing": ("write_whole",),
    "_consensus.results": ("ConsensusResult", "Trajectory", "UnionConsensus", "result_of"),
    "_consensus.run": ("Run",),
    "_engine.request": ("Arrays", "Reply", "execute"),
    "_graphs.graph": ("PDAG",),
    "_graphs.identifiers": ("Network",),
    "_inputs.align": ("Nodes",),
    "_inputs.convert": ("read_dags",),
    "_inputs.knowledge": ("read_knowledge", "renamed"),
    "_inputs.origin": ("Origin",),
    "_inputs.run_options": ("RunOptions",),
    "_inputs.weights": ("read_order", "read_weights"),
    "_learning.counts": ("FamilyCounts",),
    "_learning.dense": ("tell_dense",),
    "_learning.jointly_learned": ("JointlyLearned",),
    "_learning.made": ("MadeOfRows",),
    "_learning.pair_weights": ("read_pair_weights",),
    "_results.baseline": ("Baseline",),
    "_results.made": ("Made", "knowledge_told"),
    "_results.result": ("Result",),
    "_results.seen": ("Seen",),
    "_results.union_vote": ("ExplainedVote",),
    "_rows.recipe": ("read_recipe", "short_hash"),
    "_rows.rows": ("Rows", "chosen_columns", "read_datasets", "read_rows"),
    "_rows.table": ("Table",),
    "_rows.words": ("ColumnsName",),
    "_version": ("__version__",),
}

__getattr__ = at_first_use(globals(), _LATER)
