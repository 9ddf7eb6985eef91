# Networks as bnlearn has them: class "bn", as its help page "bn class" describes it.

# What bnlearn's empty.graph() followed by `amat<-` makes. An undirected edge is in the matrix, and among the arcs, in
# both directions; its ends are neighbours, and neither is a parent or a child of the other.
make_bn <- function(amat) {
  nodes <- rownames(amat)
  structure(
    list(
      learning = list(
        whitelist = NULL, blacklist = NULL, test = "none", ntests = 0, algo = "empty", args = list()
      ),
      nodes = structure(lapply(seq_along(nodes), function(i) node_of(i, amat, nodes)), names = nodes),
      arcs = arcs_of_amat(amat)
    ),
    class = "bn"
  )
}

# The Markov blanket, neighbours, parents and children of the node i, each in the order of the nodes.
node_of <- function(i, amat, nodes) {
  to <- amat[, i] == 1L
  from <- amat[i, ] == 1L
  parents <- to & !from
  children <- from & !to
  spouses <- rowSums(amat[, children, drop = FALSE] & !t(amat)[, children, drop = FALSE]) > 0
  blanket <- to | from | spouses
  blanket[i] <- FALSE
  lapply(list(mb = blanket, nbr = to | from, parents = parents, children = children), function(chosen) {
    nodes[unname(chosen)]
  })
}
