"""The second story of the command line's ``demo``: files with faults, and the recipe that mends them."""

from __future__ import annotations

import tempfile
import textwrap
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .. import datasets
from .._base.show import counted
from .._graphs.graph import Graph
from .._learning.jointly import learn_jointly
from .._learning.jointly_learned import JointlyLearned
from .._learning.learn import learn
from .._learning.structure import Learned
from .._rows.changes import Changes
from .._rows.recipe import Recipe
from .._rows.report import Report
from .._rows.rows import Rows, check
from .._rows.suggest.proposal import Proposal
from .._rows.tidy import tidy
from ..datasets import ClientRows
from ..errors import DataWarning
from ..metrics import shd, smhd
from ._files import write_new
from ._text import table_text

ROWS = 600  # of each hospital
GAPS = 0.05  # of the cells of a column
_PRESSURE = "PCWP"
_CUTS = (6, 15)  # mmHg
_MMHG = {"LOW": (2, 5.5), "NORMAL": (6.5, 14.5), "HIGH": (15.5, 30)}
_KPA = 7.50062  # mmHg
_NAMES = {"HR": "hr", "SAO2": "SAO2 "}
_SPELLED = ("TPR", "CVP")
_GAPPY = "CO"
_CODED = ("LVFAILURE", "HYPOVOLEMIA", "HISTORY")
_CODES = {"FALSE": "0", "TRUE": "1"}
_FAULTS = (
    "other names of two columns",
    "Low for LOW in two columns, ? for no value, decimal commas",
    "0 and 1 for FALSE and TRUE in three columns",
    "a pressure in kPa, numbers of patients, and half of them twice",
)
_WIDTH = 100
_ALIKE = 15  # letters by which the advice on problems of one kind begins

Cells = dict[str, list[str]]


@dataclass(frozen=True)
class MessyDemo:
    """The results of the second story."""

    tables: dict[str, Cells]
    report: Report
    recipe: Proposal
    changes: Changes
    found: JointlyLearned
    gold: Graph
    distances: dict[str, tuple[int, int]]
    """SMHD and SHD to the true network, by what was read."""

    @property
    def network_found(self) -> JointlyLearned:
        """What the demo is about."""
        return self.found

    def summary(self) -> str:
        """The faults, the problems found, the recipe, what it changed, and how near the networks are."""
        faults = zip(self.tables, _FAULTS, strict=True)
        problems = self.report.problems
        kinds = {one.advice[:_ALIKE]: one for one in reversed(problems)}
        told = [
            textwrap.shorten(
                f"{one.site or 'all'}, {one.column}: {one.problem}", _WIDTH - 4, placeholder=" ..."
            )
            for one in problems
            if one in kinds.values()
        ]
        changed = {site: sum(one.cells for one in self.changes if one.site == site) for site in self.tables}
        taken = (
            "A person reads the lines and asks the hospitals. All are right but the cut points: the field's "
            f"are {_CUTS[0]} and {_CUTS[1]} mmHg. Then the recipe makes {sum(changed.values())} changes: "
            + ", ".join(f"{count} at {site}" for site, count in changed.items())
        )
        found = (
            f"The network: {counted(len(self.found.edges), 'edge')} over {len(self.found.nodes)} nodes, from "
            f"{counted(self.found.rows, 'row')}, in {self.found.seconds:.2g} s"
        )
        table = ["distance to the true network               SMHD   SHD"]
        table += [f"{name:41}{near:6}{other:6}" for name, (near, other) in self.distances.items()]
        return "\n".join(
            [
                "The files, with the faults of hospitals:",
                *(f"  {site}.csv: {fault}" for site, fault in faults),
                "",
                f"mcbnc check finds {counted(len(problems), 'problem')}, such as",
                *(f"  {text}" for text in told),
                "",
                "and writes this recipe:",
                "",
                str(self.recipe),
                *(textwrap.fill(text, _WIDTH) for text in (taken, found)),
                "",
                *table,
                "",
                _NEXT,
                "",
            ]
        )

    def record(self) -> dict[str, Any]:
        """The results as an object for JSON."""
        return {
            "problems": len(self.report.problems),
            "recipe": str(self.recipe),
            "changes": [one._asdict() for one in self.changes],
            "edges": [list(edge) for edge in self.found.edges],
            "distances": {
                name: dict(zip(("smhd", "shd"), both, strict=True)) for name, both in self.distances.items()
            },
        }

    def plot(self) -> Any:
        """Draw the network."""
        return self.found.plot()

    def export(self, folder: Path) -> dict[str, str]:
        """Write the files with their faults, and the true network, to a folder. Return what is in which."""
        files = {f"{site}.csv": table_text(cells) for site, cells in self.tables.items()}
        write_new(folder, {**files, "truth.bn": f"{self.gold.to_bnlearn()}\n"})
        return {
            "hospital-*.csv": f"the rows of {len(files)} hospitals, with their faults",
            "truth.bn": "the true network",
        }


