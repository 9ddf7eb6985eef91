"""Options that several public functions share: one describes them, and the others take them from it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def takes_options(keywords: type, of: Callable[..., Any]) -> Callable[[F], F]:
    """Let a function with ``**options: Unpack[keywords]`` take these, with the defaults that `of` has.

    It gets all of them, and its signature lists each. Another keyword is an error, as it is without ``**``.
    """
    shared = [signature(of).parameters[name] for name in keywords.__annotations__]
    usual = {parameter.name: parameter.default for parameter in shared}

    def decorate(function: F) -> F:
        whole = signature(function)
        own = [each for each in whole.parameters.values() if each.kind is not Parameter.VAR_KEYWORD]
        named = {each.name for each in own} | {"return"}  # Unpack is there for type checkers alone
        whole = whole.replace(parameters=[*own, *shared])

        @functools.wraps(function)
        def call(*args: Any, **given: Any) -> Any:
            for name in given:
                if name not in whole.parameters:
                    raise TypeError(f"{function.__name__}() got an unexpected keyword argument {name!r}")
            return function(*args, **{**usual, **given})

        call.__signature__ = whole  # type: ignore[attr-defined]
        call.__annotations__ = {name: a for name, a in function.__annotations__.items() if name in named}
        return call  # type: ignore[return-value]

    return decorate
