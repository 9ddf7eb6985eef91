"""The functions of R beyond the consensus give the answers of Python's functions of the same names."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import numpy as np
import pytest

import mcbnc

DAGS = ["[a][b|a][c|b][d]", "[a][b|a][c|a:b][d|c]", "[a][b][c|a:b][d|c]", "[d][c|d][b|c][a|b]"]
AS_R = 'c(north = "{}", east = "{}", south = "{}", west = "{}")'.format(*DAGS)


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(text.strip().splitlines()))


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """The rows of four sites, which are unlike each other."""
    rng = np.random.default_rng(4)
    paths = []
    for k, name in enumerate(("north", "east", "south", "west")):
        a = rng.integers(0, 2, 150 + 20 * k)
        b = np.where(rng.random(len(a)) < 0.85, a, 1 - a)
        c = np.where(rng.random(len(a)) < 0.8, b, rng.integers(0, 3, len(a)))
        paths.append(tmp_path / f"{name}.csv")
        with paths[-1].open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["a", "b", "c"])
            writer.writerows(zip(*(x.tolist() for x in (a, b, c)), strict=True))
    return paths


def as_r(paths: list[Path]) -> str:
    return f"c({', '.join(json.dumps(str(path)) for path in paths)})"


def test_learn_jointly(run_r, files):
    printed = run_r(f"""
files <- {as_r(files)}
sites <- lapply(files, read.csv)
names(sites) <- c("north", "east", "south", "west")
found <- learn_jointly(sites, outliers = "keep", pairs = "union")
stopifnot(identical(names(found$sites), names(sites)), inherits(found$sites$east, "mcbnc_learned"))
stopifnot(identical(learn_jointly(files, outliers = "keep", pairs = "union")$amat, found$amat))
cat(found$method, format(found$scores, digits = 15), paste(found$arcs, collapse = " "), sep = "\\n")
print(found)
""")
    expected = mcbnc.learn_jointly([str(path) for path in files], outliers="keep", pairs="union")
    method, *rest = printed.splitlines()
    scores = [float(line) for line in rest[: len(expected.scores)]]
    arcs = rest[len(scores)].split()
    assert method == expected.method
    np.testing.assert_allclose(scores, list(expected.scores.values()), rtol=1e-12)
    assert arcs == [u for u, _ in expected.edges] + [v for _, v in expected.edges]
    assert "Learned jointly from 720 rows of 4 sites" in printed


def test_a_stop_is_told(run_r, files):
    printed = run_r(
        f"""
said <- NULL
found <- withCallingHandlers(
  learn_jointly(lapply({as_r(files)}, read.csv), time_limit = 1e-9),
  warning = function(w) {{ said <<- conditionMessage(w); invokeRestart("muffleWarning") }}
)
cat(found$status, said, sep = "\n")
print(found)
cat(describe_method("vote"), describe_method("own"), sep = "\n")
""".replace("describe_method(", "mcbnc:::describe_method(")
    )
    status, said, summary, *_ = printed.splitlines()
    assert status == "time_limit"
    assert said.startswith("the time limit came before 4 of 4 data sets had learned")
    assert summary.endswith(", time_limit")
    assert printed.splitlines()[-2:] == ["the vote of the sites", "the own search"]


def test_a_named_list_keeps_its_names(run_r, files):
    printed = run_r(f"""
sites <- lapply({as_r(files)}, read.csv)
names(sites) <- c("north", "east", "south", "west")
cat(names(learn(sites)), "|", names(learn({as_r(files)})), "|", is.null(names(learn(unname(sites)))))
""")
    assert printed.strip() == "north east south west | north.csv east.csv south.csv west.csv | TRUE"


def test_bootstrap_and_its_averaged_network(run_r, files):
    printed = run_r(f"""
