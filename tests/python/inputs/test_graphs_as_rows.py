"""Files and tables that hold a graph: no function learns from them, and read reads those that are sure."""

from __future__ import annotations

import warnings
from contextlib import suppress
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from corpus import FILES, content_of

import mcbnc

ARCS = [("asia", "tub"), ("smoke", "lung"), ("tub", "either"), ("lung", "either")]
BAYESYS = "ID,Variable 1,Dependency,Variable 2\n" + "".join(
    f"{k},{u},->,{v}\n" for k, (u, v) in enumerate(ARCS, 1)
)
GEPHI = "Source,Target,Type,Id,Label,timeset,Weight\n" + "".join(
    f"{u},{v},Directed,{k},,,1.0\n" for k, (u, v) in enumerate(ARCS)
)
LISTS = {
    "from": "from,to\n" + "".join(f"{u},{v}\n" for u, v in ARCS),
    "Bayesys": BAYESYS,
    "Bayesys, arrows the other way": "Variable 1,Dependency,Variable 2\n"
    + "".join(f"{v},<-,{u}\n" for u, v in ARCS),
    "Gephi": GEPHI,
    "parent": "parent;child\n" + "".join(f"{u};{v}\n" for u, v in ARCS),
    "cause": "Cause\tEffect\n" + "".join(f"{u}\t{v}\n" for u, v in ARCS),
    "id": "id,parent,child\n" + "".join(f"{k},{u},{v}\n" for k, (u, v) in enumerate(ARCS)),
    "edges": "edge\n" + "".join(f"{u} --> {v}\n" for u, v in ARCS),
    "arrows": "node1,edge,node2\n" + "".join(f"{u},-->,{v}\n" for u, v in ARCS),
}
MATRICES = {
    "bare": "a,b,c,d\n0,1,1,0\n0,0,0,1\n0,0,0,1\n0,0,0,0\n",
    "named": "node,a,b,c\na,0,1,1\nb,0,0,0\nc,0,0,0\n",
    "untitled": ",a,b,c\na,0,1,1\nb,0,0,0\nc,0,0,0\n",
    "with an undirected edge": "a,b,c\n0,1,0\n1,0,1\n0,0,0\n",
}
FUNCTIONS = {
    "learn": mcbnc.learn,
    "learn_many": lambda rows: mcbnc.learn_many([rows]),
    "learn_jointly": lambda rows: mcbnc.learn_jointly([rows, rows]),
    "bootstrap": lambda rows: mcbnc.bootstrap(rows, resamples=2, seed=1),
    "discretize": mcbnc.discretize,
    "bge": lambda rows: mcbnc.learn(rows, score="bge"),
    "bic-cg": lambda rows: mcbnc.learn(rows, score="bic-cg"),
}


def written(tmp_path, text):
    path = tmp_path / "g.csv"
    path.write_text(text)
    return path


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("text", [*LISTS.values(), *MATRICES.values()], ids=[*LISTS, *MATRICES])
def test_nothing_is_learned_from_a_graph(tmp_path, text, function):
    with pytest.raises(mcbnc.InvalidInputError, match="graph"):
        FUNCTIONS[function](written(tmp_path, text))


@pytest.mark.parametrize("text", [*LISTS.values(), *MATRICES.values()], ids=[*LISTS, *MATRICES])
def test_check_says_so(tmp_path, text):
    report = mcbnc.check([written(tmp_path, text)])
    assert not report.ok
    assert "graph" in str(report)


@pytest.mark.parametrize("text", [LISTS[name] for name in LISTS if name != "edges"])
def test_lists_of_arcs_are_read(tmp_path, text):
    path = written(tmp_path, text)
    assert {*mcbnc.read(path).edges} == {*ARCS}
    frame = pd.read_csv(path, sep=None, engine="python")
    assert {*mcbnc.consensus([frame], theta=0).edges} == {*mcbnc.consensus([ARCS], theta=0).edges}
    with pytest.raises(mcbnc.InvalidInputError, match=r"graph.*accept=\["):
        mcbnc.learn(frame)


