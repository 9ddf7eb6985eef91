"""Objects of R with their kind: matrices of pcalg, graphs as rows, labelled columns and dates."""

from __future__ import annotations

import pytest

MARKED = """
nodes <- c("a", "b", "c", "d")
m <- matrix(0, 4, 4, dimnames = list(nodes, nodes))
m["c", "a"] <- m["c", "b"] <- m["b", "d"] <- m["d", "b"] <- 1  # a --> c <-- b --- d
amat <- structure(m, class = "amat", type = "amat.cpdag")
fails <- function(code) tryCatch({ force(code); "" }, error = conditionMessage)
"""


def test_a_matrix_of_pcalg_is_read_as_pcalg_means_it(run_r):
    """pcalg's help page amatType: amat[a,b] = 0 and amat[b,a] = 1 implies a --> b."""
    run_r(
        MARKED
        + """
plain <- t(m)
expected <- consensus(list(plain), theta = 0)
arcs <- paste(expected$edges$from, expected$edges$to)
stopifnot(all(c("a c", "b c") %in% arcs), length(arcs) == 3L)
for (dags in list(list(amat), list(north = amat), c(list(plain), list(amat)), list(amat, amat))) {
  stopifnot(identical(consensus(dags, theta = 0)$amat, expected$amat))
}
stopifnot(metrics$shd(amat, plain) == 0, metrics$shd(amat, amat) == 0)
stopifnot(identical(metrics$cpdag(amat)$arcs, metrics$cpdag(plain)$arcs))
unnamed <- structure(unname(m), class = "amat", type = "amat.cpdag")
stopifnot(identical(consensus(list(unnamed), nodes = nodes, theta = 0)$amat, expected$amat))
"""
    )


def test_matrices_of_pcalg_that_nobody_can_read(run_r):
    run_r(
        MARKED
        + """
pag <- structure(2 * m, class = "amat", type = "amat.pag")
told <- fails(consensus(list(amat, pag)))
stopifnot(grepl("dags[[2]] is of the type amat.pag: a PAG", told, fixed = TRUE))
stopifnot(grepl("its attribute type is not amat.cpdag", fails(consensus(list(structure(m, class = "amat"))))))
told <- fails(consensus(list(unclass(amat))))
stopifnot(grepl("has the type amat.cpdag of pcalg, and not the class amat", told))
fit <- structure(list(), class = "pcAlgo")
stopifnot(grepl("as(x, \\"amat\\") of pcalg gives its matrix", fails(consensus(list(fit))), fixed = TRUE))
"""
    )


OBJECTS = """
nodes <- c("a", "b", "c", "d")
setClass("graphNEL", representation(nodes = "vector", edgeL = "list", edgeData = "ANY", graphData = "list"))
setClass("attrData", representation(data = "list", defaults = "list"))
setClass("pcAlgo", representation(graph = "graphNEL"))
setRefClass("EssGraph", fields = list(.nodes = "vector", .in.edges = "list"))
children <- list(a = 3L, b = c(3L, 4L), c = integer(0), d = 2L)
nel <- function(weights = list(), mode = "directed", edges = children) {
  new(
    "graphNEL", nodes = nodes, edgeL = lapply(edges, function(to) list(edges = to)),
    edgeData = new("attrData", data = weights, defaults = list(weight = 1)), graphData = list(edgemode = mode)
  )
}
m <- matrix(0L, 4, 4, dimnames = list(nodes, nodes))
m["a", "c"] <- m["b", "c"] <- m["b", "d"] <- m["d", "b"] <- 1L  # a --> c <-- b --- d
fails <- function(code) tryCatch({ force(code); "" }, mcbnc_error = conditionMessage)
"""
"""The classes as graph and pcalg define them, with the slots and fields that tell the graph."""


