check <- function(data, score = NULL, ...) {
  call <- sys.call()
  score <- read_score(score)
  made <- if (is_rows(data)) data else rows(data, ...)
  reply <- call_python("check", list(rows = made$python, score = score), call)
  structure(
    list(ok = reply$ok, problems = as_table(reply$problems), text = reply$text, python = reply$python),
    class = "mcbnc_check"
  )
}

print.mcbnc_check <- function(x, ...) {
  cat(x$text, "\n", sep = "")
  invisible(x)
}
