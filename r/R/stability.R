stability <- function(dags, theta = "auto", resamples = 200L, scheme = "bootstrap", weights = NULL, knowledge = NULL,
                      nodes = NULL, k_max = 10L, seed = NULL, ...) {
  call <- sys.call()
  arguments <- run_arguments(dags, weights, knowledge, nodes, k_max, seed, list(...), call)
  reply <- call_python("stability", c(
    arguments, list(theta = theta, resamples = resamples, scheme = scheme)
  ), call)
  structure(
    list(
      nodes = as.character(unlist(reply$nodes)),
      edges = as_table(reply$edges),
      thetas = as.numeric(unlist(reply$thetas)),
      theta_interval = as.numeric(unlist(reply$theta_interval)),
      theta_texts = as.character(unlist(reply$theta_texts)),
      runs = reply$runs,
      dropped = as.integer(unlist(reply$dropped)),
      status = reply$status,
      seconds = reply$seconds,
      inputs = length(arguments$dags),
      python = reply$python
    ),
    class = "mcbnc_stability"
  )
}

print.mcbnc_stability <- function(x, ...) {
  cat(sprintf(
    "Stability of the consensus of %s: %s, theta %s to %s in 95 %% of them, %s\n",
    counted(x$inputs, "DAG"), counted(x$runs, "run"), x$theta_texts[1L], x$theta_texts[2L], x$status
  ))
  print_head(x$edges, "pairs", 20L)
  invisible(x)
}
