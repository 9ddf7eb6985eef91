"""Wrong names in a request are type errors. mypy complains of an `ignore` that hides none."""
# pyright: basic

from __future__ import annotations

from mcbnc._engine.request import execute
from mcbnc._inputs.inputs import Inputs


def ask(inputs: Inputs) -> None:
    """Make four requests that the engine would refuse."""
    inputs.request("fusoin", workers=2)  # type: ignore[arg-type]
    inputs.request("fusion", wrokers=2)  # type: ignore[call-arg]
    inputs.request("fusion", workers="two")  # type: ignore[arg-type]
    execute(None, {"op": "load", "as_arc": True}, {})  # type: ignore[typeddict-unknown-key]
