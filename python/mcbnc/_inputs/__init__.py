"""The callers' DAGs, weights and constraints, in the form that the engine takes."""
