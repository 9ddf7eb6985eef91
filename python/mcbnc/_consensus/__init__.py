"""A run of the engine, its results, and all that is made of runs."""
