"""Tasks with options of their own: Python, the shell and its files of options read them from one table."""

from __future__ import annotations

import inspect
import re
import sys
from dataclasses import FrozenInstanceError, fields

import pytest

from mcbnc import InvalidInputError
from mcbnc.cli._arguments import read_arguments
from mcbnc.cli._federate_arguments import TASK_OPTIONS
from mcbnc.federated import (
    ConsensusTask,
    Coordinator,
    CountsTask,
    DifferentColumnsTask,
    Limits,
    Numbers,
    OwnScoresTask,
    ProductsTask,
)
from mcbnc.federated._tasks.learning import WITHOUT
from mcbnc.federated._tasks.modes import MODES
from mcbnc.federated._tasks.registry import TASKS

NODES = ["a", "b", "c"]
STATES = [["x", "y"]] * 3
RANGES = [Numbers(0, 1)] * 3
KINDS = [kind for kinds in TASKS.values() for kind in kinds]
NEEDED = "--names n --listen a:1 --journal j --peers p --certificate c --key k --ca a"


def by_words(task, **options):
    return Coordinator(NODES, 3, task=task, masks=False, **options).options


def by_object(task):
    return Coordinator(NODES, 3, task=task, masks=False).options


@pytest.mark.parametrize(
    ("task", "kind", "options"),
    [
        ("consensus", ConsensusTask, {}),
        (
            "consensus",
            ConsensusTask,
            {"theta": None, "order": list("cab"), "weights": {0: 1, 1: 2, 2: 1.5}},
        ),
        ("consensus", ConsensusTask, {"k_max": None, "knowledge": {"required": [("a", "b")]}, "draft": 3}),
        ("learning", CountsTask, {"states": STATES}),
        ("learning", CountsTask, {"states": STATES, "score": "bdeu", "pairs": 0.4, "outliers": "drop"}),
        ("learning", DifferentColumnsTask, {"states": STATES, "columns": "union", "seed": 3}),
        ("learning", OwnScoresTask, {"states": STATES, "own": True, "tables": False, "max_parents": 2}),
        ("learning", ProductsTask, {"states": RANGES}),
        ("learning", ProductsTask, {"states": STATES, "rounds": "one", "knowledge": {"roots": ["a"]}}),
        ("learning", ProductsTask, {"states": RANGES, "score": "bge", "prior": None, "most_rows": 99}),
    ],
)
def test_an_object_asks_for_what_its_options_ask_for_as_keywords(task, kind, options):
    own = {name: value for name, value in options.items() if name in kind.table()}
    assert by_object(kind(**own)) == by_words(task, **options)


def test_the_kind_of_learning_goes_by_the_columns_the_score_and_the_rounds():
    for options, score, search in (
        ({"states": STATES}, "qnml", "ges"),
        ({"states": STATES, "rounds": "one"}, "dg", "xges"),
        ({"states": STATES, "score": "dg"}, "dg", "xges"),
        ({"states": RANGES}, "dg", "xges"),
    ):
        found = by_words("learning", **options)
        assert (found["score"]["name"], found["search"]) == (score, search)


@pytest.mark.parametrize(
    ("task", "options", "says"),
    [
        ("consensus", {"pairs": "all"}, "a consensus takes no pairs; it takes theta, cap, k_max"),
        (
            "learning",
            {"states": STATES, "theta": 1},
            "learning from counts takes no theta; it takes states",
        ),
        ("learning", {"states": RANGES, "cap": 1}, "learning from sums of products takes no cap; it takes "),
        ("learning", {"states": STATES, "epsilon": 1}, "epsilon is for rounds='one' with the score dg"),
        ("learning", {"states": STATES, "delta": 1e-9}, "delta goes with epsilon"),
        ("learning", {"states": RANGES, "seed": 1}, "seed is for columns='union' alone"),
        ("learning", {"states": RANGES, "own": True}, "leave own, tables and columns out"),
        (ConsensusTask(), {"theta": 0.3}, "theta: the task is an object, which has its own options"),
        (CountsTask(states=RANGES), {}, "qnml takes states, and 'a' has numbers"),
    ],
)
def test_an_option_of_another_task_is_refused_by_its_name(task, options, says):
    with pytest.raises(InvalidInputError, match=re.escape(says)) as caught:
        by_words(task, **options)
    assert caught.value.argument == next(iter(reversed(options)), "states")


