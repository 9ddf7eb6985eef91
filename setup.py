"""The parts of the build that pyproject.toml cannot express.

The engine is a Go library, and one wheel serves every Python 3.
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

sys.path.insert(0, str(Path(__file__).resolve().parent / "build_backend"))
import mcbnc_engine
import mcbnc_sbom
import mcbnc_toolchain


class BuildEngine(build_ext):
    """Build the library at the path of an extension module, also for editable installs."""

    def get_ext_filename(self, fullname):
        # The name has no tag of a Python version, since ctypes of any Python opens the file.
        return os.path.join(*fullname.split(".")[:-1], mcbnc_toolchain.target().library)

    def build_extension(self, ext):
        mcbnc_engine.build(Path(self.get_ext_fullpath(ext.name)))


class OneWheel(bdist_wheel):
    """A wheel for one platform and every Python 3. Nothing in it is linked with Python."""

    def get_tag(self):
        return "py3", "none", mcbnc_toolchain.target().wheel_tag or super().get_tag()[2]

    def write_wheelfile(self, wheelfile_base, *args, **options):
        # Only RECORD comes later, so it lists what this leaves in .dist-info.
        super().write_wheelfile(wheelfile_base, *args, **options)
        # An editable install comes here too, but before its library is built.
        if Path(wheelfile_base).parent == Path(self.bdist_dir):
            mcbnc_sbom.write(Path(wheelfile_base, "sboms"), self.distribution.get_version())


setup(
    ext_modules=[Extension("mcbnc._lib.engine", sources=[])],
    cmdclass={"build_ext": BuildEngine, "bdist_wheel": OneWheel},
)
