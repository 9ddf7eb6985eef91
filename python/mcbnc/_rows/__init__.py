"""Clients' rows, as the engine takes them: codes, column after column."""
