"""What is asked: the tasks "consensus" and "learning", at both ends."""
