"""Pictures: arrays in, axes out."""
