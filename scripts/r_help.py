"""Write the options in the help pages of the R package (r/man) from the shell's table of options."""

from __future__ import annotations

import argparse
import inspect
import re
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import mcbnc
from mcbnc._base.scoring import SCORES
from mcbnc.cli._arguments import command_module

MAN = Path(__file__).parent.parent / "r" / "man"
_OWN = ("dags", "data", "datasets", "nodes", "knowledge", "score", "bins", "opinions")
"""What R writes otherwise than the shell: the pages describe it themselves."""
_WORDS = {"auto": '"auto"', "none": "NULL"}
"""R's values for the shell's words."""


class _Page(NamedTuple):
    command: str
    """The command of the shell that has the options."""
    function: Callable[..., Any]
    base: str = ""
    """The page that describes the options that both have."""


_PAGES = {
    "bootstrap": _Page("bootstrap", mcbnc.bootstrap, "learn"),
    "compare": _Page("compare", mcbnc.compare),
    "consensus": _Page("consensus", mcbnc.consensus),
    "discretize": _Page("discretize", mcbnc.discretize),
    "learn": _Page("learn", mcbnc.learn),
    "learn_jointly": _Page("learn", mcbnc.learn_jointly, "learn"),
    "rows": _Page("check", mcbnc.Rows),
    "trajectory": _Page("trajectory", mcbnc.trajectory, "consensus"),
}


def made(path: Path) -> str:
    """The page as it must be: each option of the table has the table's text."""
    text = path.read_text(encoding="utf-8")
    texts = _texts(path.stem)
    if path.stem in _PAGES:
        texts["..."] = _further(path.stem, text)
    for name, about in texts.items():
        start = text.find(rf"\item{{{name}}}{{", 0, text.find(r"\value{"))
        if start >= 0 and (name != "..." or text.startswith(r"\item{...}{Further", start)):
            end = _end(text, start + len(rf"\item{{{name}}}"))
            text = f"{text[:start]}{_wrapped(name, about)}{text[end:]}"
    return text


def _texts(page: str) -> dict[str, str]:
    """The texts of a page's options."""
    if page == "BDeu":
        parameters = {name: each for score in SCORES.values() for name, each in score.parameters().items()}
        return {name: _sentence(each.doc) for name, each in parameters.items()}
    if page not in _PAGES:
        return {}
    parser = argparse.ArgumentParser()
    command_module(_PAGES[page].command).add(parser)
    own = inspect.signature(_PAGES[page].function).parameters.keys() | {"threshold"}
    return {each.dest: _about(each) for each in parser._actions if each.dest in own and each.dest not in _OWN}


def _about(option: argparse.Action) -> str:
    """What an option does, with values as R writes them."""
    about: str = getattr(option, "r", None) or str(option.help).replace("%%", "%")
    about = about.replace(". The option may be repeated", "")
    for part in str(option.metavar).split("|"):
        if part in _WORDS:
            about = re.sub(rf"\b{part}\b", rf"\\code{{{_WORDS[part]}}}", about)
        elif len(part) == 1 and part.isalpha():
            about = re.sub(rf"\b{part}\b", rf"\\code{{{option.dest}}}", about)
    if option.metavar == "SECONDS":
        about = f"seconds: {about}"
    elif option.choices:
        words = _listed((f'"{word}"' for word in option.choices), " or ")
        about = f"{words}: {about}"
    elif option.nargs == 0:
        values = ["TRUE", "FALSE"] if option.const is None else [str(option.const).upper()]
        about = f"{_listed(values, ' or ')}: {about}"
    return _sentence(about)


def _further(page: str, text: str) -> str:
    """What `...` takes: the options that the function has, and R's own arguments have not."""
    _, function, base = _PAGES[page]
    about = rf"Further arguments of Python's \code{{mcbnc.{page}}}, by name"
    texts, names = _texts(page), _not_named(text, function)
    if base:
        said = _texts(base)
        there = _not_named((MAN / f"{base}.Rd").read_text(encoding="utf-8"), _PAGES[base].function)
        names = [name for name in names if name not in there or texts.get(name) != said.get(name)]
        about += rf", such as those of \code{{\link{{{base}}}}}"
    if items := [_wrapped(rf"\code{{{name}}}", texts[name], "  ") for name in names if name in texts]:
        about = "\n".join([f"{about}:", r"  \describe{", *items, "  }"])
    else:
        about += "."
    plain = [name for name in names if name not in texts]
    return f"{about}\nPython's page describes {_listed(plain)}." if plain else about


def _not_named(text: str, function: Callable[..., Any]) -> list[str]:
    """The parameters of Python's function that the usage of R's own does not name."""
    usage = re.search(r"\\usage\{\n.*?\)\n", text, re.DOTALL)
    assert usage is not None
    known = {*re.findall(r"\w+", usage[0]), *_OWN}
    return [name for name in inspect.signature(function).parameters if name not in known]


def _listed(names: Iterable[str], last: str = " and ") -> str:
    *most, end = (rf"\code{{{name}}}" for name in names)
    return f"{', '.join(most)}{last}{end}" if most else end


def _sentence(about: str) -> str:
    return f"{about[0].upper()}{about[1:]}.".replace("%", r"\%")


def _wrapped(name: str, about: str, indent: str = "") -> str:
    first, *rest = f"{indent}\\item{{{name}}}{{{about}}}".split("\n")
    return "\n".join([*textwrap.wrap(first, 118, subsequent_indent=indent, break_on_hyphens=False), *rest])


def _end(text: str, start: int) -> int:
    """The end of the braces that begin here."""
    depth = 0
    for brace in re.finditer("[{}]", text[start:]):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return start + brace.end()
    raise ValueError(f"braces without an end: {text[start : start + 40]}")


if __name__ == "__main__":
    for path in sorted(MAN.glob("*.Rd")):
        path.write_text(made(path), encoding="utf-8")