strong <- bootstrap({json.dumps(str(files[0]))}, 40L, seed = 5, score = "bic")
write.csv(strong$strength, row.names = FALSE)
stopifnot(length(strong$dags) == 40, nrow(consensus(strong$dags)$amat) == 3, strong$seed == 5)
stopifnot(identical(strong$strength$chance_true, pmin(strong$strength$strength, 0.97)))
stopifnot(nrow(at_most(strong, 1)$edges) >= nrow(averaged(strong, 0.5)$edges))
cat("--\\n", paste(averaged(strong, 0.5)$arcs, collapse = " "), sep = "")
""")
    boot = mcbnc.bootstrap(str(files[0]), 40, seed=5, score="bic")
    strengths, arcs = printed.split("--\n")
    for row in table(strengths):
        at = boot.nodes.index(row["from"]), boot.nodes.index(row["to"])
        assert float(row["strength"]) == pytest.approx(boot.strength[at], abs=1e-12)
        assert float(row["direction"]) == pytest.approx(boot.direction[at], abs=1e-12)
    edges = boot.averaged(0.5).edges
    assert edges
    assert arcs.split() == [u for u, _ in edges] + [v for _, v in edges]


def test_stability(run_r):
    printed = run_r(f"""
found <- stability({AS_R}, resamples = 60L, seed = 3)
write.csv(found$edges, row.names = FALSE)
cat("--\\n", format(found$theta_interval, digits = 15), "\\n")
print(found)
""")
    expected = mcbnc.stability(DAGS, resamples=60, seed=3)
    edges, rest = printed.split("--\n")
    frame = expected.to_frame()
    rows = table(edges)
    assert [(row["u"], row["v"]) for row in rows] == list(zip(frame["u"], frame["v"], strict=True))
    np.testing.assert_allclose([float(row["joined"]) for row in rows], frame["joined"])
    np.testing.assert_allclose([float(row["u->v"]) for row in rows], frame["u->v"])
    low, high = (float(word) for word in rest.split()[:2])
    assert (low, high) == pytest.approx(expected.theta_interval(), rel=1e-12)
    assert "of 4 DAGs: 60 runs" in rest


def test_agreement(run_r):
    printed = run_r(f"""
found <- agreement({AS_R})
write.csv(found$f1)
cat("--\\n", found$threshold, found$outliers, "\\n")
cat(colnames(agreement(unname({AS_R}))$f1), "\\n")
""")
    f1, rest = printed.split("--\n")
    expected = mcbnc.agreement(DAGS)
    rows = table(f1)
    assert [row[""] for row in rows] == ["north", "east", "south", "west"]
    np.testing.assert_allclose([[float(x) for x in list(row.values())[1:]] for row in rows], expected.f1)
    threshold, *outliers = rest.splitlines()[0].split()
    assert float(threshold) == pytest.approx(expected.threshold)
    assert [int(k) - 1 for k in outliers] == expected.outliers
    assert rest.splitlines()[1].split() == ["1", "2", "3", "4"]


def test_how_sure_each_edge_is(run_r, files, tmp_path):
    printed = run_r(f"""
found <- learn({json.dumps(str(files[0]))})
stopifnot(identical(names(found$edges), c("from", "to", "reversible", "chance_true")))
cat(format(found$edges$chance_true, digits = 15), "\\n")
cat(format(learn({as_r(files)}, resamples = 7)[[2L]]$edges$chance_true, digits = 15), "\\n")
plain <- learn({json.dumps(str(files[0]))}, resamples = 0)
stopifnot(identical(names(plain$edges), c("from", "to", "reversible")), identical(plain$amat, found$amat))
found$edges$chance_true <- rep(c(0, 1), length.out = nrow(found$edges))
opacities <- substr(mcbnc:::colours_of(found$edges), 8, 9)
stopifnot(identical(opacities, rep(c("26", "FF"), length.out = nrow(found$edges))))
svg(file.path({json.dumps(str(tmp_path))}, "plot.svg"))
plot(found)
invisible(dev.off())
""")
    alone, many = (list(map(float, line.split())) for line in printed.splitlines())
    paths = [str(path) for path in files]
    assert alone == mcbnc.learn(paths[0]).to_frame()["chance_true"].tolist()
    assert many == mcbnc.learn_many(paths, resamples=7)[1].to_frame()["chance_true"].tolist()
    assert (tmp_path / "plot.svg").stat().st_size > 1000


def test_chance(run_r):
    printed = run_r(f"""
