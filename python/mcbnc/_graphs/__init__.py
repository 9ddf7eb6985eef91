"""Graphs: the class that all results share, and graphs in files and strings."""
