"""Files of causaliq: probabilities of edges in GraphML are an opinion for `pool`, and no graph for others."""

from __future__ import annotations

import pytest

import mcbnc

pytestmark = pytest.mark.filterwarnings("ignore:the opinions agree")

CHAIN = "[a][b|a][c|b]"
KEYS = ("p_forward", "p_backward", "p_undirected", "p_none")


def graphml(edges, directed="undirected"):
    """A file as causaliq-core writes it; causaliq-knowledge writes "directed"."""
    keys = "".join(
        f'<key id="{key}" for="edge" attr.name="{key}" attr.type="double"/>\n' for key in KEYS if edges
    )
    nodes = "".join(f'<node id="{name}"/>' for name in "abcd")
    lines = []
    for k, (ends, shares) in enumerate(edges.items()):
        data = "".join(f'<data key="{key}">{share}</data>' for key, share in zip(KEYS, shares, strict=False))
        lines.append(f'<edge id="e{k}" source="{ends[0]}" target="{ends[1]}">{data}</edge>')
    graph = f'<graph id="G" edgedefault="{directed}">{nodes}\n' + "\n".join(lines)
    return (
        f'<?xml version="1.0"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n{keys}{graph}\n'
        "</graph></graphml>\n"
    )


@pytest.fixture
def write(tmp_path):
    def write(*arguments, **options):
        path = tmp_path / "said.graphml"
        path.write_text(graphml(*arguments, **options))
        return path

    return write


@pytest.mark.parametrize("directed", ["directed", "undirected"])
def test_the_probabilities_are_those_of_the_file(write, directed):
    path = write({"ab": (0.72, 0.18, 0, 0.1), "cb": (0.0, 0.25, 0.5, 0.25)}, directed=directed)
    read = mcbnc.pool([path, CHAIN], nodes=list("abcd"))._asked.opinions
    expected = [[0, 0.72, 0, 0], [0.18, 0, 0.5, 0], [0, 0.25, 0, 0], [0, 0, 0, 0]]
    assert read.stack[0].tolist() == expected
    assert read.seen[0].tolist() == [1, 1, 1, 1]


def test_four_digits_may_add_up_to_more_than_one(write):
    path = write({"ab": (0.3334, 0.3334, 0.3334)})
    read = mcbnc.pool([path, CHAIN], nodes=list("abcd"))._asked.opinions
    assert read.stack[0][:2, :2].sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("function", [mcbnc.consensus, mcbnc.baselines.vote])
def test_other_functions_refuse_the_file(write, function):
    path = write({"ab": (0.01, 0, 0, 0.99)}, directed="directed")
    with pytest.raises(mcbnc.InvalidInputError, match=r"said\.graphml:8: .*mcbnc\.pool reads it"):
        function([str(path), CHAIN])


@pytest.mark.parametrize(
    ("edges", "problem"),
    [
        ({"ab": (1.5,)}, "p_forward must be a number from 0 to 1, not '1.5'"),
        ({"ab": ("nan",)}, "p_forward must be a number from 0 to 1, not 'nan'"),
        ({"ab": ("much",)}, "p_forward must be a number from 0 to 1, not 'much'"),
        ({"ab": (0.6, 0.6)}, "add up to 1.2, which is more than 1"),
        ({"ab": (0.6,), "ba": (0.6,)}, "the edge of 'b' and 'a' comes twice"),
        ({"ab": (0.6,), "bc": ()}, "this edge has none of p_forward"),
        ({"az": (0.6,)}, "has the end 'z', which is no node"),
    ],
)
def test_faults_are_named(write, edges, problem):
    with pytest.raises(mcbnc.InvalidInputError, match=problem) as caught:
        mcbnc.pool([write(edges), CHAIN])
    assert caught.value.argument == "opinions"
    assert "said.graphml:" in str(caught.value)


def test_a_graph_without_probabilities_stays_a_graph(write):
    read = mcbnc.pool([write({"ab": ()}, directed="directed"), CHAIN], nodes=list("abcd"))._asked.opinions
    assert read.stack[0].sum() == 1