for (one in list(consensus({AS_R}, 0.4), vote({AS_R}, kind = "skeleton"))) cat(unlist(chance(one)), "\\n")
unlike <- c("[a][b][c][d][e][f][g][h][i|a][j|b:c]", "[j][i|j][h|i][g|h][f|g][e|f][d|e][c|d][b][a]")
told <- tryCatch(consensus(unlike), warning = conditionMessage)
cat(told, "\\n")
cat(is.null(chance(consensus({AS_R}, time_limit = 1e-9))))
""")
    one, other, told, none = printed.strip().splitlines()
    named = dict(zip(("north", "east", "south", "west"), DAGS, strict=True))
    for line, result in (
        (one, mcbnc.consensus(named, 0.4)),
        (other, mcbnc.baselines.vote(named, kind="skeleton")),
    ):
        assert tuple(map(float, line.split())) == result.chance
    assert told.startswith("dags agree no more than chance: two of them join")
    assert none == "TRUE"


def test_print_tells_what_chance_alone_would_make(run_r):
    printed = run_r(f"""
set.seed(1)
coins <- as.data.frame(matrix(sample(c("head", "tail"), 300 * 8, TRUE), 300))
for (k in 1:4) coins[[k]] <- ifelse(runif(300) < 0.9, coins[[k + 4]], coins[[k]])
found <- consensus({AS_R}, 0.4)
jointly <- learn_jointly(list(coins[1:150, ], coins[151:300, ]), chance = 2)
for (one in list(found, vote({AS_R}), learn(coins, chance = 5), jointly)) {{
  cat(capture.output(print(one))[1], sprintf("%.3g", chance(one)$edges), chance(one)$shuffles, sep = "\\n")
}}
cat(capture.output(print(learn(coins, chance = 0)))[1], "\n")
file <- tempfile()
saveRDS(found, file)
cat(capture.output(print(readRDS(file)))[1])
""")
    *lines, none, saved = printed.splitlines()
    for line, edges, shuffles in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        assert f"; chance alone would make {edges} ({shuffles} shuffles)" in line
    assert lines[0].endswith("; the DAGs agree more than chance")
    assert lines[2::3] == ["20", "20", "5", "2"]
    assert saved == lines[0].partition("; chance")[0]
    assert "alone" not in none


def test_what_may_be_chance_is_a_warning(run_r):
    told = run_r("""
set.seed(2)
noise <- as.data.frame(matrix(sample(c("a", "b", "c"), 60 * 14, TRUE), 60))
told <- tryCatch(learn(noise, "aic", prior = "none"), warning = conditionMessage)
cat(told, "\n")
none <- tryCatch(learn(noise, "aic", prior = "none", chance = 0), warning = conditionMessage)
cat(class(none)[1], "\n")
unlike <- c("[a][b][c][d][e][f][g][h][i|a][j|b:c]", "[j][i|j][h|i][g|h][f|g][e|f][d|e][c|d][b][a]")
cat(tryCatch(stability(unlike, seed = 1), warning = conditionMessage))
""")
    learned, none, resampled = told.splitlines()
    assert re.match(r"data: \d+ edges may be chance, which gave .* in the mean of 10 shuffles, and ", learned)
    assert none.strip() == "mcbnc_learned"
    assert resampled.startswith("dags agree no more than chance: two of them join")


def test_explain(run_r):
    printed = run_r(f"""
told <- explain(consensus({AS_R}), "c", "a")
cat(told$words, "\\n--\\n", told$psi, "\\n", sep = "")
write.csv(told$inputs, row.names = FALSE)
""")
    words, rest = printed.split("\n--\n")
    psi, _, inputs = rest.partition("\n")
    expected = mcbnc.consensus(DAGS).explain("c", "a")
    assert words == expected.words
    assert float(psi) == pytest.approx(expected.psi)
    rows = table(inputs)
    assert [row["input"] for row in rows] == ["1", "2", "3", "4"]
    assert [row["direction"] for row in rows] == expected.directions.tolist()
    assert [int(row["cut"]) for row in rows] == expected.per_dag.tolist()


def test_read(run_r, tmp_path):
    path = tmp_path / "net.dot"
    path.write_text('digraph { "x ray" -> lung; lung -> either; asia }')
    printed = run_r(f"""
net <- read({json.dumps(str(path))})
cat(class(net), "|", names(net$nodes), "|", net$arcs, "|", nrow(consensus(list(net))$amat), "\\n")
cat(tryCatch(read("nowhere.dot"), mcbnc_error = function(e) "told"))
""")
    graph = mcbnc.read(path)
    arcs = [*(u for u, _ in graph.edges), *(v for _, v in graph.edges)]
    assert printed.splitlines() == [f"bn | {' '.join(graph.nodes)} | {' '.join(arcs)} | 4 ", "told"]


def test_metrics(run_r, files):
    printed = run_r(f"""
