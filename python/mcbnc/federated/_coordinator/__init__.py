"""The coordinator: one exchange at a time, and a journal of questions and answers."""
