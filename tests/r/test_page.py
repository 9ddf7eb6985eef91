"""The blocks of R of a page run one after the other, and print what the page says."""

from __future__ import annotations

import json
import re

import pytest
from conftest import ROOT

# Pages with blocks of R. A block whose first line holds the word "install" sets up a machine and is left out.
PAGES = ["docs/r.md", "README.md"]

BLOCK = re.compile(r"^```r\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?", re.DOTALL | re.MULTILINE)
MARK = "#### block"

# Each expression as if it were typed, except that an error does not end the script.
RUN = """
.evaluate <- function(text) {
  for (expression in parse(text = text, keep.source = FALSE)) {
    value <- try(withVisible(eval(expression, globalenv())), silent = TRUE)
    if (inherits(value, "try-error")) cat(value)
    else if (value$visible) print(value$value)
  }
}
"""


@pytest.mark.parametrize("page", PAGES)
def test_the_blocks_of_a_page(run_r, page):
    found = BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))
    blocks = [(code, output) for code, output in found if "install" not in code.partition("\n")[0]]
    assert blocks
    script = "\n".join(f"cat('{MARK}\\n')\n.evaluate({json.dumps(code)})" for code, _ in blocks)
    printed = run_r(f"pdf(NULL)\n{RUN}\n{script}").split(f"{MARK}\n")[1:]
    for (code, output), text in zip(blocks, printed, strict=True):
        assert strip(text) == strip(output), code


def strip(text: str) -> list[str]:
    """The lines without blanks at their ends, and without empty lines at the end."""
    return "\n".join(line.rstrip() for line in text.splitlines()).rstrip().splitlines()
