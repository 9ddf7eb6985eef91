"""The coordinator: one exchange at a time, and a journal of questions, answers and sums."""
