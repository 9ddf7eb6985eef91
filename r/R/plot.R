# Pictures, by base graphics alone.

DIRECTED <- "#0072b2"
REVERSIBLE <- "#d55e00"
FAINT <- "#6a737d"

plot.mcbnc_graph <- function(x, layout = NULL, legend = TRUE, ...) {
  hold <- dev.hold()
  on.exit(dev.flush(hold))
  graphics::plot.new()
  old <- graphics::par(mar = rep(0.1, 4))
  on.exit(graphics::par(old), add = TRUE)
  graphics::plot.window(0:1, 0:1)
  labels <- rownames(x$amat)
  sizes <- rbind(graphics::strwidth(labels, "inches") + 0.16, graphics::strheight("Mg", "inches") + 0.14)
  drawing <- place_boxes(x$amat, sizes, layout, sys.call())
  scale <- fit_window(drawing$size, if (legend) 0.35 else 0)
  support <- if (is.null(x$edges$support)) 1 else x$edges$support
  unsure <- if (is.null(x$edges$unsure)) FALSE else x$edges$unsure
  lines <- rep_len(ifelse(unsure, "dotted", "solid"), nrow(x$edges))
  draw_arcs(drawing$routes, colours_of(x$edges), 0.8 + 2 * support, lines, scale)
  draw_boxes(drawing$centres, sizes, labels, scale)
  if (legend) draw_legend(any(unsure))
  invisible(x)
}

# The colours of arcs, as opaque as the arcs are sure if that is known.
colours_of <- function(edges) {
  colours <- ifelse(edges$reversible, REVERSIBLE, DIRECTED)
  if (is.null(edges$chance_true)) return(colours)
  as.character(Map(grDevices::adjustcolor, colours, 0.15 + 0.85 * edges$chance_true))
}

# Where Python puts boxes of these sizes in inches, and the ways of the arcs between them, in the order of the edges.
place_boxes <- function(amat, sizes, layout, call) {
  placed <- call_python("layout", list(
    adjacency = as.raw(amat), sizes = writeBin(as.double(sizes), raw()), layout = layout
  ), call)
  pairs <- function(values) matrix(as.numeric(unlist(values)), ncol = 2L)
  list(
    centres = pairs(placed$centres), routes = lapply(placed$routes, pairs), size = as.numeric(unlist(placed$size))
  )
}

# Coordinates in inches of the drawing, scaled to the device. Returns the scale, which is at most 1.5.
fit_window <- function(size, foot) {
  room <- graphics::par("pin")
  scale <- min(1.5, room[1L] / (size[1L] + 0.2), room[2L] / (size[2L] + 0.2 + foot))
  spare <- (room / scale - size - c(0, foot)) / 2
  graphics::plot.window(
    c(-spare[1L], size[1L] + spare[1L]), c(-spare[2L] - foot, size[2L] + spare[2L]),
    xaxs = "i", yaxs = "i"
  )
  scale
}

draw_boxes <- function(centres, sizes, labels, scale) {
  half <- t(sizes) / 2
  graphics::rect(
    centres[, 1L] - half[, 1L], centres[, 2L] - half[, 2L], centres[, 1L] + half[, 1L], centres[, 2L] + half[, 2L],
    col = "#f1f4f8", border = FAINT, lwd = scale
  )
  graphics::text(centres[, 1L], centres[, 2L], labels, cex = scale)
}

draw_arcs <- function(routes, colours, widths, types, scale) {
  Map(function(route, colour, width, type) {
    line <- bezier(route)
    head <- 0.085 + 0.01 * width
    tip <- line[nrow(line), ]
    away <- sqrt((line[, 1L] - tip[1L])^2 + (line[, 2L] - tip[2L])^2) > head
    last <- max(c(1L, which(away)))
    back <- tip - line[last, ]
    back <- back / sqrt(sum(back^2))
    neck <- tip - head * back
    side <- 0.4 * head * c(-back[2L], back[1L])
    shaft <- rbind(line[seq_len(last), , drop = FALSE], neck)
    graphics::lines(shaft[, 1L], shaft[, 2L], col = colour, lwd = width * scale, lty = type, lend = "butt")
    graphics::polygon(rbind(tip, neck + side, neck - side), col = colour, border = NA)
  }, routes, colours, widths, types)
}

# Points on a chain of cubic curves, each with four control points and shares the last with the next.
bezier <- function(route) {
  t <- seq(0, 1, length.out = 17L)
  weights <- cbind((1 - t)^3, 3 * (1 - t)^2 * t, 3 * (1 - t) * t^2, t^3)
  do.call(rbind, lapply(seq(1L, nrow(route) - 1L, by = 3L), function(k) weights %*% route[k:(k + 3L), ]))
}

draw_legend <- function(unsure) {
  shown <- seq_len(if (unsure) 3L else 2L)
  graphics::legend(
    "bottom", c("directed", "reversible", "unsure")[shown], col = c(DIRECTED, REVERSIBLE, "black")[shown],
    lty = c("solid", "solid", "dotted")[shown], lwd = 2, horiz = TRUE, bty = "n", cex = 0.8
  )
}

plot.mcbnc_trajectory <- function(x, ...) {
  old <- graphics::par(mfrow = c(3L, 1L), mar = c(1, 4.2, 0.6, 1), oma = c(3, 0, 0, 0))
  on.exit(graphics::par(old))
  panels <- c(mean_smhd = "mean SMHD to inputs", edges = "edges", treewidth = "treewidth")
  for (name in names(panels)) {
    graphics::plot(
      x$breakpoints$theta, x$breakpoints[[name]], type = "s", col = DIRECTED, xlab = "", ylab = panels[[name]],
      las = 1, ylim = range(0, x$breakpoints[[name]]), xaxt = if (name == "treewidth") "s" else "n"
    )
    graphics::abline(v = x$theta, col = REVERSIBLE, lty = 2)
  }
  graphics::mtext(sprintf("theta (dashed: %s, nearest to the inputs)", x$theta_text), 1L, 2, outer = TRUE, cex = 0.8)
  invisible(x)
}

plot.mcbnc_comparison <- function(x, ...) {
  rows <- x$table[rev(seq_len(nrow(x$table))), ]
  distances <- grep("smhd|shd", names(rows), value = TRUE)
  old <- graphics::par(mfrow = c(1L, length(distances)), mar = c(2, 1, 2, 1))
  on.exit(graphics::par(old))
  for (name in distances) {
    graphics::dotchart(rows[[name]], rows$method, pch = 19, color = DIRECTED, main = gsub("_", " ", name))
  }
  invisible(x)
}
