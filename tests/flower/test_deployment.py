"""Both tasks with a SuperLink and three SuperNodes on this machine, over the sites' own files."""

from __future__ import annotations

import pytest
from sites import NAMES, SITES, expect_consensus, expect_joint, write_sites


@pytest.fixture(scope="module")
def deployment(flower):
    flower.start_superlink()
    for config in write_sites(flower.folder):
        flower.start_supernode(**config)
    return flower


def test_learning_from_sums(deployment):
    answer = deployment.run(task="learning", sites=SITES, names=str(deployment.folder / NAMES))
    expected = expect_joint()
    assert expected.edges
    assert [tuple(edge) for edge in answer["edges"]] == expected.edges


def test_a_consensus_from_sums(deployment):
    answer = deployment.run(task="consensus", sites=SITES, names=str(deployment.folder / NAMES))
    expected = expect_consensus()
    assert expected.edges
    assert [tuple(edge) for edge in answer["edges"]] == expected.edges
