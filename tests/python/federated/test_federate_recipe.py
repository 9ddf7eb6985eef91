"""``mcbnc federate names --for-recipe`` and ``--recipe``: what leaves a site, and what is made of it."""

from __future__ import annotations

import json

import numpy as np
import pytest

pytest.importorskip("cryptography", reason="federations over HTTPS need the library cryptography")

from federating import SITES, Federation, finish

import mcbnc
from mcbnc import cli
from mcbnc._https.lists import read_list, write_list
from mcbnc._https.names import read_names_file

NAMES = ("federate", "names", "--task", "learning")
CODINGS = {"north": ("no", "yes"), "west": ("0", "1"), "east": ("nein", "ja")}


def rows_of(k, count=300):
    rng = np.random.default_rng(k)
    smoker = rng.integers(0, 2, count)
    weight = (rng.normal(75, 12, count) + 8 * smoker).round(1)
    sick = np.where(rng.random(count) < 0.15, 1 - smoker, smoker)
    return smoker, weight, sick


def csv(folder, site, k, coding, factor=1.0, name="smoker", more=None):
    smoker, weight, sick = rows_of(k)
    columns = {
        name: np.array(coding)[smoker],
        "weight": (weight / factor).round(3),
        "sick": np.array(["no", "yes"])[sick],
        **(more or {}),
    }
    path = folder / f"{site}.csv"
    lines = [",".join(columns), *(",".join(map(str, row)) for row in zip(*columns.values(), strict=True))]
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture
def sites(tmp_path):
    """Three files of other codings, of which west has pounds, a name of its own, and identifiers."""
    ids = {"patient": [f"P{k}" for k in range(300)]}
    return {
        "north": csv(tmp_path, "north", 0, CODINGS["north"]),
        "west": csv(tmp_path, "west", 1, CODINGS["west"], 0.45359237, "Smoker ", ids),
        "east": csv(tmp_path, "east", 2, CODINGS["east"]),
    }


@pytest.fixture
def clean(tmp_path):
    """The same rows in one coding."""
    (tmp_path / "clean").mkdir()
    return [csv(tmp_path / "clean", site, k, CODINGS["north"]) for k, site in enumerate(CODINGS)]


@pytest.fixture
def lists(run, sites, tmp_path):
    """Their lists."""
    made = []
    for site, path in sites.items():
        made.append(tmp_path / f"{site}.json")
        assert run(*NAMES, "--for-recipe", path, "--out", made[-1])[0] == 0
    return made


@pytest.fixture
def recipe(run, lists, tmp_path):
    """The recipe that is suggested, with all its lines in force."""
    path = tmp_path / "codebook.toml"
    code, said = run(*NAMES, "--numbers", "--recipe", path, *lists, "--out", tmp_path / "names.json")
    assert code == 0
    assert "the same command then makes" in said
    assert not (tmp_path / "names.json").exists()
    head, *lines = path.read_text().split("\n[")
    path.write_text("\n[".join([head, *(own.replace("\n# ", "\n") for own in lines)]))
    return path


def test_nothing_but_the_list_leaves_a_site(run, sites, lists):
    """Field by field: a range ends with fixed bins, and a bin has 5 cells or more."""
    _, weight, _ = rows_of(1)
    pounds = (weight / 0.45359237).round(3)
    assert json.loads(lists[1].read_text()) == {
        "site": "west",
        "columns": {
            "Smoker ": {"states": ["0", "1"]},
            "weight": {
                "numbers": [50 if pounds.min() < 100 else 100, 500],
                "bins": [
                    [low, high, count]
                    for low, high in ((50, 100), (100, 200), (200, 500))
                    if (count := int(((pounds >= low) & (pounds < high)).sum())) >= 5
                ],
            },
            "sick": {"states": ["no", "yes"]},
            "patient": {},
        },
    }
    text = lists[1].read_text()
    assert not any(str(number) in text for number in pounds)
    assert "P17" not in text
    code, said = run(*NAMES, "--for-recipe", "--site", "saxony", sites["west"], "--out", lists[1])
    assert code == 0
    assert json.loads(lists[1].read_text())["site"] == "saxony"
    assert "'patient' has 300 values: its name alone is listed" in said
    assert "for the site 'saxony': 4 names, the states of 2, and the ranges and fixed bins of 1" in said