dags <- {AS_R}
numbers <- c(
  metrics$smhd(dags[1], dags[2]), metrics$shd(dags[[1]], dags[[3]]), metrics$mean_smhd(dags[[1]], dags),
  metrics$mean_smhd(dags[[1]], dags, weights = 1:4), metrics$treewidth(dags[[2]]),
  metrics$score("[a][b|a][c|b]", {json.dumps(str(files[0]))}, "bic"),
  metrics$score("[a][b|a][c|b]", read.csv({json.dumps(str(files[0]))}), BDeu(ess = 3)),
  metrics$shd(metrics$cpdag(dags[[1]]), cbind("a", "b"))
)
cat(format(numbers, digits = 15), "\\n")
cat(metrics$moral(dags[[3]]), "\\n")
cat(nrow(metrics$cpdag(dags[[1]])$arcs), class(metrics$cpdag(dags[[1]])))
""")
    numbers, moral, cpdag = printed.splitlines()
    rows = str(files[0])
    one = mcbnc.from_bnlearn("[a][b|a][c|b]")
    expected = [
        mcbnc.metrics.smhd(DAGS[0], DAGS[1]),
        mcbnc.metrics.shd(DAGS[0], DAGS[2]),
        mcbnc.metrics.mean_smhd(DAGS[0], DAGS),
        mcbnc.metrics.mean_smhd(DAGS[0], DAGS, [1, 2, 3, 4]),
        mcbnc.metrics.treewidth(DAGS[1]),
        mcbnc.metrics.score(one, rows, "bic"),
        mcbnc.metrics.score(one, rows, mcbnc.BDeu(ess=3)),
        mcbnc.metrics.shd(DAGS[0], "[a][b|a][c][d]"),
    ]
    assert [float(x) for x in numbers.split()] == pytest.approx(expected, rel=1e-12)
    assert [int(x) for x in moral.split()] == mcbnc.metrics.moral(DAGS[2]).ravel(order="F").tolist()
    assert cpdag == f"{np.count_nonzero(mcbnc.metrics.cpdag(DAGS[0]))} bn"


def test_results_of_another_session_are_refused(run_r, tmp_path):
    """A result keeps its values when it is saved. Python's part of it ends with the session."""
    path = json.dumps(str(tmp_path / "kept.rds"))
    run_r(f"saveRDS(bootstrap(data.frame(a = rep(0:1, 20), b = rep(0:1, each = 20)), 5L, seed = 1), {path})")
    told = run_r(f"cat(tryCatch(averaged(readRDS({path})), error = conditionMessage))")
    assert told.startswith("bootstrap was made by another R session")


def test_the_citation_names_the_paper(run_r):
    cited = run_r("print(citation('mcbnc'), bibtex = TRUE)", errors=True)
    assert "Greedy Min-Cut Analysis" in cited
    assert "2504.00467" in cited
    assert "????" not in cited
    assert "arning" not in cited


def test_discretize(run_r):
    printed = run_r("""
cut <- discretize(iris, bins = 3L)
stopifnot(is.ordered(cut$Sepal.Length), identical(cut$Species, iris$Species))
write.csv(cut, row.names = FALSE)
cat("--\\n")
again <- discretize(iris[c(1, 70), ], bins = attr(cut, "bins"))
stopifnot(identical(levels(again$Sepal.Length), levels(cut$Sepal.Length)))
stopifnot(identical(as.character(again$Sepal.Length), as.character(cut$Sepal.Length[c(1, 70)])))
sites <- split(iris, rep(c("north", "south"), 75))
for (shared in c(TRUE, FALSE)) {
  both <- discretize(sites, 2L, shared = shared)
  stopifnot(identical(names(both), names(sites)), identical(discretize(sites, attr(both, "bins")), both))
}
iris[3, 1] <- NA
cat(tryCatch(discretize(iris), error = conditionMessage), "\\n")
cat(tryCatch(discretize(list(sites$north, iris)), error = conditionMessage), "\\n")
cat(levels(discretize(rows(iris, missing = "state"), 2L)$Sepal.Length), "\\n")
write.csv(iris[1:4], stdout(), row.names = FALSE)
""")
    cut, rest = printed.split("--\n")
    single, many, levels, *plain = rest.splitlines()
    numbers = table("\n".join(plain))
    numbers[2]["Sepal.Length"] = "4.7"  # the cell that R took away
    columns = {name: [float(row[name]) for row in numbers] for name in numbers[0]}
    expected = mcbnc.discretize(columns, 3)
    found = table(cut)
    for name in columns:
        assert [row[name] for row in found] == expected[name]
    assert single.startswith("data: column 'Sepal.Length', row 3: there is no value")
    assert many.startswith("data[[2]]: column 'Sepal.Length', row 3: there is no value")
    assert levels.split()[-1] == "value_missing"


