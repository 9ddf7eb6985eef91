package wire

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

const mostNamed = 12 // nodes or edges that a message names one by one

// path is how messages show the caller's nodes in a row.
func (in *Input) path(nodes []int) string { return in.row(nodes, " -> ") }

// List is how messages list the caller's nodes.
func (in *Input) List(nodes []int) string { return in.row(nodes, ", ") }

func (in *Input) row(nodes []int, separator string) string {
	shown := nodes
	if len(nodes) > mostNamed {
		shown = slices.Concat(nodes[:mostNamed-1], nodes[len(nodes)-1:])
	}
	names := make([]string, len(shown))
	for i, k := range shown {
		names[i] = in.Name(k)
	}
	if len(shown) < len(nodes) {
		names[len(names)-2] = fmt.Sprintf("... (%d more) ...", len(nodes)-len(shown)+1)
	}
	return strings.Join(names, separator)
}

// Name is how messages call the caller's node k.
func (in *Input) Name(k int) string {
	if in.names == nil {
		return "node " + strconv.Itoa(k)
	}
	return in.names[k]
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
