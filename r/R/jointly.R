learn_jointly <- function(data, score = NULL, max_parents = NULL, knowledge = NULL,
                          outliers = "drop", pairs = "votes", ...) {
  call <- sys.call()
  sites <- read_tables(data, call)
  reply <- call_python("learn_jointly", c(
    list(datasets = sites, outliers = outliers, pairs = pairs),
    learn_options(score, max_parents, knowledge, list(...), call)
  ), call)
  joint <- make_learned(reply)
  joint$method <- reply$method
  joint$scores <- unlist(reply$scores)
  nodes <- colnames(joint$amat)
  joint$seen <- lapply(list(sites = reply$seen_sites, rows = reply$seen_rows), function(cells) {
    matrix(as.numeric(unlist(cells)), length(nodes), length(nodes), dimnames = list(nodes, nodes))
  })
  joint$suspects <- data.frame(
    from = as.character(unlist(reply$suspects$from)), to = as.character(unlist(reply$suspects$to)),
    information = as.numeric(unlist(reply$suspects$information))
  )
  joint$dropped <- as.integer(unlist(reply$dropped))
  joint$sites <- setNames(lapply(reply$sites, make_learned), sites_of(data, sites))
  structure(joint, class = c("mcbnc_jointly", class(joint)))
}

print.mcbnc_jointly <- function(x, ...) {
  cat(sprintf(
    "Learned jointly from %s of %s%s: %s over %s (%d reversible), by %s, %s %.8g, %s%s\n",
    counted(x$rows, "row"), counted(length(x$sites), "site"), describe_dropped(x$dropped, names(x$sites)),
    counted(nrow(x$edges), "edge"), counted(nrow(x$amat), "node"), sum(x$edges$reversible), describe_method(x$method),
    x$score_title, x$score, x$status, describe_chance(x)
  ))
  print_unseen(x$seen$sites)
  print_edges(x$edges)
  invisible(x)
}

describe_method <- function(method) {
  if (method == "vote") "the vote of the sites" else sprintf("the %s search", method)
}

describe_dropped <- function(dropped, names) {
  if (!length(dropped)) return("")
  told <- if (is.null(names)) dropped else names[dropped]
  sprintf(" (dropped: %s)", paste(told, collapse = ", "))
}
