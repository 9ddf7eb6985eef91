"""Fixtures of the tests of federations."""

import pytest
from transporting import make_all_parties, servings

from mcbnc import cli


@pytest.fixture
def run(capsys):
    """Run the command line in this process. The result is the exit code and stderr."""

    def run(*arguments):
        code = cli.main([str(argument) for argument in arguments])
        return code, capsys.readouterr().err

    return run


@pytest.fixture(scope="module")
def parties(tmp_path_factory):
    """A folder with the keys and certificates of all parties."""
    return make_all_parties(tmp_path_factory.mktemp("parties"))


@pytest.fixture
def serve(parties):
    """A function that starts a coordinator's server."""
    with servings(parties) as serve:
        yield serve
