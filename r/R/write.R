# R's own write() has the name, and stays what it is for everything but networks. It is not made generic: R would take
# write.table() for its method for tables.
write <- function(x, file = "data", ...) {
  if (!is_network(x)) return(base::write(x, file, ...))
  call <- sys.call()
  if (!is.character(file) || length(file) != 1L || is.na(file)) {
    stop_mcbnc(sprintf("file must be one string, not %s", describe_kind(file)), call, argument = "file")
  }
  if (length(list(...))) stop_mcbnc("a network is written with no more arguments than its file", call)
  live <- inherits(x, "mcbnc_graph") && !reticulate::py_is_null_xptr(x$python)
  graph <- if (live) list(python = x$python) else list(graph = read_dags(list(x), call = call)[[1L]])
  invisible(call_python("write", c(graph, list(path = path.expand(file))), call))
}

is_network <- function(x) inherits(x, c("mcbnc_graph", "bn", "bn.fit"))
