consensus <- function(dags, theta = 0.5, weights = NULL, knowledge = NULL, nodes = NULL,
                      k_max = 10L, seed = NULL, output = "extension", ...) {
  call <- sys.call()
  arguments <- run_arguments(dags, weights, knowledge, nodes, k_max, seed, list(...), call)
  reply <- call_python("consensus", c(arguments, list(theta = theta, output = output)), call)
  make_consensus(reply, length(arguments$dags))
}

# What consensus() and trajectory() have in common.
run_arguments <- function(dags, weights, knowledge, nodes, k_max, seed, more, call) {
  graphs <- read_dags(dags, nodes, call)
  c(list(
    dags = graphs,
    nodes = read_nodes(nodes),
    weights = read_weights(weights, graphs),
    knowledge = read_knowledge(knowledge, call),
    k_max = k_max,
    seed = seed
  ), check_more(more, call))
}

# Python takes a vector of length one for a number.
as_list_or_null <- function(x) if (is.null(x)) NULL else as.list(unname(x))

# The arguments of `...`, which are Python's, and so have names.
check_more <- function(more, call) {
  if (length(more) && (is.null(names(more)) || any(names(more) == ""))) {
    stop_mcbnc("further arguments must have names, such as time_limit = 10", call)
  }
  theirs <- c(whitelist = "required", blacklist = "forbidden", required = "required", forbidden = "forbidden")
  for (word in intersect(names(more), names(theirs))) { # two are bnlearn's words
    stop_mcbnc(sprintf("%s is a part of knowledge here: write knowledge = list(%s = ...)", word, theirs[[word]]),
      call, argument = word
    )
  }
  of_rows <- intersect(names(more), c("names", "states", "missing", "missing_values", "accept", "decimal", "columns"))
  if (length(of_rows)) {
    stop_mcbnc(sprintf("%s is a part of rows() here: write rows(data, %s = ...)", of_rows[1L], of_rows[1L]),
      call, argument = of_rows[1L]
    )
  }
  if ("opinions" %in% names(more)) {
    stop_mcbnc("opinions beside rows are pooled here: write pool(opinions, rows)", call, argument = "opinions")
  }
  sequences <- intersect(names(more), "order")
  more[sequences] <- lapply(more[sequences], as_list_or_null)
  more
}
