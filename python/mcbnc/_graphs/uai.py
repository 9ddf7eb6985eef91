"""The structure of a network in the format of the UAI competitions (``.uai``).

The format is described at https://uaicompetition.github.io/uci-2022/file-formats/model-format/. The text is
a list of words: ``BAYES``, the number of variables, the number of states of each, the number of tables, the
variables of each table, and the tables. The last variable of a table is the child of the others. Variables
have no names, so that their numbers, from 0, are the names of the nodes. pyAgrum writes comments behind a #.

A network of Markov (``MARKOV``) has no directions and is refused. Each variable must have its table, and each
table must be whole. The numbers in the tables are skipped.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from itertools import islice

from .._base.arrays import check_size
from .._base.show import shown
from .families import Families, Item
from .source import Source, Text

BEGINS = re.compile(r"(?:BAYES|MARKOV)\s+[0-9]+\s")
"""The first words of a file."""
_COMMENT = re.compile(r"#[^\r\n]*")
_WORD = re.compile(r"\S+")
_COUNT = re.compile("[0-9]{1,9}")
_MOST = 10**9
"""More entries than a table can be said to have."""


def parse_uai(text: Text) -> Source:
    """Read the nodes and the arcs of a text."""
    return _Reader(text).source()


class _Reader:
    """A text that is read word by word."""

    def __init__(self, text: Text) -> None:
        self._text = text._replace(content=_COMMENT.sub("", text.content))
        self._refuse = self._text.refuse_at
        self._families = Families(text, self._refuse)
        self._at = 0
        """Where the next word may begin."""

    def source(self) -> Source:
        """The graph."""
        kind = self._word("the word BAYES")
        if kind[0] == "MARKOV":
            raise self._refuse(
                "a network of Markov has no directions, so it is no Bayesian network", kind.start()
            )
        if kind[0] != "BAYES":
            raise self._refuse(
                f"a Bayesian network of UAI begins with BAYES, not with {shown(kind[0])}", kind.start()
            )
        n = self._count("the number of variables")
        check_size(n, self._text.refuse)
        states = [self._count("the number of states of a variable") for _ in range(n)]
        start = self._at
        tables = self._count("the number of tables")
        if tables != n:
            raise self._refuse(f"a Bayesian network of {n} nodes has {n} tables, not {tables}", start)
        for scope in self._scopes(n):
            self._skip_table(scope[-1], [states[i] for i in scope])
        rest = _WORD.search(self._text.content, self._at)
        if rest is not None:
            raise self._refuse(f"there is {shown(rest[0])} behind the last table", rest.start())
        return self._families.source()

    def _scopes(self, n: int) -> list[list[int]]:
        """The variables of each table."""
        names = [str(i) for i in range(n)]
        for name in names:
            self._families.declare(name, 0)
        scopes = []
        for _ in range(n):
            start = self._at
            scope = [
                self._count("a variable") for _ in range(self._count("the number of variables of a table"))
            ]
            odd = next((i for i in scope if i >= n), None)
            if odd is not None or not scope:
                problem = "a table has no variable" if odd is None else f"{odd} is none of the {n} variables"
                raise self._refuse(problem, start)
            *parents, child = (Item((names[i],), True) for i in scope)
            self._families.add([child], parents, start)
            scopes.append(scope)
        return scopes

    def _skip_table(self, child: int, states: list[int]) -> None:
        """Go past a table, which must have a number for each joint state of its variables."""
        start = self._at
        count, joint = self._count("the number of entries of a table"), _product(states)
        if count != joint:
            told = "more" if joint > _MOST else joint
            raise self._refuse(
                f"the table of {child} has {count} entries, and its variables have {told} joint states", start
            )
        words = islice(_WORD.finditer(self._text.content, self._at), count)
        last = deque(enumerate(words, 1), maxlen=1)
        if not last or last[0][0] < count:
            raise self._text.refuse(f"it ends too early: the table of {child} is not whole")
        self._at = last[0][1].end()

    def _word(self, what: str) -> re.Match[str]:
        match = _WORD.search(self._text.content, self._at)
        if match is None:
            raise self._text.refuse(f"it ends too early: {what} is missing")
        self._at = match.end()
        return match

    def _count(self, what: str) -> int:
        word = self._word(what)
        if _COUNT.fullmatch(word[0]) is None:
            raise self._refuse(f"{what} is a whole number, not {shown(word[0])}", word.start())
        return int(word[0])


def _product(numbers: Iterable[int]) -> int:
    """The product of some numbers. Above _MOST, any number that is larger."""
    product = 1
    for number in numbers:
        product *= number
        if product > _MOST:
            break
    return product
