# Tables and how to read them, in one object of Python's, which reads them once.

rows <- function(data, names = NULL, states = NULL, missing = "error", missing_values = NULL, accept = NULL,
                 decimal = NULL, columns = "same", repeats = "keep", recipe = NULL) {
  call <- sys.call()
  single <- is_table(data)
  tables <- if (single) read_table(data, "data", call) else read_tables(data, call)
  reply <- call_python("rows", list(
    data = tables, single = single, names = as_list_or_null(names), states = read_states(states), missing = missing,
    missing_values = as_list_or_null(missing_values), accept = if (isTRUE(accept)) TRUE else as_list_or_null(accept),
    decimal = decimal, columns = columns, repeats = repeats, recipe = read_recipe(recipe),
    made = if (single) made_by(data) else as.list(vapply(unname(as.list(data)), made_by, ""))
  ), call)
  structure(
    list(
      data = data, sites = if (single) NULL else base::names(tables), single = single, missing = missing,
      python = reply$python
    ),
    class = "mcbnc_rows"
  )
}

# The states of each column: a list of vectors. Python takes a vector of length one for a number of states.
read_states <- function(states) {
  if (!is.list(states)) return(as_list_or_null(states))
  lapply(states, function(own) if (length(own) == 1L && is.numeric(own)) own else as.list(own))
}

is_rows <- function(data) inherits(data, "mcbnc_rows")

# Python's object, for a function that takes one table, or for one that takes several.
python_rows <- function(data, single, call) {
  check_kind(data, "mcbnc_rows", "rows", call)
  if (single && !data$single) {
    stop_mcbnc("data must be one table, but these rows() are of several", call, argument = "data")
  }
  if (!single && data$single) {
    stop_mcbnc("data must be several tables, but these rows() are of one", call, argument = "data")
  }
  data$python
}

# The names of the sites of what read_tables() read. Names of a Python object are those of its attributes.
sites_of <- function(data, tables) if (is_rows(data)) data$sites else names(tables)

print.mcbnc_rows <- function(x, ...) {
  cat(call_python("describe_rows", list(rows = x$python), sys.call()), "\n", sep = "")
  invisible(x)
}

summary.mcbnc_rows <- function(object, score = NULL, ...) {
  cat(call_python("report", list(rows = object$python, score = score), sys.call()), "\n", sep = "")
  invisible(object)
}
