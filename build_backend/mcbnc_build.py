"""The PEP 517 backend: setuptools. A missing Go toolchain or C compiler becomes a build requirement."""

from __future__ import annotations

from typing import Any

import mcbnc_toolchain
from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403  all other hooks are those of setuptools


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    return [*build_meta.get_requires_for_build_wheel(config_settings), *mcbnc_toolchain.missing()]


def get_requires_for_build_editable(config_settings: Any = None) -> list[str]:
    return [*build_meta.get_requires_for_build_editable(config_settings), *mcbnc_toolchain.missing()]
