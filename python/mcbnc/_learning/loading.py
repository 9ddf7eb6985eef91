"""What was saved, out of its file."""

from __future__ import annotations

from .._base.files import read_file
from .._base.paths import PathLike
from .._consensus.loading import load_run
from .._consensus.results import ConsensusResult, Trajectory
from .._graphs.graph import PDAG, Graph
from .learned import Learned
from .record import read_learned


def load(path: PathLike) -> Trajectory | ConsensusResult | Learned | list[Graph | PDAG]:
    """Read what `save` of a trajectory, a result or a learned structure wrote in JSON, or the command line.

    The answers of what comes back, ``at(theta)`` and all the others, are those of what was saved,
    to the last bit, on any machine. Only the option ``workers`` is not kept: it is all cores.

    Parameters
    ----------
    path : str or os.PathLike

    Returns
    -------
    Trajectory or ConsensusResult or Learned or list of Graph
        A run, a result or a learned structure as it was saved. Of what :func:`mcbnc.learn_jointly` returned
        it is a Learned: structure, class, score, rows and states. Of structures alone, which ``mcbnc learn``
        and ``mcbnc consensus --json`` write, the list of them, however many there are. One with arcs both
        ways is a PDAG.

    Raises
    ------
    InvalidInputError
        If the file is none of mcbnc's, is damaged, or a newer mcbnc wrote it in a format that this
        one does not know; says which. All of it is checked before anything is returned; whoever
        changes a file by hand takes its "sha256" out.
    OSError
        If the file cannot be read.
    """
    file = read_file(path)
    learned = read_learned(file)
    return load_run(file) if learned is None else learned
