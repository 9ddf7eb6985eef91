"""What holds for every page of the site: images have alt texts, and nothing is loaded from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

_SOURCES = ("src", "srcset", "data", "poster")
_LOADING = {"stylesheet", "icon", "preload", "modulepreload", "prefetch", "preconnect", "dns-prefetch"}
_ELSEWHERE = re.compile(r"\s*(?:https?:)?//", re.IGNORECASE)
_CSS = re.compile(r"""(?:url\(\s*|@import\s+)["']?((?:https?:)?//[^"')\s;]+)""", re.IGNORECASE)


def faults(site: Path) -> list[str]:
    """What is wrong with a built site, one line each."""
    found = []
    for path in sorted(site.rglob("*")):
        if path.suffix in (".html", ".css"):
            read = _faults_of_page if path.suffix == ".html" else _faults_of_css
            page = path.relative_to(site).as_posix()
            found += [f"{page}: {fault}" for fault in read(path.read_text(encoding="utf-8"))]
    return found


def _faults_of_css(text: str) -> Iterator[str]:
    for address in _CSS.findall(text):
        yield f"loads {address}"


def _faults_of_page(text: str) -> list[str]:
    page = _Page()
    page.feed(text)
    page.close()
    return page.faults


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []
        self._style = False

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attributes}
        self._style = tag == "style"
        if tag == "img":
            self._check_alt(values.get("src", ""), values.get("alt", ""))
        loaded = [values[name] for name in _SOURCES if name in values]
        if tag == "link" and _LOADING & set(values.get("rel", "").lower().split()):
            loaded.append(values.get("href", ""))
        self.faults += [f"loads {address}" for address in loaded if _ELSEWHERE.match(address)]
        self.faults += _faults_of_css(values.get("style", ""))

    def handle_data(self, data: str) -> None:
        if self._style:
            self.faults += _faults_of_css(data)

    def handle_endtag(self, tag: str) -> None:
        self._style = False

    def _check_alt(self, source: str, alt: str) -> None:
        """An address is what MyST-NB writes for want of an alt text."""
        if not alt.strip() or alt == source:
            self.faults.append(f"an image without an alt text: {source[:80]}")
