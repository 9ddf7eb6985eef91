"""The wheel's bill of materials: CycloneDX 1.6, at ``.dist-info/sboms/`` as in PEP 770.

It lists what is in the wheel, not what pip installs beside it. The Go modules are read from the library
itself, where go's linker lists those that it linked. So the list is right for each platform: sonic's
assembler, for example, is linked for x86-64 alone. THIRD_PARTY.txt has the texts of the licences.
"""

from __future__ import annotations

import hashlib
import json
import re
import shlex
import uuid
from pathlib import Path
from typing import Any

import mcbnc_engine as engine
import mcbnc_toolchain as toolchain
import setuptools

NAME = "mcbnc.cdx.json"

_CYTOSCAPE = Path("python/mcbnc/_explorer/cytoscape.min.js")

# SPDX expressions. A module that is missing here stops the build.
_LICENCES = {
    "github.com/bytedance/gopkg": "Apache-2.0",
    "github.com/bytedance/sonic": "Apache-2.0",
    "github.com/bytedance/sonic/loader": "Apache-2.0",
    "github.com/cloudwego/base64x": "Apache-2.0",
    "github.com/klauspost/cpuid/v2": "MIT",
    "github.com/twitchyliquid64/golang-asm": "BSD-3-Clause",
    "golang.org/x/arch": "BSD-3-Clause",
    "golang.org/x/sys": "BSD-3-Clause",
}


def write(folder: Path, version: str) -> None:
    """Write the bill of materials of the library that was built last into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(document(version), indent=2, sort_keys=True) + "\n"
    (folder / NAME).write_text(text, encoding="utf-8")


def document(version: str) -> dict[str, Any]:
    """The bill of materials. It has no time and no random number, so equal builds have equal bills."""
    linked = json.loads(_output("go", "version", "-m", "-json", str(engine.built())))
    modules = [_module(module) for module in linked.get("Deps", [])]
    components = [*modules, _standard_library(linked["GoVersion"]), _cytoscape()]
    root = f"pkg:pypi/mcbnc@{version}"
    facts = {"mcbnc:platform": engine.built().parent.name, "mcbnc:commit": engine.commit()}
    bill: dict[str, Any] = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": _component("mcbnc", version, root, "MIT"),
            "tools": {"components": [_tool(*tool) for tool in _tools(linked["GoVersion"])]},
            "properties": [{"name": name, "value": value} for name, value in facts.items() if value],
        },
        "components": components,
        "dependencies": [{"ref": root, "dependsOn": [part["bom-ref"] for part in components]}],
    }
    bill["serialNumber"] = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(bill, sort_keys=True)).urn
    return bill


def _component(name: str, version: str, purl: str, licence: str, **more: Any) -> dict[str, Any]:
    facts = {"type": "library", "name": name, "version": version, "purl": purl, "bom-ref": purl}
    return {**facts, "licenses": [{"license": {"id": licence}}], **more}


def _module(module: dict[str, str]) -> dict[str, Any]:
    name, version = module["Path"], module["Version"]
    if name not in _LICENCES:
        raise SystemExit(f"mcbnc: {name} is linked, and mcbnc_sbom.py does not tell its licence")
    # go.sum's h1 is a hash of the list of the module's files, so it is no hash in the sense of CycloneDX.
    sums = [{"name": "go:sum", "value": module["Sum"]}]
    return _component(name, version, f"pkg:golang/{name}@{version}", _LICENCES[name], properties=sums)


def _standard_library(go: str) -> dict[str, Any]:
    # The number may be followed by a word on the build, such as go1.26.1 X:nodwarf5.
    version = go.removeprefix("go").split()[0]
    return _component("std", version, f"pkg:golang/std@{version}", "BSD-3-Clause")


def _cytoscape() -> dict[str, Any]:
    content = (engine.ROOT / _CYTOSCAPE).read_bytes()
    (version,) = re.findall(rb'\.version="([0-9.]+)"', content)
    hashes = [{"alg": "SHA-256", "content": hashlib.sha256(content).hexdigest()}]
    purl = f"pkg:npm/cytoscape@{version.decode()}"
    return _component("cytoscape", version.decode(), purl, "MIT", hashes=hashes)


def _tools(go: str) -> list[tuple[str, str]]:
    compiler = _output(*shlex.split(toolchain.find_cc() or "cc"), "--version").splitlines()[0]
    return [("go", go.removeprefix("go")), ("C compiler", compiler), ("setuptools", setuptools.__version__)]


def _tool(name: str, version: str) -> dict[str, str]:
    return {"type": "application", "name": name, "version": version}


def _output(*command: str) -> str:
    return engine.output(list(command))
