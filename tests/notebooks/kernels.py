"""Interrupts of a Jupyter kernel at random moments, for tests and for the attacks of studies/reliability."""

from __future__ import annotations

import random
import sys
import threading
from pathlib import Path

from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import KernelManager

PYTHON_TESTS = Path(__file__).resolve().parents[1] / "python"

FIRST = f"""
import sys
sys.path.insert(0, {str(PYTHON_TESTS)!r})
import mcbnc
from faults import answer
from helpers import random_dags
from mcbnc._engine import load
dags = random_dags(9, 30, 120, 0.2)
expected = answer(1)
"""
LONG = "print('begun', flush=True)\nmcbnc.trajectory(dags)"
NEXT = "assert answer(1) == expected\nassert load.library().runtime_info()['jobs'] == 0"
PATIENCE = 60.0  # seconds after which a kernel counts as hung


def interrupts(count: int, seed: int) -> tuple[int, str]:
    """Interrupt that many cells of one kernel, with a checked cell after each.

    Returns the tries, and what was wrong first.
    """
    draw = random.Random(seed)
    manager = KernelManager()
    command = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    manager._kernel_spec = KernelSpec(argv=command, display_name="mcbnc", language="python")
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=PATIENCE)
        for cell in (FIRST, NEXT):
            said = client.execute_interactive(cell, timeout=PATIENCE, output_hook=lambda _: None)["content"]
            if said["status"] != "ok":
                return 0, str(said)
        for k in range(count):
            wrong = _interrupted(manager, client, draw.random() * 0.1)
            if wrong:
                return k + 1, wrong
        return count, ""
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def _interrupted(manager: KernelManager, client, after: float) -> str:
    """Interrupt a cell some seconds after it printed "begun". Returns what was wrong."""

    def output(message: dict) -> None:
        if message["header"]["msg_type"] == "stream":
            threading.Timer(after, manager.interrupt_kernel).start()

    said = client.execute_interactive(LONG, timeout=PATIENCE, output_hook=output)["content"]
    if said.get("ename") != "KeyboardInterrupt":
        return f"the cell was not interrupted: {said}"
    said = client.execute_interactive(NEXT, timeout=PATIENCE, output_hook=lambda _: None)["content"]
    return "" if said["status"] == "ok" else f"the next cell: {said}"
