"""Pairwise-masked secure aggregation (Bonawitz et al., CCS 2017), and the rules that keep its sums safe."""
