"""What a result has of the DAGs that it was made of."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from .._base.show import printed
from .inputs import NOWHERE, Inputs, Whence
from .outliers import describe_dags

AnyOrigin = TypeVar("AnyOrigin", bound="Origin")


@dataclass(frozen=True, kw_only=True)
class Origin:
    """The DAGs that a result was made of, without their arrays."""

    nodes: list[Hashable]
    named: bool
    r: int
    dropped: tuple[int, ...] = ()
    """The inputs whose weight is 0 because they are outliers."""
    extended: tuple[int, ...] = ()
    """The inputs that were partially directed. A member of its class is in the place of each."""
    sites: list[Hashable] | None = None
    """The names of the sites that the inputs are of. None: they have none."""
    gaussian: bool | None = False
    """All inputs were learned from real numbers. None: some from columns of both kinds."""
    whence: Whence = NOWHERE
    """Where the inputs came from."""

    @classmethod
    def of(cls: type[AnyOrigin], inputs: Inputs, dropped: Sequence[int] = (), **more: Any) -> AnyOrigin:
        """That of these inputs. `more` are the fields that a class has besides."""
        return cls(
            nodes=inputs.nodes,
            named=inputs.named,
            r=inputs.r,
            dropped=tuple(dropped),
            extended=inputs.extended,
            sites=inputs.sites,
            gaussian=inputs.gaussian,
            whence=inputs.whence,
            **more,
        )

    def describe_inputs(self) -> str:
        """How many inputs there are, and which of them were extended or dropped."""
        return describe_dags(self.r, self.dropped, self.extended, self.sites)

    def site(self, k: int) -> str:
        """What tables and sentences call an input: the name of its site, else its index."""
        return str(k) if self.sites is None else printed(self.sites[k])

    def site_names(self) -> list[Hashable]:
        """The names of the sites, else 0..r-1."""
        return list(range(self.r)) if self.sites is None else list(self.sites)

    def sites_of(self, inputs: Iterable[int]) -> list[Hashable]:
        """The names of the sites of some inputs, else their indices."""
        names = self.site_names()
        return [names[k] for k in inputs]


class OfDags:
    """A result that was made of DAGs."""

    _origin: Origin

    @property
    def nodes(self) -> list[Hashable]:
        """The names of the n nodes, in the order of the first DAG. Unnamed nodes are 0..n-1."""
        return list(self._origin.nodes)

    @property
    def sites(self) -> list[Hashable]:
        """The names of the sites that the r DAGs are of. DAGs without site names have 0..r-1."""
        return self._origin.site_names()

    @property
    def dropped(self) -> list[Hashable]:
        """The :attr:`sites` whose DAGs ``outliers="drop"`` gave the weight 0."""
        return self._origin.sites_of(self._origin.dropped)

    @property
    def extended(self) -> list[Hashable]:
        """The :attr:`sites` whose inputs were partially directed.

        A member of its class is in the place of each.
        """
        return self._origin.sites_of(self._origin.extended)
