# Runs at every threshold, learning, comparison, constraints, and the methods of print, summary and plot.
library(mcbnc)
if (!reticulate::py_module_available("mcbnc._r")) quit("no")

dags <- c("[a][b|a][c|b][d]", "[a][b|a][c|a:b][d|c]", "[a][b][c|a:b][d|c]")
run <- trajectory(dags)
stopifnot(
  identical(run$nodes, c("a", "b", "c", "d")), run$status == "complete", nrow(run$steps) > 2,
  run$steps$edges_left[nrow(run$steps)] == 0, identical(summary(run), run$breakpoints)
)
for (theta in c(0, run$breakpoints$theta)) {
  stopifnot(identical(at(run, theta)$amat, consensus(dags, theta = theta)$amat))
}
stopifnot(
  identical(at(run)$amat, consensus(dags)$amat), identical(at(run)$theta, run$theta),
  nrow(at(run, choose_theta(run, max_edges = 1))$edges) <= 1,
  choose_theta(run, "largest", max_treewidth = 1) <= choose_theta(run, max_edges = 0)
)

# Constraints, as arcs, as a data frame and as a list.
kept <- consensus(dags, theta = 3, knowledge = list(required = cbind("d", "a")))
stopifnot(identical(kept$arcs, cbind(from = "d", to = "a")))
for (arcs in list(data.frame(from = "d", to = "a"), list(c("d", "a")))) {
  stopifnot(identical(consensus(dags, theta = 3, knowledge = knowledge(required = arcs))$amat, kept$amat))
}
either <- consensus(dags, theta = 0, knowledge = list(forbidden = list(c("b", "c"), c("c", "b"))))
stopifnot(either$amat["b", "c"] == 0, either$amat["c", "b"] == 0)

# R's NULL, whole numbers and vectors of length one.
stopifnot(
  identical(consensus(dags, k_max = NULL, seed = 7, weights = c(1, 1, 1), time_limit = 60)$status, "complete"),
  identical(consensus(dags[1], weights = 2)$inputs, 1L), identical(consensus("[a]", order = "a")$order, "a"),
  identical(consensus(dags, order = c("d", "c", "b", "a"))$order, c("d", "c", "b", "a")),
  identical(consensus(dags, theta = 0.4, output = "refusion")$status, "complete")
)
left <- NULL
invisible(consensus(dags, progress = function(edges_left, edges_at_start, psi) left <<- c(left, edges_left)))
stopifnot(length(left) > 0)

# Data: factors, strings, truth values and whole numbers; one table and many.
set.seed(3)
sampled <- function(rows) {
  a <- rbinom(rows, 1, 0.5)
  b <- ifelse(runif(rows) < 0.9, a, 1 - a)
  data.frame(a = factor(a, labels = c("no", "yes")), b = b, c = as.character(rbinom(rows, 2, 0.3)), d = b == 1)
}
tables <- list(sampled(300), sampled(200))
tables[[2]]$a <- factor(tables[[2]]$a, levels = c("yes", "no"))
learned <- learn(tables[[1]])
stopifnot(
  inherits(learned, "mcbnc_learned"), identical(rownames(learned$amat), c("a", "b", "c", "d")), learned$rows == 300,
  sum(learned$amat[c("a", "b"), c("a", "b")]) == 1, sum(learned$amat["c", ]) + sum(learned$amat[, "c"]) == 0
)
as_factors <- tables[[1]]
as_factors[] <- lapply(as_factors, factor)
stopifnot(identical(learn(as_factors)$score, learned$score))
wider <- as_factors
levels(wider$c) <- c(levels(wider$c), "3")
stopifnot(learn(wider)$score != learned$score)
many <- learn(tables)
stopifnot(length(many) == 2, identical(many[[1]]$amat, learned$amat), nrow(consensus(many)$edges) > 0)
must <- learn(tables[[1]], knowledge = list(required = cbind("c", "a")), max_parents = 2, score = "bic")
stopifnot(must$amat["c", "a"] == 1, must$criterion == "bic")

# Methods beside each other.
compared <- compare(dags, gold = "[a][b|a][c|b][d|c]", methods = c("mcbnc auto", "vote arcs"))
stopifnot(
  identical(compared$table$method, c("mcbnc auto", "vote arcs", "mean input", "median input")),
  identical(names(compared$bn), c("mcbnc auto", "vote arcs")), inherits(compared$bn[[1]], "bn"),
  nrow(compared$inputs) == 3, all(compared$table$shd_to_gold[1:2] >= 0)
)
stopifnot(is.null(compare(dags, methods = "fusion")$table$shd_to_gold))

alarm <- example_clients()
stopifnot(length(alarm$dags) == 10, inherits(alarm$gold, "bn"), identical(names(alarm$gold$nodes), rownames(alarm$dags[[1]])))

# Print and summary.
printed <- function(x) paste(capture.output(print(x)), collapse = "\n")
found <- consensus(alarm$dags)
stopifnot(
  grepl("^Consensus of 10 DAGs over 37 nodes: ", printed(found)), grepl("\\.\\.\\. and \\d+ more edges", printed(found)),
  grepl("parents", printed(summary(found))), grepl("^Learned from 300 rows: ", printed(learned)),
  grepl("^Trajectory of 3 DAGs over 4 nodes: ", printed(run)), grepl("vote arcs", printed(compared))
)

