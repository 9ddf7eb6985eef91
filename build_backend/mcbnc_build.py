"""The PEP 517 backend: setuptools, with a Go toolchain and a C compiler where the machine lacks them."""

from __future__ import annotations

from typing import Any

import mcbnc_toolchain
from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403  every other hook is setuptools' own


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    return [*build_meta.get_requires_for_build_wheel(config_settings), *mcbnc_toolchain.missing()]


def get_requires_for_build_editable(config_settings: Any = None) -> list[str]:
    return [*build_meta.get_requires_for_build_editable(config_settings), *mcbnc_toolchain.missing()]
