"""The messages of a session as bytes, and the seam between sessions and tasks."""
