"""Each notebook of examples/ runs from a clean kernel.

What came out stays in build/notebooks, for the site.
"""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))
EXECUTED = ROOT / "build" / "notebooks"
SECONDS = 120  # of one cell, after which it hangs; a whole notebook is meant to take less


def read(path):
    return nbformat.read(path, as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_there_are_notebooks():
    assert len(NOTEBOOKS) == 6


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_is_committed_without_outputs(path):
    notebook = read(path)
    nbformat.validate(notebook)
    assert not [cell for cell in code_cells(notebook) if cell.outputs or cell.execution_count is not None]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_from_a_clean_kernel_without_a_warning(path, tmp_path):
    if "pgmpy" in path.stem:
        pytest.importorskip("pgmpy")
    notebook = read(path)
    client = NotebookClient(
        notebook, timeout=SECONDS, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    outputs = [output for cell in code_cells(notebook) for output in cell.outputs]
    # On stderr a slow machine shows a progress bar, and the kernel may say how it is connected.
    said = "".join(output.text for output in outputs if output.get("name") == "stderr")
    assert "Warning" not in said, said
    EXECUTED.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, EXECUTED / path.name)
