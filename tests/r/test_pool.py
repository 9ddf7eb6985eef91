"""pool() of R: the numbers are Python's, whatever R's users have as opinions and rows."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest

import mcbnc

pytestmark = pytest.mark.filterwarnings("ignore:the opinions agree", "ignore:opinions agree")

GIVEN = """
set.seed(1)
a <- sample(c("n", "y"), 80, TRUE)
rows <- data.frame(a = a, b = ifelse(runif(80) < 0.9, a, "y"), c = sample(c("n", "y"), 80, TRUE))
chain <- "[a][b|a][c|b]"
sure <- matrix(c(0, 0.1, 0, 0.7, 0, 0, 0.25, 0, 0), 3, byrow = TRUE)
dimnames(sure) <- list(letters[1:3], letters[1:3])
table <- data.frame(
  from = c("a", "b", "a", "c", "b", "c"), to = c("b", "a", "c", "a", "c", "b"),
  strength = c(0.9, 0.9, 0, 0, 0.4, 0.4), direction = c(0.8, 0.2, 0, 0, 0.5, 0.5)
)
opinions <- list(Ann = chain, Bob = sure, Eve = table, Dan = cbind(c("a", "b"), c("b", "c")))
"""
SURE = np.array([[0, 0.1, 0], [0.7, 0, 0], [0.25, 0, 0]])


def opinions():
    pandas = pytest.importorskip("pandas")
    strengths = {
        "from": list("abacbc"),
        "to": list("bacacb"),
        "strength": [0.9, 0.9, 0, 0, 0.4, 0.4],
        "direction": [0.8, 0.2, 0, 0, 0.5, 0.5],
    }
    named = pandas.DataFrame(SURE, list("abc"), list("abc"))
    return {"Ann": "[a][b|a][c|b]", "Bob": named, "Eve": strengths, "Dan": [("a", "b"), ("b", "c")]}


def parts(printed: str) -> list[list[dict[str, str]]]:
    return [list(csv.DictReader(io.StringIO(text))) for text in printed.split("--\n")]


def numbers(table: list[dict[str, str]], name: str) -> list[float]:
    return [float(row[name]) for row in table]


def test_the_numbers_are_those_of_python(run_r, tmp_path):
    printed = run_r(f"""{GIVEN}
write.csv(rows, "{tmp_path}/rows.csv", row.names = FALSE)
found <- suppressWarnings(pool(opinions, rows, resamples = 10, seed = 2))
stopifnot(inherits(found, "mcbnc_graph"), inherits(found$bn, "bn"))
same <- suppressWarnings(pool(opinions, bootstrap(rows, 10, seed = 2)))
stopifnot(identical(same$probability, found$probability))
write.csv(as.data.frame.table(found$probability), row.names = FALSE)
cat("--\\n")
write.csv(found$sources, row.names = FALSE)
cat("--\\n")
write.csv(contested(found, 2), row.names = FALSE)
cat("--\\n")
write.csv(answer(found, cbind("c", "a", "->"))$edges, row.names = FALSE)
cat("--\\n")
print(explain_pair(found, "a", "b"))
""")
    *tables, said = printed.split("--\n")
    probability, sources, asked, answered = parts("--\n".join(tables))
    found = mcbnc.pool(opinions(), str(tmp_path / "rows.csv"), resamples=10, seed=2)
    assert np.allclose(numbers(probability, "Freq"), found.probability.T.ravel(), atol=1e-9)
    assert [row["source"] for row in sources] == ["Ann", "Bob", "Eve", "Dan"]
    for column in ("hit", "false_alarm", "right_direction", "weight", "pairs"):
        expected = [getattr(worth, column) for worth in found.sources.values()]
        assert np.allclose(numbers(sources, column), expected, atol=1e-9)
    first = found.contested(2)[0]
    assert (asked[0]["a"], asked[0]["b"]) == (first.a, first.b)
    assert [asked[0][name] for name in found.sources] == [str(told) for told in first.says.values()]
    edges = [(row["from"], row["to"]) for row in answered]
    assert sorted(edges) == sorted(found.answer({("c", "a"): "->"}).edges)
    assert said.strip() == str(found.explain("a", "b"))


def test_without_rows_with_groups_and_answers(run_r):
    printed = run_r("""
