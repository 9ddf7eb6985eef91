"""Install a wheel into each of several Pythons, with the oldest and the newest NumPy, and test it there.

    python scripts/release/pythons.py dist/mcbnc-*.whl --out build/pythons.jsonl python3.10 python3.14t

Each environment is new and empty. What runs in it is what users do: README's blocks, the consensus, the
golden cases, the load of the library, processes, threads and Ctrl-C. A line of JSON has the result,
with the times of the import, of the load and of the first consensus.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ("readme", "consensus", "golden", "library", "processes", "threads", "interrupt")

# The oldest NumPy with wheels for each version of Python, but none older than pyproject.toml's.
OLDEST = {
    "3.10": "1.23.0",
    "3.11": "1.23.2",
    "3.12": "1.26.0",
    "3.13": "2.1.0",
    "3.14": "2.3.2",
    "3.15": "2.5.2",
}

ABOUT = """
import json, platform, sys, sysconfig
version = ".".join(map(str, sys.version_info[:2]))
threads = "t" if sysconfig.get_config_var("Py_GIL_DISABLED") else ""
print(json.dumps([version, platform.python_version() + threads]))
"""

TIMES = """
import json, sys, time
import numpy
began = time.perf_counter()
import mcbnc
imported = time.perf_counter()
commit = mcbnc.build_info()["commit"]
loaded = time.perf_counter()
clients = mcbnc.datasets.load("alarm")
read = time.perf_counter()
mcbnc.consensus(clients.dags, theta="auto", nodes=clients.nodes)
ended = time.perf_counter()
gil = getattr(sys, "_is_gil_enabled", lambda: True)()
json.dump({"numpy": numpy.__version__, "commit": commit, "gil": gil, "file": mcbnc.__file__,
    "import": imported - began, "load": loaded - imported, "first": ended - read}, sys.stdout)
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("pythons", nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    told = parser.parse_args()
    told.out.parent.mkdir(parents=True, exist_ok=True)
    failed = False
    for python in told.pythons:
        version, full = json.loads(output(python, "-c", ABOUT))
        for numpy in (f"numpy=={OLDEST[version]}", "numpy") if version in OLDEST else ("numpy",):
            line = {"python": full, **tried(python, told.wheel.resolve(), numpy)}
            failed |= "failed" in line["tests"] or "error" in line["tests"]
            print(json.dumps(line), flush=True)
            with told.out.open("a", encoding="utf-8") as out:
                out.write(json.dumps(line) + "\n")
    return int(failed)


def tried(python: str, wheel: Path, numpy: str) -> dict:
    """What came of the tests in a new environment, and the best of three times."""
    with tempfile.TemporaryDirectory() as folder:
        output(python, "-m", "venv", folder)
        own = str(Path(folder, "Scripts" if os.name == "nt" else "bin", "python"))
        pip = [
            own,
            "-m",
            "pip",
            "--disable-pip-version-check",
            "--quiet",
            "install",
            "--only-binary",
            ":all:",
        ]
        output(*pip, f"{wheel}[pandas,plot,progress]", numpy, "networkx", "pytest>=8,<10", "scipy")
        times = [json.loads(output(own, "-c", TIMES, cwd=folder)) for _ in range(3)]
        assert Path(times[0]["file"]).is_relative_to(Path(folder).resolve()), times[0]["file"]
        best = {key: round(min(line[key] for line in times), 3) for key in ("import", "load", "first")}
        facts = {key: times[0][key] for key in ("numpy", "commit", "gil")}
        files = [str(*(ROOT / "tests" / "python").glob(f"*/test_{name}.py")) for name in TESTS]
        ran = run(own, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files, cwd=ROOT)
        if ran.returncode:
            print(ran.stdout, ran.stderr, file=sys.stderr)
        return {**facts, **best, "tests": ran.stdout.strip().splitlines()[-1]}


def output(*command: str, **options) -> str:
    ran = run(*command, **options)
    if ran.returncode:
        sys.exit(f"{' '.join(command)}\n{ran.stdout}\n{ran.stderr}")
    return ran.stdout


def run(*command: str, **options) -> subprocess.CompletedProcess:
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MCBNC_LIB"))}
    return subprocess.run(command, check=False, capture_output=True, text=True, env=env, **options)


if __name__ == "__main__":
    sys.exit(main())
