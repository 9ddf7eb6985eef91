"""Comparison of clients with one another, and of methods with one another."""
