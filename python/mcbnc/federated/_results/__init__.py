"""Results that were made of sums, and what the coordinator saw."""
