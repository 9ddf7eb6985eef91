# Networks of class "bn" as bnlearn makes them.
library(mcbnc)
if (!reticulate::py_module_available("mcbnc._r")) quit("no")

# What the help page "bn class" of bnlearn describes, for a -> c <- b, c -> d, and e alone, by hand.
string <- "[a][b][c|a:b][d|c][e]"
found <- consensus(list(string, string), theta = 0.5)
none <- character(0)
node <- function(mb, nbr, parents, children) list(mb = mb, nbr = nbr, parents = parents, children = children)
expected <- structure(
  list(
    learning = list(whitelist = NULL, blacklist = NULL, test = "none", ntests = 0, algo = "empty", args = list()),
    nodes = list(
      a = node(c("b", "c"), "c", none, "c"),
      b = node(c("a", "c"), "c", none, "c"),
      c = node(c("a", "b", "d"), c("a", "b", "d"), c("a", "b"), "d"),
      d = node("c", "c", "c", none),
      e = node(none, none, none, none)
    ),
    arcs = cbind(from = c("a", "b", "c"), to = c("c", "c", "d"))
  ),
  class = "bn"
)
stopifnot(identical(found$bn, expected), identical(found$cpdag, expected), !any(found$edges$reversible))

# In a class, an undirected edge is two arcs, and its ends are neighbours alone.
chain <- consensus(list("[x][y|x]"), theta = 0)
stopifnot(
  identical(chain$cpdag$arcs, cbind(from = c("x", "y"), to = c("y", "x"))),
  identical(chain$cpdag$nodes$x, node("y", "y", none, none)),
  identical(chain$edges$reversible, TRUE)
)
empty <- consensus(list("[x][y]"))$bn
stopifnot(identical(empty$arcs, cbind(from = none, to = none)), identical(names(empty$nodes), c("x", "y")))

# It goes back in, and it goes through a file.
stopifnot(identical(consensus(list(found$bn), theta = 0.5)$bn, found$bn))
file <- tempfile()
saveRDS(found, file)
stopifnot(is.null(summary(readRDS(file))$edges$psi), all(summary(found)$edges$psi > 0.5))
stopifnot(identical(readRDS(file)$bn, found$bn), identical(consensus(list(readRDS(file)), theta = 0.5)$bn, found$bn))

if (requireNamespace("bnlearn", quietly = TRUE)) {
  graph <- bnlearn::empty.graph(letters[1:5])
  bnlearn::amat(graph) <- found$amat
  stopifnot(
    isTRUE(all.equal(graph, found$bn)), identical(bnlearn::amat(found$bn), found$amat),
    identical(bnlearn::modelstring(found$bn), bnlearn::modelstring(graph)),
    isTRUE(all.equal(bnlearn::cpdag(found$bn), found$cpdag)),
    identical(consensus(list(bnlearn::model2network(string)), theta = 0.5)$bn, found$bn)
  )
  data <- bnlearn::learning.test
  fit <- bnlearn::bn.fit(bnlearn::hc(data), data)
  learned <- learn(data, score = "bic", prior = "none")
  stopifnot(
    identical(consensus(list(fit), theta = 0)$cpdag$arcs, consensus(list(bnlearn::bn.net(fit)), theta = 0)$cpdag$arcs),
    isTRUE(all.equal(learned$score, bnlearn::score(learned$bn, data, type = "bic")))
  )
} else {
  cat("bnlearn is not installed, so its own functions are not tried on these networks\n")
}
