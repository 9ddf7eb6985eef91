"""The class Graph, which all results share, and graphs in files and strings."""
