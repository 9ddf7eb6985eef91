"""One answer from many sites, by sums alone.

A coordinator asks all sites the same questions. Each site answers with numbers, and the coordinator needs
nothing but the sums of the numbers over all sites. With masks it can read no others: the masks of the sites
hide their numbers, and cancel in the sum. Small sums of counts tell of single cases all the same, and sums of
scores of the sites' own rows would show each site's counts. So no site tells its scores under masks, unless
its limits say so.

Nothing here opens a connection. A :class:`Client` and a :class:`Coordinator` take bytes and give bytes, and
any transport will do.
"""

from ._client import Client
from ._coordinator import Coordinator
from ._errors import Incomplete, OutOfStep, Refused
from ._limits import Limits
from ._simulate import Report, simulate, simulate_learning

__all__ = [
    "Client",
    "Coordinator",
    "Incomplete",
    "Limits",
    "OutOfStep",
    "Refused",
    "Report",
    "simulate",
    "simulate_learning",
]


def __dir__() -> list[str]:
    """The public names alone, for completion in a shell or an editor."""
    return __all__
