"""A site: its side of a session, and the snapshot that outlives a restart."""
