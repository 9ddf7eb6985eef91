# Graphs as R users have them, made into what Python reads: a list of `nodes` and `cells`, or a string.

# The argument `dags`: a list of graphs of any kinds, with the names of the sites if it has names. With `gold`, that
# graph is the last one of the result.
read_dags <- function(dags, nodes = NULL, call = NULL, gold = NULL) {
  dags <- as_graph_list(dags, call)
  sites <- site_names(dags, "dags", call)
  places <- c(places_of("dags", dags, sites), if (!is.null(gold)) "gold")
  if (!is.null(gold)) dags <- c(dags, list(gold))
  graphs <- Map(function(dag, place) read_graph(dag, place, call), dags, places)
  nodes <- if (is_union(nodes)) Map(own_nodes, graphs, places, list(call)) else
    list(nodes_of_unnamed(graphs, places, nodes, call))
  complete_ones <- unname(Map(complete, graphs, nodes, places, list(call)))
  if (is.null(sites)) complete_ones else setNames(complete_ones, c(sites, if (!is.null(gold)) "gold"))
}

# Whether the argument `nodes` says that the graphs may be over different nodes.
is_union <- function(nodes) identical(nodes, "union")

# The argument `nodes` as Python takes it.
read_nodes <- function(nodes) if (is_union(nodes)) nodes else as_list_or_null(nodes)

# The nodes of one of many graphs over different nodes: arcs have those that they name.
own_nodes <- function(graph, place, call) {
  if (!is.null(graph[["amat"]]) && is.null(graph$nodes)) {
    stop_mcbnc(sprintf(
      "%s has no names, so it is unknown which of all nodes it has", place
    ), call, argument = "dags")
  }
  if (is.null(graph$arcs)) graph$nodes else unique(c(t(graph$arcs)))
}

as_graph_list <- function(dags, call) {
  if (is.array(dags) && length(dim(dags)) == 3L) {
    names <- dimnames(dags)[2:3]
    return(lapply(seq_len(dim(dags)[1L]), function(k) {
      matrix(dags[k, , ], dim(dags)[2L], dim(dags)[3L], dimnames = names)
    }))
  }
  if (is.character(dags) && is.null(dim(dags))) return(as.list(dags))
  if (!is.list(dags) || is.object(dags)) {
    stop_mcbnc("dags must be a list of graphs; to give one graph, write list(graph)", call, argument = "dags")
  }
  dags
}

# One graph: a list of its `text`, or of its `nodes` (NULL where it has no names) and either `amat` or `arcs`.
read_graph <- function(graph, place, call) {
  if (inherits(graph, "mcbnc_graph")) return(list(nodes = rownames(graph$amat), amat = graph$amat))
  if (inherits(graph, "bn")) return(list(nodes = names(graph$nodes), arcs = graph$arcs))
  if (inherits(graph, "bn.fit")) return(list(nodes = names(graph), arcs = fitted_arcs(graph)))
  if (is.character(graph) && length(graph) == 1L && is.null(dim(graph))) return(read_text(graph))
  if (is_foreign_object(graph)) return(read_object(graph, place, call))
  if (is_arcs(graph)) return(list(nodes = NULL, arcs = read_arcs(graph, place, call)))
  if (is.matrix(graph)) graph <- read_pcalg(graph, place, call)
  if (inherits(graph, "Matrix") || is.data.frame(graph)) graph <- as.matrix(graph)
  if (is.matrix(graph) && (is.numeric(graph) || is.logical(graph))) return(read_amat(graph, place, call))
  stop_mcbnc(sprintf(
    "%s must be a bn of bnlearn, a 0/1 matrix, a matrix of arcs (from, to), a model string or a file, not %s",
    place, describe_kind(graph)
  ), call, argument = "dags")
}

# A file's name may begin with ~, which R expands and Python does not.
read_text <- function(text) list(text = if (startsWith(text, "[")) text else path.expand(text))

# The matrix of as(fit, "amat") of pcalg, in which 1 is an arrowhead at the row's node: so turned round. Any other matrix
# as it is.
read_pcalg <- function(graph, place, call) {
  type <- attr(graph, "type")
  if (!inherits(graph, "amat")) {
    if (!is.character(type) || !startsWith(type[1L], "amat.")) return(graph)
    stop_mcbnc(sprintf(paste(
      "%s has the type %s of pcalg, and not the class amat: it is unknown whether it was transposed. Give what",
      "as(fit, \"amat\") returns, or a matrix without the attribute type, whose [i, j] = 1 means i -> j"
    ), place, type[1L]), call, argument = sub("\\[.*", "", place))
  }
  if (identical(type, "amat.cpdag")) {
    return(t(matrix(as.numeric(graph), nrow(graph), ncol(graph), dimnames = dimnames(graph))))
  }
  told <- if (identical(type, "amat.pag")) {
    "is of the type amat.pag: a PAG or a MAG, which stands for graphs with latent variables, and no class of DAGs"
  } else {
    "is of pcalg's class amat, but its attribute type is not amat.cpdag, so it is unknown which end its marks are at"
  }
  stop_mcbnc(sprintf("%s %s", place, told), call, argument = sub("\\[.*", "", place))
}

