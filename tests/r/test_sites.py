"""The names of R's lists are the sites' names in messages, in errors and for weights."""

SETUP = """
dag <- function(...) {
  m <- matrix(0L, 3, 3, dimnames = list(letters[1:3], letters[1:3]))
  for (e in list(...)) m[e[1], e[2]] <- 1L
  m
}
sites <- list(north = dag(c("a", "b")), south = dag(c("a", "b"), c("b", "c")),
              east = dag(c("a", "c"), c("b", "c")))
problem <- function(expression) tryCatch({ expression; "none" }, mcbnc_error = conditionMessage)
holds <- function(text, part) if (!grepl(part, text, fixed = TRUE)) stop(text)
"""


def test_messages_have_the_names_of_the_list(run_r):
    run_r(
        f"""{SETUP}
cyclic <- c(sites, list(west = dag(c("a", "b"), c("b", "c"), c("c", "a"))))
for (f in list(consensus, trajectory, stability, agreement, compare))
  holds(problem(f(cyclic)), 'dags[["west"]]: it has a cycle')
holds(problem(metrics$mean_smhd(sites$north, cyclic)), 'dags[["west"]]')
holds(problem(consensus(unname(cyclic))), "dags[[4]]: it has a cycle")
error <- tryCatch(consensus(cyclic), mcbnc_error = identity)
stopifnot(error$dag == 4, error$site == "west")
holds(problem(consensus(c(sites, list(west = 1)))), 'dags[["west"]] must be')
tables <- list(York = data.frame(x = c(0, 1, 0, 1), y = c(1, 1, 0, 0)),
               Bath = data.frame(x = c(0.5, 1, 0, 1), y = c(1, 1, 0, 0)))
holds(problem(learn(tables, score = "bdeu")), 'data[["Bath"]]: column \\'x\\'')
holds(problem(learn_jointly(tables, score = "bdeu")), 'data[["Bath"]]: column \\'x\\'')
tables$Bath$x <- I(list(1))
holds(problem(learn(tables)), 'data[["Bath"]]')
"""
    )


def test_weights_by_site(run_r):
    run_r(
        f"""{SETUP}
by_place <- consensus(sites, theta = 0.4, weights = c(5, 1, 2))
by_name <- consensus(sites, theta = 0.4, weights = c(east = 2, north = 5, south = 1))
stopifnot(identical(by_place$amat, by_name$amat))
a <- metrics$mean_smhd(sites$north, sites, c(5, 1, 2))
stopifnot(a == metrics$mean_smhd(sites$north, sites, c(south = 1, north = 5, east = 2)))
stopifnot(a != metrics$mean_smhd(sites$north, sites, c(1, 5, 2)))
holds(problem(consensus(sites, weights = c(north = 1, south = 1))), "lacks 'east'")
holds(problem(consensus(sites, weights = c(north = 1, south = -1, east = 1))), 'weights[["south"]] is -1')
"""
    )


def test_names_that_name_nothing(run_r):
    run_r(
        f"""{SETUP}
told <- problem(consensus(setNames(sites, c("a", "b", "a"))))
holds(told, 'dags: the names of sites must differ, but "a" comes more')
holds(problem(consensus(setNames(sites, c("a", "", "c")))), "dags: site 2 has no name")
"""
    )


def test_discretize_by_site(run_r):
    run_r(
        f"""{SETUP}
tables <- list(York = data.frame(x = c(0.5, 1.5, 2.5, 3.5)), Bath = data.frame(x = c(0.5, 2.5, 4.5, 8.5)))
for (shared in c(TRUE, FALSE)) {{
  named <- discretize(tables, bins = 2, shared = shared)
  plain <- discretize(unname(tables), bins = 2, shared = shared)
  stopifnot(identical(names(named), names(tables)))
  stopifnot(identical(unname(lapply(named, as.list)), lapply(plain, as.list)))
  stopifnot(identical(unname(attr(named, "bins")), unname(attr(plain, "bins"))))
}}
tables$Bath$x[2] <- NA
holds(problem(discretize(tables)), 'data[["Bath"]]: column')
"""
    )
