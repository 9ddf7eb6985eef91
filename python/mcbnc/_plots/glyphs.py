"""The fonts of names, and what stands for characters that no font has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from functools import cache

from .._base.extras import import_extra
from .._base.show import counted, listed
from .._base.warn import warn
from ..errors import DataWarning

# Fonts with Chinese, Japanese and Korean characters, which matplotlib's own font lacks: of Linux, macOS and
# Windows. The first ones have all three scripts.
_CJK_FONTS = (
    "Noto Sans CJK JP",
    "Noto Sans CJK SC",
    "Noto Sans CJK TC",
    "Noto Sans CJK KR",
    "Source Han Sans",
    "Hiragino Sans",
    "PingFang SC",
    "Apple SD Gothic Neo",
    "Arial Unicode MS",
    "Microsoft YaHei",
    "Yu Gothic",
    "Malgun Gothic",
    "MS Gothic",
    "SimHei",
    "Droid Sans Fallback",
    "WenQuanYi Zen Hei",
    "IPAGothic",
    "NanumGothic",
)
_BOX = "□"


def fonts_for(texts: Iterable[str]) -> list[str] | None:
    """The families for texts with Chinese, Japanese or Korean characters; None where no text needs them.

    The first family is the default one. Where no installed font has such characters, nothing changes.
    """
    if not any(map(_is_cjk, texts)) or not _cjk_fonts():
        return None
    return [*_default_families(), *_cjk_fonts()]


def drawable(texts: list[str]) -> list[str]:
    """The texts, with a box for each character that no font has. One warning names all of them.

    matplotlib would draw a box too, and warn for each character each time. Different texts that would look
    the same get a number.
    """
    lacking: dict[str, None] = {}
    characters = cache(_characters)  # of this call alone: matplotlib's settings may change
    drawn = {text: _boxed(text, characters, lacking) for text in texts}
    if not lacking:
        return texts
    warn(
        f"matplotlib finds no font for {counted(len(lacking), 'character')} of the names "
        f"({listed(lacking)}), and draws {_BOX} instead: install a font that has them, such as Noto Sans "
        "CJK, or name one in matplotlib.rcParams['font.family']",
        DataWarning,
    )
    alike: dict[str, list[str]] = {}
    for text, seen in drawn.items():
        alike.setdefault(seen, []).append(text)
    for seen, group in alike.items():
        if len(group) > 1:
            drawn.update((text, f"{seen} ({k})") for k, text in enumerate(group, 1))
    return [drawn[text] for text in texts]


def _boxed(text: str, characters: Callable[[str], Set[int]], lacking: dict[str, None]) -> str:
    """The text with its boxes. The characters that they stand for go into `lacking`."""
    if text.isascii():
        return text
    fonts = [characters(family) for family in fonts_for([text]) or _default_families()]

    def has_glyph(sign: str) -> bool:
        return any(ord(sign) in font for font in fonts)

    missing = dict.fromkeys(sign for sign in text if not has_glyph(sign))
    lacking.update(missing)
    box = _BOX if has_glyph(_BOX) else "?"
    return text.translate({ord(sign): box for sign in missing})


def _default_families() -> list[str]:
    return list(import_extra("matplotlib").rcParams["font.family"])


def _characters(family: str) -> Set[int]:
    """The code points of a family's characters."""
    manager = import_extra("matplotlib.font_manager")
    try:
        path = manager.findfont(manager.FontProperties(family=[family]), fallback_to_default=False)
    except ValueError:  # matplotlib passes over such a family too
        return frozenset()
    return _characters_in(path)


@cache
def _characters_in(path: str) -> frozenset[int]:
    return frozenset(import_extra("matplotlib.font_manager").get_font(path).get_charmap())


@cache
def _cjk_fonts() -> list[str]:
    installed = {font.name for font in import_extra("matplotlib.font_manager").fontManager.ttflist}
    return [name for name in _CJK_FONTS if name in installed]


def _is_cjk(text: str) -> bool:
    """True if a character is of the blocks of CJK, kana and Hangul."""
    return not text.isascii() and any(
        "\u1100" <= sign <= "\u11ff" or "\u2e80" <= sign <= "\uffef" or "\U00020000" <= sign <= "\U0003ffff"
        for sign in text
    )
