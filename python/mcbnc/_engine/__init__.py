"""The engine: its library, one job at a time, and how far a job is. No other package talks to it."""
