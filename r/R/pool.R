pool <- function(opinions, rows = NULL, answers = NULL, knowledge = NULL, groups = NULL, weights = NULL,
                 nodes = NULL, ...) {
  call <- sys.call()
  if (is.character(opinions) && is.null(dim(opinions))) opinions <- as.list(opinions)
  if (!is.list(opinions) || is.object(opinions)) {
    stop_mcbnc("opinions must be a list of graphs; to give one graph, write list(graph)", call, argument = "opinions")
  }
  sites <- site_names(opinions, "opinions", call)
  read <- Map(function(one, place) read_opinion(one, place, call), opinions, places_of("opinions", opinions, sites))
  make_pooled(call_python("pool", c(list(
    opinions = if (is.null(sites)) unname(read) else setNames(read, sites), rows = read_pool_rows(rows, call),
    answers = read_answers(answers, call), knowledge = read_knowledge(knowledge, call),
    groups = read_groups(groups, call),
    weights = read_weights(weights, read), nodes = as_list_or_null(nodes)
  ), check_more(list(...), call)), call))
}

answer <- function(pooled, answers) {
  call <- sys.call()
  check_kind(pooled, "mcbnc_pooled", "pool", call, "pooled")
  make_pooled(call_python("answer", list(pooled = pooled$python, answers = read_answers(answers, call)), call))
}

contested <- function(pooled, k = 10L) {
  call <- sys.call()
  check_kind(pooled, "mcbnc_pooled", "pool", call, "pooled")
  reply <- call_python("contested", list(pooled = pooled$python, k = k), call)
  cbind(as_table(reply$pairs), as_table(reply$says))
}

explain_pair <- function(pooled, a, b) {
  call <- sys.call()
  check_kind(pooled, "mcbnc_pooled", "pool", call, "pooled")
  reply <- call_python("explain_pair", list(pooled = pooled$python, a = a, b = b), call)
  structure(c(reply[c("text", "probability", "direction", "cap", "known")], list(parts = as_table(reply$parts))),
    class = "mcbnc_odds"
  )
}

# What a source says: a graph, numbers from 0 to 1, a table of strengths, or what bootstrap() returns.
read_opinion <- function(one, place, call) {
  if (inherits(one, "mcbnc_bootstrap")) return(one$python)
  if (is_strengths(one)) {
    check_bn_strength(one, place, call)
    return(lapply(as.list(one), function(column) as.list(if (is.numeric(column)) column else as.character(column))))
  }
  if (is.matrix(one) && is.numeric(one) && !inherits(one, "amat") && !anyNA(one) && any(one != 0 & one != 1)) {
    if (nrow(one) != ncol(one) || is.null(rownames(one)) || !identical(rownames(one), colnames(one))) {
      stop_mcbnc(sprintf("%s must be square, with the same names on both sides", place), call, argument = "opinions")
    }
    return(list(numbers = writeBin(as.double(one), raw()), nodes = as.list(rownames(one))))
  }
  graph <- read_graph(one, place, call)
  if (!is.null(graph$text)) return(graph$text)
  if (is.null(graph$nodes) && !is.null(graph$arcs)) {
    return(list(from = as.list(graph$arcs[, 1L]), to = as.list(graph$arcs[, 2L])))
  }
  if (is.null(graph$nodes)) {
    stop_mcbnc(sprintf("%s has no names: give row and column names", place), call, argument = "opinions")
  }
  complete(graph, graph$nodes, place, call)
}

# Whether it is a table of edges with numbers, by the names that Python reads too.
is_strengths <- function(one) {
  if (!is.data.frame(one)) return(FALSE)
  has <- function(...) all(c(...) %in% tolower(names(one)))
  (has("from", "to") || has("source", "target")) && (has("strength") || has("existence"))
}

# What arc.strength() of bnlearn returns looks like strengths. But of a test its numbers are p-values, where low ones are strong.
check_bn_strength <- function(one, place, call) {
  method <- attr(one, "method")
  if (!inherits(one, "bn.strength") || !is.character(method) || method %in% c("bootstrap", "bayes-factor")) return(invisible())
  stop_mcbnc(sprintf(
    "%s has %s, and no numbers from 0 to 1 of how sure an edge is: give what boot.strength() returns", place,
    if (method == "test") "p-values of a test" else sprintf("strengths by the method \"%s\"", method)
  ), call, argument = "opinions")
}

read_pool_rows <- function(rows, call) {
  if (is.null(rows)) return(NULL)
  if (inherits(rows, "mcbnc_bootstrap")) return(rows$python)
  single <- is_table(rows)
  list(single = single, tables = if (single) read_table(rows, "rows", call) else read_tables(rows, call))
}

# Vectors of names. One vector could mean one group, or a label for each source.
read_groups <- function(groups, call) {
  if (is.null(groups)) return(NULL)
  if (!is.list(groups)) {
    stop_mcbnc("groups must be a list of vectors of names, such as list(c(\"Ann\", \"Bob\"))", call, argument = "groups")
  }
  lapply(unname(groups), function(group) as.list(as.character(group)))
}

# Rows of a, b and the answer: a data frame, or a matrix of three columns.
read_answers <- function(answers, call) {
  if (is.null(answers)) return(NULL)
  answers <- as.matrix(answers)
  if (!is.character(answers) || ncol(answers) != 3L) {
    stop_mcbnc("answers must have three columns: a node, another one, and \"->\", \"<-\", \"--\" or \"none\"", call,
      argument = "answers"
    )
  }
  lapply(seq_len(nrow(answers)), function(k) as.list(unname(answers[k, ])))
}

make_pooled <- function(reply) {
  nodes <- as.character(unlist(reply$nodes))
  squares <- lapply(reply[c("probability", "direction")], function(cells) {
    matrix(as.numeric(unlist(cells)), length(nodes), byrow = TRUE, dimnames = list(nodes, nodes))
  })
  structure(
    c(make_graph(reply), squares, list(
      sources = as_table(reply$sources), agreement = if (is.null(reply$chance_value)) NA else reply$chance_value,
      prior = reply$prior, made_of = reply$made_of, python = reply$python
    )),
    class = c("mcbnc_pooled", "mcbnc_graph")
  )
}

print.mcbnc_pooled <- function(x, ...) {
  cat(sprintf(
    "Pooled from %s: %s over %s (%d reversible), %s\n", x$made_of, counted(nrow(x$edges), "edge"),
    counted(nrow(x$amat), "node"), sum(x$edges$reversible), x$status
  ))
  print_edges(x$edges)
  invisible(x)
}

print.mcbnc_odds <- function(x, ...) {
  cat(x$text, "\n", sep = "")
  invisible(x)
}
