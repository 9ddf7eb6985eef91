# The argument `knowledge`: arcs that must be there, and arcs that must not.

knowledge <- function(required = NULL, forbidden = NULL, tiers = NULL, roots = NULL, leaves = NULL) {
  list(required = required, forbidden = forbidden, tiers = tiers, roots = roots, leaves = leaves)
}

# A named list as Python takes it, or the path of a knowledge file of Tetrad. Python refuses other names than those of
# knowledge().
read_knowledge <- function(knowledge, call) {
  if (!length(knowledge)) return(NULL)
  if (is.character(knowledge) && length(knowledge) == 1L && is.null(names(knowledge))) return(knowledge)
  if (!is.list(knowledge) || is.object(knowledge) || is.null(names(knowledge))) {
    stop_mcbnc(sprintf(
      "knowledge must be a list such as list(required = cbind(\"a\", \"b\")), not %s", describe_kind(knowledge)
    ), call, argument = "knowledge")
  }
  Map(function(part, place) {
    switch(place,
      tiers = if (!is.null(part)) lapply(unname(as.list(part)), function(tier) as.list(as.character(tier))),
      roots = , leaves = if (!is.null(part)) as.list(as.character(part)),
      read_constraints(part, place, call)
    )
  }, knowledge, names(knowledge))
}

# Arcs, or a list of c(from, to), as a list for Python.
read_constraints <- function(arcs, place, call) {
  if (is.null(arcs)) return(NULL)
  if (is.list(arcs) && !is.data.frame(arcs) && all(lengths(arcs) == 2L)) {
    arcs <- matrix(as.character(unlist(arcs)), ncol = 2L, byrow = TRUE)
  }
  if (!is_arcs(arcs)) {
    stop_mcbnc(sprintf(
      "%s must be a matrix or a data frame of arcs (from, to), or a list such as list(c(\"a\", \"b\"))", place
    ), call, argument = place)
  }
  arcs <- read_arcs(arcs, place, call)
  lapply(seq_len(nrow(arcs)), function(k) as.list(unname(arcs[k, ])))
}