def test_discretize_reads_files_as_python_does(run_r, tmp_path):
    """Whatever parts the cells and the decimals. An earlier result stands for its bins."""
    rows = [f"{20 + k}.5,{k % 2},{'fm'[k % 2]}" for k in range(40)]
    (tmp_path / "a.csv").write_text("\n".join(["age,n,sex", *rows, ""]))
    for name, sign in (("b.csv", ";"), ("c.csv", "|")):
        other = [row.replace(",", sign).replace(".", ",") for row in rows]
        (tmp_path / name).write_text("\n".join([f"age{sign}n{sign}sex", *other, sign * 2, ""]))
    printed = run_r(f"""
files <- file.path({str(tmp_path)!r}, c("a.csv", "b.csv", "c.csv"))
one <- discretize(files[1], 3L)
stopifnot(is.ordered(one$age), is.integer(one$n), is.character(one$sex), nrow(one) == 40)
stopifnot(identical(names(one), c("age", "n", "sex")))
for (file in files[2:3]) stopifnot(identical(discretize(file, 3L), one))
many <- discretize(files, 3L)
for (k in 1:3) stopifnot(identical(lapply(many[[k]], c), lapply(one, c)))
stopifnot(identical(discretize(files[2], one), one), identical(discretize(files[2], attr(one, "bins")), one))
cat("as read")
""")
    assert printed.strip().endswith("as read")


def test_na_is_no_value(run_r):
    """A logical NA would become true in Python, and a whole one -2147483648."""
    printed = run_r(f"""
d <- data.frame(a = rep(0:1, 50), b = rep(c(0, 1, 1, 0), 25))
say <- function(call) cat(tryCatch({{ call; "nothing" }}, mcbnc_error = conditionMessage), "\n", sep = "")
say(consensus({AS_R}, weights = c(TRUE, NA, TRUE, TRUE)))
say(consensus({AS_R}, weights = c(1, NA, 1, 1)))
say(consensus({AS_R}, weights = c(north = 1, east = NA, south = 1, west = 1)))
say(learn_jointly(list(x = d, y = d), own = NA))
say(learn(d, max_parents = NA))
say(learn(d, score = "bdeu", seed = NA_integer_))
say(learn(d, score = NA_character_))
say(rows(d, missing_values = c("?", NA)))
""")
    names = [
        "weights[2]",
        "weights[2]",
        'weights["east"]',
        "own",
        "max_parents",
        "seed",
        "score",
        "missing_values[2]",
    ]
    assert printed.splitlines() == [f"{name} is NA: give a value, or leave it out" for name in names]


def test_messages_have_the_words_of_r(run_r):
    printed = run_r("""
cat(tryCatch(vote(list("[a][b|a]", "[b][c|b]")), error = conditionMessage), "\n")
cat(tryCatch(consensus(list("[a][b|a]"), k_max = "many"), error = conditionMessage), "\n")
cat(tryCatch(learn_jointly(list(data.frame(a = 0:1)), own = "yes"), error = conditionMessage), "\n")
""")
    assert "for consensus(dags, nodes='union') or vote(dags, nodes='union')" in printed
    assert not re.search(r"\b(None|True|False|mcbnc\.)", printed)