def test_lists_are_read_as_they_were_written(lists, tmp_path):
    for path in lists:
        told = read_list(str(path))
        write_list(str(tmp_path / "again.json"), told)
        assert (tmp_path / "again.json").read_bytes() == path.read_bytes()


def of(**column):
    return {"site": "west", "columns": {"a": column}}


BINS = [[20, 50, 7]]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ({"site": "", "columns": {"a": {}}}, '"site" must be the name'),
        ({"site": "w", "columns": {}}, '"columns" must be an object'),
        ({"columns": {"a": {}}}, "must be an object of columns and recipe and site, and nothing else"),
        ({**of(), "rows": 300}, "and nothing else"),
        ({**of(), "recipe": "1"}, '"recipe" must be a SHA-256'),
        (of(states=["x"], counts=[7]), "must be an object of states, and nothing else"),
        (of(states=["x", "x"]), "its states must differ"),
        (of(states=[str(k) for k in range(65)]), "64 at most"),
        (of(states=[["x"]]), "a list of texts"),
        (of(numbers=[20, 97.3], bins=[]), "does not end with fixed bins"),
        (of(numbers=[50, 20], bins=[]), "does not end with fixed bins"),
        (of(numbers=[20, 50]), "must be an object of bins and numbers, and nothing else"),
        (of(numbers=[20, 50], bins=BINS, mean=31), "and nothing else"),
        (of(numbers=[20, 50], bins=[[20, 50, 4]]), "fixed ones, each of 5 cells or more"),
        (of(numbers=[20, 50], bins=[[20, 30, 7]]), "fixed ones"),
        (of(numbers=[20, 50], bins=[[20, 50, 7.5]]), "fixed ones"),
        (of(numbers=[20, 50], bins=[*BINS, *BINS]), "do not follow one another"),
        (of(mean=31), "must be an object of bins and numbers"),
    ],
)
def test_lists_that_tell_more_are_refused(tmp_path, content, problem):
    path = tmp_path / "west.json"
    path.write_text(json.dumps(content))
    with pytest.raises(mcbnc.InvalidInputError) as caught:
        read_list(str(path))
    assert str(caught.value).startswith(f"{path}: ")
    assert problem in str(caught.value)


def test_a_recipe_is_written_once_and_then_applied(run, lists, recipe, tmp_path):
    text = recipe.read_text()
    for line in (
        '"Smoker " = "smoker"',
        "weight = {factor = 0.45359237}",
        '"1" = "yes"',
        'ja = "yes"',
        'ids = ["patient"]',
        "[sites.north]",
        "[columns.sick]",
    ):
        assert line in text
    out = tmp_path / "names.json"
    code, _ = run(*NAMES, "--numbers", "--recipe", recipe, *lists, "--out", out)
    assert code == 0
    assert recipe.read_text() == text
    book = read_names_file(str(out))
    assert book.recipe == mcbnc.Recipe(recipe).sha256
    assert book.states == {
        "smoker": ["no", "yes"],
        "weight": {"numbers": [20.0, 500 * 0.45359237]},
        "sick": ["no", "yes"],
    }


def test_sites_simulate_what_clean_tables_have(run, sites, clean, lists, recipe, tmp_path):
    """The whole way: lists, recipe, names, and three sites that read their own tables by them."""
    given = (*NAMES, "--numbers", "--recipe", recipe)
    assert run(*given, *lists, "--out", tmp_path / "names.json")[0] == 0
    rows = mcbnc.Rows({site: str(path) for site, path in sites.items()}, recipe=recipe)
    tidy = mcbnc.federated.simulate_learning(rows, rounds="one", masks=True).result
    want = mcbnc.federated.simulate_learning([*map(str, clean)], rounds="one").result
    assert want.edges
    assert tidy.edges == want.edges
    simulate = ("federate", "simulate", "--task", "learning", "--rounds", "one", "--json")
    code = cli.main([*simulate, "--recipe", str(recipe), *map(str, sites.values())])
    assert code == 0