@pytest.mark.parametrize(
    ("text", "arcs", "undirected"),
    [
        (BAYESYS.replace("asia,->", "asia,-"), ARCS[1:], {"asia", "tub"}),
        (BAYESYS.replace("asia,->", "asia,---"), ARCS[1:], {"asia", "tub"}),
        (GEPHI.replace("tub,Directed", "tub,Undirected", 1), ARCS[1:], {"asia", "tub"}),
    ],
)
def test_undirected_edges_of_lists(tmp_path, text, arcs, undirected):
    result = mcbnc.consensus([written(tmp_path, text)], theta=0)
    assert result.extended == ["g.csv"]
    assert {*arcs} <= {*result.edges}
    assert {*map(frozenset, result.edges)} - {*map(frozenset, arcs)} == {frozenset(undirected)}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (BAYESYS.replace("asia,->", "asia,o->"), r"g\.csv:2: the edge asia o-> tub .* but a PAG"),
        (BAYESYS.replace("asia,->", "asia,<->"), r"g\.csv:2: the edge asia <-> tub .* latent common cause"),
        (BAYESYS.replace("asia,->", "asia,=>"), r"g\.csv:2: '=>' between 'asia' and 'tub' is no arrow"),
        (BAYESYS + "9,tub,-,asia\n", r"g\.csv:6: the edge of 'tub' and 'asia' comes twice, with other marks"),
        (BAYESYS + "9,tub,->,asia\n", r"g\.csv:6: the edge of 'tub' and 'asia' comes twice, with other"),
        (GEPHI.replace("0,,,1.0", "0,,,0.2"), r"g\.csv: its arcs have different weights"),
        (LISTS["from"] + LISTS["from"], r"g\.csv:6: the header comes again here, so these are 2 graphs"),
        (MATRICES["untitled"] * 3, r"g\.csv:5: the header comes again here, so these are 3 graphs"),
        ("My graph\nfrom,to\na,b\n", r"g\.csv:1: the first line, 'My graph', is a title above the header"),
        ("edge\nasia --> tub\nsmoke --> lung\n", "edges in cells[?] write each as a row of a list of arcs$"),
        ("from,to,type\na,b,-->\nb,c,---\n", r"g\.csv: a table of arcs that also has the column 'type'"),
    ],
)
def test_what_a_list_must_not_hold(tmp_path, text, says):
    with pytest.raises(mcbnc.InvalidInputError, match=says):
        mcbnc.consensus([written(tmp_path, text)])


def test_numbers_of_gephi_are_told(tmp_path):
    path = written(tmp_path, "Source,Target,Type\n0,1,Directed\n2,1,Directed\n")
    with pytest.warns(mcbnc.DataWarning, match=r"g\.csv: the nodes are numbers, since Gephi has their names"):
        assert mcbnc.read(path).edges == [("0", "1"), ("2", "1")]
    with pytest.warns(mcbnc.DataWarning, match=r"dags\[0\]: the nodes are numbers"):
        mcbnc.consensus([pd.read_csv(path)])


@pytest.mark.parametrize("text", MATRICES.values(), ids=MATRICES)
def test_matrices_are_read(tmp_path, text):
    path = written(tmp_path, text.replace("node", ""))
    assert mcbnc.consensus([path]).nodes[:3] == ["a", "b", "c"]


@pytest.mark.parametrize("nodes", [("parent", "child"), ("0", "1")])
def test_a_matrix_whose_nodes_have_odd_names(tmp_path, nodes):
    path = written(tmp_path, f"{','.join(nodes)}\n0,1\n0,0\n")
    assert mcbnc.read(path).edges == [nodes]


COVARIANCE = np.cov(np.random.default_rng(1).normal(size=(50, 4)), rowvar=False)


@pytest.mark.parametrize("matrix", [COVARIANCE, np.corrcoef(COVARIANCE)])
@pytest.mark.parametrize("named", [True, False])
def test_a_matrix_of_covariances(tmp_path, matrix, named):
    frame = pd.DataFrame(matrix, columns=[*"abcd"], index=[*"abcd"] if named else None)
    path = tmp_path / "cov.csv"
    frame.to_csv(path, index=named, index_label="name")
    for table in (frame, path):
        with pytest.raises(mcbnc.InvalidInputError, match=r"covariances or correlations, neither .* graph"):
            mcbnc.learn(table, score="bge")
    with pytest.raises(mcbnc.InvalidInputError) as caught:
        mcbnc.read(path)
    assert "learn" not in str(caught.value)


