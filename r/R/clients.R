example_clients <- function(name = "alarm") {
  reply <- call_python("load", list(name = name), sys.call())
  nodes <- as.character(unlist(reply$nodes))
  list(
    dags = lapply(reply$dags, as_amat, nodes),
    gold = make_bn(as_amat(reply$gold, nodes)),
    provenance = reply$provenance
  )
}
