# A page in HTML about a result, for any browser.

explore <- function(x, file) {
  call <- sys.call()
  made <- c(pool = "mcbnc_pooled", trajectory = "mcbnc_trajectory", consensus = "mcbnc_consensus")
  check_kind(x, made, names(made), call, "x")
  if (!is.character(file) || length(file) != 1L || is.na(file)) {
    stop_mcbnc(sprintf("file must be one string, not %s", describe_kind(file)), call, argument = "file")
  }
  call_python("explore", list(result = x$python, path = path.expand(file)), call)
  invisible(file)
}