def test_objects_of_graphs_are_no_rows():
    graph = mcbnc.consensus([ARCS], theta=0)
    weights = graph.to_pandas() * 0.5
    for table in (graph.adjacency, graph.to_pandas(), graph.to_frame(), weights):
        with pytest.raises(mcbnc.InvalidInputError, match=r"data: .*graph.*accept=\["):
            mcbnc.learn(table)


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame({"parent": ["yes", "no", "yes", "no"] * 9, "child": ["yes", "no", "no", "no"] * 9}),
        pd.DataFrame({"parent": np.arange(40) * 0.5 + 60, "child": np.arange(40) * 0.7 + 58}),
        pd.DataFrame({"source": ["gp", "er"] * 20, "target": ["ward", "home"] * 20, "sex": ["m", "f"] * 20}),
        pd.DataFrame([[1, 0, 1], [0, 1, 1], [1, 1, 0]], columns=[*"abc"]),
        pd.DataFrame([[0, 1, 1], [1, 0, 1], [1, 1, 1]], columns=[*"abc"]),
        pd.DataFrame([[0, 1], [1, 0]], columns=[*"ab"]),
        pd.DataFrame([[0, 1], [0, 0]], columns=[*"ab"]),
        pd.DataFrame({"a": ["-", "+", "--"] * 9, "b": ["-", "-", "-"] * 9, "c": ["x", "y", "z"] * 9}),
        pd.DataFrame({"a": ["<5", ">5"] * 9, "b": ["1 - 2", "3 - 4"] * 9, "c": ["x", "y"] * 9}),
    ],
)
def test_rows_are_rows(tmp_path, frame):
    """There is no message about a graph where rows only look a bit like one."""
    path = tmp_path / "rows.csv"
    frame.to_csv(path, index=False)
    for table in (frame, path):
        with warnings.catch_warnings(record=True) as told, suppress(mcbnc.InvalidInputError):
            warnings.simplefilter("always")
            mcbnc.learn(table, score="bge" if frame.dtypes.iloc[0].kind == "f" else "bdeu")
        assert not [one for one in told if "graph" in str(one.message)]
        assert "graph" not in str(mcbnc.check([table]))


def test_accept_says_that_columns_are_variables(tmp_path):
    path = written(tmp_path, MATRICES["bare"])
    assert mcbnc.learn(mcbnc.Rows(path, accept=[*"abcd"])).nodes == [*"abcd"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "a,b\nx,u\ny,v\n" * 3,
            "Line 4 is equal to the first line: if both are names, as in files that were",
        ),
        ("a,b\n" + "x,u\ny,v\n" * 9 + "a,b\nx,u\n", "Line 20 is equal to the first line: if both are names"),
        (
            "Survey of 2023\na,b\nx,u\ny,v\n",
            "begins with 'Survey of 2023', has fewer cells than each other line",
        ),
    ],
)
def test_headers_of_rows(tmp_path, text, says):
    with pytest.raises(mcbnc.InvalidInputError, match=says):
        mcbnc.learn(written(tmp_path, text))


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_learned_from_a_file_of_the_corpus(tmp_path, name):
    for path in (tmp_path / f"g{Path(name).suffix}", tmp_path / "rows.csv"):
        path.write_bytes(content_of(name))
        with pytest.raises(mcbnc.InvalidInputError):
            mcbnc.learn(path)


@pytest.mark.parametrize("title", ["graph [mm]", "node", "bayes", "network", "Graph", "net {0"])
def test_titles_that_may_be_those_of_rows(tmp_path, title):
    path = written(tmp_path, f"{title},b\n" + "0,1\n1,0\n1,1\n0,0\n" * 5)
    if title == "net {0":
        with pytest.raises(mcbnc.InvalidInputError, match="is no header of a table"):
            mcbnc.learn(path)
    else:
        assert mcbnc.learn(path).nodes == [title, "b"]
