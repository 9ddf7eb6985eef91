# Pictures of shares: how often runs join a pair, and in which direction.

plot.mcbnc_stability <- function(x, most = 30L, ...) {
  shares <- as.matrix(x$edges[c("u->v", "v->u", "undirected")])
  draw_shares(
    paste(x$edges$u, x$edges$v, sep = " - "), shares, x$edges$joined, c("first to second", "second to first", "undirected"),
    most, sprintf("share of %s", counted(x$runs, "run"))
  )
  invisible(x)
}

plot.mcbnc_bootstrap <- function(x, most = 30L, ...) {
  pairs <- x$strength[x$strength$from < x$strength$to, ]
  shares <- cbind(pairs$strength * pairs$direction, pairs$strength * (1 - pairs$direction))
  draw_shares(
    paste(pairs$from, pairs$to, sep = " - "), shares, pairs$strength, c("first to second", "second to first"), most,
    sprintf("share of %s", counted(x$resamples, "resample"))
  )
  invisible(x)
}

# Bars of the pairs that are joined most often, the most frequent one at the top.
draw_shares <- function(labels, shares, joined, kinds, most, title) {
  shown <- rev(head(order(-joined), min(most, sum(joined > 0))))
  if (!length(shown)) {
    graphics::plot.new()
    graphics::text(0.5, 0.5, "no pair is joined")
    return(invisible())
  }
  labels <- labels[shown]
  old <- graphics::par(mar = c(5.5, 1 + max(graphics::strwidth(labels, "inches", cex = 0.8)) / graphics::par("csi"), 1, 1))
  on.exit(graphics::par(old))
  colours <- c(DIRECTED, REVERSIBLE, FAINT)[seq_along(kinds)]
  graphics::barplot(
    t(shares[shown, , drop = FALSE]), horiz = TRUE, names.arg = labels, las = 1, cex.names = 0.8, xlim = 0:1,
    col = colours, border = NA, xlab = title
  )
  graphics::legend(
    "bottom", kinds, fill = colours, border = NA, horiz = TRUE, bty = "n", cex = 0.8, inset = c(0, -0.28), xpd = TRUE
  )
}
