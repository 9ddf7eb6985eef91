"""The lines of a file without those that are no rows, such as a title, and in UTF-8."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Set
from typing import IO

ENCODINGS = ("utf-8", "cp1252", "latin-1", "utf-16")
_END = re.compile(rb"\r\n|\n|\r")


def rewritten(raw: IO[bytes], skip: Set[int], encoding: str) -> tuple[IO[bytes], int, int]:
    """The content with empty lines in the place of those to be skipped, which are counted from 1.

    Also return how many lines, skipped or empty, are left out before the first one that stays, and how many
    were skipped. Empty lines are no rows, so each row keeps the number of its line.
    """
    content = raw.read()
    if encoding != ENCODINGS[0]:
        content = content.decode(encoding).encode()
    content = content.removeprefix(codecs.BOM_UTF8)
    kept: list[bytes] = []
    at = line = before = skipped = 0
    last = max(skip, default=0)
    while at < len(content) and (line < last or not kept):
        line += 1
        found = _END.search(content, at)
        end = len(content) if found is None else found.end()
        stays = line not in skip and (kept or content[at:end].strip())
        skipped += line in skip
        if stays:
            kept.append(content[at:end])
        elif kept:
            kept.append(b"\n")
        else:
            before += 1
        at = end
    return io.BytesIO(b"".join([*kept, content[at:]])), before, skipped
