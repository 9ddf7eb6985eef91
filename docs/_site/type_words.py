"""Plain words in the types of docstrings, such as "table or Rows", are no links.

Sphinx takes every word there for a class, and for want of one links an attribute of the same name, such as
Comparison.table.
"""

from __future__ import annotations

import builtins
from typing import Any

from sphinx.addnodes import pending_xref


def setup(app: Any) -> dict[str, bool]:
    app.connect("doctree-read", _unlink)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def is_word(target: str) -> bool:
    """Whether it is no class: classes here have capitals or a module, but for those of Python itself."""
    return target.isidentifier() and target.islower() and not hasattr(builtins, target)


def _unlink(app: Any, doctree: Any) -> None:
    for reference in list(doctree.findall(pending_xref)):
        if reference["reftype"] == "class" and is_word(reference["reftarget"]):
            reference.replace_self(reference.children)
