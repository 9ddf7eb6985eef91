"""The modules of the studies, which are no package, on the path that studies/Makefile gives them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace

from helpers import ROOT, modules_of

STUDIES = ROOT / "studies"
DOCS = ROOT / "docs"
SHARED = re.findall(r"^SHARED := (.*)$", (STUDIES / "Makefile").read_text(), re.MULTILINE)[0].split(":")


@contextmanager
def study_modules(study: str, *names: str) -> Iterator[SimpleNamespace]:
    """Modules of a study, and modules that it takes of others."""
    with ExitStack() as stack:
        for folder in reversed(SHARED):
            stack.enter_context(modules_of(ROOT / folder))
        yield SimpleNamespace(**stack.enter_context(modules_of(STUDIES / study, *names)))
