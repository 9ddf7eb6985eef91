# Thresholds. Typed as it is printed, a threshold gives the same graph: R's seven digits may be too few for that.

as_theta <- function(x) structure(as.numeric(x), class = "mcbnc_theta")

format.mcbnc_theta <- function(x, ...) vapply(as.numeric(x), format, "", digits = 15L)

print.mcbnc_theta <- function(x, ...) {
  print(format(x), quote = FALSE)
  invisible(x)
}

`[.mcbnc_theta` <- function(x, i) as_theta(as.numeric(x)[i])
