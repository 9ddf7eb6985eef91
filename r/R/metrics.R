# Functions of Python's module mcbnc.metrics. They are in one list, since bnlearn has functions of the same names.
metrics <- list(
  smhd = function(a, b) distance("smhd", a, b, sys.call()),
  shd = function(a, b) distance("shd", a, b, sys.call()),
  skeleton_precision_recall = function(a, gold) {
    unlist(compare_two("skeleton", list(), a, gold, "gold", sys.call())[c("precision", "recall")])
  },
  skeleton_f1 = function(a, gold) compare_two("skeleton", list(), a, gold, "gold", sys.call())$f1,
  mean_smhd = function(a, dags, weights = NULL, nodes = NULL) {
    call <- sys.call()
    graphs <- read_dags(dags, nodes, call)
    a <- if (is_union(nodes)) read_one(a, "a", call) else read_beside(a, "a", graphs, call)
    call_python("mean_smhd", list(
      a = a, dags = graphs, weights = read_weights(weights, graphs), nodes = read_nodes(nodes)
    ), call)
  },
  moral = function(a) derived("moral", a, sys.call()),
  cpdag = function(a) make_bn(derived("cpdag", a, sys.call())),
  treewidth = function(a, method = "min-fill") {
    call <- sys.call()
    call_python("treewidth", list(a = read_one(a, "a", call), method = method), call)
  },
  score = function(a, data, score = "bdeu", ...) {
    call <- sys.call()
    call_python("score", c(
      list(a = read_one(a, "a", call), data = read_table(data, "data", call), score = read_score(score)),
      check_more(list(...), call)
    ), call)
  }
)

distance <- function(metric, a, b, call) compare_two("distance", list(metric = metric), a, b, "b", call)

# The result of a function of Python for two graphs. `place` is the name of the second one.
compare_two <- function(name, options, a, b, place, call) {
  a <- read_one(a, "a", call)
  graphs <- c(list(a = a), setNames(list(read_beside(b, place, list(a), call)), place))
  call_python(name, c(options, graphs), call)
}

derived <- function(metric, a, call) {
  a <- read_one(a, "a", call)
  reply <- call_python("derived", list(metric = metric, a = a), call)
  as_amat(reply$adjacency, as.character(unlist(reply$nodes)))
}

# One graph, as Python reads it. Nodes without names are 1, 2, ...
read_one <- function(graph, place, call) {
  read <- read_graph(graph, place, call)
  complete(read, nodes_of_unnamed(list(read), place, NULL, call), place, call)
}

# A graph beside others: arcs alone have the nodes of the first of these.
read_beside <- function(graph, place, graphs, call) {
  read <- read_graph(graph, place, call)
  first <- graphs[[1L]]
  nodes <- if (!is.null(read$arcs) && is.list(first)) unlist(first$nodes)
  complete(read, if (is.null(nodes)) nodes_of_unnamed(list(read), place, NULL, call) else nodes, place, call)
}
