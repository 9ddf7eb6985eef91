vote <- function(dags, threshold = 0.5, kind = "arcs", weights = NULL, nodes = NULL, ...) {
  call <- sys.call()
  union <- identical(nodes, "union")
  graphs <- read_dags(dags, if (union) NULL else nodes, call)
  reply <- call_python("vote", c(list(
    dags = graphs, threshold = threshold, kind = kind, weights = read_weights(weights, graphs),
    nodes = if (union) nodes else as_list_or_null(nodes)
  ), check_more(list(...), call)), call)
  found <- c(make_graph(reply), list(
    inputs = length(graphs), threshold = threshold, kind = kind, python = reply$python
  ))
  nodes <- colnames(found$amat)
  if (union) {
    found$seen <- matrix(as.numeric(unlist(reply$seen)), length(nodes), length(nodes), dimnames = list(nodes, nodes))
  }
  if (!is.null(reply$explained)) found$explained <- data.frame(lapply(reply$explained, function(x) as.character(unlist(x))))
  structure(found, class = c("mcbnc_vote", "mcbnc_graph"))
}

print.mcbnc_vote <- function(x, ...) {
  cat(sprintf(
    "Vote of %s on %s over %s: %s (%d reversible), more than %g of them%s\n",
    counted(x$inputs, "DAG"), if (x$kind == "arcs") "arcs" else "pairs", counted(nrow(x$amat), "node"),
    counted(nrow(x$edges), "edge"), sum(x$edges$reversible), x$threshold,
    describe_chance(x)
  ))
  print_unseen(x$seen)
  unsure <- sum(x$edges$unsure)
  if (unsure) cat(sprintf("%s unsure: the rest explains each join\n", counted(unsure, "edge")))
  print_edges(x$edges)
  invisible(x)
}
