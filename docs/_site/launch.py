"""Links on the pages of notebooks that open the notebook in Binder and in Colab.

The setting notebooks_repository of conf.py has the address of the public repository. Without it there are no
links.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any

from sphinx.errors import ConfigError

_ADDRESS = re.compile(r"https://github\.com/(?P<name>[\w.-]+/[\w.-]+?)(?:/tree/(?P<branch>[\w./-]+?))?/?")
_TITLE_END = "</h1>"


def setup(app: Any) -> dict[str, bool]:
    app.add_config_value("notebooks_repository", "", "html", str)
    app.connect("html-page-context", _add)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def links(repository: str, notebook: str) -> str:
    """A paragraph of HTML with the links of a notebook of examples/."""
    address = _ADDRESS.fullmatch(repository)
    if address is None:
        raise ConfigError(
            f"notebooks_repository must be https://github.com/OWNER/NAME or that with /tree/BRANCH, "
            f"not {repository!r}"
        )
    name, branch = address["name"], address["branch"] or "main"
    binder = f"https://mybinder.org/v2/gh/{name}/{branch.replace('/', '%2F')}?labpath=examples/{notebook}"
    colab = f"https://colab.research.google.com/github/{name}/blob/{branch}/examples/{notebook}"
    install = f"%pip install 'mcbnc[all] @ git+https://github.com/{name}@{branch}'"
    return (
        f'<p class="launch"><a class="reference external" href="{escape(binder)}">Open in Binder</a> · '
        f'<a class="reference external" href="{escape(colab)}">Open in Colab</a>, where this comes first: '
        f"<code>{escape(install, quote=False)}</code></p>"
    )


def _add(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Put the links below the title of a notebook's page."""
    folder, _, name = page.partition("/")
    if folder == "notebooks" and app.config.notebooks_repository:
        title, end, rest = context["body"].partition(_TITLE_END)
        context["body"] = f"{title}{end}{links(app.config.notebooks_repository, f'{name}.ipynb')}{rest}"
