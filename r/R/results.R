# Results: Python's values made R's.

# A matrix of bytes, column by column, with names.
as_amat <- function(cells, nodes) {
  matrix(as.integer(cells), length(nodes), length(nodes), dimnames = list(nodes, nodes))
}

# What all graphs that mcbnc makes have in common.
make_graph <- function(reply) {
  nodes <- as.character(unlist(reply$nodes))
  amat <- as_amat(reply$adjacency, nodes)
  cpdag <- as_amat(reply$cpdag, nodes)
  arcs <- arcs_of_amat(amat)
  list(
    amat = amat,
    arcs = arcs,
    bn = make_bn(amat),
    cpdag = make_bn(cpdag),
    edges = data.frame(
      from = arcs[, "from"], to = arcs[, "to"], reversible = cpdag[arcs[, c("to", "from"), drop = FALSE]] == 1L
    ),
    status = reply$status,
    seconds = reply$seconds
  )
}

make_consensus <- function(reply, inputs) {
  graph <- make_graph(reply)
  graph$edges$support <- as.numeric(unlist(reply$support))
  structure(
    c(graph, list(
      theta = reply$theta,
      order = as.character(unlist(reply$order)),
      dropped = as.integer(unlist(reply$dropped)),
      inputs = inputs,
      python = reply$python
    )),
    class = c("mcbnc_consensus", "mcbnc_graph")
  )
}

make_learned <- function(reply) {
  structure(
    c(make_graph(reply), list(
      score = reply$score, criterion = reply$criterion, rows = reply$rows, python = reply$python
    )),
    class = c("mcbnc_learned", "mcbnc_graph")
  )
}

# A table whose columns are lists, in which NULL is NA.
as_table <- function(columns) {
  columns <- lapply(columns, function(column) {
    column <- as.list(column)
    unlist(ifelse(vapply(column, is.null, logical(1)), NA, column))
  })
  data.frame(columns, check.names = FALSE)
}
