vote <- function(dags, threshold = 0.5, kind = "arcs", weights = NULL, nodes = NULL, ...) {
  call <- sys.call()
  graphs <- read_dags(dags, nodes, call)
  reply <- call_python("vote", c(list(
    dags = graphs, threshold = threshold, kind = kind, weights = read_weights(weights, graphs),
    nodes = read_nodes(nodes)
  ), check_more(list(...), call)), call)
  structure(
    c(make_graph(reply), list(inputs = length(graphs), threshold = threshold, kind = kind, python = reply$python)),
    class = c("mcbnc_vote", "mcbnc_graph")
  )
}

print.mcbnc_vote <- function(x, ...) {
  cat(sprintf(
    "Vote of %s on %s over %s: %s (%d reversible), more than %g of them%s\n",
    counted(x$inputs, "DAG"), if (x$kind == "arcs") "arcs" else "pairs", counted(nrow(x$amat), "node"),
    counted(nrow(x$edges), "edge"), sum(x$edges$reversible), x$threshold,
    describe_chance(x)
  ))
  print_unseen(x$seen)
  print_unsure(x$edges)
  print_edges(x$edges)
  invisible(x)
}
