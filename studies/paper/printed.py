"""Facts that the paper prints about its networks, and its sizes of experiments."""

from __future__ import annotations

NETWORKS: dict[str, tuple[int, int]] = {
    "asia": (8, 8),
    "sachs": (11, 17),
    "child": (20, 25),
    "insurance": (27, 52),
    "water": (32, 66),
    "mildew": (35, 46),
    "alarm": (37, 46),
    "barley": (48, 84),
    "hailfinder": (56, 66),
    "hepar2": (70, 123),
    "win95pts": (76, 112),
    "pathfinder": (109, 195),
    "andes": (223, 338),
    "diabetes": (413, 602),
    "pigs": (441, 592),
}
"""Table 1: nodes and arcs of each network."""

CLIENTS = (5, 10, 20, 30, 50, 100)
SOLVED = ("sachs", "pigs")
"""Networks that GES recovers, by the paper."""
MEDIUM = 50
"""The bnlearn repository calls networks with fewer nodes small or medium."""
