"""The explorer: one HTML file that shows a trajectory. Arrays in, text out."""
