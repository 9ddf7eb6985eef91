"""The consensus of very many DAGs, in shards: each worker holds some of them, and sends only sums.

    python examples/sharded_consensus.py --dags 100000 --workers 2 --on processes

``--on ray`` and ``--on dask`` use actors of Ray or of Dask. The DAGs are ALARM's bundled clients, each copy
without five of its arcs. A worker makes its own DAGs of seeds, so nothing large crosses between processes.
``--compare`` makes the same consensus in one process too, and compares the two.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import numpy as np

import mcbnc
import mcbnc.federated as fed

BLOCK = 1000  # DAGs of one seed
LESS = 5  # arcs: then nearly all of a million are distinct

Send = Callable[[tuple, bytes], dict]
"""Sends one message to workers, and returns their replies."""


def make_dags(first: int, count: int) -> np.ndarray:
    """The DAGs `first` to `first + count - 1`. They do not depend on the number of workers."""
    blocks = range(first // BLOCK, -(-(first + count) // BLOCK))
    start = first - blocks.start * BLOCK
    return np.concatenate([_block(seed) for seed in blocks])[start : start + count]


def _block(seed: int) -> np.ndarray:
    clients = mcbnc.datasets.load("alarm").dags
    rng = np.random.default_rng(seed)
    dags = clients[rng.integers(len(clients), size=BLOCK)]
    flat = dags.reshape(BLOCK, -1)
    keys = np.where(flat == 1, rng.random(flat.shape), 2.0)
    gone = np.argpartition(keys, LESS, axis=1)[:, :LESS]
    np.put_along_axis(flat, gone, 0, axis=1)
    return dags


class Worker:
    """One shard. It lives as long as the run, and keeps its DAGs in the engine."""

    def __init__(self, first: int, count: int) -> None:
        nodes = mcbnc.datasets.load("alarm").nodes
        self.site = fed.Client(make_dags(first, count), shard=True, nodes=nodes, masks=False, workers=1)

    def answer(self, message: bytes) -> bytes:
        return self.site.answer(message)

    def used(self) -> str:
        """The memory and the time that this process has used."""
        return _used()


def _used() -> str:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return f"{usage.ru_maxrss / 2**20:.2f} GB and {usage.ru_utime + usage.ru_stime:.1f} s of a core"


def consensus(held: list[int], send: Send, **options) -> fed.Coordinator:
    """The protocol, over any transport. Worker k holds `held[k]` DAGs."""
    nodes = mcbnc.datasets.load("alarm").nodes
    coordinator = fed.Coordinator(nodes, len(held), dags=held, masks=False, **options)
    for message in coordinator:
        coordinator.feed(send(message.to, message.bytes))
    return coordinator


@contextmanager
def on_processes(parts: list[tuple[int, int]]) -> Iterator[Send]:
    """Workers that are processes, each at the end of a pipe."""
    context = multiprocessing.get_context("spawn")
    pipes, processes = [], []
    for part in parts:
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, *part), daemon=True)
        process.start()
        pipes.append(ours)
        processes.append(process)
    for pipe in pipes:
        pipe.recv()  # the worker has its DAGs

    def send(to: tuple, message: bytes) -> dict:
        for worker in to:
            pipes[worker].send_bytes(message)
        return {worker: pipes[worker].recv_bytes() for worker in to}

    yield send
    for pipe, process in zip(pipes, processes, strict=True):
        pipe.send_bytes(b"")
        print(f"  a worker used {pipe.recv()}")
        process.join()


def _serve(pipe, first: int, count: int) -> None:
    worker = Worker(first, count)
    pipe.send(worker.used())
    while message := pipe.recv_bytes():
        pipe.send_bytes(worker.answer(message))
    pipe.send(worker.used())


@contextmanager
def on_ray(parts: list[tuple[int, int]]) -> Iterator[Send]:
    """Workers that are actors of Ray."""
    import ray

    ray.init(ignore_reinit_error=True, include_dashboard=False)
    actor = ray.remote(Worker)
    workers = [actor.remote(*part) for part in parts]
    ray.get([worker.used.remote() for worker in workers])  # they have their DAGs

    def send(to: tuple, message: bytes) -> dict:
        return dict(zip(to, ray.get([workers[k].answer.remote(message) for k in to]), strict=True))

    yield send
    for used in ray.get([worker.used.remote() for worker in workers]):
        print(f"  a worker used {used}")
    ray.shutdown()


@contextmanager
def on_dask(parts: list[tuple[int, int]]) -> Iterator[Send]:
    """Workers that are actors of Dask, each on a process of its own."""
    from distributed import Client

    with Client(n_workers=len(parts), threads_per_worker=1, dashboard_address=None) as client:
        addresses = list(client.scheduler_info()["workers"])
        made = [
            client.submit(Worker, *part, actor=True, workers=[address])
            for part, address in zip(parts, addresses, strict=True)
        ]
        workers = [future.result() for future in made]

        def send(to: tuple, message: bytes) -> dict:
            asked = [(k, workers[k].answer(message)) for k in to]
            return {k: reply.result() for k, reply in asked}

        yield send
        for worker in workers:
            print(f"  a worker used {worker.used().result()}")


TRANSPORTS = {"processes": on_processes, "ray": on_ray, "dask": on_dask}


def split(dags: int, workers: int) -> list[tuple[int, int]]:
    """The first DAG of each worker, and how many it has."""
    bounds = np.linspace(0, dags, workers + 1).astype(int)
    return [(int(a), int(b - a)) for a, b in itertools.pairwise(bounds)]


def same(a: mcbnc.ConsensusResult, b: mcbnc.ConsensusResult) -> bool:
    """Whether two results have the same order, fusion, steps, threshold and DAG."""
    one, other = ([replace(step, seconds=0) for step in each.trajectory] for each in (a, b))
    arrays = ((a.fusion, b.fusion), (a.adjacency, b.adjacency), (a.cpdag, b.cpdag))
    equal = all(np.array_equal(*pair) for pair in arrays)
    return equal and (a.order, a.theta, one) == (b.order, b.theta, other)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--dags", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--on", choices=sorted(TRANSPORTS), default="processes")
    parser.add_argument("--compare", action="store_true", help="make the same consensus in one process too")
    chosen = parser.parse_args()
    parts = split(chosen.dags, chosen.workers)
    begin = time.perf_counter()
    with TRANSPORTS[chosen.on](parts) as send:
        started = time.perf_counter()
        coordinator = consensus([count for _, count in parts], send)
        seconds = time.perf_counter() - started
    sharded = coordinator.result
    print(
        f"{chosen.dags} DAGs on {chosen.workers} workers: {seconds:.1f} s after {started - begin:.1f} s of "
        f"start, {coordinator.rounds} rounds, {coordinator.numbers} numbers from each worker"
    )
    print(sharded)
    if chosen.compare:
        dags = make_dags(0, chosen.dags)
        started = time.perf_counter()
        alone = mcbnc.consensus(dags, nodes=mcbnc.datasets.load("alarm").nodes)
        print(f"in one process: {time.perf_counter() - started:.1f} s; the process used {_used()}")
        print("the same answer" if same(sharded, alone) else "ANOTHER ANSWER")


if __name__ == "__main__":
    main()
