package oracle

import "fmt"

// AllDAGs are all DAGs of n nodes.
func AllDAGs(n int) []Matrix {
	pairs := [][2]int{}
	for u := range n {
		for v := range u {
			pairs = append(pairs, [2]int{u, v})
		}
	}
	graphs := []Matrix{New(n)}
	for _, e := range pairs {
		for _, g := range graphs[:len(graphs):len(graphs)] {
			for _, arc := range [][2]int{e, {e[1], e[0]}} {
				more := g.Clone()
				more[arc[0]][arc[1]] = true
				graphs = append(graphs, more)
			}
		}
	}
	dags := []Matrix{}
	for _, g := range graphs {
		if g.Acyclic() {
			dags = append(dags, g)
		}
	}
	return dags
}

// Classes are the equivalence classes of all DAGs of n nodes, in the order of AllDAGs.
func Classes(n int) [][]Matrix {
	var out [][]Matrix
	place := map[string]int{}
	for _, g := range AllDAGs(n) {
		key := fmt.Sprint(CPDAG(g))
		if _, found := place[key]; !found {
			place[key] = len(out)
			out = append(out, nil)
		}
		out[place[key]] = append(out[place[key]], g)
	}
	return out
}
