# How a result was made.

provenance <- function(result) {
  call <- sys.call()
  check_kind(result, c("mcbnc_graph", "mcbnc_trajectory", "mcbnc_bootstrap"), "result", call)
  reply <- call_python("provenance", list(result = result$python), call)
  structure(
    list(
      "function" = reply[["function"]],
      options = reply$options,
      inputs = as_table(reply$inputs),
      found = reply$found,
      versions = unlist(reply$versions),
      methods = reply$methods,
      bibtex = reply$bibtex,
      text = reply$text,
      python = reply$python
    ),
    class = "mcbnc_provenance"
  )
}

print.mcbnc_provenance <- function(x, ...) {
  cat(x$text)
  invisible(x)
}
