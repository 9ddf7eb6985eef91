"""One answer from many sites, by sums alone.

A coordinator asks all sites the same questions. Each site answers with numbers, and the coordinator needs
nothing but the sums of the numbers over all sites. With masks it can read no others: the masks of the sites
hide their numbers, and cancel in the sum. Small sums of counts show single cases all the same. Sums of scores
of the sites' own rows would show each site's counts, and sums of ranks at the sites each site's number of
rows. So no site sends either under masks.

Nothing here opens a connection. A :class:`Client` and a :class:`Coordinator` take bytes and give bytes, and
any transport will do.
"""

# How it is built. The packages from below:
#
# - `_protocol/`: `_protocol/frame.py` writes one message as bytes. There is one way to write it, it has a
#   SHA-256, and nothing is allocated beyond what came. `_protocol/messages.py` lists the messages.
#   `_protocol/task.py` is the seam: sessions carry numbers, tasks mean something by them.
# - `_secure/`: pairwise-masked secure aggregation (Bonawitz et al., CCS 2017). `_secure/keys.py` has Ed25519,
#   X25519, HKDF and ChaCha20, `_secure/masks.py` the masks of a round. Further files have the rules without
#   which sums show single sites' numbers.
# - `_results/`: results that have no site's data, their checks, and what the coordinator saw.
# - `_tasks/`: what is asked, at both ends. The class of a task lists its options (`_tasks/options.py`).
#   Python, the shell and its files read them from there (`TASKS` in `_tasks/registry.py`).
#   `_tasks/dags.py` has what sites do in a consensus and in a vote. `_tasks/engine.py` calls the engine.
#   `_tasks/scope.py` refuses questions that the options exclude.
# - `_site/`: a site in one session, its snapshot on disk, and `Client`.
# - `_coordinator/`: one exchange at a time, sites that have to catch up, the journal, `Coordinator`,
#   `verify`.
#
# Why it is right:
#
# - A site is a pure function of its data and the questions. So a question that is asked again gets the same
#   bytes, whoever was killed in between. The site keeps the digests of its questions and the sums that it was
#   shown, and none of its answers.
# - A question names the one before it by its digest, and the first one names the roster, which names the
#   Hello. So the digest of a question stands for all that was said before, and no two logs can be mixed.
# - A mask is bound to the roster, the session, the round and the digest of the question. So no two
#   questions have the same masks, even if a coordinator lies about rounds and a site has lost its snapshot.
#   Four zeros end each masked answer. Their sum is zero only if all masks cancel.
# - A site writes its snapshot to disk before a number leaves it. A snapshot is of one version of mcbnc and
#   of one set of data. Other data would answer a repeated question otherwise under the same masks, so the
#   session ends.
# - A set of sites counts as one that took part when the site first answers, not when it sees the roster: a
#   roster that another site has refused was no session.
# - Weights go by a site's place among the coordinator's clients. The Hello lists them by place, and the
#   roster has the place of each identity. Both are in the masks' keys, so no two sites can get other
#   weights.
# - A weighted sum shows the sums over the sites of each weight, as the remainders of a division do: with
#   the weights 1, 16, 16, ... the sum modulo 16 is the number of the first site, if that is below 16. So
#   with masks each weight is that of three sites or more. `Limits(same_weight=1)` lifts the rule at one
#   site. The sums over the sites of each weight count as known.
# - Over sessions, sets of sites may grow by three sites or more, and sites that had said so may leave
#   (`_secure/ledger.py`). The difference of other sets' sums would show single sites' numbers.
# - Sites with different columns fill the cells that they lack, so all sums are over all sites. A coordinator
#   chooses by which families cells are drawn. Sites of the same columns draw by the same counts. So it learns
#   the sum over the sites of each set of columns, and nothing smaller (`core/federate/learning/doc.go`). With
#   masks a set is that of three sites or more, and stays theirs over sessions. All sites are told who has
#   which columns, and a site of whom that is not true gives no answer.
# - With masks, the key of a site's draws comes from its own secret. So nobody else can draw the same and take
#   the draws from a sum. Without masks anybody can.
# - In one round with an epsilon, each site adds its share of noise before its mask (`_secure/noise.py`). The
#   noise follows from the site's key, the Hello and its data, and one round has one question, to the byte. So
#   no copy of a state, log or repeat gets other noise from the same Hello.
# - A site's budget is checked at the Hello, before its rows (`_secure/budget.py`): by its own delta, over all
#   sessions. Without a total of its own a site gives one answer with noise. With noise no refusal depends on
#   a row. So cells that do not fit count by a rule, and the coordinator finds too many rows by a noisy sum.
# - A state that was set back to a copy has forgotten what its site spent. The other sites find it
#   (`_secure/marks.py`). With each result they get the site's signature of its last answer, and note how many
#   questions it was asked. In each later session the site signs how many it was asked in which session. If
#   that is fewer than they noted, they take part in nothing with it until its newest state is back.
# - With masks, a number that a site sends is a sum over its rows of a function of one row that was fixed
#   before the session, or a function of its structure: no other answer can be made in the engine
#   (`core/federate/masked`). So the same rows at other sites give the same sums
#   (`tests/python/federated/test_federated_unmask.py`). Scores of own rows and normal scores of ranks are
#   neither (`_secure/unmaskable.py`), nor are sums over several DAGs of one site. Normal scores by the
#   quantiles of a code book are one (`_tasks/quantiles.py`).
# - With masks, what the coordinator tells of all sites carries its proof: the masked answers to the question
#   that asked for it, each signed by its site. A masked answer shows nothing alone, and the sum is what is
#   told. The next question brings them (`proof` of `Question` in `_protocol/messages.py`). Each site checks
#   the signatures over the digest of its own log's question, adds up the answers (`_secure/proof.py`), keeps
#   the sum (`_site/shown.py`), and refuses a question that tells something else than follows. What follows
#   is found by the functions that found it at the coordinator (core/federate/learning/proved.go).
#   A sum that sites are shown is of a question of its own, so that they are shown no more than what is told.
# - Proved are the votes by which sites judge themselves, who has which columns, which pairs are voted on, and
#   the counts by which cells are filled. They decide which sites are in a sum, and what a filled row is. Of a
#   vote over different nodes each question is proved as a whole, since its graph decides which joins count
#   as explained. All its sums are shown, as its result tells nearly all of them.
#   Not proved is what merely chooses a question: the families of a filling, tables, the order and states of a
#   consensus, the skeleton of a vote over the same nodes. The answer to any question is a sum over a site's
#   rows, or its structures, of a function of one of them, and all sites are in the sum that the coordinator
#   gets. So a lie there asks another question that the options allow, which any coordinator may ask.
#   Without masks nothing is proved: the coordinator sees each site's numbers anyway.
# - At least three sites always count, or no site leaves itself out. Let M be the pairs that more than half of
#   the K sites join. Site i joins o_i pairs, h_i of them in M. Let H = sum of all h_i, and W = sum of all
#   o_i + |M|. Both follow from the votes, since H is the sum of the votes on M. Site i is out if
#   h_i < 3/5 H/W (o_i + |M|). Suppose that some sites are out, and that just u of them count, u < 3. The sum
#   of o_i + |M| over the sites that are out is at most W, so their h_i have a sum below 3/5 H. Hence those of
#   the u sites have a sum above 2/5 H, and so have their o_i. So the o_i + |M| of those that are out have a
#   sum below W - 2/5 H - u |M|, and their h_i a sum below 3/5 H/W (W - 2/5 H - u |M|). But of the votes v on
#   a pair of M at most u are of sites that count, so this sum is at least that of max(0, v - u) over M.
#   Before a site leaves itself out, it computes for u = 0, 1 and 2 that the latter is not below the former
#   (`enoughCount` in core/federate/learning/judge.go). So none of these u is the number of sites that count.
#   The votes must be those of the sites. They are, since each site has checked the sum. A site that works
#   together with the coordinator can sign other votes than its own, and so choose the sum.
# - A site counts before it computes. The length of an answer depends on the question and not on the data.
#   So the engine refuses a question of too many numbers first, and the coordinator blames the site with
#   another length.
# - A site commits to its data by an HMAC in its Key, with a secret that stays the same in all sessions. A
#   new session goes on with the sums of an old one only if the commitments are the same. With masks they are
#   signed, so that `verify` can tell.
# - A result is checked before it is kept (`_results/checks.py`): shapes, no cycles, steps that the engine can
#   replay. Whether it is the right result, a site cannot see.
# - Sites whose tables were read by other recipes count other things. So the SHA-256 of a site's recipe is in
#   what it signs of its key, and the coordinator's in the Hello. The coordinator compares them before there
#   is a roster, and each site when it sees the roster (`_secure/recipes.py`).
# - A journal is a chain of records: a changed byte is found. With masks a site signs each answer, and the
#   journal keeps the masked answers. So who has the journal can add up each sum, by the function of the
#   sites, and replay the run (`_coordinator/verifying.py`). A site's signature of its key is over the Hello,
#   so all sessions of a journal must have the same one.
# - A site can check no sum of another session than its own. So a run that tells sites sums begins anew in a
#   new session, and asks for all of them again. The answers are the same, under other masks.
# - A log goes to a late site in parts, because a message has a greatest length. No time travels: what a
#   coordinator sends at the end is the same when it is killed and sends it again.