def test_a_recipe(run_r, tmp_path):
    """From check() to tables as they should be, in frames and in files, with the types of R."""
    printed = run_r(
        f"""
setwd({str(tmp_path)!r})
"""
        + r"""
f <- factor(rep(c("a", "b"), 40), c("b", "a"))
north <- data.frame(smoker = rep(c("no", "yes"), 40), w = rep(c(60.5, 80), 40), f = f)
west <- data.frame(
  "Smoker " = rep(c("0", "1"), 40), w = rep(c("133,4 lb", "176,4 lb", "-99", "150 lb"), 20), f = f,
  id = sprintf("P%d", 1:80), check.names = FALSE
)
sites <- list(north = north, west = west)
proposed <- recipe(check(sites))
stopifnot(inherits(proposed, "mcbnc_recipe"), grepl('# "0" = "no"  # suggested', proposed, fixed = TRUE))
all <- recipe(check(sites), all = TRUE)
stopifnot(grepl('
"0" = "no"  # suggested', all, fixed = TRUE), identical(capture.output(all), strsplit(all, "
")[[1]]))
text <- '
[sites.west.rename]
"Smoker " = "smoker"
[sites.west.missing]
w = [-99]
[sites.west.number]
w = {unit = "lb", decimal = ",", factor = 0.45359237, digits = 1}
[sites.west.recode.smoker]
"0" = "no"
"1" = "yes"
[rows]
ids = ["id"]
[columns.smoker]
states = ["yes", "no", "never"]
'
made <- tidy(sites, text)
stopifnot(
  identical(names(made), names(sites)), identical(names(made$west), c("smoker", "w", "f")),
  identical(levels(made$west$smoker), c("yes", "no", "never")), identical(made$west$f, north$f),
  identical(as.character(made$west$smoker), north$smoker),
  identical(made$west$w, rep(c(60.5, 80, NA, 68), 20)),
  identical(attr(made, "changes")$cells, c(1L, 20L, 60L, 40L, 40L, 1L))
)
learned <- learn_jointly(rows(sites, recipe = text, missing = "fill"), seed = 1)
stopifnot(identical(learned$edges, learn_jointly(rows(made, missing = "fill"), seed = 1)$edges))
again <- tryCatch(tidy(made, text), mcbnc_warning = conditionMessage)
stopifnot(grepl("made this table, so it is not applied again", again, fixed = TRUE))

for (site in names(sites)) write.csv(sites[[site]], paste0(site, ".csv"), row.names = FALSE)
writeLines(text, "recipe.toml")
files <- tidy(c("north.csv", "west.csv"), "recipe.toml")
stopifnot(identical(files[[2]]$w, made$west$w), identical(files[[2]]$smoker, made$west$smoker))
lines <- tidy("west.csv", readLines("recipe.toml"))
stopifnot(identical(lines$w, made$west$w))

few <- suppressWarnings(tidy(data.frame(a = c(1, 1, 2), f = factor(c("x", "x", "y")), l = c(TRUE, TRUE, NA)),
  '[rows]
repeats = "distinct"
'))
stopifnot(nrow(few) == 2, identical(few$f, factor(c("x", "y"))), identical(few$l, c(TRUE, NA)))
for (call in expression(tidy(sites, "[sites.wset]
"), recipe(sites), tidy(rows(sites), text))) {
  cat(tryCatch(eval(call), mcbnc_error = conditionMessage), "
")
}
"""
    )
    assert printed.splitlines() == [
        "recipe: it has the site 'wset', which is not a table: do you mean 'west'? ",
        'check must be what check() returns, not an object of class "list" ',
        "data are rows() already: give their tables ",
    ]


def test_check(run_r):
    printed = run_r("""
north <- data.frame(smoker = rep(c("no", "yes"), 30), age = 1:2)
report <- check(list(north = north, south = data.frame(smoker = c("no", NA), age = 1:2)))
stopifnot(!report$ok, identical(as.data.frame(report), report$problems))
stopifnot(check(north)$ok, check(rows(north))$ok)
stopifnot(check(rows(report$problems, missing = "state"))$ok, nrow(check(north)$problems) == 0)
write.csv(report$problems, row.names = FALSE)
cat("--\n")
report
""")
    problems, shown = printed.split("--\n")
    first, *_ = table(problems)
    assert (first["site"], first["column"], first["at"], first["severity"]) == (
        "south",
        "smoker",
        "row 2",
        "error",
    )
    assert "rows(..., missing='drop')" in first["advice"]
    assert "error: south, column 'smoker', row 2: there is no value" in shown


