package oracle

import "slices"

// Constraints are what a run must keep to; the zero value demands nothing.
type Constraints struct {
	Required  Matrix // symmetric: pairs that stay joined
	Forbidden Matrix // symmetric: pairs that are parted before anything else
	Directed  Matrix // u → v: an edge between them, if any, goes from u to v
}

// has tells whether m, nil for the graph without edges, has u → v.
func (m Matrix) has(u, v int) bool { return m != nil && m[u][v] }

// require joins the required pairs that g does not join, along the order.
func (c Constraints) require(g Matrix, order []int) Matrix {
	out := g.Clone()
	for i, v := range order {
		for _, u := range order[:i] {
			out[u][v] = out[u][v] || c.Required.has(u, v)
		}
	}
	return out
}

// Keeps tells whether the DAG d goes along every direction.
func (c Constraints) Keeps(d Matrix) bool {
	return len(d.pairs(func(u, v int) bool { return d[u][v] && c.Directed.has(v, u) })) == 0
}

// Admit leaves of the operators of p those that may be taken next, and tells whether
// they are forced. Operators of forbidden pairs, however large their H, come first.
// Of the others those of required pairs and those with |H| > kMax are never taken. All
// take an edge out of a DAG that keeps the directions.
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

// takesFrom tells whether op is the removal of an arc from d, a member of p's class: if
// it is u → v, v's parents among NA(v, u) are NA(v, u) \ H, and the like for v → u.
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
