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
  c(list(
    amat = amat,
    arcs = arcs_of_amat(amat),
    bn = make_bn(amat),
    cpdag = make_bn(cpdag),
    edges = as_edges(reply$edges),
    status = reply$status,
    seconds = reply$seconds
  ), over_nodes(reply, nodes))
}

# What a result of graphs over different nodes has besides: how many graphs have both nodes of each pair, and which
# joins the rest explains. Nothing, if all graphs have the same nodes.
over_nodes <- function(reply, nodes) {
  if (is.null(reply$seen)) return(NULL)
  seen <- matrix(as.numeric(unlist(reply$seen)), length(nodes), length(nodes), dimnames = list(nodes, nodes))
  if (is.null(reply$explained)) return(list(seen = seen))
  list(seen = seen, explained = data.frame(lapply(reply$explained, function(x) as.character(unlist(x)))))
}

# The table of edges. Of no edges, the columns have their types too.
as_edges <- function(columns) {
  types <- list(from = as.character, to = as.character, reversible = as.logical, unsure = as.logical)
  data.frame(Map(function(column, name) {
    type <- if (is.null(types[[name]])) as.numeric else types[[name]]
    type(unlist(column))
  }, columns, names(columns)))
}

make_consensus <- function(reply, inputs) {
  structure(
    c(make_graph(reply), list(
      theta = as_theta(reply$theta),
      theta_text = reply$theta_text,
      order = as.character(unlist(reply$order)),
      dropped = as.integer(unlist(reply$dropped)),
      extended = as.integer(unlist(reply$extended)),
      inputs = inputs,
      python = reply$python
    )),
    class = c("mcbnc_consensus", "mcbnc_graph")
  )
}

make_learned <- function(reply) {
  structure(
    c(make_graph(reply), list(
      score = reply$score, criterion = reply$criterion, score_title = reply$score_title, rows = reply$rows,
      python = reply$python
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