from __future__ import annotations

from typing import TYPE_CHECKING

from .._plumbing import at_first_use

# Each end of a federation imports the other one when it is used, and so does each task.
if TYPE_CHECKING:
    from ._coordinator.coordinator import Coordinator
    from ._coordinator.verifying import Verified, verify
    from ._curve import CurvePoint, privacy_curve
    from ._disclosure import Disclosure, disclosure
    from ._protocol.errors import Incomplete, OutOfStep, Refused
    from ._secure.keys import hand_over
    from ._secure.limits import Limits
    from ._simulate import Report, simulate, simulate_learning, simulate_vote
    from ._site.client import Client
    from ._tasks.consensus import ConsensusTask
    from ._tasks.counts import CountsTask
    from ._tasks.different_columns import DifferentColumnsTask
    from ._tasks.numbers import Numbers
    from ._tasks.own_scores import OwnScoresTask
    from ._tasks.products import ProductsTask
    from ._tasks.vote import VoteTask

_LATER = {
    "_coordinator.coordinator": ("Coordinator",),
    "_coordinator.verifying": ("Verified", "verify"),
    "_curve": ("CurvePoint", "privacy_curve"),
    "_disclosure": ("Disclosure", "disclosure"),
    "_protocol.errors": ("Incomplete", "OutOfStep", "Refused"),
    "_secure.keys": ("hand_over",),
    "_secure.limits": ("Limits",),
    "_simulate": ("Report", "simulate", "simulate_learning", "simulate_vote"),
    "_site.client": ("Client",),
    "_tasks.consensus": ("ConsensusTask",),
    "_tasks.counts": ("CountsTask",),
    "_tasks.different_columns": ("DifferentColumnsTask",),
    "_tasks.numbers": ("Numbers",),
    "_tasks.own_scores": ("OwnScoresTask",),
    "_tasks.products": ("ProductsTask",),
    "_tasks.vote": ("VoteTask",),
}

__all__ = [
    "Client",
    "ConsensusTask",
    "Coordinator",
    "CountsTask",
    "CurvePoint",
    "DifferentColumnsTask",
    "Disclosure",
    "Incomplete",
    "Limits",
    "Numbers",
    "OutOfStep",
    "OwnScoresTask",
    "ProductsTask",
    "Refused",
    "Report",
    "Verified",
    "VoteTask",
    "disclosure",
    "hand_over",
    "privacy_curve",
    "simulate",
    "simulate_learning",
    "simulate_vote",
    "verify",
]

__getattr__ = at_first_use(globals(), _LATER)


def __dir__() -> list[str]:
    """The public names alone, for completion in a shell or an editor."""
    return __all__
