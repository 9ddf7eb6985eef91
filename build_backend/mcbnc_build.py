"""The PEP 517 backend: setuptools, with archives that any folder and any day give alike.

A missing Go toolchain or C compiler becomes a build requirement.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import mcbnc_archive
import mcbnc_toolchain
from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403  all other hooks are those of setuptools


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    return [*build_meta.get_requires_for_build_wheel(config_settings), *mcbnc_toolchain.missing()]


def get_requires_for_build_editable(config_settings: Any = None) -> list[str]:
    return [*build_meta.get_requires_for_build_editable(config_settings), *mcbnc_toolchain.missing()]


def build_wheel(
    wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None
) -> str:
    return _normalised(
        wheel_directory, build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
    )


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    return _normalised(sdist_directory, build_meta.build_sdist(sdist_directory, config_settings))


def _normalised(folder: str, name: str) -> str:
    mcbnc_archive.normalise(Path(folder, name))
    return name
