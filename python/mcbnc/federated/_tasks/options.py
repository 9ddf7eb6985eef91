"""The options of a task: what Python, the shell and its files of options know of each one.

A new option is a field of its task's class, and the shell has it from there.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, NamedTuple, TypeVar, get_args, get_type_hints

from ..._plumbing import check_count, check_word, read_whole, read_workers
from ...errors import InvalidInputError
from .._protocol.task import Task
from .._secure.limits import Limits

Read = Callable[[Any, str], Any]
"""Checks a value. The second argument is the option's name, for messages."""
Options = TypeVar("Options", bound="TaskOptions")

DRAFT = "steps that one question looks ahead"
UNION = "hide how many sites have an edge, or not"


class Option(NamedTuple):
    """What an option is, besides its name, which is that of the field."""

    default: Any
    read: Any
    """A :data:`Read`. None: the check of a word."""
    about: str
    """The shell's help. Empty: the shell gives the option in another way, or not at all."""
    form: str | tuple[str, ...]
    """How the shell writes a value: what stands for one in its help, or the words that there are. Without
    words the option is a flag."""


def kept(value: Any, name: str) -> Any:
    """A value that is read when the nodes and the clients are known."""
    return value


def option(default: Any, read: Read | None = kept, about: str = "", form: str | tuple[str, ...] = "") -> Any:
    """A field of a class of options."""
    return field(default=default, metadata={"option": Option(default, read, about, form)})


def choice(default: str | None, about: str, read: Read | None = None) -> Any:
    """A field with one of the words of its annotation, or None if that is the default."""
    return option(default, read, about, ())


def _words(hint: Any) -> tuple[str, ...]:
    """The words of an annotation: a Literal, or one among others."""
    return tuple(
        each for part in get_args(hint) for each in ([part] if isinstance(part, str) else _words(part))
    )


def _with_words(given: Option, hint: Any) -> Option:
    """The option with the words that its annotation has, if it takes words."""
    if given.form != ():
        return given
    words = _words(hint)
    check = _or(given.default, lambda value, name: check_word(value, name, words))
    return given._replace(form=words, read=given.read or check)


def whole(default: int | None, about: str = "", least: int = 1, most: int = 2**63 - 1) -> Any:
    """A field with a whole number in a range, or None if that is the default."""
    read = _or(default, lambda value, name: check_count(value, name, least, most=most))
    return option(default, read, about, "N")


def or_none(read: Read) -> Read:
    return lambda value, name: None if value is None else read(value, name)


def _or(default: Any, read: Read) -> Read:
    return or_none(read) if default is None else read


def no_limit(value: Any, name: str) -> int | None:
    return read_whole(value, name, "None for no limit")


def workers(value: Any, name: str) -> Any:
    read_workers(value)
    return value


def refuse_unknown(title: str, given: Iterable[str], known: Collection[str]) -> None:
    """Refuse the first option that is not one of the known ones."""
    for name in given:
        if name not in known:
            raise InvalidInputError(f"{title} takes no {name}; it takes {', '.join(known)}", argument=name)


class Setting(NamedTuple):
    """What a task needs to know before it asks."""

    nodes: list[Any]
    clients: Sequence[Hashable]
    limits: Limits = Limits()
    masks: bool = False


@dataclass(frozen=True, kw_only=True)
class TaskOptions:
    """What a coordinator is asked to find out, by options of the task's own.

    The constructor reads what it can. What depends on the nodes is read by :meth:`begin`.
    """

    name: ClassVar[str]
    """What messages to the sites call the task."""
    title: ClassVar[str]
    """What errors call it."""

    def __post_init__(self) -> None:
        for name, each in self.table().items():
            object.__setattr__(self, name, each.read(getattr(self, name), name))

    @classmethod
    @functools.cache
    def table(cls) -> Mapping[str, Option]:
        """The options by their names."""
        hints = get_type_hints(cls)
        return {each.name: _with_words(each.metadata["option"], hints[each.name]) for each in fields(cls)}

    @classmethod
    def of(cls: type[Options], given: Mapping[str, Any]) -> Options:
        """The task with these options. One that it does not have is refused."""
        refuse_unknown(cls.title, given, cls.table())
        return cls(**given)

    def begin(self, setting: Setting) -> Task:
        """The coordinator's side of a session with these options."""
        raise NotImplementedError
