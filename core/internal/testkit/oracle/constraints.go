package oracle

import "slices"

// Constraints are conditions that a run must meet. The zero value demands nothing.
type Constraints struct {
	Required  Matrix // symmetric: pairs that stay adjacent
	Forbidden Matrix // symmetric: pairs whose edges are deleted before all others
	Directed  Matrix // u → v: an edge between u and v, if there is one, must not be v → u
}

// has reports whether m has u → v. A nil m stands for the graph without edges.
func (m Matrix) has(u, v int) bool { return m != nil && m[u][v] }

// require adds to g an arc along the order for each required pair that is not adjacent in g.
func (c Constraints) require(g Matrix, order []int) Matrix {
	out := g.Clone()
	for i, v := range order {
		for _, u := range order[:i] {
			out[u][v] = out[u][v] || c.Required.has(u, v)
		}
	}
	return out
}

// Keeps reports whether no arc of the DAG d goes against a direction.
func (c Constraints) Keeps(d Matrix) bool {
	return len(d.pairs(func(u, v int) bool { return d[u][v] && c.Directed.has(v, u) })) == 0
}

// Class is the class of the DAG g under the directions, by definition: an edge is directed if and only if it has the
// same direction in every member of the class that keeps them. There must be one. It tries every orientation of the
// skeleton, so it is for small graphs only.
func (c Constraints) Class(g Matrix) Matrix {
	return Union(slices.DeleteFunc(ClassMembers(g), func(d Matrix) bool { return !c.Keeps(d) }))
}

// Admit returns the operators of p that the run may choose from, and whether they are forced:
//   - An operator is admitted only if it removes an arc from some member of the class that keeps the
//     directions.
//   - If there are such operators for forbidden pairs, exactly these are admitted, with H of any size, and
//     they are forced.
//   - Otherwise the operators of required pairs and those with |H| > kMax are left out.
func (c Constraints) Admit(p Matrix, kMax int) (admitted []Operator, forced bool) {
	every := Operators(p, -1, false)
	if c.Directed != nil {
		members := slices.DeleteFunc(Extensions(p), func(d Matrix) bool { return !c.Keeps(d) })
		every = slices.DeleteFunc(every, func(op Operator) bool {
			return !slices.ContainsFunc(members, func(d Matrix) bool { return takesFrom(p, d, op) })
		})
	}
	for _, op := range every {
		if c.Forbidden.has(op.U, op.V) {
			admitted = append(admitted, op)
		}
	}
	if len(admitted) > 0 {
		return admitted, true
	}
	for _, op := range every {
		if !c.Required.has(op.U, op.V) && (kMax < 0 || len(op.H) <= kMax) {
			admitted = append(admitted, op)
		}
	}
	return admitted, false
}

// takesFrom reports whether op is the removal of an arc from d, a member of the class of p. If d has u → v,
// this is the case if v's parents among NA(v, u) are NA(v, u) \ H. If d has v → u, u and v change roles.
func takesFrom(p, d Matrix, op Operator) bool {
	u, v := op.U, op.V
	if d[v][u] {
		u, v = v, u
	}
	for _, x := range NA(p, v, u) {
		if d[x][v] == slices.Contains(op.H, x) {
			return false
		}
	}
	return true
}
