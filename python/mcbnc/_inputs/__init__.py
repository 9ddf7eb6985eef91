"""What callers hand over, as the engine takes it: DAGs, weights, constraints."""
