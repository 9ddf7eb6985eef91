"""The options that all functions which make runs share: written once, taken by name, and no others."""

from __future__ import annotations

import inspect
import typing

import pytest
from helpers import noisy_copies

import mcbnc
from mcbnc._inputs.run_options import RunKeywords

DAGS = noisy_copies(2, 4, 6, 0.3)
CALLS = {
    mcbnc.batch: {"counts": [[1, 1, 2, 0]]},
    mcbnc.stability: {"scheme": "leave-one-out"},
}
VALUES = {
    "cap": (1, 0),
    "k_max": (2, -1),
    "start": ("dag", "tree"),
    "canonical": (True, "yes"),
    "knowledge": ({"required": [(0, 1)]}, {"must": []}),
}
"""Of each option a value, and one that it may not have."""


def test_every_shared_option_is_tried_here() -> None:
    assert VALUES.keys() == RunKeywords.__annotations__.keys()


@pytest.mark.parametrize("function", CALLS)
def test_the_signature_has_the_options_and_defaults_of_consensus(function) -> None:
    own, whole = (inspect.signature(f).parameters for f in (function, mcbnc.consensus))
    assert {name: own[name] for name in VALUES} == {name: whole[name] for name in VALUES}
    assert not any(parameter.kind is parameter.VAR_KEYWORD for parameter in own.values())


@pytest.mark.parametrize("name", VALUES)
@pytest.mark.parametrize("function", CALLS)
def test_each_option_arrives(function, name) -> None:
    def options(**given):
        result = function(DAGS, **CALLS[function], **given)
        return result._options if function is mcbnc.stability else result._origin.options

    good, bad = VALUES[name]
    assert options(**{name: good}) != options()
    with pytest.raises(mcbnc.InvalidInputError) as error:
        function(DAGS, **CALLS[function], **{name: bad})
    assert error.value.argument == name


@pytest.mark.parametrize("function", CALLS)
def test_an_unknown_option_is_refused_as_by_any_function(function) -> None:
    with pytest.raises(TypeError) as usual:
        mcbnc.consensus(DAGS, kmax=3)
    with pytest.raises(TypeError) as ours:
        function(DAGS, **CALLS[function], kmax=3)
    assert str(ours.value) == str(usual.value).replace("consensus", function.__name__)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'dags'"):
        function(k_max=3)


@pytest.mark.parametrize("function", [*CALLS, mcbnc.learn_many, mcbnc.learn_jointly, mcbnc.bootstrap])
def test_the_hints_of_types_can_be_read(function) -> None:
    assert "return" in typing.get_type_hints(function)
