# The main table of each result.

as.data.frame.mcbnc_graph <- function(x, row.names = NULL, optional = FALSE, ...) x$edges

as.data.frame.mcbnc_trajectory <- function(x, row.names = NULL, optional = FALSE, ...) x$breakpoints

as.data.frame.mcbnc_comparison <- function(x, row.names = NULL, optional = FALSE, ...) x$table

as.data.frame.mcbnc_stability <- function(x, row.names = NULL, optional = FALSE, ...) x$edges

as.data.frame.mcbnc_bootstrap <- function(x, row.names = NULL, optional = FALSE, ...) x$strength

as.data.frame.mcbnc_check <- function(x, row.names = NULL, optional = FALSE, ...) x$problems
