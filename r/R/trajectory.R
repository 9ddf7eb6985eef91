trajectory <- function(dags, weights = NULL, required = NULL, forbidden = NULL, nodes = NULL, k_max = 10L,
                       seed = NULL, ...) {
  call <- sys.call()
  arguments <- run_arguments(dags, weights, required, forbidden, nodes, k_max, seed, list(...), call)
  reply <- call_python("trajectory", arguments, call)
  structure(
    list(
      nodes = as.character(unlist(reply$nodes)),
      steps = as_table(reply$steps),
      breakpoints = as_table(reply$breakpoints),
      theta = reply$selected,
      theta_text = reply$selected_text,
      theta_texts = as.character(unlist(reply$theta_texts)),
      status = reply$status,
      seconds = reply$seconds,
      inputs = length(arguments$dags),
      python = reply$python
    ),
    class = "mcbnc_trajectory"
  )
}

at <- function(trajectory, theta = "auto", output = "extension") {
  call <- sys.call()
  check_trajectory(trajectory, call)
  reply <- call_python("at", list(trajectory = trajectory$python, theta = theta, output = output), call)
  make_consensus(reply, trajectory$inputs)
}

choose_theta <- function(trajectory, criterion = "smhd", max_treewidth = NULL, max_edges = NULL) {
  call <- sys.call()
  check_trajectory(trajectory, call)
  call_python("select", list(
    trajectory = trajectory$python, criterion = criterion, max_treewidth = max_treewidth, max_edges = max_edges
  ), call)
}

check_trajectory <- function(trajectory, call) {
  if (!inherits(trajectory, "mcbnc_trajectory")) {
    stop_mcbnc(sprintf(
      "trajectory must be what trajectory() returns, not %s", describe_kind(trajectory)
    ), call, argument = "trajectory")
  }
  if (reticulate::py_is_null_xptr(trajectory$python)) {
    stop_mcbnc(
      "trajectory was made by another R session, and Python's part of it is gone: call trajectory() again",
      call, argument = "trajectory"
    )
  }
}
