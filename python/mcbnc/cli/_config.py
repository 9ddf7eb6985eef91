"""Options from a file and from the environment: for commands that a service manager starts.

What is in the arguments goes before MCBNC_* variables, and these go before the file of ``--config``.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from .._base.show import listed, shown
from ..errors import InvalidInputError
from ._options import add_options, value
from ._values import Extend, file

_PREFIX = "MCBNC_"
_CONFIG = "config"
_TRUE, _FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off", "")


class ConfiguredParser(argparse.ArgumentParser):
    """A parser of a command whose options may come from a file and from the environment too."""

    def add_config(self) -> None:
        """Add ``--config``."""
        about = (
            "a TOML file of options, such as max_rounds = 500 for --max-rounds 500. A variable such as "
            "MCBNC_MAX_ROUNDS goes before it, and an argument before both"
        )
        add_options(self, config=value(file, "FILE", about))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        given = list(args)
        try:
            return super().parse_known_args([*self._configured(given, os.environ), *given], namespace)
        except InvalidInputError as error:
            self.error(str(error))

    def _configured(self, given: Sequence[str], environment: Mapping[str, str]) -> Iterator[str]:
        """The arguments for the options that the file or the environment have, and the caller has not."""
        options = {
            option.removeprefix("--").replace("-", "_"): action
            for action in self._actions
            for option in action.option_strings
            if option.startswith("--") and action.dest != "help"
        }
        if _CONFIG not in options:
            return
        variables = {
            name: environment[variable]
            for name in options
            if (variable := _PREFIX + name.upper()) in environment
        }
        path = _last(given, f"--{_CONFIG}") or variables.get(_CONFIG)
        settings: dict[str, tuple[str, Any]] = {}
        for name, setting in _read(path).items() if path else ():
            if name not in options or name == _CONFIG:
                raise InvalidInputError(
                    f"{path}: there is no option {shown(name)}; there are {listed(sorted(options), shown)}"
                )
            settings[name] = (f"{path}: {name}", setting)
        settings |= {name: (_PREFIX + name.upper(), text) for name, text in variables.items()}
        for name, (where, setting) in settings.items():
            option = f"--{name.replace('_', '-')}"
            if name != _CONFIG and not any(each.split("=")[0] == option for each in given):
                yield from _arguments(option, options[name], where, setting)


def _arguments(option: str, action: argparse.Action, where: str, setting: Any) -> Iterable[str]:
    if action.nargs == 0:
        return [option] if _flag(where, setting) else []
    several = setting if isinstance(setting, list) else [setting]
    if isinstance(setting, list) and not isinstance(action, (argparse._AppendAction, Extend)):
        raise InvalidInputError(f"{where}: the option takes one value, not {shown(setting)}")
    for each in several:
        if isinstance(each, (bool, dict, list)) or not isinstance(each, (str, int, float)):
            raise InvalidInputError(f"{where}: the option takes a text or a number, not {shown(each)}")
    return [f"{option}={each}" for each in several]


def _flag(where: str, setting: Any) -> bool:
    if isinstance(setting, bool):
        return setting
    word = setting.lower() if isinstance(setting, str) else None
    if word in _TRUE or word in _FALSE:
        return word in _TRUE
    raise InvalidInputError(f"{where}: the option takes true or false, not {shown(setting)}")


def _last(given: Sequence[str], option: str) -> str | None:
    """The last value of an option among arguments."""
    found = None
    for k, each in enumerate(given):
        if each == option and k + 1 < len(given):
            found = given[k + 1]
        elif each.startswith(f"{option}="):
            found = each.removeprefix(f"{option}=")
    return found


def _read(path: str) -> dict[str, Any]:
    try:
        import tomllib
    except ImportError:
        raise InvalidInputError(
            "--config: reading TOML takes Python 3.11; MCBNC_* variables do without"
        ) from None
    try:
        with open(path, "rb") as config:
            return tomllib.load(config)
    except OSError as error:
        raise InvalidInputError(f"--config: {path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidInputError(f"--config: {path} is no TOML: {error}") from error
