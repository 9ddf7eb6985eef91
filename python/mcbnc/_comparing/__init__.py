"""Clients beside one another, and methods beside one another."""