def test_whole_runs_of_states_are_to_the_last_bit(run, sites, clean, capsys):
    """Without the column of numbers, whose digits a conversion changes."""
    recipe = sites["north"].parent / "codebook.toml"
    recipe.write_text(
        '[rows]\nids = ["patient", "weight"]\n[columns.smoker]\nstates = ["no", "yes"]\n'
        '[sites.west.rename]\n"Smoker " = "smoker"\n[sites.west.recode.smoker]\n"0" = "no"\n"1" = "yes"\n'
        '[sites.east.recode.smoker]\nnein = "no"\nja = "yes"\n[sites.north]\n'
    )
    without = clean[0].parent / "ids.toml"
    without.write_text('[rows]\nids = ["weight"]\n')
    results = []
    for files, own in ((sites.values(), recipe), (clean, without)):
        simulate = ["federate", "simulate", "--task", "learning", "--json", "--recipe", str(own)]
        assert cli.main([*simulate, *map(str, files)]) == 0
        results.append(json.loads(capsys.readouterr().out))
    assert results[0] == results[1]
    assert results[0]["clients"][0]


def test_lists_and_a_recipe_that_do_not_go_together(run, sites, lists, recipe, tmp_path):
    out = ("--out", tmp_path / "names.json")
    for arguments, problem in (
        (("--for-recipe", *sites.values()), "give one file with rows"),
        (("--for-recipe", lists[0]), "give one file with rows"),
        (("--recipe", recipe, lists[0], lists[1]), "'east', which is not a table"),
        ((lists[1],), "'patient' has neither states nor a range"),
    ):
        code, said = run(*NAMES, *arguments, *out)
        assert code == 1
        assert problem in said
    code, said = run("federate", "names", "--task", "consensus", "--for-recipe", sites["west"], *out)
    assert (code, "it is for learning" in said) == (1, True)
    twice = tmp_path / "twice.json"
    twice.write_bytes(lists[0].read_bytes())
    code, said = run(*NAMES, "--recipe", recipe, *lists, twice, *out)
    assert (code, "are both of the site 'north'" in said) == (1, True)


def test_a_list_that_the_site_made_by_the_recipe(run, sites, lists, recipe, tmp_path):
    """It is taken as it is, beside lists that the recipe is applied to."""
    out = tmp_path / "names.json"
    assert run(*NAMES, "--for-recipe", "--recipe", recipe, sites["west"], "--out", lists[1])[0] == 0
    told = read_list(str(lists[1]))
    assert told.recipe == mcbnc.Recipe(recipe).sha256
    assert [*told.columns] == ["smoker", "weight", "sick"]
    assert run(*NAMES, "--numbers", "--recipe", recipe, *lists, "--out", out)[0] == 0
    assert read_names_file(str(out)).states["weight"] == {"numbers": [20.0, 200.0]}
    code, said = run(*NAMES, "--recipe", tmp_path / "new.toml", *lists, "--out", out)
    assert (code, "a new one is made of lists without" in said) == (1, True)
    recipe.write_text(recipe.read_text() + "# a remark\n")
    code, said = run(*NAMES, "--numbers", "--recipe", recipe, *lists, "--out", out)
    assert (code, "made this list: make it anew" in said) == (1, True)


def test_names_of_tables_have_the_recipe_too(run, sites, recipe, tmp_path):
    """Sites may also list their tables as the recipe makes them, and the coordinator merges these."""
    made = []
    for site, path in sites.items():
        made.append(tmp_path / f"{site}.names.json")
        assert run(*NAMES, "--numbers", "--recipe", recipe, path, "--out", made[-1])[0] == 0
    assert run(*NAMES, *made, "--out", tmp_path / "names.json")[0] == 0
    book = read_names_file(str(tmp_path / "names.json"))
    assert book.recipe == mcbnc.Recipe(recipe).sha256
    assert book.states["smoker"] == ["no", "yes"]
    record = json.loads(made[0].read_text())
    made[0].write_text(json.dumps({**record, "recipe": "0" * 64}))
    code, said = run(*NAMES, *made, "--out", tmp_path / "names.json")
    assert (code, "were not made by the same recipe" in said) == (1, True)


@pytest.fixture
def start(tmp_path):
    """Make federations, and end their processes."""
    made = []

    def start(data, *options, names):
        made.append(Federation(tmp_path, "learning", data, *options, names=names))
        return made[-1]

    yield start
    for federation in made:
        federation.close()


