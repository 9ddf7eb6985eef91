# Graphs of graph and of pcalg, by what is in their slots and fields, so that neither package is needed.

# Whether a graph is such an object.
is_foreign_object <- function(graph) {
  isS4(graph) && inherits(graph, c("graphNEL", "pcAlgo", "EssGraph", "ParDAG"))
}

# What read_graph() returns of such an object.
read_object <- function(graph, place, call) {
  if (inherits(graph, c("EssGraph", "ParDAG"))) return(read_in_edges(graph$.nodes, graph$.in.edges))
  if (!inherits(graph, "pcAlgo")) return(read_graphnel(graph, place, call))
  check_conflicts(graph@graph, place, call)
  read_graphnel(graph@graph, place, call)
}

# pc() with solve.confl = TRUE marks the edges whose orientations are in conflict by the weight 2.
check_conflicts <- function(graph, place, call) {
  weights <- vapply(graph@edgeData@data, function(of_edge) as.numeric(of_edge$weight)[1L], numeric(1))
  odd <- names(weights)[!is.na(weights) & weights != 1]
  if (!length(odd)) return(invisible())
  stop_mcbnc(sprintf(
    "%s: orientations of the edge %s are in conflict, and no DAG has such an edge", place,
    sub("|", " <-> ", odd[1L], fixed = TRUE)
  ), call, argument = sub("\\[.*", "", place))
}

# An object of graph: for each node the numbers or names of its children. An undirected edge is two arcs.
read_graphnel <- function(graph, place, call) {
  if (!identical(graph@graphData$edgemode, "directed")) {
    stop_mcbnc(sprintf("%s is undirected, and directions are needed", place), call, argument = sub("\\[.*", "", place))
  }
  nodes <- graph@nodes
  amat <- matrix(0L, length(nodes), length(nodes), dimnames = list(nodes, nodes))
  for (node in names(graph@edgeL)) {
    to <- graph@edgeL[[node]]
    amat[node, if (is.list(to)) to$edges else to] <- 1L
  }
  list(nodes = nodes, amat = amat)
}

# A class of ges() or a DAG of pcalg: for each node the numbers of its parents.
read_in_edges <- function(nodes, in_edges) {
  amat <- matrix(0L, length(nodes), length(nodes), dimnames = list(nodes, nodes))
  for (k in seq_along(in_edges)) amat[in_edges[[k]], k] <- 1L
  list(nodes = nodes, amat = amat)
}
