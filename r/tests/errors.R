# Errors are conditions of class mcbnc_error, in R's terms, and they say where and what.
library(mcbnc)
if (!reticulate::py_module_available("mcbnc._r")) quit("no")

said <- function(call) tryCatch({ call; "nothing" }, mcbnc_error = conditionMessage)
expect <- function(call, ...) {
  message <- said(call)
  for (part in c(...)) if (!grepl(part, message, fixed = TRUE)) stop(sprintf("'%s' does not say '%s'", message, part))
}

good <- matrix(c(0, 0, 1, 0), 2, dimnames = list(c("a", "b"), c("a", "b")))
cyclic <- good
cyclic["b", "a"] <- 1
error <- tryCatch(
  consensus(list("[b][e|b][x|e]", "[b][e|b][x|e]", cbind(c("b", "e", "x"), c("e", "x", "b")))),
  error = identity
)
stopifnot(
  inherits(error, "mcbnc_cycle_error"), inherits(error, "mcbnc_error"),
  identical(conditionMessage(error), "dags[[3]]: it has a cycle: b -> e -> x -> b"),
  identical(error$kind, "CycleError"), error$dag == 3, identical(error$nodes, c("b", "e", "x", "b")),
  identical(deparse(conditionCall(error)[[1]]), "consensus")
)

two <- good
two["a", "b"] <- 2
expect(consensus(list(good, two)), 'dags[[2]]: entries must be 0 or 1, but ["a", "b"] is 2')
two["a", "b"] <- NA
expect(consensus(list(good, two)), 'dags[[2]]: entries must be 0 or 1, but ["a", "b"] is NA')
expect(consensus(list(good, matrix(0, 2, 3))), "dags[[2]] must be a square matrix, not 2 x 3", "learn()")
expect(consensus(list(good, unname(good))), "dags[[2]] has no names, but dags[[1]] has", "argument nodes")
expect(consensus(list(unname(good)), nodes = c("a", "b", "c")), "dags[[1]] has 2 nodes, but there are 3 names")
expect(consensus(list(good), nodes = c("a", "z")), "nodes", "'z'")
renamed <- good
colnames(renamed) <- c("a", "z")
expect(consensus(list(renamed)), 'dags[[1]]: the row names must be the column names', '"b" is only one of them')
rownames(renamed) <- c("a", "z")
expect(consensus(list(good, renamed)), "dags[[2]] must have the same nodes as dags[[1]], but it lacks 'b'")
twice <- good
dimnames(twice) <- list(c("a", "a"), c("a", "a"))
expect(consensus(list(twice)), 'dags[[1]]: names must differ, but "a" comes more than once')
expect(consensus(list(good, lm)), "dags[[2]] must be a bn of bnlearn", 'of class "function"')
expect(consensus(list(good, 1:3)), "dags[[2]]")
expect(consensus(good), "dags must be a list of graphs", "list(graph)")
expect(consensus(list()), "at least one")
expect(consensus(list(good, "[a][b|c]")), "dags[[2]]", "'c'")
expect(consensus(list(good, cbind("a", "z"))), 'dags[[2]]: "z" is not one of the nodes (a, b)')

expect(consensus(list(good), theta = "high"), "theta", "'high'")
expect(consensus(list(good), theta = -1), "theta")
expect(consensus(list(good, good), weights = 1), "weights must be 2 numbers")
expect(consensus(list(good, good), weights = c(1, -1)), "weights[2] is -1")
expect(consensus(list(good), k_max = "many"), "k_max", "NULL")
expect(consensus(list(good), output = "both"), "output")
expect(consensus(list(good), knowledge = list(required = c("a", "b"))), "required must be a matrix", 'list(c("a", "b"))')
expect(consensus(list(good), knowledge = list(required = list(c("a", "z")))), "required", "'z'")
expect(consensus(list(good), knowledge = knowledge(cbind("a", "b"), cbind("a", "b"))), "required", "forbidden")
expect(consensus(list(good), colour = "red"), "colour")
expect(consensus(list(good), "auto", NULL, NULL, NULL, NULL, 10L, NULL, "extension", 3), "must have names")

data <- data.frame(a = factor(rep(c("x", "y"), 10)), b = rep(1:2, each = 10))
data$a[3] <- NA
expect(learn(data), "'a'", "row 3", "value")
data$a <- c(2, 1.5, rep(2, 18))
expect(learn(data, score = "bdeu"), "'a'", "1.5")
data$a <- Sys.Date() + 0:19
expect(learn(data), 'data: column "a" must be a factor', '"Date"')
expect(learn(as.matrix(data)), "data must be a data frame")
expect(learn(list(data[2], data["a"])), 'data[[2]]: column "a"')
expect(learn(list(data[2], data.frame(z = data$b))), "data[[2]] lacks 'b' and has 'z' besides")
expect(learn(data[2], score = "bad"), "score", "'bad'")
expect(learn(data[2], whitelist = data.frame(from = "a", to = "b")), "write knowledge = list(required = ")
expect(consensus(list(good), blacklist = cbind("a", "b")), "write knowledge = list(forbidden = ")
expect(learn(data[2], required = cbind("b", "b")), "write knowledge = list(required = ")
expect(consensus(list(good), knowledge = cbind("a", "b")), "knowledge must be a list such as")
expect(consensus(list(good), knowledge = list(requird = cbind("a", "b"))), "knowledge: 'requird' is not one")
expect(consensus(list(good), knowledge = list(roots = "zz")), "roots: no node is named 'zz'")
expect(consensus(list(good), knowledge = knowledge(cbind("b", "a"), tiers = list("a", "b"))), "tiers put 'a' before 'b'")
expect(consensus(list(good), knowledge = "no such file"), "which is no file")
expect(bootstrap(list(data[2])), "data must be a data frame or the path of a CSV file")
expect(averaged(good), "bootstrap must be what bootstrap() returns")
expect(explain(consensus(list(good)), "a", "z"), "'z'")
expect(explain(good, "a", "b"), "consensus must be what consensus() returns")
expect(metrics$shd(good, "[a][c]"), "'c'")
expect(read(c("a", "b")), "path must be one string")
expect(agreement(list(good, good), clients = "one"), "clients has 1")

expect(at(good), "trajectory must be what trajectory() returns")
run <- trajectory(list(good))
expect(at(run, -1), "theta")
expect(choose_theta(run, max_edges = -1), "max_edges")
expect(example_clients("nowhere"), "'nowhere'", "alarm")
file <- tempfile()
saveRDS(run, file)
expect(at(readRDS(file)), "another R session")
