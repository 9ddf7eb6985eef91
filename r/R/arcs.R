# Arcs: two columns, from and to, as bnlearn has them.

# A character matrix of two columns, or a data frame with the columns from and to.
is_arcs <- function(x) {
  if (is.data.frame(x)) return(all(c("from", "to") %in% names(x)))
  is.matrix(x) && is.character(x) && ncol(x) == 2L
}

read_arcs <- function(arcs, place, call) {
  if (is.data.frame(arcs) && "strength" %in% names(arcs)) {
    stop_mcbnc(sprintf(paste(
      "%s is a table of strengths, which has a row for every pair of nodes, those of strength 0 too:",
      "averaged.network(x) of bnlearn makes a graph of it, or give the rows of arcs,",
      "x[x$strength > 0.5 & x$direction >= 0.5, c(\"from\", \"to\")]"
    ), place), call, argument = sub("\\[.*", "", place))
  }
  if (is.data.frame(arcs)) arcs <- cbind(as.character(arcs$from), as.character(arcs$to))
  if (anyNA(arcs)) stop_mcbnc(sprintf("%s: an arc has two ends, not NA", place), call)
  matrix(arcs, ncol = 2L, dimnames = list(NULL, c("from", "to")))
}

amat_of_arcs <- function(arcs, nodes, place, call) {
  amat <- matrix(0L, length(nodes), length(nodes), dimnames = list(nodes, nodes))
  unknown <- setdiff(arcs, nodes)
  if (length(unknown)) {
    stop_mcbnc(sprintf(
      "%s: %s is not one of the nodes (%s)", place, dQuote(unknown[1L], FALSE), paste(head(nodes, 6L), collapse = ", ")
    ), call)
  }
  amat[arcs] <- 1L
  amat
}

# The arcs of a matrix, row by row.
arcs_of_amat <- function(amat) {
  at <- which(amat == 1L, arr.ind = TRUE)
  at <- at[order(at[, 1L], at[, 2L]), , drop = FALSE]
  nodes <- rownames(amat)
  cbind(from = nodes[at[, 1L]], to = nodes[at[, 2L]])
}

# The arcs of a network of bnlearn with parameters.
fitted_arcs <- function(fitted) {
  arcs <- lapply(names(fitted), function(node) {
    parents <- as.character(fitted[[node]]$parents)
    cbind(from = parents, to = rep(node, length(parents)))
  })
  do.call(rbind, arcs)
}