# Pictures: something is drawn, of each kind and layout, and the device's settings are as before.
drawn <- function(call) {
  file <- tempfile(fileext = ".pdf")
  pdf(file)
  empty <- par(c("mfrow", "mar", "oma"))
  force(call)
  stopifnot(identical(par(c("mfrow", "mar", "oma")), empty))
  dev.off()
  file.size(file)
}
blank <- drawn(plot.new())
stopifnot(
  drawn(plot(found)) > drawn(plot(found, legend = FALSE)), drawn(plot(found, layout = "circle")) > blank,
  drawn(plot(learned)) > blank, drawn(plot(run)) > blank, drawn(plot(compared)) > blank,
  drawn(plot(consensus("[a]"))) > blank
)

# A threshold as it is printed gives the same graph.
thirds <- trajectory(list("[a][b|a][c|b]", "[a][b|a][c|b]", "[a][b|a][c|a]"))
printed <- as.numeric(sub(".*theta ([0-9.]+)[.] at.*", "\\1", tail(utils::capture.output(print(thirds)), 1L)))
stopifnot(printed > 0.3333, identical(at(thirds, printed)$amat, at(thirds)$amat))
stopifnot(any(grepl("theta 0.3334", utils::capture.output(print(at(thirds))), fixed = TRUE)))
for (k in seq_along(thirds$theta_texts)) {
  stopifnot(identical(at(thirds, as.numeric(thirds$theta_texts[k]))$amat, at(thirds, thirds$breakpoints$theta[k])$amat))
}

# A score has its own parameters, and a name in any case.
refused <- tryCatch(learn(tables[[1]], score = BDeu(ess = 0)), mcbnc_error = conditionMessage)
must <- list(required = cbind("a", "b"))
loose <- learn(tables[[1]], score = DiscreteBIC(penalty = 0.1), prior = "none", knowledge = must)
stopifnot(
  grepl("ess must be a number > 0", refused, fixed = TRUE),
  inherits(try(DiscreteBIC(ess = 3), silent = TRUE), "try-error"),
  identical(utils::capture.output(print(BGe(2))), "Score bge: alpha_mu = 2, alpha_w = NULL"),
  all.equal(metrics$score(loose, tables[[1]], DiscreteBIC(penalty = 0.1)), loose$score),
  loose$score > learn(tables[[1]], score = "bic", prior = "none", knowledge = must)$score,
  identical(learn(tables[[1]], score = "BIC")$amat, learn(tables[[1]], score = "bic")$amat)
)

# Precision, recall and F1 of edges, whatever their direction.
stopifnot(
  identical(
    metrics$skeleton_precision_recall("[a][b|a][c|b]", "[b][a|b][c|a:b]"), c(precision = 1, recall = 2 / 3)
  ),
  all.equal(metrics$skeleton_f1("[b][a|b][c|a:b]", "[a][b|a][c|b]"), 0.8)
)

# Tables with how to read them: one table and many, read once.
gaps <- data.frame(a = c("x", NA, rep(c("x", "y"), 20)), b = c("u", "u", rep(c("v", "u"), each = 20)))
whole <- rows(gaps, missing = "drop")
dropped <- suppressWarnings(learn(whole, score = "bdeu", prior = "none"))
stopifnot(
  dropped$rows == 41, suppressWarnings(identical(learn(whole)$score, learn(na.omit(gaps))$score)),
  identical(metrics$score(dropped, whole), dropped$score), suppressWarnings(bootstrap(whole, 2L, seed = 1)$rows) == 41,
  suppressWarnings(learn(rows(gaps, missing = "state")))$rows == 42
)
both <- rows(list(north = na.omit(gaps), south = na.omit(gaps)[1:30, ]))
stopifnot(
  identical(names(learn(both)), c("north", "south")), identical(names(learn_jointly(both)$sites), c("north", "south")),
  inherits(tryCatch(bootstrap(both), error = identity), "mcbnc_error"),
  grepl("rows(data, missing", tryCatch(learn(gaps, missing = "drop"), error = conditionMessage), fixed = TRUE),
  grepl("rows(..., missing='drop')", tryCatch(learn(gaps), error = conditionMessage), fixed = TRUE),
  grepl("71 rows x 2 columns, 2 sites", paste(capture.output(print(both)), collapse = "")),
  any(grepl("0 errors", capture.output(summary(both))))
)

# How results were made.
for (result in list(learned, many[[1]], run, at(run), kept, vote(dags), bootstrap(tables[[1]], 5, seed = 1))) {
  told <- provenance(result)
  stopifnot(
    inherits(told, "mcbnc_provenance"), is.character(told[["function"]]), nrow(told$inputs) >= 1,
    all(nchar(told$inputs$content) == 64), grepl("This was done by mcbnc", told$methods),
    grepl("@misc{mcbnc", told$bibtex, fixed = TRUE), identical(capture.output(print(told)), strsplit(told$text, "\n")[[1]])
  )
}
stopifnot(
  identical(provenance(learned)$inputs$content, provenance(many[[1]])$inputs$content[1]),
  inherits(tryCatch(provenance(1), error = identity), "mcbnc_error")
)
