agreement <- function(dags, clients = names(dags), nodes = NULL, ...) {
  call <- sys.call()
  graphs <- read_dags(dags, nodes, call)
  reply <- call_python("agreement", c(list(
    dags = graphs,
    nodes = read_nodes(nodes),
    clients = as_list_or_null(if (is.null(clients)) seq_along(graphs) else clients)
  ), check_more(list(...), call)), call)
  table <- as_table(reply$clients)
  f1 <- reply$f1
  structure(
    list(
      clients = table,
      f1 = if (!is.null(f1)) matrix(unlist(f1), nrow(table), dimnames = list(table$client, table$client)),
      outliers = as.integer(unlist(reply$outliers)),
      threshold = reply$threshold,
      python = reply$python
    ),
    class = "mcbnc_agreement"
  )
}

print.mcbnc_agreement <- function(x, ...) {
  flagged <- x$clients$client[x$outliers]
  cat(sprintf(
    "Agreement of %s: threshold %.3g, %s\n", counted(nrow(x$clients), "client"), x$threshold,
    if (length(flagged)) paste("flagged:", paste(flagged, collapse = ", ")) else "none flagged"
  ))
  print_head(x$clients, "clients", 20L)
  invisible(x)
}
