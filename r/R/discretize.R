discretize <- function(data, bins = 3L, method = "quantile", shared = TRUE, ...) {
  call <- sys.call()
  single <- is_table(data)
  if (is_rows(data) && identical(data$missing, "drop")) {
    stop_mcbnc('missing must be "error", "state" or "fill" here; leave rows out by na.omit()', call, argument = "missing")
  }
  tables <- if (is_rows(data)) data$data else data
  sites <- if (single) list(tables) else tables
  read <- if (is_rows(data)) data$python else if (single) list(read_table(data, "data", call)) else read_tables(data, call)
  more <- check_more(list(...), call)
  reply <- call_python("discretize", c(
    list(datasets = if (single && !is_rows(data)) unname(read) else read, single = single, bins = read_bins(bins), method = method, shared = shared), more
  ), call)
  sites <- Map(function(table, columns) if (length(columns)) file_table(columns) else table, sites, reply$files)
  tables <- Map(replace_columns, sites, reply$tables)
  cut_points <- lapply(reply$bins, function(own) lapply(own, as_points))
  result <- if (single) tables[[1L]] else tables
  attr(result, "bins") <- if (length(cut_points) == 1L) cut_points[[1L]] else cut_points
  result
}

# Python takes a vector of length one for a number of bins, and a list for cut points. A table that has been cut
# stands for its bins.
read_bins <- function(bins) {
  if (!is.null(attr(bins, "bins"))) bins <- attr(bins, "bins")
  if (!is.list(bins)) return(bins)
  lapply(bins, function(how) if (is.list(how)) read_bins(how) else if (length(how) != 1L) as.list(how) else how)
}

# The cut points by column, as read_bins() takes them again: a single one stays in a list.
as_points <- function(points) if (length(points) == 1L) as.list(points) else as.numeric(unlist(points))

# The table of a file as Python read it, which finds its separators. The types are those of read.csv().
file_table <- function(columns) {
  cells <- lapply(columns, function(column) {
    type.convert(as.character(unlist(column$cells)), na.strings = c("NA", ""), as.is = TRUE)
  })
  names(cells) <- vapply(columns, function(column) column$name, "")
  as.data.frame(cells, optional = TRUE)
}

# A data frame with ordered factors in place of the columns that were cut.
replace_columns <- function(table, columns) {
  for (name in names(columns)) {
    column <- columns[[name]]
    levels <- as.character(unlist(column$levels))
    codes <- readBin(column$codes, "integer", nrow(table))
    table[[name]] <- factor(levels[codes + 1L], levels, ordered = TRUE)
  }
  table
}
