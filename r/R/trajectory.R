trajectory <- function(dags, weights = NULL, knowledge = NULL, nodes = NULL, k_max = 10L,
                       seed = NULL, ...) {
  call <- sys.call()
  arguments <- run_arguments(dags, weights, knowledge, nodes, k_max, seed, list(...), call)
  reply <- call_python("trajectory", arguments, call)
  breakpoints <- as_table(reply$breakpoints)
  breakpoints$theta <- as_theta(breakpoints$theta)
  nodes <- as.character(unlist(reply$nodes))
  structure(
    c(list(
      nodes = nodes,
      steps = as_table(reply$steps),
      breakpoints = breakpoints,
      theta = as_theta(reply$selected),
      theta_text = reply$selected_text,
      theta_texts = as.character(unlist(reply$theta_texts)),
      status = reply$status,
      seconds = reply$seconds,
      inputs = length(arguments$dags),
      python = reply$python
    ), over_nodes(reply, nodes)),
    class = "mcbnc_trajectory"
  )
}

at <- function(trajectory, theta = "auto", output = "extension") {
  call <- sys.call()
  check_kind(trajectory, "mcbnc_trajectory", "trajectory", call)
  if (inherits(theta, "mcbnc_theta")) theta <- as.numeric(theta)
  reply <- call_python("at", list(trajectory = trajectory$python, theta = theta, output = output), call)
  make_consensus(reply, trajectory$inputs)
}

choose_theta <- function(trajectory, criterion = "smhd", max_treewidth = NULL, max_edges = NULL) {
  call <- sys.call()
  check_kind(trajectory, "mcbnc_trajectory", "trajectory", call)
  as_theta(call_python("select", list(
    trajectory = trajectory$python, criterion = criterion, max_treewidth = max_treewidth, max_edges = max_edges
  ), call))
}

# Refuses what none of the functions `makers` made, or what one made in another session.
check_kind <- function(x, class, makers, call, argument = makers) {
  functions <- paste0(makers, "()", collapse = " or ")
  if (!inherits(x, class)) {
    stop_mcbnc(sprintf(
      "%s must be what %s returns, not %s", argument, functions, describe_kind(x)
    ), call, argument = argument)
  }
  if (reticulate::py_is_null_xptr(x$python)) {
    stop_mcbnc(sprintf(
      "%s was made by another R session, and Python's part of it is gone: call %s again", argument, functions
    ), call, argument = argument)
  }
}
