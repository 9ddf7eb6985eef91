package call

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Nodes are the nodes of a request: how many there are, what messages call them, and which of the engine's nodes is which
// of the caller's.
type Nodes struct {
	N     int `json:"n"`
	Index Index
	Names []string `json:"names"` // nil: they have none
}

const mostNamed = 12 // nodes or edges that a message names one by one

// Path is how messages show the caller's nodes in a row.
func (x *Nodes) Path(nodes []int) string { return x.row(nodes, " -> ") }

// List is how messages list the caller's nodes.
func (x *Nodes) List(nodes []int) string { return x.row(nodes, ", ") }

func (x *Nodes) row(nodes []int, separator string) string {
	shown := nodes
	if len(nodes) > mostNamed {
		shown = slices.Concat(nodes[:mostNamed-1], nodes[len(nodes)-1:])
	}
	names := make([]string, len(shown))
	for i, k := range shown {
		names[i] = x.Name(k)
	}
	if len(shown) < len(nodes) {
		names[len(names)-2] = fmt.Sprintf("... (%d more) ...", len(nodes)-len(shown)+1)
	}
	return strings.Join(names, separator)
}

// Name is how messages call the caller's node k.
func (x *Nodes) Name(k int) string {
	if x.Names == nil {
		return "node " + strconv.Itoa(k)
	}
	return x.Names[k]
}

// listed is how messages show several edges.
func listed(edges []string) string {
	if more := len(edges) - mostNamed; more > 0 {
		edges = append(edges[:mostNamed:mostNamed], fmt.Sprintf("%d more", more))
	}
	last := len(edges) - 1
	if last == 0 {
		return edges[0]
	}
	return strings.Join(edges[:last], ", ") + " and " + edges[last]
}

func isOrAre(count int) string {
	if count == 1 {
		return "is"
	}
	return "are"
}

// IsNode reports whether k is one of the caller's nodes.
func (x *Nodes) IsNode(k int) bool { return k >= 0 && k < x.N }

// InRange is an error about the argument if k is not one of the caller's nodes.
func (x *Nodes) InRange(argument string, k int) *Error {
	if !x.IsNode(k) {
		return Invalidf(argument, "there is no node %d: the nodes are 0..%d", k, x.N-1)
	}
	return nil
}
