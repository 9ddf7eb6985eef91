"""Options from a file and from the environment: for commands that a service manager starts.

What is in the arguments goes before MCBNC_* variables, and these go before the file of ``--config``.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

from .._base.show import listed, nearest, shown
from .._engine.load import ENVIRONMENT
from ..errors import InvalidInputError
from ._end import Exit
from ._options import add_options, value
from ._parser import Parser
from ._streams import JSON, say, stamped
from ._values import Extend, file

_PREFIX = "MCBNC_"
_CONFIG, _LOG_FORMAT = "config", "log_format"
_TRUE, _FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off", "")
_MOST = 1 << 16  # bytes of a file of options


class ConfiguredParser(Parser):
    """A parser of a command whose options may come from a file and from the environment too.

    `parties` are the parsers of all such commands. One environment may have the variables of all of them.
    """

    parties: Sequence[ConfiguredParser] = ()
    _log_format: str | None = None
    _sources: dict[str, str]
    """By option as it is typed: what a value of it stands in, if that is no argument."""

    def add_config(self) -> None:
        """Add ``--config``."""
        about = (
            "a TOML file of options, such as max_rounds = 500 for --max-rounds 500. A variable such as "
            "MCBNC_MAX_ROUNDS goes before it, and an argument before both"
        )
        add_options(self, config=value(file, "FILE", about))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        given, self._sources = list(args), {}
        try:
            configured = self._configured(given, os.environ) if _CONFIG in self.options() else ()
            return super().parse_known_args([*configured, *given], namespace)
        except InvalidInputError as error:
            self.error(str(error))

    def error(self, message: str) -> NoReturn:
        """End with a line about the usage. It is one of JSON if such messages are asked for."""
        where = next((w for option, w in self._sources.items() if f"argument {option}:" in message), None)
        message = message if where is None else f"{where}: {message}"
        if self._log_format == JSON:
            with stamped(JSON):
                say(f"{self.prog}: {message}", "error")
            self.exit(Exit.USAGE)
        super().error(message)

    def options(self) -> dict[str, argparse.Action]:
        """By its name as a file has it: argparse's data of an option."""
        self.complete()
        return {
            option.removeprefix("--").replace("-", "_"): action
            for option, action in self._option_string_actions.items()
            if option.startswith("--") and action.dest != "help"
        }

    def _configured(self, given: Sequence[str], environment: Mapping[str, str]) -> list[str]:
        """The arguments for the options that the file or the environment have, and the caller has not."""
        options = self.options()
        variables = {
            name: environment[variable]
            for name in options
            if (variable := _PREFIX + name.upper()) in environment
        }
        self._log_format = _last(given, "--log-format") or variables.get(_LOG_FORMAT)
        path = _last(given, f"--{_CONFIG}") or variables.get(_CONFIG)
        content = _read(path) if path else {}
        self._log_format = self._log_format or content.get(_LOG_FORMAT)
        self._refuse_unknown(environment)
        settings: dict[str, tuple[str, Any]] = {}
        for name, setting in content.items():
            if name not in options or name == _CONFIG:
                known = options.keys() - {_CONFIG}
                near = nearest(name, known)
                hint = f": do you mean {near}?" if near else f"; there are {listed(sorted(known), shown)}"
                raise InvalidInputError(f"{path}: there is no option {shown(name)}{hint}")
            settings[name] = (f"{path}: {name}", setting)
        settings |= {name: (_PREFIX + name.upper(), text) for name, text in variables.items()}
        arguments: list[str] = []
        for name, (where, setting) in settings.items():
            option = f"--{name.replace('_', '-')}"
            if name != _CONFIG and not any(each.split("=")[0] == option for each in given):
                self._sources[option] = where
                arguments += _arguments(option, options[name], where, setting)
        return arguments

    def _refuse_unknown(self, environment: Mapping[str, str]) -> None:
        """Refuse a variable that is no option of any party: a limit that it should set would be off."""
        variables = [variable for variable in sorted(environment) if variable.startswith(_PREFIX)]
        known = {ENVIRONMENT.removeprefix(_PREFIX)}
        for each in self.parties if variables else ():
            known |= {name.upper() for name in each.options()}
        for variable in variables:
            name = variable.removeprefix(_PREFIX)
            if name not in known:
                near = nearest(name, known)
                hint = f": do you mean {_PREFIX}{near}?" if near else ". Others' must begin otherwise"
                raise InvalidInputError(f"the variable {variable} stands for no option{hint}")


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
    from .._base.toml import read_toml  # its grammar takes 4 ms, and no arguments need it

    try:
        with open(path, "rb") as config:
            content = config.read(_MOST + 1)
        if len(content) > _MOST:
            raise ValueError(f"a file of options has at most {_MOST:,} bytes")
        return read_toml(content.decode())
    except OSError as error:
        raise InvalidInputError(f"--config: {path}: {error.strerror}") from error
    except ValueError as error:
        raise InvalidInputError(f"--config: {path} is no TOML: {error}") from error
