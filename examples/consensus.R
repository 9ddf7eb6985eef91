# The consensus of DAGs from R, through reticulate.
#
#   Rscript examples/consensus.R          makes the consensus of the bundled ALARM clients
#   source("examples/consensus.R")        loads the function `consensus` into your session
#
# The environment variable RETICULATE_PYTHON names the Python that has mcbnc.

library(reticulate)

mcbnc <- import("mcbnc")

# Evaluates a call of Python so that Ctrl-C interrupts the call. Before version 1.37 of reticulate, R took the Ctrl-C while
# Python was at work, and Python was broken afterwards (pull request 1602 of reticulate). With such a version, Python alone
# gets the Ctrl-C. After the engine has stopped, R is interrupted too.
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
#' @param dags A list of square matrices of 0 and 1 (integer, double or logical). [i, j] = 1 means i -> j. The row and
#'   column names are the names of the nodes, in any order. bnlearn's `amat()` returns such a matrix.
#' @param theta Edges of criticality <= theta are deleted. "auto" takes the threshold whose result is nearest to the
#'   inputs.
#' @param ... Further options as in Python: weights, k_max, seed, workers, time_limit and others. NULL is Python's None.
#' @return A list with these elements:
#'   `amat`    the consensus DAG, an integer matrix with the names of the first DAG in their order;
#'   `cpdag`   its equivalence class, a matrix of the same kind; [i, j] and [j, i] are both 1 for an undirected edge;
#'   `theta`   the threshold in force;
#'   `status`  "complete" or "time_limit";
#'   `result`  Python's own object.
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

# The k-th matrix, with rows and columns in the order of `nodes`. Reticulate passes matrices on without their names, so
# the order must be right before.
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

# The example, if this file is run and not sourced.
if (sys.nframe() == 0) {
  clients <- mcbnc$datasets$load("alarm")
  dags <- lapply(seq_len(dim(clients$dags)[1]), function(k) named(clients$dags[k, , ], clients$nodes))
  found <- consensus(dags)
  cat(sprintf("%d DAGs over %d nodes; theta %.3g; %d edges:\n", length(dags), nrow(found$amat), found$theta, sum(found$amat)))
  edges <- which(found$amat == 1, arr.ind = TRUE)
  cat(sprintf("  %s -> %s\n", rownames(found$amat)[edges[, 1]], colnames(found$amat)[edges[, 2]]), sep = "")
}
