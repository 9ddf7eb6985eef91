"""An error of the engine as an exception: the place of the input, in the caller's words, and the sentence."""

from __future__ import annotations

import json
import pickle

import pytest

from mcbnc._base.place import bare, placed
from mcbnc._base.wording import Sites, sited
from mcbnc._engine.status import BAD_REQUEST, CYCLE, INVALID_INPUT, failure
from mcbnc.errors import CycleError, EngineError, InvalidInputError


def told(status, **error):
    return failure(status, json.dumps({"code": status, **error}), list("abc"))


def test_the_place_is_in_the_callers_words():
    error = {"message": "dags[1]: a cycle", "sentence": "a cycle", "argument": "dags", "dag": 1, "nodes": [2]}
    plain = told(CYCLE, **error)
    assert (type(plain), str(plain), plain.nodes) == (CycleError, "dags[1]: a cycle", ["c"])
    with sited(Sites("dags", ["north", "south"])):
        assert str(told(CYCLE, **error)) == "dags['south']: a cycle"


@pytest.mark.parametrize("message", ["theta must be > 0, not 0", "dags[1]: is named like a place"])
def test_a_message_without_a_sentence_stays(message):
    error = told(INVALID_INPUT, message=message, argument="dags", dag=1)
    assert (str(error), error.argument, error.dag, bare(error)) == (message, "dags", 1, message)


def test_the_sentence_may_be_put_in_another_place():
    inner = told(INVALID_INPUT, message="dags[0]: is: bad", sentence="is: bad", argument="dags", dag=0)
    assert bare(inner) == bare(pickle.loads(pickle.dumps(inner))) == "is: bad"
    with pytest.raises(InvalidInputError, match=r"^graph: dags\[0\]: is: bad$") as outer, placed("graph"):
        raise inner
    assert bare(outer.value) == "dags[0]: is: bad"


def test_a_malformed_request_is_a_fault_of_the_package():
    error = told(BAD_REQUEST, message="n: it is negative", sentence="it is negative", argument="n")
    assert isinstance(error, EngineError)
    assert str(error) == "n: it is negative (status 4)"
