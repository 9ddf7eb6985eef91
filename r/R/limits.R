# The memory that calls may take, for one expression or for good.

with_limits <- function(memory, expr) {
  call <- sys.call()
  before <- call_python("set_limits", list(memory = memory), call)
  on.exit(call_python("set_limits", list(memory = before), call))
  expr
}

set_limits <- function(memory) {
  invisible(call_python("set_limits", list(memory = memory), sys.call()))
}
