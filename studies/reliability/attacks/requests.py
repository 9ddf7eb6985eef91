"""Raw requests and arrays at the C interface."""

import json

from abi import BAD_REQUEST, CYCLE, INVALID_INPUT, OK, Caller
from attacking import Outcome, any_dags, tries
from attacks.changed_files import changed

PROMISE = "bad input at the C interface is refused, and the process lives on"
ATTACK = "requests with changed fields and arrays, at all operations but federations'"

# Operations of the engine's table but for those of federations, whose arrays Go's fuzzing has.
OPS = [
    *(
        "run",
        "batch",
        "stability",
        "fusion",
        "agreement",
        "vote",
        "dsep_vote",
        "averaged",
        "climb",
        "bounded",
    ),
    *(
        "genetic",
        "criticality",
        "deletion",
        "criticalities",
        "state",
        "states",
        "evidence",
        "profile",
        "save",
    ),
    *("load", "members", "moral", "cpdag", "treewidth", "triangulation", "exact_treewidth", "smhd", "shd"),
    *("mean_smhd", "measure", "learn", "learn_jointly", "bootstrap", "scores", "log_likelihood"),
]
MORE = {
    "theta": 0.5, "k_max": 1, "u": 0, "v": 1, "s": [2], "runs": 3, "graphs": 1, "rows": [4], "width": 1,
    "seed": 3, "max_treewidth": 2, "required": [[0, 1, 0]], "names": ["a", "b", "c"], "population": 8,
    "generations": 5, "time_limit": 0.05, "score": "bic", "prefix": 0, "where": "worker", "cap": 1,
}  # fmt: skip
ARRAYS = ["dags", "graphs", "weights", "order", "fusion", "data", "arity", "step_edges", "h_ptr", "h", "file"]


def run(seconds: float, seed: int) -> Outcome:
    out, caller, answered = Outcome(), Caller(), 0
    for draw in tries(seconds, seed, out):
        n, r = 3, draw.randint(1, 3)
        request = {"op": draw.choice(OPS), "n": n, "r": r}
        for key in draw.sample(sorted(MORE), draw.randint(0, 4)):
            request[key] = MORE[key]
        if draw.random() < 0.5:
            request = changed(draw, request)
        arrays = {"dags": any_dags(draw, n, r).tobytes()} if draw.random() < 0.8 else {}
        for name in draw.sample(ARRAYS, draw.randint(0, 3)):
            length = draw.choice([0, 1, 4, 8, 9, 12, 24, 27])
            arrays[name] = draw.randbytes(length) if draw.random() < 0.5 else bytes(length)
        out.tries += 1
        status, job, error = caller.start(request, arrays)
        if status != OK:
            if status not in (INVALID_INPUT, CYCLE, BAD_REQUEST):
                out.fail(f"{status} {json.dumps(request)} {arrays}")
            continue
        if caller.lib.mcbnc_job_wait(job, 200) != OK:
            caller.lib.mcbnc_job_cancel(job)
        if caller.lib.mcbnc_job_wait(job, 60_000) != OK:
            out.fail(f"a cancelled job does not end: {json.dumps(request)}")
            continue
        status, _, error = caller.result(job)
        caller.lib.mcbnc_job_free(job)
        answered += status == OK
        if status not in (OK, INVALID_INPUT, CYCLE, BAD_REQUEST):
            out.fail(f"{error} {json.dumps(request)} {arrays}")
    out.notes = out.notes or f"{answered:,} were good enough to be answered"
    return out
