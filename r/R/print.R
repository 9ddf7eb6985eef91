# Methods of print, summary and as.matrix.

print.mcbnc_consensus <- function(x, ...) {
  cat(sprintf(
    "Consensus of %s over %s: %s (%d reversible), theta %s, %s%s\n",
    counted(x$inputs, "DAG"), counted(nrow(x$amat), "node"), counted(nrow(x$edges), "edge"),
    sum(x$edges$reversible), x$theta_text, x$status, describe_chance(x)
  ))
  print_unseen(x$seen)
  print_unsure(x$edges)
  print_edges(x$edges)
  invisible(x)
}

print.mcbnc_learned <- function(x, ...) {
  cat(sprintf(
    "Learned from %s: %s over %s (%d reversible), %s %.8g, %s%s\n",
    counted(x$rows, "row"), counted(nrow(x$edges), "edge"), counted(nrow(x$amat), "node"),
    sum(x$edges$reversible), x$score_title, x$score, x$status, describe_chance(x)
  ))
  print_edges(x$edges)
  invisible(x)
}

print.mcbnc_trajectory <- function(x, ...) {
  cat(sprintf(
    "Trajectory of %s over %s: %s, %s, %s\n",
    counted(x$inputs, "DAG"), counted(length(x$nodes), "node"), counted(nrow(x$steps), "step"),
    counted(nrow(x$breakpoints), "threshold"), x$status
  ))
  print_unseen(x$seen)
  print_head(x$breakpoints, "thresholds", 10L)
  cat(sprintf("Nearest to the inputs: theta %s. at(x, theta) gives the consensus at any theta.\n", x$theta_text))
  invisible(x)
}

print.mcbnc_comparison <- function(x, ...) {
  shown <- x$table[!names(x$table) %in% c("precision", "recall", "seconds")] # so that a row fits on a line
  print(shown, digits = 3L, row.names = FALSE)
  if (length(x$dropped)) cat("Dropped as outliers: dags[[", paste(x$dropped, collapse = "]], dags[["), "]]\n", sep = "")
  invisible(x)
}

summary.mcbnc_graph <- function(object, ...) {
  amat <- object$amat
  edges <- object$edges
  # The criticalities take a search, and are Python's to find.
  if (inherits(object, "mcbnc_consensus") && !reticulate::py_is_null_xptr(object$python)) {
    edges$psi <- as.numeric(unlist(call_python("psi", list(result = object$python), sys.call())))
  }
  structure(
    list(
      nodes = nrow(amat), edges = edges, reversible = sum(object$edges$reversible), theta = object$theta,
      parents = table(factor(colSums(amat), 0:max(colSums(amat)))),
      isolated = rownames(amat)[rowSums(amat) + colSums(amat) == 0]
    ),
    class = "mcbnc_summary"
  )
}

summary.mcbnc_trajectory <- function(object, ...) object$breakpoints

print.mcbnc_summary <- function(x, ...) {
  cat(sprintf(
    "%s over %s; %d may be turned round without a change of meaning\n",
    counted(nrow(x$edges), "edge"), counted(x$nodes, "node"), x$reversible
  ))
  cat("Nodes by their number of parents:\n")
  print(x$parents)
  if (length(x$isolated)) cat("Without an edge:", paste(x$isolated, collapse = ", "), "\n")
  print(x$edges, digits = 3L, row.names = FALSE)
  invisible(x)
}

as.matrix.mcbnc_graph <- function(x, ...) x$amat

# How many edges chance alone would make, if that is known or soon found. A result out of a file does not know it.
describe_chance <- function(x) {
  if (reticulate::py_is_null_xptr(x$python)) return("")
  call_python("chance_told", list(result = x$python), sys.call())
}

# Of how many pairs nothing is known. `seen` is how many sites have both nodes of each; NULL: all have all.
print_unseen <- function(seen) {
  unseen <- if (is.null(seen)) 0L else sum(seen[upper.tri(seen)] == 0)
  if (unseen) cat(sprintf("%s not seen together: unknown\n", counted(unseen, "pair")))
}

# How many edges are left only because the graphs that join their ends lack what explains it.
print_unsure <- function(edges) {
  unsure <- sum(edges$unsure)
  if (unsure) cat(sprintf("%s unsure: the rest explains each join\n", counted(unsure, "edge")))
}

print_edges <- function(edges) print_head(edges, "edges", 20L)

print_head <- function(table, what, most) {
  if (nrow(table)) print(head(table, most), digits = 3L, row.names = FALSE)
  if (nrow(table) > most) cat(sprintf("... and %d more %s\n", nrow(table) - most, what))
}

counted <- function(count, what) sprintf("%d %s%s", count, what, if (count == 1L) "" else "s")
