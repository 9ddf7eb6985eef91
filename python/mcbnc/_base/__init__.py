"""What every other package may use: messages, names, options, arrays. It imports no package of ours."""