_NEXT = """\
What to do next.
  mcbnc demo --story messy --export DIR                   the files, to try this on:
  mcbnc check DIR/hospital-*.csv --recipe recipe.toml     writes the recipe, for you to correct
  mcbnc learn --jointly DIR/hospital-*.csv --missing fill --recipe recipe.toml
  mcbnc demo --story unlike                               hospitals with other columns and empty cells"""


def messy_demo() -> MessyDemo:
    """Run the second story, on rows of the bundled network ALARM."""
    rows = datasets.load_rows("alarm")
    rng = np.random.default_rng(1)
    clean = [_clean(rows, k, rng) for k in range(len(_FAULTS))]
    tables = {f"hospital-{k + 1:02}": _faulty(cells, k, rng) for k, cells in enumerate(clean)}
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)  # the report has told all
        paths = {site: Path(folder) / f"{site}.csv" for site in tables}
        for site, path in paths.items():
            path.write_text(table_text(tables[site]), encoding="utf-8")
        report = check(paths, score="bdeu")
        recipe = report.recipe()
        mended = Rows(paths, missing="fill", recipe=_corrected(recipe))
        found = learn_jointly(mended, seed=1)
        before, after = (_of_one_table(paths, lines) for lines in (_needed(recipe), _corrected(recipe)))
        by_states = Recipe(f"[columns.{_PRESSURE}]\nbins = {[*_CUTS]}\n")
        best = learn_jointly(Rows(dict(zip(tables, clean, strict=True)), recipe=by_states))
        gold = Graph(rows.gold, list(rows.nodes), named=True)
        read = {
            "one table, the states as they are": before,
            "one table, by the recipe": after,
            "jointly, by the recipe": found,
            "jointly, tables without any fault": best,
        }
        distances = {name: (smhd(one, gold), shd(one, gold)) for name, one in read.items()}
        return MessyDemo(tables, report, recipe, mended.changes, found, gold, distances)


def _corrected(recipe: Proposal) -> str:
    """The text of the recipe, as a person makes it who has asked the hospitals."""
    (cut,) = [one for one in recipe.suggestions if one.section == ("columns", _PRESSURE)]
    return str(recipe.accept()).replace(cut.line, f"bins = {[*_CUTS]}")


def _needed(recipe: Proposal) -> Proposal:
    """The lines without which there is no network of one table: names, bins and identifiers."""
    lines = [
        line for line in recipe.suggestions if line.section[0] == "rename" or line.key in ("bins", "ids")
    ]
    return Proposal([*recipe.sites], [line._replace(accepted=True) for line in lines])


def _of_one_table(paths: dict[str, Path], recipe: Recipe | str) -> Learned:
    """The network of the rows of all hospitals in one table, taken as the recipe makes them."""
    tables = tidy(paths, recipe).values()
    rows = {name: [cell for table in tables for cell in table[name]] for name in next(iter(tables))}
    return learn(Rows(rows, missing="fill", accept=True), seed=1)


def _clean(rows: ClientRows, k: int, rng: np.random.Generator) -> Cells:
    """The table of a hospital as it should be: names of states, and the pressure in mmHg."""
    names = np.array([rows.states[node] for node in rows.nodes], dtype=object)
    cells = {
        str(node): [names[v][code] for code in rows.data[k][:ROWS, v]] for v, node in enumerate(rows.nodes)
    }
    return {**cells, _PRESSURE: [f"{rng.uniform(*_MMHG[state]):.1f}" for state in cells[_PRESSURE]]}


def _faulty(cells: Cells, k: int, rng: np.random.Generator) -> Cells:
    """The table of a hospital as it exports it."""
    return _FAULTY[k](dict(cells), rng)


def _renamed(cells: Cells, rng: np.random.Generator) -> Cells:
    return {_NAMES.get(name, name): own for name, own in cells.items()}


def _spelled(cells: Cells, rng: np.random.Generator) -> Cells:
    for name in _SPELLED:
        cells[name] = [state.capitalize() for state in cells[name]]
    gaps = rng.random(ROWS) < GAPS
    cells[_GAPPY] = ["?" if gap else state for gap, state in zip(gaps, cells[_GAPPY], strict=True)]
    return {**cells, _PRESSURE: [number.replace(".", ",") for number in cells[_PRESSURE]]}


def _coded(cells: Cells, rng: np.random.Generator) -> Cells:
    return {**cells, **{name: [_CODES[state] for state in cells[name]] for name in _CODED}}


def _of_visits(cells: Cells, rng: np.random.Generator) -> Cells:
    order = np.repeat(np.arange(ROWS), 1 + np.arange(ROWS) % 2).tolist()
    own = {**cells, _PRESSURE: [f"{float(number) / _KPA:.2f}" for number in cells[_PRESSURE]]}
    return {
        "PATIENT": [f"P{r}" for r in order],
        **{name: [cell[r] for r in order] for name, cell in own.items()},
    }


_FAULTY = (_renamed, _spelled, _coded, _of_visits)
