compare <- function(dags, gold = NULL, methods = NULL, weights = NULL, nodes = NULL, ...) {
  call <- sys.call()
  graphs <- read_dags(dags, nodes, call)
  reply <- call_python("compare", c(list(
    dags = graphs,
    gold = read_gold(gold, graphs, call),
    nodes = as_list_or_null(nodes),
    methods = as_list_or_null(methods),
    weights = as_list_or_null(weights)
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

# The true network, with the nodes of the first DAG where it brings no names itself.
read_gold <- function(gold, graphs, call) {
  if (is.null(gold)) return(NULL)
  nodes <- if (is.character(graphs[[1L]])) NULL else unlist(graphs[[1L]]$nodes)
  complete(read_graph(gold, "gold", call), nodes, "gold", call)
}
