"""The app is a bundle as Flower's hub takes it, and no other file is in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import zipfile

import pytest
from running import APP, PROGRAMS

pytest.importorskip("flwr", reason="flwr is not installed: make test-flower installs it")


def test_the_bundle_has_the_app_its_page_and_its_licence(tmp_path):
    folder = tmp_path / "app"
    shutil.copytree(APP, folder, ignore=shutil.ignore_patterns("__pycache__"))
    environment = {
        **os.environ,
        "FLWR_HOME": str(tmp_path),
        "FLWR_TELEMETRY_ENABLED": "0",
        "FLWR_DISABLE_UPDATE_CHECK": "1",
    }
    subprocess.run([PROGRAMS / "flwr", "build"], cwd=folder, env=environment, check=True)
    (bundle,) = folder.glob("*.fab")
    with zipfile.ZipFile(bundle) as archive:
        names = {name for name in archive.namelist() if not name.startswith(".info/")}
    sources = {f"mcbnc_flower/{path.name}" for path in (APP / "mcbnc_flower").glob("*.py")}
    assert names == {"pyproject.toml", "README.md", "LICENSE", *sources}
    # The format that the hub asks for: an app without a licence is refused.
    (folder / "LICENSE").unlink()
    refused = subprocess.run(
        [PROGRAMS / "flwr", "build"], cwd=folder, env=environment, check=False, capture_output=True, text=True
    )
    assert refused.returncode != 0
    assert "license" in (refused.stdout + refused.stderr).lower()
