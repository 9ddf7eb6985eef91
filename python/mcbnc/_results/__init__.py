"""What all results can do, and the result of a baseline."""
