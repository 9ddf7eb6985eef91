learn <- function(data, score = NULL, max_parents = NULL, knowledge = NULL, seed = NULL, ...) {
  call <- sys.call()
  options <- c(list(seed = seed), learn_options(score, max_parents, knowledge, list(...), call))
  if (is_table(data)) {
    table <- read_table(data, "data", call)
    return(make_learned(call_python("learn", c(list(data = table), options), call)))
  }
  tables <- read_tables(data, call)
  learned <- lapply(call_python("learn_many", c(list(datasets = tables), options), call), make_learned)
  names(learned) <- sites_of(data, tables)
  learned
}

# The options of every function that learns.
learn_options <- function(score, max_parents, knowledge, more, call) {
  c(list(
    score = read_score(score),
    max_parents = max_parents,
    knowledge = read_knowledge(knowledge, call)
  ), check_more(more, call))
}

# The tables of many sites, by the names of the sites if they have names.
read_tables <- function(data, call) {
  if (is_rows(data)) return(python_rows(data, FALSE, call))
  if (is.character(data) && is.null(dim(data))) {
    data <- setNames(as.list(data), if (anyDuplicated(basename(data))) NULL else basename(data))
  }
  if (!is.list(data) || is.object(data) || !length(data)) {
    stop_mcbnc(sprintf(
      "data must be a data frame, or a list of data frames, not %s", describe_kind(data)
    ), call, argument = "data")
  }
  Map(function(table, place) read_table(table, place, call), data, places_of("data", data, site_names(data, "data", call)))
}

# One table: a data frame, or the path of a CSV file.
is_table <- function(data) {
  if (is_rows(data)) return(data$single)
  is.data.frame(data) || (is.character(data) && length(data) == 1L && is.null(dim(data)))
}

# A data frame as Python reads it: a list of columns by name. A file is Python's to read.
read_table <- function(table, place, call) {
  if (is_rows(table)) return(python_rows(table, TRUE, call))
  if (is_table(table) && is.character(table)) return(path.expand(table))
  if (!is.data.frame(table)) {
    stop_mcbnc(sprintf(
      "%s must be a data frame or the path of a CSV file, not %s", place, describe_kind(table)
    ), call, argument = "data")
  }
  if (!ncol(table)) stop_mcbnc(sprintf("%s has no columns", place), call, argument = "data")
  check_names(names(table), place, call)
  named <- .row_names_info(table) > 0L && nrow(table) == ncol(table) && nrow(table) > 1L
  if (named && setequal(rownames(table), names(table))) {
    stop_mcbnc(sprintf(paste(
      "%s: its rows have the names of its columns, so it is a matrix over the nodes, such as that of a graph, and no",
      "table of rows; consensus() takes graphs"
    ), place), call, argument = "data")
  }
  Map(function(column, name) read_column(column, sprintf("%s: column %s", place, dQuote(name, FALSE)), call),
    as.list(table), names(table))
}

# Numbers go as they are. Everything else goes as codes. The levels of a factor are states, and the texts of other
# columns are those that occur.
read_column <- function(column, place, call) {
  if (is.numeric(column) && !is.object(column)) return(list(numbers = writeBin(as.double(column), raw())))
  if (is.character(column) || is.logical(column)) {
    texts <- sort(unique(as.character(column)), method = "radix")
    return(list(codes = write_codes(match(as.character(column), texts)), texts = as.list(texts)))
  }
  if (!is.factor(column)) {
    stop_mcbnc(sprintf(
      "%s must be a factor, or of numbers, strings or truth values, not %s%s", place, describe_kind(column),
      way_out(column)
    ), call, argument = "data")
  }
  list(codes = write_codes(as.integer(column)), levels = as.list(levels(column)), ordered = is.ordered(column))
}

# What makes a column of it that learn() takes.
way_out <- function(column) {
  if (inherits(column, "haven_labelled")) {
    return("; haven::as_factor(x) has the labels as states, and haven::zap_labels(x) the numbers")
  }
  if (inherits(column, c("Date", "POSIXt"))) {
    return(paste(
      "; leave the column out, or put the dates into few classes, such as factor(format(x, \"%Y\")), or give",
      "as.numeric(x) to a score of numbers"
    ))
  }
  if (inherits(column, "difftime")) return("; as.numeric(x, units = \"days\") is a number")
  ""
}

# Codes from 0, and -1 for NA.
write_codes <- function(codes) {
  codes <- codes - 1L
  codes[is.na(codes)] <- -1L
  writeBin(codes, raw())
}
