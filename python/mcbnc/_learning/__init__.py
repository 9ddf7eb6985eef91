"""Structures from rows."""
