"""The clients' rows, as codes in column order, which is the form that the engine takes."""
