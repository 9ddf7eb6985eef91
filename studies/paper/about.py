"""What the results are of: networks, rows, machine, versions, and the hours of each part."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any

import numpy as np
from networks import HELD_OUT
from plan import LEFT_OUT, QUICK
from stages import STAGES, Setting

import mcbnc


def describe(setting: Setting) -> dict[str, Any]:
    plan = setting.plan
    return {
        **({"quick": True} if plan is QUICK else {}),
        "rows": plan.rows,
        "networks": list(plan.names),
        "clients": list(plan.clients),
        "held_out": HELD_OUT,
        "seconds_are": "processor time of all threads; in curves, time since the run began",
        "machine": {"processor": processor(), "cores": os.cpu_count(), "system": platform.platform()},
        "versions": {
            "mcbnc": mcbnc.__version__,
            "python": platform.python_version(),
            "numpy": np.__version__,
            "networks": next(setting.networks()).source,
        },
        "hours": hours(setting),
        "missing": missing(setting),
        "left_out": LEFT_OUT,
    }


def hours(setting: Setting) -> dict[str, float]:
    """The hours of processor time of each stage."""
    store, spent = setting.store, {}
    for name, work in STAGES.items():
        stage, _, each = work(setting)
        spent[name] = sum(store.seconds(stage, one) for one in each if store.has(stage, one)) / 3600
    return {**spent, "all": sum(spent.values())}


def missing(setting: Setting) -> dict[str, int]:
    """How many cases of each stage have not been run."""
    counts = {}
    for name, work in STAGES.items():
        stage, _, each = work(setting)
        counts[name] = sum(not setting.store.has(stage, one) for one in each)
    return {name: count for name, count in counts.items() if count}


def processor() -> str:
    """The processor's name, where Linux tells it."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text().splitlines() if path.exists() else []
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()
