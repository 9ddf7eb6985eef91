"""Messages, names, options and arrays, for every other package. It imports no package of ours."""
