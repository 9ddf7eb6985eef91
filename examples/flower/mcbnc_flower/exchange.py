"""Messages to the sites, and their replies."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from flwr.app import ConfigRecord, Message, RecordDict
from flwr.serverapp import Grid

__all__ = ["Sites"]


class Sites:
    """The nodes of all sites. The constructor waits until they are connected.

    Parameters
    ----------
    grid : Grid
        The server's connection.
    count : int
        How many sites take part.
    timeout : float
        Seconds for the sites to connect, and for one exchange.
    """

    def __init__(self, grid: Grid, count: int, timeout: float) -> None:
        self._grid = grid
        self._timeout = timeout
        self.nodes = self._wait(count)

    def ask(self, nodes: Iterable[int], **values: Any) -> dict[int, ConfigRecord]:
        """Send one message to each of these nodes, and return the replies that came, by node."""
        content = RecordDict({"mcbnc": ConfigRecord(values)})
        messages = [Message(content, dst_node_id=node, message_type="query") for node in nodes]
        replies = list(self._grid.send_and_receive(messages, timeout=self._timeout))
        for reply in replies:
            if reply.has_error():
                print(f"node {reply.metadata.src_node_id}: {reply.error}")
        return {
            reply.metadata.src_node_id: reply.content["mcbnc"] for reply in replies if reply.has_content()
        }

    def _wait(self, count: int) -> list[int]:
        end = time.monotonic() + self._timeout
        while len(nodes := sorted(self._grid.get_node_ids())) != count:
            if time.monotonic() > end:
                raise TimeoutError(f"{len(nodes)} nodes are connected, and the run is for {count} sites")
            time.sleep(1)
        return nodes
