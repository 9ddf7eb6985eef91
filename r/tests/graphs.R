# All kinds of graphs say the same, alone and mixed in one list.
library(mcbnc)
if (!reticulate::py_module_available("mcbnc._r")) quit("no")

nodes <- c("smoke", "asia", "lung", "tub.cough")
amat <- matrix(0L, 4, 4, dimnames = list(nodes, nodes))
amat["smoke", "lung"] <- amat["asia", "tub.cough"] <- amat["lung", "tub.cough"] <- 1L
arcs <- cbind(from = c("smoke", "asia", "lung"), to = c("lung", "tub.cough", "tub.cough"))
string <- "[asia][smoke][lung|smoke][tub.cough|asia:lung]"
shuffled <- amat[c(3, 1, 4, 2), c(2, 4, 3, 1)]

# A network of bnlearn, written by hand after the help page "bn class".
node <- function(mb, nbr, parents, children) list(mb = mb, nbr = nbr, parents = parents, children = children)
none <- character(0)
net <- structure(
  list(
    learning = list(
      whitelist = NULL, blacklist = NULL, test = "bic", ntests = 21, algo = "hc", args = list(k = 4.6), optimized = TRUE
    ),
    nodes = list(
      smoke = node("lung", "lung", none, "lung"),
      asia = node(c("lung", "tub.cough"), "tub.cough", none, "tub.cough"),
      lung = node(c("smoke", "asia", "tub.cough"), c("smoke", "tub.cough"), "smoke", "tub.cough"),
      tub.cough = node(c("asia", "lung"), c("asia", "lung"), c("asia", "lung"), none)
    ),
    arcs = arcs
  ),
  class = "bn"
)
fitted <- structure(
  list(
    smoke = list(node = "smoke", parents = none), asia = list(node = "asia", parents = none),
    lung = list(node = "lung", parents = "smoke"), tub.cough = list(node = "tub.cough", parents = c("asia", "lung"))
  ),
  class = "bn.fit"
)
double <- amat + 0
logical <- amat == 1L
half_named <- amat
rownames(half_named) <- NULL

kinds <- list(
  amat, net, fitted, arcs, as.data.frame(arcs), string, shuffled, double, logical, half_named, as.data.frame(amat)
)
if (requireNamespace("Matrix", quietly = TRUE)) kinds <- c(kinds, Matrix::Matrix(amat, sparse = TRUE))
same <- consensus(kinds, theta = 0)
stopifnot(
  identical(same$amat, amat), all(same$edges$support == 1), all(same$edges$forward == 1), nrow(same$edges) == 3,
  identical(as.matrix(same), same$amat), identical(same$inputs, length(kinds))
)
for (kind in kinds) stopifnot(identical(consensus(list(amat, kind), theta = 0)$amat, amat))
stopifnot(identical(consensus(list(same, same), theta = 0)$amat, amat))

# A file, with the path as R writes it.
file <- file.path(tempdir(), "net.txt")
stopifnot(grepl("net.txt", tryCatch(consensus(file), error = conditionMessage), fixed = TRUE))
csv <- file.path(tempdir(), "net.csv")
write.csv(amat, csv)
stopifnot(identical(consensus(list(amat, csv), theta = 0)$amat, amat))

# Without names: matrices count from 1, and arcs bring the nodes that they join.
bare <- consensus(list(unname(amat), unname(amat)), theta = 0)
stopifnot(identical(rownames(bare$amat), as.character(1:4)))
called <- consensus(list(unname(amat)), theta = 0, nodes = nodes)
stopifnot(identical(called$amat, amat))
stopifnot(identical(rownames(consensus(list(arcs))$amat), c("smoke", "lung", "asia", "tub.cough")))
stopifnot(identical(rownames(consensus(list(arcs[0, , drop = FALSE]), nodes = nodes)$amat), nodes))

# An array holds one graph in each slice.
stack <- array(0, c(2, 4, 4), list(NULL, nodes, nodes))
stack[1, , ] <- amat
stack[2, , ] <- amat
stopifnot(identical(consensus(stack, theta = 0)$amat, amat))
one <- consensus(array(0, c(2, 1, 1)))
stopifnot(identical(dim(one$amat), c(1L, 1L)), nrow(one$edges) == 0, nrow(one$arcs) == 0)

# A matrix without names does not go with named graphs, as gold either.
refused <- function(expr) tryCatch({ expr; "" }, mcbnc_error = conditionMessage)
stopifnot(
  grepl("dags[[2]] has no names, but dags[[1]] has", refused(consensus(list(amat, unname(amat)))), fixed = TRUE),
  grepl("gold has no names, but dags[[1]] has", refused(compare(list(amat), unname(amat), "fusion")), fixed = TRUE),
  identical(compare(list(amat), shuffled, "fusion")$table$shd_to_gold[1L], 0),
  identical(compare(list(unname(amat)), unname(amat), "fusion")$table$shd_to_gold[1L], 0),
  identical(compare(list(unname(amat)), unname(amat), "fusion", nodes = nodes)$table$shd_to_gold[1L], 0)
)