read_amat <- function(amat, place, call) {
  if (nrow(amat) != ncol(amat)) {
    stop_mcbnc(sprintf(
      "%s must be a square matrix, not %d x %d; learn() makes a graph of rows of data",
      place, nrow(amat), ncol(amat)
    ), call, argument = "dags")
  }
  nodes <- if (is.null(colnames(amat))) rownames(amat) else colnames(amat)
  if (!is.null(nodes)) {
    check_names(nodes, place, call)
    if (!is.null(rownames(amat)) && !setequal(rownames(amat), nodes)) {
      odd <- c(setdiff(rownames(amat), nodes), setdiff(nodes, rownames(amat)))[1L]
      stop_mcbnc(sprintf(
        "%s: the row names must be the column names, in any order, but %s is only one of them",
        place, dQuote(odd, FALSE)
      ), call, argument = "dags")
    }
    if (!is.null(rownames(amat))) amat <- amat[match(nodes, rownames(amat)), , drop = FALSE]
  }
  check_cells(amat, nodes, place, call)
  list(nodes = nodes, amat = amat)
}

check_cells <- function(amat, nodes, place, call) {
  wrong <- which(is.na(amat) | (amat != 0 & amat != 1), arr.ind = TRUE)
  if (nrow(wrong)) {
    at <- wrong[1L, ]
    where <- if (is.null(nodes)) at else dQuote(nodes[at], FALSE)
    stop_mcbnc(sprintf(
      "%s: entries must be 0 or 1, but [%s, %s] is %s", place, where[1L], where[2L], format(amat[at[1L], at[2L]])
    ), call, argument = "dags")
  }
}

check_names <- function(nodes, place, call) {
  if (anyNA(nodes) || any(nodes == "")) stop_mcbnc(sprintf("%s: every node must have a name", place), call)
  if (anyDuplicated(nodes)) {
    stop_mcbnc(sprintf(
      "%s: names must differ, but %s comes more than once", place, dQuote(nodes[anyDuplicated(nodes)], FALSE)
    ), call)
  }
}

# The names of the nodes of graphs that bring none. Matrices without names count their nodes from 1. A set of arcs has
# no nodes without arcs, so it has the nodes of the first graph with names.
nodes_of_unnamed <- function(graphs, places, nodes, call) {
  if (!is.null(nodes)) {
    check_names(as.character(nodes), "nodes", call)
    return(as.character(nodes))
  }
  has <- function(part) vapply(graphs, function(graph) !is.null(graph[[part]]), logical(1))
  bare <- has("amat") & !has("nodes")
  if (any(bare)) {
    if (!all(bare)) {
      stop_mcbnc(sprintf(
        "%s has no names, but %s has: give row and column names, or the argument nodes",
        places[which(bare)[1L]], places[which(!bare)[1L]]
      ), call, argument = "dags")
    }
    return(as.character(seq_len(nrow(graphs[[1L]]$amat))))
  }
  if (any(has("nodes"))) return(graphs[[which(has("nodes"))[1L]]]$nodes)
  unique(unlist(lapply(graphs[has("arcs")], function(graph) t(graph$arcs))))
}

# What Python reads.
complete <- function(graph, nodes, place, call) {
  if (!is.null(graph$text)) return(graph$text)
  if (is.null(graph$nodes)) graph$nodes <- nodes
  amat <- graph[["amat"]]
  if (is.null(amat)) amat <- amat_of_arcs(graph$arcs, graph$nodes, place, call)
  if (nrow(amat) != length(graph$nodes)) {
    stop_mcbnc(sprintf(
      "%s has %d nodes, but there are %d names", place, nrow(amat), length(graph$nodes)
    ), call, argument = "dags")
  }
  if (!length(graph$nodes)) stop_mcbnc(sprintf("%s has no nodes", place), call, argument = "dags")
  list(nodes = as.list(graph$nodes), cells = as.raw(amat))
}

describe_kind <- function(x) {
  if (inherits(x, c("pcAlgo", "fciAlgo"))) {
    return(sprintf("an object of class %s; as(x, \"amat\") of pcalg gives its matrix", dQuote(class(x)[1L], FALSE)))
  }
  if (is.matrix(x)) return(paste("a matrix of", typeof(x)))
  paste("an object of class", dQuote(class(x)[1L], FALSE))
}
