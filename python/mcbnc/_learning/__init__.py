"""Learning of structures from the clients' rows."""