def test_vote(run_r):
    printed = run_r(f"""
found <- vote({AS_R}, kind = "skeleton", weights = c(1, 2, 1, 1))
stopifnot(inherits(found, "mcbnc_graph"), inherits(found$bn, "bn"))
write.csv(as.data.frame(found), row.names = FALSE)
cat("--\n", colnames(vote(list("[a][b|a]", "[b][c|b]"), 0.4, nodes = "union")$amat), "\n")
""")
    edges, union = printed.split("--\n")
    expected = mcbnc.baselines.vote(DAGS, kind="skeleton", weights=[1, 2, 1, 1])
    assert [(row["from"], row["to"]) for row in table(edges)] == expected.edges
    assert union.split() == ["a", "b", "c"]


def test_vote_over_different_nodes(run_r, tmp_path):
    dags = {"north": "[x][y|x]", "east": "[x][y|x]", "south": "[z][x|z][y|z]", "west": "[z][w|z]"}
    given = "list({})".format(", ".join(f'{name} = "{text}"' for name, text in dags.items()))
    printed = run_r(f"""
both <- lapply(c(8, 1), function(k) vote({given}, kind = "skeleton", nodes = "union", explained = k))
write.csv(both[[1]]$explained, row.names = FALSE)
for (found in both) {{ cat("--\n"); write.csv(found$edges, row.names = FALSE) }}
cat("--\n")
print(both[[2]])
stopifnot(identical(both[[1]]$seen["x", c("y", "w")], c(y = 3, w = 0)), is.logical(found$edges$unsure))
pdf({json.dumps(str(tmp_path / "vote.pdf"))})
plot(both[[2]])
one <- vote(unname({given}), kind = "skeleton", nodes = "union")
cat("--\n", one$explained$site, "\n")
cat(tryCatch(vote({given}, nodes = "union", explained = 8), error = conditionMessage), "\n")
""")
    explained, first, second, shown, unnamed = printed.split("--\n")
    assert table(explained) == [{"from": "x", "to": "y", "site": name} for name in ("north", "east")]
    for text, k in ((first, 8), (second, 1)):
        frame = mcbnc.baselines.vote(dags, kind="skeleton", nodes="union", explained=k).to_frame()
        rows = [{**row, "unsure": row["unsure"] == "TRUE"} for row in table(text)]
        for name in ("from", "to", "unsure"):
            assert [row[name] for row in rows] == frame[name].tolist()
        for name in ("support", "forward", "dags", "share"):
            np.testing.assert_allclose([float(row[name]) for row in rows], frame[name], rtol=1e-12)
    assert "2 pairs not seen together: unknown" in shown
    assert "1 edge unsure: the rest explains each join" in shown
    assert (tmp_path / "vote.pdf").stat().st_size > 1000
    sites, message = unnamed.splitlines()
    assert sites.split() == ["1", "2"]
    assert message.startswith("explained: only a vote with kind='skeleton' and nodes='union' asks")


