"""What differential privacy costs: a simulation on data that may be used, before any site answers."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from .._plumbing import ScoreOption, check_count, read_datasets, sited, takes_sites
from ..metrics import shd, smhd
from ._coordinator.coordinator import Coordinator
from ._protocol.task import Asked, Found, Sum
from ._results.party import Party
from ._results.sums import node_order
from ._simulate import agreed_states, carry
from ._site.client import Client
from ._tasks.codebook import read_codebook
from ._tasks.options import Setting
from ._tasks.private import privacy_of
from ._tasks.products import ProductsTask
from ._tasks.rows import RowSite


class CurvePoint(NamedTuple):
    """What one epsilon costs: means over the draws."""

    epsilon: float
    noise: float
    """The standard deviation of the noise of a sum, in units of what one row may add."""
    smhd: float
    """The distance from the result without noise, or from the `truth`."""
    shd: float
    edges: float


@takes_sites("datasets")
def privacy_curve(
    datasets: Any,
    epsilons: Sequence[float] = (0.3, 1, 3, 10),
    *,
    delta: float | None = None,
    colluders: int | None = None,
    truth: Any = None,
    draws: int = 5,
    seed: int = 0,
    score: ScoreOption | None = None,
    codebook: Mapping[Hashable, Any] | None = None,
    **options: Any,
) -> list[CurvePoint]:
    """Simulate one round with noise: how far its results are from that without noise.

    The data are not protected here: take data that you may use, with about as many rows as the federation.

    Parameters
    ----------
    datasets, score, codebook
        As in :func:`simulate_learning` with ``rounds="one"``. Columns of numbers take
        ``DegenerateGaussian(values="raw")``, the default.
    epsilons : sequence of float
        Each is tried.
    delta, colluders : optional
        As in :class:`ProductsTask`.
    truth : graph, optional
        Distances are from this graph. Default: from the result without noise.
    draws : int
        How often the noise is drawn for each epsilon.
    seed : int
        Of the noise.
    **options
        As in :class:`Coordinator`, such as `max_parents`.

    Returns
    -------
    list of CurvePoint
        One for each epsilon, in the given order.

    Raises
    ------
    InvalidInputError
        As :func:`simulate_learning`, or for an epsilon or delta that cannot be.
    """
    times, start = check_count(draws, "draws", 1), check_count(seed, "seed")
    data = read_datasets(datasets, "dg")
    states = agreed_states(data, read_codebook(codebook))
    coordinator = Coordinator(
        data.nodes, data.r, task="learning", states=states, rounds="one", score=score, masks=False, **options
    )
    with sited(None):
        sites = [RowSite(data.only([k])) for k in range(data.r)]
        carry(coordinator, {k: Client(site, masks=False) for k, site in enumerate(sites)})
    (exact,) = coordinator.history
    goal = coordinator.result if truth is None else truth
    order, points = node_order(Party(data.nodes, data.r)), []
    for epsilon in epsilons:
        of_it = {
            **options,
            "states": states,
            "rounds": "one",
            "score": score,
            "delta": delta,
            "colluders": colluders,
        }
        wanted = ProductsTask.of({**of_it, "epsilon": epsilon})
        task = wanted.begin(Setting(data.nodes, range(data.r)))
        noise = privacy_of(task.options, data.nodes, data.r)
        assert noise is not None
        asked = task.next(())
        assert isinstance(asked, Asked)
        found = []
        for draw in range(times):
            secret = f"{start} {draw} {epsilon}".encode()
            noisy = noise.add(exact.numbers, order, secret, data.r)
            step = task.next([Sum(asked, noisy)])
            assert isinstance(step, Found)
            found.append(step.result)
        from_goal = [float(np.mean([distance(each, goal) for each in found])) for distance in (smhd, shd)]
        edges = float(np.mean([len(each) for each in found]))
        points.append(CurvePoint(float(epsilon), noise.noise, from_goal[0], from_goal[1], edges))
    return points
