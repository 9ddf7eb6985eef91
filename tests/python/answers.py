"""All that a trajectory and a result answer, to compare two of them."""

from __future__ import annotations

import pickle

import mcbnc


def answers(trajectory: mcbnc.Trajectory) -> bytes:
    """All that a trajectory can be asked, as bytes."""
    frame = trajectory.to_frame()
    states = [
        trajectory.at(theta, output) for theta in trajectory.thetas for output in ("extension", "refusion")
    ]
    return pickle.dumps(
        [
            [trajectory.nodes, trajectory.order, trajectory.status, trajectory.seconds, list(trajectory)],
            [trajectory.fusion.tobytes(), trajectory.thetas.tobytes(), trajectory.select()],
            [frame[column].to_numpy().tobytes() for column in frame],
            [[s.theta, s.edges, s.adjacency.tobytes(), s.cpdag.tobytes(), s.order, s.status] for s in states],
        ],
        protocol=4,
    )


def seen(result: mcbnc.ConsensusResult) -> list:
    return [
        *(
            result.nodes,
            result.named,
            result.edges,
            result.theta,
            result.seconds,
            result.status,
            result.order,
        ),
        *(result.cpdag.tobytes(), result.fusion.tobytes(), list(result.trajectory), repr(result)),
    ]