def in_force(recipe, sites):
    """The recipe with other names of the sites: those of certificates, and of one file."""
    text = recipe.read_text()
    for site, name in zip(("north", "west", "east"), sites, strict=True):
        text = text.replace(f"sites.{site}", f"sites.{name}")
    recipe.write_text(text)


def test_a_run_over_https(start, sites, clean, lists, recipe, tmp_path, monkeypatch):
    """Sites have the names of their certificates; one is told by --site, one has MCBNC_RECIPE."""
    in_force(recipe, (SITES[0], "saxony", SITES[2]))
    files = []
    for name, path in zip(("hospital-01", "saxony", "hospital-03"), sites.values(), strict=True):
        files.append(path.rename(tmp_path / f"{name}.csv"))
    federation = start(files, "--rounds", "one", names=["--numbers", "--recipe", str(recipe)])
    names = ("--names", str(tmp_path / "names.json"))
    by_hand = []
    for name, path in zip(("hospital-01", "saxony", "hospital-03"), lists, strict=True):
        record = json.loads(path.read_text())
        path.write_text(json.dumps({**record, "site": name}))
        by_hand.append(str(path))
    arguments = [*NAMES, "--numbers", "--recipe", str(recipe), *by_hand, "--out", names[1]]
    assert cli.main(arguments) == 0
    moved = [path.rename(tmp_path / f"rows{k}.csv") for k, path in enumerate(files)]
    federation._data = moved
    coordinator = federation.coordinator("--recipe", str(recipe))
    own = ("--recipe", str(recipe))
    parties = [federation.site(0, *names, *own), federation.site(1, *names, *own, "--site", "saxony")]
    monkeypatch.setenv("MCBNC_RECIPE", str(recipe))
    parties.append(federation.site(2, *names))
    finish(coordinator, *parties)
    digest = mcbnc.Recipe(recipe).sha256
    assert all(f"is read by {recipe}, of the SHA-256 {digest}" in site.said for site in parties)
    want = mcbnc.federated.simulate_learning([*map(str, clean)], rounds="one").result
    results = federation.results()
    assert all(result == results[0] for result in results)
    assert sorted(map(tuple, results[0]["clients"][0])) == sorted(want.edges)


def test_a_site_without_the_recipe_ends_the_run(start, clean, tmp_path):
    """The coordinator names it, and all screens say so."""
    recipe = tmp_path / "codebook.toml"
    recipe.write_text('[rows]\nids = ["weight"]\n[columns.smoker]\nstates = ["no", "yes"]\n')
    federation = start(clean, names=["--recipe", str(recipe)])
    own = ("--recipe", str(recipe))
    other = tmp_path / "other.toml"
    other.write_text(recipe.read_text() + "# a remark\n")
    coordinator = federation.coordinator()
    parties = [federation.site(0, *own), federation.site(1, "--recipe", str(other)), federation.site(2, *own)]
    assert [party.wait() for party in (coordinator, *parties)] == [1] * 4
    said = f"site 'hospital-02' has another recipe ({mcbnc.Recipe(other).sha256[:12]}…) than the coordinator"
    assert said in coordinator.said
    assert all(said in party.said for party in parties)


def test_files_of_names_of_another_recipe(run, start, clean, tmp_path):
    recipe, other = tmp_path / "codebook.toml", tmp_path / "other.toml"
    recipe.write_text('[rows]\nids = ["weight"]\n')
    other.write_text('[rows]\nids = ["weight", "sick"]\n')
    federation = start(clean, names=["--recipe", str(recipe)])
    names = ("--names", str(tmp_path / "names.json"))
    problem = f"names.json was made by the recipe {mcbnc.Recipe(recipe).sha256[:12]}…, and "
    for own, told in (
        ((), "there is no --recipe: all parties must have the same file"),
        (("--recipe", str(other)), f"--recipe {other} is {mcbnc.Recipe(other).sha256[:12]}…"),
    ):
        site = federation.site(0, *names, *own)
        assert site.wait() == 1
        assert problem + told in site.said
        site.log.unlink()
    coordinator = federation.coordinator("--recipe", str(other))
    assert coordinator.wait() == 1
    assert problem in coordinator.said
