"""The Dockerfile: all that it installs has a hash, and is what mcbnc needs."""

from __future__ import annotations

import re
import sys

import pytest
from helpers import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text()
IMAGE = ROOT / "requirements"


def test_pip_takes_nothing_without_a_hash():
    installs = re.findall(r"-m pip install ([^&\n]*)", DOCKERFILE)
    assert len(installs) == 3
    for options in installs:
        hashed = "--require-hashes" in options and re.search(
            r"--requirement requirements/(\w+)\.txt", options
        )
        assert hashed or "--no-index --no-deps" in options, options
    assert "apt-get" not in DOCKERFILE
    assert set(re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)) == {"${BASE}"}


@pytest.mark.parametrize("name", ["release", "audit", "image"])
def test_every_requirement_has_a_hash(name):
    text = (IMAGE / f"{name}.txt").read_text()
    pins = re.split(r"^(?=\w)", text, flags=re.MULTILINE)[1:]
    assert len(pins) > 3
    for pin in pins:
        assert re.match(r"[\w.-]+==\S+", pin), pin
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", pin), pin
    assert f"{name}" in re.search(r"for name in ([^;]*);", (ROOT / "Makefile").read_text())[1].split()


@pytest.mark.skipif(sys.version_info < (3, 11), reason="tomllib came with Python 3.11")
def test_the_image_has_what_mcbnc_and_its_extras_need():
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    needed = [*project["dependencies"], *extras["federated"], *extras["plot"]]
    lines = (IMAGE / "image.in").read_text().splitlines()
    listed = [line.replace(" ", "") for line in lines if not line.startswith("#")]
    assert sorted(listed) == sorted(needed)
