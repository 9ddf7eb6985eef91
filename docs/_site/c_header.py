"""Makes the page on the C interface from include/mcbnc.h. The header is the manual of this interface."""

from __future__ import annotations

import re
import textwrap
from itertools import zip_longest

_TITLE = re.compile(r"^-{5,} *(?P<title>\S.*)$")
_DECLARATION = re.compile(
    r"^/\*(?P<comment>(?:(?!\*/).)*)\*/\n(?P<code>(?:(?!\n\n|\n/\*).)+)", re.DOTALL | re.MULTILINE
)


def page(header: str) -> str:
    """The page in MyST Markdown: first the header's first comment, then each declaration with its comment."""
    manual, _, rest = header.partition("*/")
    text = [_prose(_uncomment(manual)), "## Declarations\n"]
    for match in _DECLARATION.finditer(rest):
        text.append(f"```c\n{match['code']}\n```\n\n{_reflow(_uncomment(match['comment']))}\n")
    return "\n".join(text)


def _uncomment(comment: str) -> str:
    lines = comment.removeprefix("/*").splitlines()
    return "\n".join(re.sub(r"^ \* ?", "", line) for line in lines).strip("\n")


def _prose(manual: str) -> str:
    """Turns titles into headings, indented blocks into code, and all other blocks into paragraphs."""
    blocks: list[str] = []
    for block in re.split(r"\n\s*\n", manual):
        title = _TITLE.match(block)
        if title:
            blocks.append(f"## {title['title']}")
        elif block.startswith(" "):
            code, language = textwrap.dedent(block), _language(block)
            if blocks and blocks[-1].startswith(f"```{language}"):  # the block goes on after an empty line
                blocks[-1] = f"{blocks[-1][:-4]}\n\n{code}\n```"
            else:
                blocks.append(f"```{language}\n{code}\n```")
        else:
            blocks.append(_reflow(block))
    return "# The C interface\n\n" + "\n\n".join(blocks[1:] if blocks[0].startswith("#") else blocks) + "\n"


def _language(block: str) -> str:
    if "mcbnc_job" in block:
        return "c"
    return "json" if block.lstrip().startswith("{") and "..." not in block else "text"


def _reflow(text: str) -> str:
    """Joins a paragraph into one line, sets the C names as code, and escapes all other markup."""
    parts = re.split(r"(`[^`]*`|\b(?:mcbnc|MCBNC)_\w+)", " ".join(text.split()))
    plain = (re.sub(r"([*_<>\[\]])", r"\\\1", part) for part in parts[::2])
    code = (f"`{part.strip('`')}`" for part in parts[1::2])
    return "".join(a + b for a, b in zip_longest(plain, code, fillvalue=""))
