package local

// NewMany has inputs of lanes, of however few DAGs.
var NewMany = newMany
