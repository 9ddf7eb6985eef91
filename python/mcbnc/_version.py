"""The package's version; the engine's library must bear the same."""

__version__ = "0.1.0"
