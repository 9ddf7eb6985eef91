"""The page on the C interface, made from include/mcbnc.h, which is its manual."""

from __future__ import annotations

import re
import textwrap

_TITLE = re.compile(r"^-{5,} *(?P<title>\S.*)$")
_DECLARATION = re.compile(r"/\*(?P<comment>(?:(?!\*/).)*)\*/\n(?P<code>(?:(?!/\*|\n\n).)+)", re.DOTALL)


def page(header: str) -> str:
    """MyST Markdown: the prose of the header's first comment, then each declaration with its own comment."""
    manual, _, rest = header.partition("*/")
    declarations = rest.partition("#endif\n\n/* The version")
    text = [_prose(_uncomment(manual)), "## Declarations\n"]
    for match in _DECLARATION.finditer("/* The version" + declarations[2]):
        code = match["code"].strip()
        if code.startswith("#ifdef") or code.startswith("#endif"):
            continue
        text.append(f"```c\n{code}\n```\n\n{_reflow(_uncomment('/*' + match['comment']))}\n")
    return "\n".join(text)


def _uncomment(comment: str) -> str:
    lines = comment.removeprefix("/*").splitlines()
    return "\n".join(re.sub(r"^ \* ?", "", line) for line in lines).strip("\n")


def _prose(manual: str) -> str:
    """Titles become headings, indented blocks code, and all else paragraphs."""
    blocks: list[str] = []
    for block in re.split(r"\n\s*\n", manual):
        title = _TITLE.match(block)
        if title:
            blocks.append(f"## {title['title']}")
        elif block.startswith(" "):
            language = "c" if "mcbnc_job" in block else "json" if block.lstrip().startswith("{") else "text"
            code = textwrap.dedent(block)
            if blocks and blocks[-1].startswith(f"```{language}"):  # one block, with an empty line in it
                blocks[-1] = f"{blocks[-1][:-4]}\n\n{code}\n```"
            else:
                blocks.append(f"```{language}\n{code}\n```")
        else:
            blocks.append(_reflow(block))
    return "# The C interface\n\n" + "\n\n".join(blocks[1:] if blocks[0].startswith("#") else blocks) + "\n"


def _reflow(text: str) -> str:
    """One line a paragraph, with what Markdown would take for markup kept as it is."""
    return re.sub(r"([*_<>\[\]])", r"\\\1", " ".join(text.split()))
