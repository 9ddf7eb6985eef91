# The consensus of DAGs from R, through reticulate.
#
#   Rscript examples/consensus.R          the bundled ALARM clients
#
# RETICULATE_PYTHON names the Python that has mcbnc. In a session of your own: source("examples/consensus.R").

library(reticulate)

mcbnc <- import("mcbnc")

# Evaluates a call of Python's so that Ctrl-C interrupts it. Before 1.37, reticulate let R take the Ctrl-C amid Python's
# work, which left Python broken (its pull request 1602). There Python alone gets it; when the engine has stopped, R is
# interrupted in its turn.
interruptible <- function(call) {
  if (packageVersion("reticulate") >= "1.37") return(call)
  signal <- import("signal", convert = FALSE)
  before <- signal$signal(signal$SIGINT, signal$default_int_handler)
  on.exit({
    signal$signal(signal$SIGINT, before)
    reticulate:::py_register_interrupt_handler() # for R's own sake
  })
  tryCatch(call, error = function(error) {
    if (!startsWith(conditionMessage(error), "KeyboardInterrupt")) stop(error)
    signalCondition(structure(list(message = "", call = NULL), class = c("interrupt", "condition")))
    invokeRestart("abort")
  })
}

#' The consensus DAG of DAGs over the same nodes.
#'
#' @param dags A list of square matrices of 0 and 1 (integer, double or logical) with the nodes' names as row and
#'   column names, in any order; [i, j] = 1 means i -> j. What bnlearn's `amat()` gives is one.
#' @param theta Edges of criticality <= theta go; "auto" takes the threshold whose result is nearest to the inputs.
#' @param ... As in Python: weights, k_max, seed, workers, time_limit and the like; NULL is Python's None.
#' @return A list: `amat`, the DAG, and `cpdag`, its equivalence class (both bits set: undirected), are integer
#'   matrices with the names and their order of the first DAG; `theta`, the threshold in force; `status`, "complete"
#'   or "time_limit"; and `result`, Python's own object.
consensus <- function(dags, theta = "auto", ...) {
  nodes <- colnames(dags[[1]])
  graphs <- lapply(seq_along(dags), function(k) in_order(dags[[k]], nodes, k))
  result <- interruptible(mcbnc$consensus(graphs, theta, nodes = as.list(nodes), ...))
  list(
    amat = named(result$adjacency, nodes),
    cpdag = named(result$cpdag, nodes),
    theta = result$theta,
    status = result$status,
    result = result
  )
}

# The k-th matrix in the order of the nodes: reticulate hands matrices over without their names.
in_order <- function(amat, nodes, k) {
  same <- function(names) length(names) == length(nodes) && setequal(names, nodes)
  if (is.null(nodes) || !same(rownames(amat)) || !same(colnames(amat))) {
    stop(sprintf("dags[[%d]] must have the names of the first one's columns as row and column names", k))
  }
  unname(amat[nodes, nodes, drop = FALSE])
}

named <- function(matrix, nodes) {
  storage.mode(matrix) <- "integer"
  dimnames(matrix) <- list(nodes, nodes)
  matrix
}

# The main job, where this file is run and not sourced.
if (sys.nframe() == 0) {
  clients <- mcbnc$datasets$load("alarm")
  dags <- lapply(seq_len(dim(clients$dags)[1]), function(k) named(clients$dags[k, , ], clients$nodes))
  found <- consensus(dags)
  cat(sprintf("%d DAGs over %d nodes; theta %.3g; %d edges:\n", length(dags), nrow(found$amat), found$theta, sum(found$amat)))
  edges <- which(found$amat == 1, arr.ind = TRUE)
  cat(sprintf("  %s -> %s\n", rownames(found$amat)[edges[, 1]], colnames(found$amat)[edges[, 2]]), sep = "")
}
