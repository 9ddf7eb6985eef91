"""What the study has worked out so far: one file a case, named by a hash of what the case depends on.

A file is written whole or not at all. So a study that was killed goes on where it stopped.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mcbnc

Params = dict[str, Any]


@dataclass(frozen=True)
class Stage:
    """A kind of case. A new `version` forgets the cases of the old code."""

    name: str
    version: int

    def key(self, params: Params) -> str:
        """The hash of all that a case depends on: stage, its version, mcbnc's version, parameters."""
        facts = [self.name, self.version, mcbnc.__version__, params]
        return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:20]


@dataclass(frozen=True)
class Store:
    """The folder of the results, ``folder/STAGE/HASH.json``."""

    folder: Path

    def path(self, stage: Stage, params: Params) -> Path:
        return self.folder / stage.name / f"{stage.key(params)}.json"

    def has(self, stage: Stage, params: Params) -> bool:
        return self.path(stage, params).exists()

    def get(self, stage: Stage, params: Params) -> Any:
        """The result of a case. Raises FileNotFoundError if the case has not been run."""
        return json.loads(self.path(stage, params).read_text())["result"]

    def seconds(self, stage: Stage, params: Params) -> float:
        """The seconds of processor time that a case took."""
        return float(json.loads(self.path(stage, params).read_text())["seconds"])

    def put(self, stage: Stage, params: Params, result: Any, seconds: float) -> None:
        path = self.path(stage, params)
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(f".{os.getpid()}.partial")
        case = {"params": params, "seconds": round(seconds, 3), "result": result}
        partial.write_text(json.dumps(case, separators=(",", ":")))
        partial.replace(path)
