# Scores with parameters. BIC of discrete data is DiscreteBIC, since stats has a function BIC. Python checks the values.

BDeu <- function(ess = 1) new_score("bdeu", list(ess = ess))

BDs <- function(ess = 1) new_score("bds", list(ess = ess))

QNML <- function(surplus = 0) new_score("qnml", list(surplus = surplus))

DiscreteBIC <- function(penalty = 1) new_score("bic", list(penalty = penalty))

GaussianBIC <- function(penalty = 1) new_score("bic-g", list(penalty = penalty))

BGe <- function(alpha_mu = 1, alpha_w = NULL) new_score("bge", list(alpha_mu = alpha_mu, alpha_w = alpha_w))

MixedBIC <- function(penalty = 1, values = "normal-scores") {
  new_score("bic-cg", list(penalty = penalty, values = values))
}

DegenerateGaussian <- function(penalty = 1, values = "normal-scores") {
  new_score("dg", list(penalty = penalty, values = values))
}

new_score <- function(name, parameters) structure(c(list(name = name), parameters), class = "mcbnc_score")

print.mcbnc_score <- function(x, ...) {
  parameters <- vapply(x[-1L], function(value) paste(format(value), collapse = " "), "")
  cat(sprintf("Score %s: %s\n", x$name, paste(names(parameters), "=", parameters, collapse = ", ")))
  invisible(x)
}

# A score as Python reads it: a name, or a list of a name and parameters.
read_score <- function(score) if (inherits(score, "mcbnc_score")) unclass(score) else score
