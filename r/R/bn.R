# Networks as bnlearn has them: class "bn", as its help page "bn class" describes it.

# What bnlearn's empty.graph() followed by `amat<-` makes. An undirected edge is in the matrix, and among the arcs, in
# both directions; its ends are neighbours, and neither is a parent or a child of the other.
make_bn <- function(amat) {
  nodes <- rownames(amat)
  joined <- amat == 1L
  directed <- joined & !t(joined)
  structure(
    list(
      learning = list(
        whitelist = NULL, blacklist = NULL, test = "none", ntests = 0, algo = "empty", args = list()
      ),
      nodes = structure(lapply(seq_along(nodes), function(i) node_of(i, joined, directed, nodes)), names = nodes),
      arcs = arcs_of_amat(amat)
    ),
    class = "bn"
  )
}

# The Markov blanket, neighbours, parents and children of the node i, each in the order of the nodes.
node_of <- function(i, joined, directed, nodes) {
  children <- directed[i, ]
  neighbours <- joined[i, ] | joined[, i]
  spouses <- rowSums(directed[, children, drop = FALSE]) > 0
  blanket <- neighbours | spouses
  blanket[i] <- FALSE
  lapply(list(mb = blanket, nbr = neighbours, parents = directed[, i], children = children), function(chosen) {
    nodes[unname(chosen)]
  })
}
