"""The engine: the library, the jobs, and the progress of a job. No other package calls the library."""
