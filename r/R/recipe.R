# The recipe that may mend tables, as the text of a file in TOML, and the tables as a recipe makes them.

recipe <- function(x, all = FALSE) {
  call <- sys.call()
  check_kind(x, "mcbnc_check", "check", call)
  structure(call_python("recipe", list(report = x$python, every = isTRUE(all)), call), class = "mcbnc_recipe")
}

print.mcbnc_recipe <- function(x, ...) {
  cat(x)
  invisible(x)
}

tidy <- function(data, recipe) {
  call <- sys.call()
  if (is_rows(data)) stop_mcbnc("data are rows() already: give their tables", call, argument = "data")
  made <- rows(data, recipe = recipe)
  reply <- call_python("tidy", list(rows = made$python), call)
  tables <- Map(tidy_table, if (made$single) list(data) else as.list(data), reply$tables, reply$recipe)
  result <- if (made$single) tables[[1L]] else setNames(tables, made$sites)
  attr(result, "changes") <- as_table(reply$changes)
  result
}

# The recipe as Python takes it: the path of a file, or a text. Lines of a file are put together.
read_recipe <- function(recipe) {
  if (is.null(recipe) || !is.character(recipe)) return(recipe)
  if (length(recipe) > 1L) return(paste0(c(recipe, ""), collapse = "\n"))
  if (grepl("\n", recipe, fixed = TRUE)) as.character(recipe) else path.expand(recipe)
}

# The hash of the recipe that made a table. It is empty if none has.
made_by <- function(table) {
  hash <- attr(table, "recipe")
  if (is.data.frame(table) && is.character(hash)) hash else ""
}

# A data frame in its new columns. Those without changes are R's own.
tidy_table <- function(table, made, hash) {
  names <- vapply(made$columns, function(column) column$name, "")
  columns <- lapply(made$columns, tidy_column, table, made$rows)
  result <- as.data.frame(setNames(columns, names), optional = TRUE, stringsAsFactors = FALSE)
  names(result) <- names
  structure(result, recipe = hash)
}

tidy_column <- function(column, table, rows) {
  if (!is.null(column$levels)) {
    levels <- as.character(unlist(column$levels))
    codes <- readBin(column$codes, "integer", length(column$codes) / 4L)
    return(factor(levels[ifelse(codes < 0L, NA, codes + 1L)], levels, ordered = column$ordered))
  }
  if (!is.null(column$numbers)) {
    numbers <- readBin(column$numbers, "double", length(column$numbers) / 8L)
    return(ifelse(is.nan(numbers), NA, numbers))
  }
  if (!is.null(column$cells)) {
    cells <- as.character(unlist(column$cells))
    if (is.character(table)) return(type.convert(cells, na.strings = c("NA", ""), as.is = TRUE))
    return(ifelse(cells == "", NA, cells))
  }
  own <- table[[column$own]]
  if (is.null(rows)) own else own[unlist(rows)]
}
