chance <- function(consensus) {
  call <- sys.call()
  check_kind(consensus, "mcbnc_graph", "consensus", call)
  call_python("chance", list(result = consensus$python), call)
}