@pytest.mark.parametrize(
    ("kind", "option", "value"),
    [
        (ConsensusTask, "theta", "best"),
        (ConsensusTask, "budget", 0),
        (ConsensusTask, "workers", 0),
        (CountsTask, "score", "bge"),
        (DifferentColumnsTask, "searches", 0),
        (CountsTask, "pairs", "none"),
        (ProductsTask, "score", "bdeu"),
        (ProductsTask, "rounds", "two"),
        (ProductsTask, "most_rows", 2**31),
    ],
)
def test_a_value_is_refused_before_there_are_nodes(kind, option, value):
    with pytest.raises(InvalidInputError) as caught:
        kind(**{option: value})
    assert caught.value.argument == option


def test_defaults_keep_to_the_limits():
    few = Coordinator(NODES, 3, task=ConsensusTask(), masks=False, limits=Limits(numbers=50)).options
    assert (few["open_above"], few["budget"]) == (50, 50)
    union = DifferentColumnsTask(states=STATES)
    for masks, same in ((True, 5), (False, 1)):
        limits = Limits(same_columns=5)
        made = Coordinator(NODES, 5, task=union, masks=masks, limits=limits)
        assert made.options["same_columns"] == same
    with pytest.raises(FrozenInstanceError):
        union.seed = 1


@pytest.mark.parametrize("mode", MODES)
def test_a_mode_says_why_it_has_not_an_option_of_another(mode):
    assert mode.selected.items() <= ({**WITHOUT, "own": True, "columns": "union"}).items()
    without = WITHOUT.keys() - mode.table().keys() - mode.selected.keys()
    others = {CountsTask: {"own", "columns"}, DifferentColumnsTask: {"own"}}
    free = others.get(mode, set())  # they would choose another mode
    assert mode.refusals.keys() >= without - free
    for name in without - free:
        assert mode.refusals[name].format(score="S", own="O", tables="T", tell_scores="P")


@pytest.mark.parametrize("kind", KINDS)
def test_the_docstring_has_each_option(kind):
    heads = re.findall(r"^([\w, ]+) : |^(\w[\w, ]*)$", inspect.cleandoc(kind.__doc__), re.MULTILINE)
    told = {name for head in heads for part in head for name in part.split(", ")}
    assert {each.name for each in fields(kind)} - told == set()


VALUES = {
    "theta": "0.25",
    "order": "a,b",
    "weights": "s=1",
    "pairs": "0.5",
    "score": "BGe",
    "epsilon": "2",
    "delta": "1e-9",
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_shell_and_its_files_have_each_option(kind, tmp_path):
    told = {name: option for name, option in kind.table().items() if option.about}
    assert kind.table().keys() - told.keys() <= {
        *("states", "knowledge", "pair_weights", "dags", "workers", "same_columns"),
    }
    flags, lines = [], []
    for name, option in told.items():
        spelled = f"no_{name}" if option.default is True else name
        value = VALUES.get(name) or (option.form[-1] if isinstance(option.form, tuple) else "7")
        flags += [f"--{spelled.replace('_', '-')}"] + ([value] if option.form else [])
        lines.append(f"{spelled} = {f'{value!r}' if option.form else 'true'}")
    command = ["federate", "coordinator", "--task", kind.name, *NEEDED.split()]
    given = vars(read_arguments([*command, *flags]))
    assert told.keys() <= given.keys()
    assert not TASK_OPTIONS & vars(read_arguments(command)).keys()
    for name, option in told.items():
        assert given[name] != option.default
    if sys.version_info >= (3, 11):
        path = tmp_path / "coordinator.toml"
        path.write_text("\n".join(lines))
        from_file = vars(read_arguments([*command, "--config", str(path)]))
        assert {name: from_file[name] for name in told} == {name: given[name] for name in told}
