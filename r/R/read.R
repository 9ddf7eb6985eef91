read <- function(path, names = NULL) {
  call <- sys.call()
  if (!is.character(path) || length(path) != 1L) {
    stop_mcbnc(sprintf("path must be one string, not %s", describe_kind(path)), call, argument = "path")
  }
  reply <- call_python("read", list(path = path.expand(path), names = names), call)
  make_bn(as_amat(reply$adjacency, as.character(unlist(reply$nodes))))
}
