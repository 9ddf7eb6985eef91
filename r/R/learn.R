learn <- function(data, score = "bdeu", ess = NULL, max_parents = NULL, required = NULL, forbidden = NULL, seed = NULL,
                  ...) {
  call <- sys.call()
  options <- c(list(
    score = score,
    ess = ess,
    max_parents = max_parents,
    required = read_constraints(required, "required", call),
    forbidden = read_constraints(forbidden, "forbidden", call),
    seed = seed
  ), check_more(list(...), call))
  if (is.data.frame(data)) {
    table <- read_table(data, "data", call)
    return(make_learned(call_python("learn", c(list(data = table), options), call)))
  }
  if (!is.list(data) || is.object(data) || !length(data)) {
    stop_mcbnc(sprintf(
      "data must be a data frame, or a list of data frames, not %s", describe_kind(data)
    ), call, argument = "data")
  }
  tables <- unname(Map(function(table, k) read_table(table, sprintf("data[[%d]]", k), call), data, seq_along(data)))
  lapply(call_python("learn_many", c(list(datasets = tables), options), call), make_learned)
}

# A data frame as Python reads it: a list of columns by name.
read_table <- function(table, place, call) {
  if (!is.data.frame(table)) {
    stop_mcbnc(sprintf("%s must be a data frame, not %s", place, describe_kind(table)), call, argument = "data")
  }
  if (!ncol(table)) stop_mcbnc(sprintf("%s has no columns", place), call, argument = "data")
  check_names(names(table), place, call)
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
      "%s must be a factor, or of numbers, strings or truth values, not %s", place, describe_kind(column)
    ), call, argument = "data")
  }
  list(codes = write_codes(as.integer(column)), levels = as.list(levels(column)))
}

# Codes from 0, and -1 for NA.
write_codes <- function(codes) {
  codes <- codes - 1L
  codes[is.na(codes)] <- -1L
  writeBin(codes, raw())
}
