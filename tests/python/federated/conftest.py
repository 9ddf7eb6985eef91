"""Fixtures of the tests of federations."""

import pytest

from mcbnc import cli


@pytest.fixture
def run(capsys):
    """Run the command line in this process. The result is the exit code and stderr."""

    def run(*arguments):
        code = cli.main([str(argument) for argument in arguments])
        return code, capsys.readouterr().err

    return run
