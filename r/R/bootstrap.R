bootstrap <- function(data, resamples = 200L, score = NULL, max_parents = NULL, knowledge = NULL,
                      seed = NULL, ...) {
  call <- sys.call()
  table <- read_table(data, "data", call)
  reply <- call_python("bootstrap", c(
    list(data = table, resamples = resamples, seed = seed),
    learn_options(score, max_parents, knowledge, list(...), call)
  ), call)
  nodes <- as.character(unlist(reply$nodes))
  structure(
    list(
      strength = as_table(reply$strength),
      dags = lapply(reply$dags, as_amat, nodes),
      resamples = reply$resamples,
      rows = reply$rows,
      seed = reply$seed,
      criterion = reply$criterion,
      score_title = reply$score_title,
      status = reply$status,
      seconds = reply$seconds,
      python = reply$python
    ),
    class = "mcbnc_bootstrap"
  )
}

averaged <- function(bootstrap, threshold = "auto") {
  call <- sys.call()
  check_kind(bootstrap, "mcbnc_bootstrap", "bootstrap", call)
  reply <- call_python("averaged", list(bootstrap = bootstrap$python, threshold = threshold), call)
  structure(c(make_graph(reply), list(python = reply$python)), class = c("mcbnc_averaged", "mcbnc_graph"))
}

at_most <- function(bootstrap, q) {
  call <- sys.call()
  check_kind(bootstrap, "mcbnc_bootstrap", "bootstrap", call)
  reply <- call_python("at_most", list(bootstrap = bootstrap$python, q = q), call)
  structure(c(make_graph(reply), list(python = reply$python)), class = c("mcbnc_averaged", "mcbnc_graph"))
}

print.mcbnc_bootstrap <- function(x, ...) {
  cat(sprintf(
    "Bootstrap: %s of %s, %s, seed %.0f, %s\n",
    counted(x$resamples, "resample"), counted(x$rows, "row"), x$score_title, x$seed, x$status
  ))
  strong <- x$strength[x$strength$strength > 0.5 & x$strength$direction > 0.5, ]
  print_head(strong[order(-strong$strength, -strong$direction), ], "arcs stronger than 0.5", 20L)
  invisible(x)
}

print.mcbnc_averaged <- function(x, ...) {
  cat(sprintf("Averaged network: %s over %s\n", counted(nrow(x$edges), "edge"), counted(nrow(x$amat), "node")))
  print_edges(x$edges)
  invisible(x)
}
