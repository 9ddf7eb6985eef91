# Sites have names: those of a list of graphs or tables.

# The names of a list. NULL: it has none.
site_names <- function(x, argument, call) {
  sites <- names(x)
  if (is.null(sites)) return(NULL)
  empty <- is.na(sites) | trimws(sites) == ""
  if (any(empty)) {
    stop_mcbnc(sprintf("%s: site %d has no name: name all of them, or none", argument, which(empty)[1L]),
      call, argument = argument
    )
  }
  if (anyDuplicated(sites)) {
    stop_mcbnc(sprintf(
      "%s: the names of sites must differ, but %s comes more than once", argument,
      dQuote(sites[anyDuplicated(sites)], FALSE)
    ), call, argument = argument)
  }
  sites
}

# What messages call the elements of an argument: by their sites if these have names.
places_of <- function(argument, x, sites) {
  sprintf("%s[[%s]]", argument, if (is.null(sites)) seq_along(x) else dQuote(sites, FALSE))
}

# Weights by the names of the sites, if both have names. Else they are in the order of the sites.
read_weights <- function(weights, dags) {
  if (is.null(names(weights)) || is.null(names(dags))) as_list_or_null(weights) else as.list(weights)
}