found <- suppressWarnings(pool(
  list(x = "[a][b|a]", y = "[a][b|a]", z = "[b][c|b]"),
  answers = data.frame("a", "c", "none"), groups = list(c("x", "y")), weights = c(z = 2, x = 1, y = 1)
))
cat(found$sources$weight, "\\n")
print(found)
bad <- matrix(2, 2, 2, dimnames = list(c("a", "b"), c("a", "b")))
cat(tryCatch(pool(list(x = bad)), error = conditionMessage))
cat("\\n", tryCatch(pool("[a][b|a]", answers = cbind("a", "b")), error = conditionMessage))
two <- list(x = "[a][b|a]", y = "[a][b|a]")
cat("\\n", tryCatch(pool(two, groups = c("x", "y")), error = conditionMessage))
""")
    assert printed.splitlines()[0].split() == ["0.5", "0.5", "2"]
    assert "Pooled from 3 opinions" in printed
    assert 'opinions[["x"]]' in printed.replace("'", '"')
    assert "answers must have three columns" in printed
    assert "groups must be a list of vectors of names" in printed


def test_the_page_for_a_meeting_is_that_of_python(run_r, tmp_path):
    run_r(f"""
found <- pool(list(Ann = "[a][b|a][c|b]", Bob = "[a][b|a][c|b]", Eve = "[a][b|a][c|a]"))
stopifnot(identical(explore(found, "{tmp_path}/meeting.html"), "{tmp_path}/meeting.html"))
explore(answer(found, cbind("a", "c", "->")), "{tmp_path}/answered.html")
""")
    opinions = {"Ann": "[a][b|a][c|b]", "Bob": "[a][b|a][c|b]", "Eve": "[a][b|a][c|a]"}
    for name, found in (
        ("meeting", mcbnc.pool(opinions)),
        ("answered", mcbnc.pool(opinions).answer({("a", "c"): "->"})),
    ):
        assert (tmp_path / f"{name}.html").read_text(encoding="utf-8") == found.explore().html


def test_the_explorer_of_a_run_is_that_of_python(run_r, tmp_path):
    run_r(f"""
dags <- c(x = "[a][b|a][c|b]", y = "[a][b|a][c|a]")
run <- trajectory(dags)
explore(run, "{tmp_path}/run.html")
explore(consensus(dags, 0.4), "{tmp_path}/one.html")
""")
    dags = {"x": "[a][b|a][c|b]", "y": "[a][b|a][c|a]"}
    assert (tmp_path / "run.html").read_text() == mcbnc.trajectory(dags).explore().html
    assert (tmp_path / "one.html").read_text() == mcbnc.consensus(dags, 0.4).explore().html


def test_what_has_no_page_is_refused(run_r):
    printed = run_r("""
say <- function(code) cat(tryCatch(code, mcbnc_error = conditionMessage), "\\n")
found <- pool(list("[a][b|a]", "[a][b|a]"))
say(explore(list(), "page.html"))
say(explore(found, 3))
say(answer(1, cbind("a", "b", "->")))
""")
    assert "x must be what pool() or trajectory() or consensus() returns, not" in printed
    assert "file must be one string, not" in printed
    assert "pooled must be what pool() returns, not" in printed


def test_tables_of_bnlearn_are_strengths_only_if_they_are(run_r):
    """arc.strength() of a test has p-values in the column "strength"."""
    printed = run_r("""
arcs <- data.frame(from = c("a", "b"), to = c("b", "c"), strength = c(1e-9, 0.04))
as_bn <- function(method) structure(arcs, class = c("bn.strength", "data.frame"), method = method)
say <- function(code) cat(tryCatch({ code; "fine" }, mcbnc_error = conditionMessage), "\\n")
say(pool(list("[a][b|a][c|b]", as_bn("test"))))
say(pool(list("[a][b|a][c|b]", as_bn("score"))))
say(pool(list("[a][b|a][c|b]", as_bn("bootstrap"))))
say(pool(list("[a][b|a][c|b]", arcs)))
""")
    lines = printed.splitlines()
    assert lines[0].startswith("opinions[[2]] has p-values of a test")
    assert "strengths by the method" in lines[1]
    assert [line.strip() for line in lines[2:]] == ["fine", "fine"]


def test_tables_may_have_the_names_of_causaliq(run_r):
    printed = run_r("""
said <- data.frame(
  source = c("a", "b"), target = c("b", "c"), existence = c(0.9, 0.5), orientation = c(0.8, 1)
)
same <- data.frame(from = c("a", "b"), to = c("b", "c"), strength = c(0.9, 0.5), direction = c(0.8, 1))
found <- lapply(list(said, same), function(one) pool(list(one, "[a][b|a][c|b]"))$probability)
cat(identical(found[[1]], found[[2]]), found[[1]]["a", "b"] < 1)
""")
    assert printed == "TRUE TRUE"


def test_learn_sends_users_to_pool(run_r):
    printed = run_r("""
rows <- data.frame(a = c("x", "y"), b = c("x", "y"))
for (f in c(learn, bootstrap)) {
  cat(tryCatch(f(rows, opinions = list("[a][b|a]")), error = conditionMessage), "\\n")
}
""")
    assert printed.count("write pool(opinions, rows)") == 2
