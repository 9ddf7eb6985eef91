compare <- function(dags, gold = NULL, methods = NULL, weights = NULL, nodes = NULL, ...) {
  call <- sys.call()
  graphs <- read_dags(dags, nodes, call, gold)
  truth <- if (is.null(gold)) NULL else graphs[[length(graphs)]]
  reply <- call_python("compare", c(list(
    dags = if (is.null(gold)) graphs else graphs[-length(graphs)],
    gold = truth,
    nodes = read_nodes(nodes),
    methods = as_list_or_null(methods),
    weights = read_weights(weights, graphs)
  ), check_more(list(...), call)), call)
  nodes <- as.character(unlist(reply$nodes))
  structure(
    list(
      table = as_table(reply$table),
      inputs = as_table(reply$inputs),
      dropped = as.integer(unlist(reply$dropped)),
      bn = lapply(reply$results, function(cells) make_bn(as_amat(cells, nodes))),
      python = reply$python
    ),
    class = "mcbnc_comparison"
  )
}