def test_objects_of_graph_and_pcalg(run_r):
    run_r(
        OBJECTS
        + """
fit <- new("pcAlgo", graph = nel(list("a|c" = list(weight = 1))))
ess <- new("EssGraph", .nodes = nodes, .in.edges = list(a = integer(0), b = 4L, c = c(1L, 2L), d = 2L))
named <- nel(edges = list(a = "c", b = c("c", "d"), c = character(0), d = "b"))
expected <- consensus(list(m, m), theta = 0)
for (graph in list(nel(), fit, ess, named)) {
  stopifnot(identical(consensus(list(graph, m), theta = 0)$amat, expected$amat), metrics$shd(graph, m) == 0)
  stopifnot(identical(metrics$cpdag(graph)$arcs, metrics$cpdag(m)$arcs))
}
conflict <- new("pcAlgo", graph = nel(list("a|c" = list(weight = 1), "b|d" = list(weight = 2))))
told <- fails(consensus(list(m, conflict)))
stopifnot(grepl("dags[[2]]: orientations of the edge b <-> d are in conflict", told, fixed = TRUE))
told <- fails(consensus(list(m, nel(mode = "undirected"))))
stopifnot(grepl("dags[[2]] is undirected, and directions are needed", told, fixed = TRUE))
"""
    )


def test_objects_of_dagitty(run_r):
    """A graph of dagitty is a string with a class."""
    run_r(
        OBJECTS
        + """
m["d", "b"] <- 0L
text <- 'dag {\\n"a"\\na [pos="0,1"]\\na -> c\\nb -> c\\nb -> d\\n}\\n'
graph <- structure(text, class = "dagitty")
expected <- consensus(list(m, m), theta = 0)
stopifnot(identical(consensus(list(m, graph), theta = 0)$amat, expected$amat), metrics$shd(graph, m) == 0)
stopifnot(identical(consensus(list(north = m, south = graph), theta = 0)$amat, expected$amat))
"""
    )


def test_a_graph_is_no_table_of_rows(run_r):
    run_r(
        MARKED
        + """
frame <- as.data.frame(t(m))
stopifnot(grepl("graph", fails(learn(frame))), grepl("graph", fails(learn(list(frame, frame)))))
stopifnot(grepl("list of arcs", fails(learn(data.frame(from = c("a", "b"), to = c("b", "c"))))))
rows <- data.frame("1" = c("x", "y"), "2" = c("x", "y"), check.names = FALSE)
stopifnot(!grepl("graph", fails(learn(rows))))
"""
    )


@pytest.mark.parametrize(
    ("column", "says"),
    [
        (
            'structure(rep(c(1, 2), 30), labels = c(no = 1), class = c("haven_labelled", "double"))',
            "haven::as_factor",
        ),
        ('as.Date("2020-01-01") + 1:60', "put the dates into few classes"),
        ('as.POSIXct("2020-01-01") + 1:60', "put the dates into few classes"),
        ('as.difftime(1:60, units = "days")', 'units = "days"'),
    ],
)
def test_columns_with_a_way_out(run_r, column, says):
    run_r(f"""
frame <- data.frame(y = rep(c("u", "v"), 30))
frame$x <- {column}
told <- tryCatch({{ learn(frame); "" }}, error = conditionMessage)
stopifnot(startsWith(told, 'data: column "x" must be'), grepl('{says}', told, fixed = TRUE))
""")


def test_names_of_a_file_with_labels(run_r, tmp_path):
    path = tmp_path / "g.dot"
    path.write_text('digraph { a [label="age"]; b [label="sex"]; a -> b }')
    run_r(f"""
told <- NULL
found <- withCallingHandlers(read("{path}"), warning = function(w) {{
  told <<- conditionMessage(w)
  invokeRestart("muffleWarning")
}})
stopifnot(identical(names(found$nodes), c("a", "b")))
stopifnot(grepl('read(path, names = "labels")', told, fixed = TRUE))
stopifnot(identical(names(read("{path}", names = "labels")$nodes), c("age", "sex")))
stopifnot(identical(names(read("{path}", names = "ids")$nodes), c("a", "b")))
""")