def test_consensus_over_different_nodes(run_r, tmp_path):
    dags = {"north": "[x][y|x]", "east": "[x][y|x]", "south": "[x][z|x][y|z]", "west": "[z][w|z]"}
    given = "list({})".format(", ".join(f'{name} = "{text}"' for name, text in dags.items()))
    printed = run_r(f"""
dags <- {given}
run <- trajectory(dags, nodes = "union")
found <- consensus(dags, theta = 0, nodes = "union")
stopifnot(inherits(found$bn, "bn"), identical(run$seen, found$seen), identical(at(run, 0)$edges, found$edges))
stopifnot(identical(found$seen["x", c("y", "w")], c(y = 3, w = 0)), is.logical(found$edges$unsure))
write.csv(found$explained, row.names = FALSE)
cat("--\n")
write.csv(found$edges, row.names = FALSE)
cat("--\n")
found
cat("--\n")
run
pdf({json.dumps(str(tmp_path / "consensus.pdf"))})
plot(found)
cat("--\n", consensus(unname(dags), 0, nodes = "union")$explained$site, "\n")
cat(metrics$mean_smhd(found, dags, nodes = "union"), "\n")
cat(stability(dags, 0.5, 20, nodes = "union", seed = 1)$runs, "\n")
arcs <- consensus(list(cbind("x", "y"), cbind("y", "z")), nodes = "union") # each has the nodes that it names
stopifnot(arcs$seen["x", "z"] == 0, arcs$seen["x", "y"] == 1)
table <- compare(dags, "[x][z|x][y|z][w|z]", nodes = "union")
stopifnot(identical(names(table$bn), table$table$method), nrow(table$table) == 7)
stopifnot(is.na(table$inputs$median_f1), table$inputs$nodes == c(2, 2, 3, 2))
cat(table$table$smhd_to_gold, "\n")
cat(tryCatch(consensus(list("[x][y]", matrix(0, 2, 2)), nodes = "union"), error = conditionMessage), "\n")
""")
    explained, edges, shown, trajectory, rest = printed.split("--\n")
    assert table(explained) == [{"from": "x", "to": "y", "site": name} for name in ("north", "east")]
    expected = mcbnc.consensus(dags, 0, nodes="union")
    frame = expected.to_frame()
    rows = [{**row, "unsure": row["unsure"] == "TRUE"} for row in table(edges)]
    for name in ("from", "to", "unsure"):
        assert [row[name] for row in rows] == frame[name].tolist()
    for name in ("support", "forward", "dags"):
        np.testing.assert_allclose([float(row[name]) for row in rows], frame[name], rtol=1e-12)
    assert frame["unsure"].sum() == 1
    assert "2 pairs not seen together: unknown" in shown
    assert "1 edge unsure: the rest explains each join" in shown
    assert "2 pairs not seen together: unknown" in trajectory
    assert (tmp_path / "consensus.pdf").stat().st_size > 1000
    sites, distance, runs, to_gold, message = rest.splitlines()
    assert sites.split() == ["1", "2"]
    assert float(distance) == mcbnc.metrics.mean_smhd(expected, dags, nodes="union")
    assert runs.strip() == "20"
    compared = mcbnc.compare(dags, "[x][z|x][y|z][w|z]", nodes="union").table
    assert [int(text) for text in to_gold.split()] == [row["smhd_to_gold"] for row in compared]
    assert message.startswith("dags[[2]] has no names, so it is unknown which of all nodes it has")


def test_write(run_r, files, tmp_path):
    run_r(f"""
joint <- learn_jointly({as_r(files)}, score = "bic")
setwd({json.dumps(str(tmp_path))})
write(joint, "joint.bif")
write(consensus({AS_R}), "found.dot")
write(consensus({AS_R})$bn, "bn.json")
again <- unserialize(serialize(consensus({AS_R}), NULL))
write(again, "again.bn")
write(1:3, "numbers")
write(table(c(1, 1, 2)), "table")
stopifnot(identical(readLines("numbers"), "1 2 3"), identical(readLines("table"), "2 1"))
message <- tryCatch(write(again, "again.bif"), mcbnc_error = conditionMessage)
stopifnot(grepl("has probabilities", message))
""")
    expected = mcbnc.learn_jointly([str(path) for path in files], score="bic")
    expected.save(tmp_path / "python.bif")
    assert (tmp_path / "joint.bif").read_bytes() == (tmp_path / "python.bif").read_bytes()
    for name in ("found.dot", "bn.json", "again.bn"):
        assert mcbnc.read(tmp_path / name).edges == mcbnc.consensus(DAGS).edges


def test_pictures_and_tables_of_shares(run_r, files, tmp_path):
    run_r(f"""
strong <- bootstrap({json.dumps(str(files[0]))}, 30L, seed = 5)
stable <- stability({AS_R}, resamples = 30L, seed = 3)
stopifnot(identical(as.data.frame(strong), strong$strength), identical(as.data.frame(stable), stable$edges))
run <- trajectory({AS_R})
stopifnot(identical(as.data.frame(run), run$breakpoints), is.data.frame(as.data.frame(consensus({AS_R}))))
for (x in list(strong, stable)) {{
  file <- tempfile(fileext = ".svg", tmpdir = {json.dumps(str(tmp_path))})
  svg(file)
  before <- par("mar")
  stopifnot(identical(plot(x), x), identical(par("mar"), before))
  plot(x, most = 1L)
  invisible(dev.off())
}}
empty <- bootstrap(data.frame(a = rep(0:1, 40), b = rep(c(0, 0, 1, 1), 20)), 5L, seed = 1)
empty$strength$strength <- 0
pdf(NULL)
plot(empty)
""")
    assert all(path.stat().st_size > 3000 for path in tmp_path.glob("*.svg"))
    assert len(list(tmp_path.glob("*.svg"))) == 2
