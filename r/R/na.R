# NA is a value of R alone: on the way to Python a logical NA becomes true, and a whole one a number.

# Refuses the first NA among arguments. Tables and graphs define what an NA in them is.
refuse_na <- function(arguments, call) {
  for (name in setdiff(names(arguments), c("data", "datasets", "dags", "gold", "a", "b"))) {
    place <- find_na(arguments[[name]], name)
    if (!is.null(place)) {
      stop_mcbnc(sprintf("%s is NA: give a value, or leave it out", place), call, argument = name)
    }
  }
}

# What the first NA of a value is called; NULL: there is none.
find_na <- function(x, place) {
  if (is.environment(x) || is.function(x) || is.raw(x)) return(NULL)
  if (is.list(x)) {
    for (k in seq_along(x)) {
      inner <- find_na(x[[k]], sprintf("%s[%s]", place, name_or_number(x, k)))
      if (!is.null(inner)) return(inner)
    }
    return(NULL)
  }
  missing <- which(is.na(x) & !(is.numeric(x) & is.nan(x)))
  if (!length(missing)) return(NULL)
  if (length(x) == 1L) place else sprintf("%s[%s]", place, name_or_number(x, missing[1L]))
}

name_or_number <- function(x, k) {
  name <- names(x)[k]
  if (is.null(name) || is.na(name) || name == "") k else dQuote(name, FALSE)
}
