explain <- function(consensus, u, v) {
  call <- sys.call()
  check_kind(consensus, "mcbnc_consensus", "consensus", call)
  reply <- call_python("explain", list(result = consensus$python, u = u, v = v), call)
  structure(
    list(
      words = reply$words,
      present = reply$present,
      psi = reply$psi,
      S = as.character(unlist(reply$S)),
      H = as.character(unlist(reply$H)),
      inputs = cbind(input = seq_along(reply$inputs$cut), as_table(reply$inputs)),
      python = reply$python
    ),
    class = "mcbnc_explanation"
  )
}

print.mcbnc_explanation <- function(x, ...) {
  cat(x$words, "\n", sep = "")
  has <- x$inputs[x$inputs$direction != "" | x$inputs$imap | x$inputs$cut > 0, ]
  print_head(has, "inputs", 20L)
  invisible(x)
}
